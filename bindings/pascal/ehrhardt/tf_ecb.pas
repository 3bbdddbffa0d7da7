{ The routines of the unit tf_ecb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit tf_ecb;

interface

uses
  bramah_we, tf_base;

function TF_ECB_Init(const Key; KeyBits: word; var ctx: TTFContext): integer;
procedure TF_ECB_Reset(var ctx: TTFContext);
function TF_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer;
function TF_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer;

implementation

function TF_ECB_Init(const Key; KeyBits: word; var ctx: TTFContext): integer;
begin
  TF_ECB_Init := WE_Init(WE_TF, Key, KeyBits, true, 0, ctx);
end;

procedure TF_ECB_Reset(var ctx: TTFContext);
begin
  WE_Reset(ctx);
end;

function TF_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_ECB_Encrypt := WE_ECB(WE_TF, false, ptp, ctp, ILen, ctx);
end;

function TF_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_ECB_Decrypt := WE_ECB(WE_TF, true, ctp, ptp, ILen, ctx);
end;

end.
