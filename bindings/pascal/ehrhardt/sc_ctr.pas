{ The routines of the unit sc_ctr of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sc_ctr;

interface

uses
  bramah_we, sc_base;

function SC_CTR_Init(const Key; KeyBytes: word; const CTR: TSCBlock; var ctx: TSCContext): integer;
procedure SC_CTR_Reset(const CTR: TSCBlock; var ctx: TSCContext);
function SC_CTR_Seek(const iCTR: TSCBlock; SOL: longint; SOH: longint; var ctx: TSCContext): integer;
function SC_CTR_Seek64(const iCTR: TSCBlock; SO: int64; var ctx: TSCContext): integer;
function SC_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer;
function SC_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer;
function SC_SetIncProc(IncP: TSCIncProc; var ctx: TSCContext): integer;
procedure SC_IncMSBFull(var CTR: TSCBlock);
procedure SC_IncLSBFull(var CTR: TSCBlock);
procedure SC_IncMSBPart(var CTR: TSCBlock);
procedure SC_IncLSBPart(var CTR: TSCBlock);

implementation

const
  Incs: TWEIncs = (@SC_IncMSBFull, @SC_IncLSBFull, @SC_IncMSBPart, @SC_IncLSBPart);

function SC_CTR_Init(const Key; KeyBytes: word; const CTR: TSCBlock; var ctx: TSCContext): integer;
begin
  SC_CTR_Init := WE_CTR_Init(WE_SC, Key, KeyBytes, false, CTR, nil, ctx);
end;

procedure SC_CTR_Reset(const CTR: TSCBlock; var ctx: TSCContext);
begin
  WE_CTR_Reset(WE_SC, CTR, ctx);
end;

function SC_CTR_Seek(const iCTR: TSCBlock; SOL: longint; SOH: longint; var ctx: TSCContext): integer;
begin
  SC_CTR_Seek := WE_CTR_Seek(WE_SC, Incs, false, iCTR, SOL, SOH, ctx);
end;

function SC_CTR_Seek64(const iCTR: TSCBlock; SO: int64; var ctx: TSCContext): integer;
begin
  SC_CTR_Seek64 := WE_CTR_Seek(WE_SC, Incs, false, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function SC_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer;
begin
  SC_CTR_Encrypt := WE_CTR(WE_SC, Incs, false, ptp, ctp, ILen, ctx);
end;

function SC_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer;
begin
  SC_CTR_Decrypt := WE_CTR(WE_SC, Incs, false, ctp, ptp, ILen, ctx);
end;

function SC_SetIncProc(IncP: TSCIncProc; var ctx: TSCContext): integer;
var
  p: pointer absolute IncP;
begin
  SC_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure SC_IncMSBFull(var CTR: TSCBlock);
begin
  WE_Inc(CTR, 31, 0);
end;

procedure SC_IncLSBFull(var CTR: TSCBlock);
begin
  WE_Inc(CTR, 0, 31);
end;

procedure SC_IncMSBPart(var CTR: TSCBlock);
begin
  WE_Inc(CTR, 31, 16);
end;

procedure SC_IncLSBPart(var CTR: TSCBlock);
begin
  WE_Inc(CTR, 0, 15);
end;

end.
