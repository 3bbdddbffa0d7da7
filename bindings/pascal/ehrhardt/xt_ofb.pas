{ The routines of the unit xt_ofb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit xt_ofb;

interface

uses
  bramah_we, xt_base;

function XT_OFB_Init(const Key; KeyBits: word; const IV: TXTBlock; var ctx: TXTContext): integer;
procedure XT_OFB_Reset(const IV: TXTBlock; var ctx: TXTContext);
function XT_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer;
function XT_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer;

implementation

function XT_OFB_Init(const Key; KeyBits: word; const IV: TXTBlock; var ctx: TXTContext): integer;
begin
  XT_OFB_Init := WE_Init_IV(WE_XT, Key, KeyBits, false, 0, IV, ctx);
end;

procedure XT_OFB_Reset(const IV: TXTBlock; var ctx: TXTContext);
begin
  WE_Reset_IV(WE_XT, IV, ctx);
end;

function XT_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer;
begin
  XT_OFB_Encrypt := WE_OFB_Apply(WE_XT, ptp, ctp, ILen, ctx);
end;

function XT_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer;
begin
  XT_OFB_Decrypt := WE_OFB_Apply(WE_XT, ctp, ptp, ILen, ctx);
end;

end.
