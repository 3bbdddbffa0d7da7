{ The routines of the unit sj_ctr of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sj_ctr;

interface

uses
  bramah_we, sj_base;

function SJ_CTR_Init(const Key; KeyBytes: word; const CTR: TSJBlock; var ctx: TSJContext): integer;
procedure SJ_CTR_Reset(const CTR: TSJBlock; var ctx: TSJContext);
function SJ_CTR_Seek(const iCTR: TSJBlock; SOL: longint; SOH: longint; var ctx: TSJContext): integer;
function SJ_CTR_Seek64(const iCTR: TSJBlock; SO: int64; var ctx: TSJContext): integer;
function SJ_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer;
function SJ_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer;
function SJ_SetIncProc(IncP: TSJIncProc; var ctx: TSJContext): integer;
procedure SJ_IncMSBFull(var CTR: TSJBlock);
procedure SJ_IncLSBFull(var CTR: TSJBlock);
procedure SJ_IncMSBPart(var CTR: TSJBlock);
procedure SJ_IncLSBPart(var CTR: TSJBlock);

implementation

const
  Incs: TWEIncs = (@SJ_IncMSBFull, @SJ_IncLSBFull, @SJ_IncMSBPart, @SJ_IncLSBPart);

function SJ_CTR_Init(const Key; KeyBytes: word; const CTR: TSJBlock; var ctx: TSJContext): integer;
begin
  SJ_CTR_Init := WE_CTR_Init(WE_SJ, Key, KeyBytes, false, CTR, nil, ctx);
end;

procedure SJ_CTR_Reset(const CTR: TSJBlock; var ctx: TSJContext);
begin
  WE_CTR_Reset(WE_SJ, CTR, ctx);
end;

function SJ_CTR_Seek(const iCTR: TSJBlock; SOL: longint; SOH: longint; var ctx: TSJContext): integer;
begin
  SJ_CTR_Seek := WE_CTR_Seek(WE_SJ, Incs, false, iCTR, SOL, SOH, ctx);
end;

function SJ_CTR_Seek64(const iCTR: TSJBlock; SO: int64; var ctx: TSJContext): integer;
begin
  SJ_CTR_Seek64 := WE_CTR_Seek(WE_SJ, Incs, false, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function SJ_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer;
begin
  SJ_CTR_Encrypt := WE_CTR(WE_SJ, Incs, false, ptp, ctp, ILen, ctx);
end;

function SJ_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer;
begin
  SJ_CTR_Decrypt := WE_CTR(WE_SJ, Incs, false, ctp, ptp, ILen, ctx);
end;

function SJ_SetIncProc(IncP: TSJIncProc; var ctx: TSJContext): integer;
var
  p: pointer absolute IncP;
begin
  SJ_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure SJ_IncMSBFull(var CTR: TSJBlock);
begin
  WE_Inc(CTR, 7, 0);
end;

procedure SJ_IncLSBFull(var CTR: TSJBlock);
begin
  WE_Inc(CTR, 0, 7);
end;

procedure SJ_IncMSBPart(var CTR: TSJBlock);
begin
  WE_Inc(CTR, 7, 4);
end;

procedure SJ_IncLSBPart(var CTR: TSJBlock);
begin
  WE_Inc(CTR, 0, 3);
end;

end.
