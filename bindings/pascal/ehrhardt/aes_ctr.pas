{ The routines of the unit aes_ctr of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_ctr;

interface

uses
  bramah_we, aes_type;

const
  { Whether AES_CTR_Init sets AES_IncMSBPart. }
  DefaultIncMSBPart: boolean = false;

function AES_CTR_Init(const Key; KeyBits: word; const CTR: TAESBlock; var ctx: TAESContext): integer;
function AES_CTR_Seek(const iCTR: TAESBlock; SOL: longint; SOH: longint; var ctx: TAESContext): integer;
function AES_CTR_Seek64(const iCTR: TAESBlock; SO: int64; var ctx: TAESContext): integer;
function AES_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer;
function AES_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer;
function AES_SetIncProc(IncP: TIncProc; var ctx: TAESContext): integer;
procedure AES_IncMSBFull(var CTR: TAESBlock);
procedure AES_IncLSBFull(var CTR: TAESBlock);
procedure AES_IncMSBPart(var CTR: TAESBlock);
procedure AES_IncLSBPart(var CTR: TAESBlock);

implementation

const
  Incs: TWEIncs = (@AES_IncMSBFull, @AES_IncLSBFull, @AES_IncMSBPart, @AES_IncLSBPart);

function AES_CTR_Init(const Key; KeyBits: word; const CTR: TAESBlock; var ctx: TAESContext): integer;
var
  inc: pointer;
begin
  inc := nil;
  if DefaultIncMSBPart then
    inc := Incs[2];
  AES_CTR_Init := WE_CTR_Init(WE_AES, Key, KeyBits, true, CTR, inc, ctx);
end;

function AES_CTR_Seek(const iCTR: TAESBlock; SOL: longint; SOH: longint; var ctx: TAESContext): integer;
begin
  AES_CTR_Seek := WE_CTR_Seek(WE_AES, Incs, false, iCTR, SOL, SOH, ctx);
end;

function AES_CTR_Seek64(const iCTR: TAESBlock; SO: int64; var ctx: TAESContext): integer;
begin
  AES_CTR_Seek64 := WE_CTR_Seek(WE_AES, Incs, false, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function AES_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_CTR_Encrypt := WE_CTR(WE_AES, Incs, false, ptp, ctp, ILen, ctx);
end;

function AES_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_CTR_Decrypt := WE_CTR(WE_AES, Incs, false, ctp, ptp, ILen, ctx);
end;

function AES_SetIncProc(IncP: TIncProc; var ctx: TAESContext): integer;
var
  p: pointer absolute IncP;
begin
  AES_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure AES_IncMSBFull(var CTR: TAESBlock);
begin
  WE_Inc(CTR, 15, 0);
end;

procedure AES_IncLSBFull(var CTR: TAESBlock);
begin
  WE_Inc(CTR, 0, 15);
end;

procedure AES_IncMSBPart(var CTR: TAESBlock);
begin
  WE_Inc(CTR, 15, 8);
end;

procedure AES_IncLSBPart(var CTR: TAESBlock);
begin
  WE_Inc(CTR, 0, 7);
end;

end.
