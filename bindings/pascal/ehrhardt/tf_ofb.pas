{ The routines of the unit tf_ofb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit tf_ofb;

interface

uses
  bramah_we, tf_base;

function TF_OFB_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer;
procedure TF_OFB_Reset(const IV: TTFBlock; var ctx: TTFContext);
function TF_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer;
function TF_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer;

implementation

function TF_OFB_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer;
begin
  TF_OFB_Init := WE_Init_IV(WE_TF, Key, KeyBits, true, 0, IV, ctx);
end;

procedure TF_OFB_Reset(const IV: TTFBlock; var ctx: TTFContext);
begin
  WE_Reset_IV(WE_TF, IV, ctx);
end;

function TF_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_OFB_Encrypt := WE_OFB_Apply(WE_TF, ptp, ctp, ILen, ctx);
end;

function TF_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_OFB_Decrypt := WE_OFB_Apply(WE_TF, ctp, ptp, ILen, ctx);
end;

end.
