{ The routines of the unit bf_ctr of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit bf_ctr;

interface

uses
  bramah_we, bf_base;

function BF_CTR_Init(const Key; KeyBytes: word; const CTR: TBFBlock; var ctx: TBFContext): integer;
procedure BF_CTR_Reset(const CTR: TBFBlock; var ctx: TBFContext);
function BF_CTR_Seek(const iCTR: TBFBlock; SOL: longint; SOH: longint; var ctx: TBFContext): integer;
function BF_CTR_Seek64(const iCTR: TBFBlock; SO: int64; var ctx: TBFContext): integer;
function BF_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer;
function BF_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer;
function BF_SetIncProc(IncP: TBFIncProc; var ctx: TBFContext): integer;
procedure BF_IncMSBFull(var CTR: TBFBlock);
procedure BF_IncLSBFull(var CTR: TBFBlock);
procedure BF_IncMSBPart(var CTR: TBFBlock);
procedure BF_IncLSBPart(var CTR: TBFBlock);

implementation

const
  Incs: TWEIncs = (@BF_IncMSBFull, @BF_IncLSBFull, @BF_IncMSBPart, @BF_IncLSBPart);

function BF_CTR_Init(const Key; KeyBytes: word; const CTR: TBFBlock; var ctx: TBFContext): integer;
begin
  BF_CTR_Init := WE_CTR_Init(WE_BF, Key, KeyBytes, false, CTR, nil, ctx);
end;

procedure BF_CTR_Reset(const CTR: TBFBlock; var ctx: TBFContext);
begin
  WE_CTR_Reset(WE_BF, CTR, ctx);
end;

function BF_CTR_Seek(const iCTR: TBFBlock; SOL: longint; SOH: longint; var ctx: TBFContext): integer;
begin
  BF_CTR_Seek := WE_CTR_Seek(WE_BF, Incs, false, iCTR, SOL, SOH, ctx);
end;

function BF_CTR_Seek64(const iCTR: TBFBlock; SO: int64; var ctx: TBFContext): integer;
begin
  BF_CTR_Seek64 := WE_CTR_Seek(WE_BF, Incs, false, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function BF_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_CTR_Encrypt := WE_CTR(WE_BF, Incs, false, ptp, ctp, ILen, ctx);
end;

function BF_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_CTR_Decrypt := WE_CTR(WE_BF, Incs, false, ctp, ptp, ILen, ctx);
end;

function BF_SetIncProc(IncP: TBFIncProc; var ctx: TBFContext): integer;
var
  p: pointer absolute IncP;
begin
  BF_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure BF_IncMSBFull(var CTR: TBFBlock);
begin
  WE_Inc(CTR, 7, 0);
end;

procedure BF_IncLSBFull(var CTR: TBFBlock);
begin
  WE_Inc(CTR, 0, 7);
end;

procedure BF_IncMSBPart(var CTR: TBFBlock);
begin
  WE_Inc(CTR, 7, 4);
end;

procedure BF_IncLSBPart(var CTR: TBFBlock);
begin
  WE_Inc(CTR, 0, 3);
end;

end.
