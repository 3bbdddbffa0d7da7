{ The routines of the unit sj_cfb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sj_cfb;

interface

uses
  bramah_we, sj_base;

function SJ_CFB_Init(const Key; KeyBytes: word; const IV: TSJBlock; var ctx: TSJContext): integer;
procedure SJ_CFB_Reset(const IV: TSJBlock; var ctx: TSJContext);
function SJ_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer;
function SJ_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer;

implementation

function SJ_CFB_Init(const Key; KeyBytes: word; const IV: TSJBlock; var ctx: TSJContext): integer;
begin
  SJ_CFB_Init := WE_Init_IV(WE_SJ, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure SJ_CFB_Reset(const IV: TSJBlock; var ctx: TSJContext);
begin
  WE_Reset_IV(WE_SJ, IV, ctx);
end;

function SJ_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer;
begin
  SJ_CFB_Encrypt := WE_CFB(WE_SJ, false, ptp, ctp, ILen, ctx);
end;

function SJ_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer;
begin
  SJ_CFB_Decrypt := WE_CFB(WE_SJ, true, ctp, ptp, ILen, ctx);
end;

end.
