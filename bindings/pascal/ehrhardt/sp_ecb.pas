{ The routines of the unit sp_ecb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sp_ecb;

interface

uses
  bramah_we, sp_base;

function SP_ECB_Init(const Key; KeyBits: word; var ctx: TSPContext): integer;
procedure SP_ECB_Reset(var ctx: TSPContext);
function SP_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer;
function SP_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer;

implementation

function SP_ECB_Init(const Key; KeyBits: word; var ctx: TSPContext): integer;
begin
  SP_ECB_Init := WE_Init(WE_SP, Key, KeyBits, true, 0, ctx);
end;

procedure SP_ECB_Reset(var ctx: TSPContext);
begin
  WE_Reset(ctx);
end;

function SP_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_ECB_Encrypt := WE_ECB(WE_SP, false, ptp, ctp, ILen, ctx);
end;

function SP_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_ECB_Decrypt := WE_ECB(WE_SP, true, ctp, ptp, ILen, ctx);
end;

end.
