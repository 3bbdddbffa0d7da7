{ The routines of the unit anu_ctr of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit anu_ctr;

interface

uses
  bramah_we, anu_base;

function ANU_CTR_Init(const Key; KeyBits: word; const CTR: TANUBlock; var ctx: TANUContext): integer;
function ANU_CTR_Seek(const iCTR: TANUBlock; SOL: longint; SOH: longint; var ctx: TANUContext): integer;
function ANU_CTR_Seek64(const iCTR: TANUBlock; SO: int64; var ctx: TANUContext): integer;
function ANU_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer;
function ANU_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer;
function ANU_SetIncProc(IncP: TANUIncProc; var ctx: TANUContext): integer;
procedure ANU_IncMSBFull(var CTR: TANUBlock);
procedure ANU_IncLSBFull(var CTR: TANUBlock);
procedure ANU_IncMSBPart(var CTR: TANUBlock);
procedure ANU_IncLSBPart(var CTR: TANUBlock);

implementation

const
  Incs: TWEIncs = (@ANU_IncMSBFull, @ANU_IncLSBFull, @ANU_IncMSBPart, @ANU_IncLSBPart);

function ANU_CTR_Init(const Key; KeyBits: word; const CTR: TANUBlock; var ctx: TANUContext): integer;
begin
  ANU_CTR_Init := WE_CTR_Init(WE_ANU, Key, KeyBits, true, CTR, nil, ctx);
end;

function ANU_CTR_Seek(const iCTR: TANUBlock; SOL: longint; SOH: longint; var ctx: TANUContext): integer;
begin
  ANU_CTR_Seek := WE_CTR_Seek(WE_ANU, Incs, false, iCTR, SOL, SOH, ctx);
end;

function ANU_CTR_Seek64(const iCTR: TANUBlock; SO: int64; var ctx: TANUContext): integer;
begin
  ANU_CTR_Seek64 := WE_CTR_Seek(WE_ANU, Incs, false, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function ANU_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_CTR_Encrypt := WE_CTR(WE_ANU, Incs, false, ptp, ctp, ILen, ctx);
end;

function ANU_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_CTR_Decrypt := WE_CTR(WE_ANU, Incs, false, ctp, ptp, ILen, ctx);
end;

function ANU_SetIncProc(IncP: TANUIncProc; var ctx: TANUContext): integer;
var
  p: pointer absolute IncP;
begin
  ANU_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure ANU_IncMSBFull(var CTR: TANUBlock);
begin
  WE_Inc(CTR, 15, 0);
end;

procedure ANU_IncLSBFull(var CTR: TANUBlock);
begin
  WE_Inc(CTR, 0, 15);
end;

procedure ANU_IncMSBPart(var CTR: TANUBlock);
begin
  WE_Inc(CTR, 15, 8);
end;

procedure ANU_IncLSBPart(var CTR: TANUBlock);
begin
  WE_Inc(CTR, 0, 7);
end;

end.
