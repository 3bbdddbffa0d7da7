{ The routines of the unit tf_cbc of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit tf_cbc;

interface

uses
  bramah_we, tf_base;

function TF_CBC_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer;
procedure TF_CBC_Reset(const IV: TTFBlock; var ctx: TTFContext);
function TF_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer;
function TF_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer;

implementation

function TF_CBC_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer;
begin
  TF_CBC_Init := WE_Init_IV(WE_TF, Key, KeyBits, true, 0, IV, ctx);
end;

procedure TF_CBC_Reset(const IV: TTFBlock; var ctx: TTFContext);
begin
  WE_Reset_IV(WE_TF, IV, ctx);
end;

function TF_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_CBC_Encrypt := WE_CBC(WE_TF, false, ptp, ctp, ILen, ctx);
end;

function TF_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_CBC_Decrypt := WE_CBC(WE_TF, true, ctp, ptp, ILen, ctx);
end;

end.
