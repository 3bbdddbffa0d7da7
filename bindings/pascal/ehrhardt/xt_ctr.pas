{ The routines of the unit xt_ctr of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit xt_ctr;

interface

uses
  bramah_we, xt_base;

function XT_CTR_Init(const Key; KeyBytes: word; const CTR: TXTBlock; var ctx: TXTContext): integer;
procedure XT_CTR_Reset(const CTR: TXTBlock; var ctx: TXTContext);
function XT_CTR_Seek(const iCTR: TXTBlock; SOL: longint; SOH: longint; var ctx: TXTContext): integer;
function XT_CTR_Seek64(const iCTR: TXTBlock; SO: int64; var ctx: TXTContext): integer;
function XT_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer;
function XT_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer;
function XT_SetIncProc(IncP: TXTIncProc; var ctx: TXTContext): integer;
procedure XT_IncMSBFull(var CTR: TXTBlock);
procedure XT_IncLSBFull(var CTR: TXTBlock);
procedure XT_IncMSBPart(var CTR: TXTBlock);
procedure XT_IncLSBPart(var CTR: TXTBlock);

implementation

const
  Incs: TWEIncs = (@XT_IncMSBFull, @XT_IncLSBFull, @XT_IncMSBPart, @XT_IncLSBPart);

function XT_CTR_Init(const Key; KeyBytes: word; const CTR: TXTBlock; var ctx: TXTContext): integer;
begin
  XT_CTR_Init := WE_CTR_Init(WE_XT, Key, KeyBytes, false, CTR, nil, ctx);
end;

procedure XT_CTR_Reset(const CTR: TXTBlock; var ctx: TXTContext);
begin
  WE_CTR_Reset(WE_XT, CTR, ctx);
end;

function XT_CTR_Seek(const iCTR: TXTBlock; SOL: longint; SOH: longint; var ctx: TXTContext): integer;
begin
  XT_CTR_Seek := WE_CTR_Seek(WE_XT, Incs, false, iCTR, SOL, SOH, ctx);
end;

function XT_CTR_Seek64(const iCTR: TXTBlock; SO: int64; var ctx: TXTContext): integer;
begin
  XT_CTR_Seek64 := WE_CTR_Seek(WE_XT, Incs, false, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function XT_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer;
begin
  XT_CTR_Encrypt := WE_CTR(WE_XT, Incs, false, ptp, ctp, ILen, ctx);
end;

function XT_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer;
begin
  XT_CTR_Decrypt := WE_CTR(WE_XT, Incs, false, ctp, ptp, ILen, ctx);
end;

function XT_SetIncProc(IncP: TXTIncProc; var ctx: TXTContext): integer;
var
  p: pointer absolute IncP;
begin
  XT_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure XT_IncMSBFull(var CTR: TXTBlock);
begin
  WE_Inc(CTR, 7, 0);
end;

procedure XT_IncLSBFull(var CTR: TXTBlock);
begin
  WE_Inc(CTR, 0, 7);
end;

procedure XT_IncMSBPart(var CTR: TXTBlock);
begin
  WE_Inc(CTR, 7, 4);
end;

procedure XT_IncLSBPart(var CTR: TXTBlock);
begin
  WE_Inc(CTR, 0, 3);
end;

end.
