{ The routines of the unit sp_cbc of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sp_cbc;

interface

uses
  bramah_we, sp_base;

function SP_CBC_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer;
procedure SP_CBC_Reset(const IV: TSPBlock; var ctx: TSPContext);
function SP_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer;
function SP_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer;

implementation

function SP_CBC_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer;
begin
  SP_CBC_Init := WE_Init_IV(WE_SP, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SP_CBC_Reset(const IV: TSPBlock; var ctx: TSPContext);
begin
  WE_Reset_IV(WE_SP, IV, ctx);
end;

function SP_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_CBC_Encrypt := WE_CBC(WE_SP, false, ptp, ctp, ILen, ctx);
end;

function SP_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_CBC_Decrypt := WE_CBC(WE_SP, true, ctp, ptp, ILen, ctx);
end;

end.
