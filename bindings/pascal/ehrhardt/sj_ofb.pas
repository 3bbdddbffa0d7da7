{ The routines of the unit sj_ofb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sj_ofb;

interface

uses
  bramah_we, sj_base;

function SJ_OFB_Init(const Key; KeyBits: word; const IV: TSJBlock; var ctx: TSJContext): integer;
procedure SJ_OFB_Reset(const IV: TSJBlock; var ctx: TSJContext);
function SJ_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer;
function SJ_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer;

implementation

function SJ_OFB_Init(const Key; KeyBits: word; const IV: TSJBlock; var ctx: TSJContext): integer;
begin
  SJ_OFB_Init := WE_Init_IV(WE_SJ, Key, KeyBits, false, 0, IV, ctx);
end;

procedure SJ_OFB_Reset(const IV: TSJBlock; var ctx: TSJContext);
begin
  WE_Reset_IV(WE_SJ, IV, ctx);
end;

function SJ_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer;
begin
  SJ_OFB_Encrypt := WE_OFB_Apply(WE_SJ, ptp, ctp, ILen, ctx);
end;

function SJ_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer;
begin
  SJ_OFB_Decrypt := WE_OFB_Apply(WE_SJ, ctp, ptp, ILen, ctx);
end;

end.
