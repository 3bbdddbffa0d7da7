{ The routines of the unit tf_ctr of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit tf_ctr;

interface

uses
  bramah_we, tf_base;

function TF_CTR_Init(const Key; KeyBits: word; const CTR: TTFBlock; var ctx: TTFContext): integer;
procedure TF_CTR_Reset(const CTR: TTFBlock; var ctx: TTFContext);
function TF_CTR_Seek(const iCTR: TTFBlock; SOL: longint; SOH: longint; var ctx: TTFContext): integer;
function TF_CTR_Seek64(const iCTR: TTFBlock; SO: int64; var ctx: TTFContext): integer;
function TF_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer;
function TF_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer;
function TF_SetIncProc(IncP: TTFIncProc; var ctx: TTFContext): integer;
procedure TF_IncMSBFull(var CTR: TTFBlock);
procedure TF_IncLSBFull(var CTR: TTFBlock);
procedure TF_IncMSBPart(var CTR: TTFBlock);
procedure TF_IncLSBPart(var CTR: TTFBlock);

implementation

const
  Incs: TWEIncs = (@TF_IncMSBFull, @TF_IncLSBFull, @TF_IncMSBPart, @TF_IncLSBPart);

function TF_CTR_Init(const Key; KeyBits: word; const CTR: TTFBlock; var ctx: TTFContext): integer;
begin
  TF_CTR_Init := WE_CTR_Init(WE_TF, Key, KeyBits, true, CTR, nil, ctx);
end;

procedure TF_CTR_Reset(const CTR: TTFBlock; var ctx: TTFContext);
begin
  WE_CTR_Reset(WE_TF, CTR, ctx);
end;

function TF_CTR_Seek(const iCTR: TTFBlock; SOL: longint; SOH: longint; var ctx: TTFContext): integer;
begin
  TF_CTR_Seek := WE_CTR_Seek(WE_TF, Incs, false, iCTR, SOL, SOH, ctx);
end;

function TF_CTR_Seek64(const iCTR: TTFBlock; SO: int64; var ctx: TTFContext): integer;
begin
  TF_CTR_Seek64 := WE_CTR_Seek(WE_TF, Incs, false, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function TF_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_CTR_Encrypt := WE_CTR(WE_TF, Incs, false, ptp, ctp, ILen, ctx);
end;

function TF_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_CTR_Decrypt := WE_CTR(WE_TF, Incs, false, ctp, ptp, ILen, ctx);
end;

function TF_SetIncProc(IncP: TTFIncProc; var ctx: TTFContext): integer;
var
  p: pointer absolute IncP;
begin
  TF_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure TF_IncMSBFull(var CTR: TTFBlock);
begin
  WE_Inc(CTR, 15, 0);
end;

procedure TF_IncLSBFull(var CTR: TTFBlock);
begin
  WE_Inc(CTR, 0, 15);
end;

procedure TF_IncMSBPart(var CTR: TTFBlock);
begin
  WE_Inc(CTR, 15, 8);
end;

procedure TF_IncLSBPart(var CTR: TTFBlock);
begin
  WE_Inc(CTR, 0, 7);
end;

end.
