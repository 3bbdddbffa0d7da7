{ The routines of the unit xt_cbc of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit xt_cbc;

interface

uses
  bramah_we, xt_base;

function XT_CBC_Init(const Key; KeyBytes: word; const IV: TXTBlock; var ctx: TXTContext): integer;
procedure XT_CBC_Reset(const IV: TXTBlock; var ctx: TXTContext);
function XT_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer;
function XT_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer;

implementation

function XT_CBC_Init(const Key; KeyBytes: word; const IV: TXTBlock; var ctx: TXTContext): integer;
begin
  XT_CBC_Init := WE_Init_IV(WE_XT, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure XT_CBC_Reset(const IV: TXTBlock; var ctx: TXTContext);
begin
  WE_Reset_IV(WE_XT, IV, ctx);
end;

function XT_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer;
begin
  XT_CBC_Encrypt := WE_CBC(WE_XT, false, ptp, ctp, ILen, ctx);
end;

function XT_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer;
begin
  XT_CBC_Decrypt := WE_CBC(WE_XT, true, ctp, ptp, ILen, ctx);
end;

end.
