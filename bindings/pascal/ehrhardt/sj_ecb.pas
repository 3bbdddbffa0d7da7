{ The routines of the unit sj_ecb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sj_ecb;

interface

uses
  bramah_we, sj_base;

function SJ_ECB_Init(const Key; KeyBytes: word; var ctx: TSJContext): integer;
procedure SJ_ECB_Reset(var ctx: TSJContext);
function SJ_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer;
function SJ_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer;

implementation

function SJ_ECB_Init(const Key; KeyBytes: word; var ctx: TSJContext): integer;
begin
  SJ_ECB_Init := WE_Init(WE_SJ, Key, KeyBytes, false, 0, ctx);
end;

procedure SJ_ECB_Reset(var ctx: TSJContext);
begin
  WE_Reset(ctx);
end;

function SJ_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer;
begin
  SJ_ECB_Encrypt := WE_ECB(WE_SJ, false, ptp, ctp, ILen, ctx);
end;

function SJ_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer;
begin
  SJ_ECB_Decrypt := WE_ECB(WE_SJ, true, ctp, ptp, ILen, ctx);
end;

end.
