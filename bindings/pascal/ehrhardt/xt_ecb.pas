{ The routines of the unit xt_ecb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit xt_ecb;

interface

uses
  bramah_we, xt_base;

function XT_ECB_Init(const Key; KeyBytes: word; var ctx: TXTContext): integer;
procedure XT_ECB_Reset(var ctx: TXTContext);
function XT_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer;
function XT_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer;

implementation

function XT_ECB_Init(const Key; KeyBytes: word; var ctx: TXTContext): integer;
begin
  XT_ECB_Init := WE_Init(WE_XT, Key, KeyBytes, false, 0, ctx);
end;

procedure XT_ECB_Reset(var ctx: TXTContext);
begin
  WE_Reset(ctx);
end;

function XT_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer;
begin
  XT_ECB_Encrypt := WE_ECB(WE_XT, false, ptp, ctp, ILen, ctx);
end;

function XT_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer;
begin
  XT_ECB_Decrypt := WE_ECB(WE_XT, true, ctp, ptp, ILen, ctx);
end;

end.
