{ The routines of the unit sp_ctr of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sp_ctr;

interface

uses
  bramah_we, sp_base;

function SP_CTR_Init(const Key; KeyBits: word; const CTR: TSPBlock; var ctx: TSPContext): integer;
procedure SP_CTR_Reset(const CTR: TSPBlock; var ctx: TSPContext);
function SP_CTR_Seek(const iCTR: TSPBlock; SOL: longint; SOH: longint; var ctx: TSPContext): integer;
function SP_CTR_Seek64(const iCTR: TSPBlock; SO: int64; var ctx: TSPContext): integer;
function SP_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer;
function SP_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer;
function SP_SetIncProc(IncP: TSPIncProc; var ctx: TSPContext): integer;
procedure SP_IncMSBFull(var CTR: TSPBlock);
procedure SP_IncLSBFull(var CTR: TSPBlock);
procedure SP_IncMSBPart(var CTR: TSPBlock);
procedure SP_IncLSBPart(var CTR: TSPBlock);

implementation

const
  Incs: TWEIncs = (@SP_IncMSBFull, @SP_IncLSBFull, @SP_IncMSBPart, @SP_IncLSBPart);

function SP_CTR_Init(const Key; KeyBits: word; const CTR: TSPBlock; var ctx: TSPContext): integer;
begin
  SP_CTR_Init := WE_CTR_Init(WE_SP, Key, KeyBits, true, CTR, nil, ctx);
end;

procedure SP_CTR_Reset(const CTR: TSPBlock; var ctx: TSPContext);
begin
  WE_CTR_Reset(WE_SP, CTR, ctx);
end;

function SP_CTR_Seek(const iCTR: TSPBlock; SOL: longint; SOH: longint; var ctx: TSPContext): integer;
begin
  SP_CTR_Seek := WE_CTR_Seek(WE_SP, Incs, false, iCTR, SOL, SOH, ctx);
end;

function SP_CTR_Seek64(const iCTR: TSPBlock; SO: int64; var ctx: TSPContext): integer;
begin
  SP_CTR_Seek64 := WE_CTR_Seek(WE_SP, Incs, false, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function SP_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_CTR_Encrypt := WE_CTR(WE_SP, Incs, false, ptp, ctp, ILen, ctx);
end;

function SP_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_CTR_Decrypt := WE_CTR(WE_SP, Incs, false, ctp, ptp, ILen, ctx);
end;

function SP_SetIncProc(IncP: TSPIncProc; var ctx: TSPContext): integer;
var
  p: pointer absolute IncP;
begin
  SP_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure SP_IncMSBFull(var CTR: TSPBlock);
begin
  WE_Inc(CTR, 15, 0);
end;

procedure SP_IncLSBFull(var CTR: TSPBlock);
begin
  WE_Inc(CTR, 0, 15);
end;

procedure SP_IncMSBPart(var CTR: TSPBlock);
begin
  WE_Inc(CTR, 15, 8);
end;

procedure SP_IncLSBPart(var CTR: TSPBlock);
begin
  WE_Inc(CTR, 0, 7);
end;

end.
