{ The routines of the unit tf_cfb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit tf_cfb;

interface

uses
  bramah_we, tf_base;

function TF_CFB_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer;
procedure TF_CFB_Reset(const IV: TTFBlock; var ctx: TTFContext);
function TF_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer;
function TF_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer;

implementation

function TF_CFB_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer;
begin
  TF_CFB_Init := WE_Init_IV(WE_TF, Key, KeyBits, true, 0, IV, ctx);
end;

procedure TF_CFB_Reset(const IV: TTFBlock; var ctx: TTFContext);
begin
  WE_Reset_IV(WE_TF, IV, ctx);
end;

function TF_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_CFB_Encrypt := WE_CFB(WE_TF, false, ptp, ctp, ILen, ctx);
end;

function TF_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_CFB_Decrypt := WE_CFB(WE_TF, true, ctp, ptp, ILen, ctx);
end;

end.
