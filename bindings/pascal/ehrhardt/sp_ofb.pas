{ The routines of the unit sp_ofb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sp_ofb;

interface

uses
  bramah_we, sp_base;

function SP_OFB_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer;
procedure SP_OFB_Reset(const IV: TSPBlock; var ctx: TSPContext);
function SP_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer;
function SP_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer;

implementation

function SP_OFB_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer;
begin
  SP_OFB_Init := WE_Init_IV(WE_SP, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SP_OFB_Reset(const IV: TSPBlock; var ctx: TSPContext);
begin
  WE_Reset_IV(WE_SP, IV, ctx);
end;

function SP_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_OFB_Encrypt := WE_OFB_Apply(WE_SP, ptp, ctp, ILen, ctx);
end;

function SP_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_OFB_Decrypt := WE_OFB_Apply(WE_SP, ctp, ptp, ILen, ctx);
end;

end.
