{ The routines of the unit sea_ctr of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sea_ctr;

interface

uses
  bramah_we, sea_base;

function SEA_CTR_Init(const Key; KeyBits: word; const CTR: TSEABlock; var ctx: TSEAContext): integer;
procedure SEA_CTR_Reset(const CTR: TSEABlock; var ctx: TSEAContext);
function SEA_CTR_Seek(const iCTR: TSEABlock; SOL: longint; SOH: longint; var ctx: TSEAContext): integer;
function SEA_CTR_Seek64(const iCTR: TSEABlock; SO: int64; var ctx: TSEAContext): integer;
function SEA_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
function SEA_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
function SEA_SetIncProc(IncP: TSEAIncProc; var ctx: TSEAContext): integer;
procedure SEA_IncMSBFull(var CTR: TSEABlock);
procedure SEA_IncLSBFull(var CTR: TSEABlock);
procedure SEA_IncMSBPart(var CTR: TSEABlock);
procedure SEA_IncLSBPart(var CTR: TSEABlock);

implementation

const
  Incs: TWEIncs = (@SEA_IncMSBFull, @SEA_IncLSBFull, @SEA_IncMSBPart, @SEA_IncLSBPart);

function SEA_CTR_Init(const Key; KeyBits: word; const CTR: TSEABlock; var ctx: TSEAContext): integer;
begin
  SEA_CTR_Init := WE_CTR_Init(WE_SEA, Key, KeyBits, true, CTR, nil, ctx);
end;

procedure SEA_CTR_Reset(const CTR: TSEABlock; var ctx: TSEAContext);
begin
  WE_CTR_Reset(WE_SEA, CTR, ctx);
end;

function SEA_CTR_Seek(const iCTR: TSEABlock; SOL: longint; SOH: longint; var ctx: TSEAContext): integer;
begin
  SEA_CTR_Seek := WE_CTR_Seek(WE_SEA, Incs, false, iCTR, SOL, SOH, ctx);
end;

function SEA_CTR_Seek64(const iCTR: TSEABlock; SO: int64; var ctx: TSEAContext): integer;
begin
  SEA_CTR_Seek64 := WE_CTR_Seek(WE_SEA, Incs, false, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function SEA_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_CTR_Encrypt := WE_CTR(WE_SEA, Incs, false, ptp, ctp, ILen, ctx);
end;

function SEA_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_CTR_Decrypt := WE_CTR(WE_SEA, Incs, false, ctp, ptp, ILen, ctx);
end;

function SEA_SetIncProc(IncP: TSEAIncProc; var ctx: TSEAContext): integer;
var
  p: pointer absolute IncP;
begin
  SEA_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure SEA_IncMSBFull(var CTR: TSEABlock);
begin
  WE_Inc(CTR, 15, 0);
end;

procedure SEA_IncLSBFull(var CTR: TSEABlock);
begin
  WE_Inc(CTR, 0, 15);
end;

procedure SEA_IncMSBPart(var CTR: TSEABlock);
begin
  WE_Inc(CTR, 15, 8);
end;

procedure SEA_IncLSBPart(var CTR: TSEABlock);
begin
  WE_Inc(CTR, 0, 7);
end;

end.
