{ The routines of the unit sp_cfb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sp_cfb;

interface

uses
  bramah_we, sp_base;

function SP_CFB_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer;
procedure SP_CFB_Reset(const IV: TSPBlock; var ctx: TSPContext);
function SP_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer;
function SP_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer;

implementation

function SP_CFB_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer;
begin
  SP_CFB_Init := WE_Init_IV(WE_SP, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SP_CFB_Reset(const IV: TSPBlock; var ctx: TSPContext);
begin
  WE_Reset_IV(WE_SP, IV, ctx);
end;

function SP_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_CFB_Encrypt := WE_CFB(WE_SP, false, ptp, ctp, ILen, ctx);
end;

function SP_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_CFB_Decrypt := WE_CFB(WE_SP, true, ctp, ptp, ILen, ctx);
end;

end.
