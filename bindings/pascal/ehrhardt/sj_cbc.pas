{ The routines of the unit sj_cbc of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sj_cbc;

interface

uses
  bramah_we, sj_base;

function SJ_CBC_Init(const Key; KeyBytes: word; const IV: TSJBlock; var ctx: TSJContext): integer;
procedure SJ_CBC_Reset(const IV: TSJBlock; var ctx: TSJContext);
function SJ_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer;
function SJ_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer;

implementation

function SJ_CBC_Init(const Key; KeyBytes: word; const IV: TSJBlock; var ctx: TSJContext): integer;
begin
  SJ_CBC_Init := WE_Init_IV(WE_SJ, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure SJ_CBC_Reset(const IV: TSJBlock; var ctx: TSJContext);
begin
  WE_Reset_IV(WE_SJ, IV, ctx);
end;

function SJ_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer;
begin
  SJ_CBC_Encrypt := WE_CBC(WE_SJ, false, ptp, ctp, ILen, ctx);
end;

function SJ_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer;
begin
  SJ_CBC_Decrypt := WE_CBC(WE_SJ, true, ctp, ptp, ILen, ctx);
end;

end.
