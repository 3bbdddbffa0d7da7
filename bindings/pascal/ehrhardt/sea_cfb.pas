{ The routines of the unit sea_cfb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sea_cfb;

interface

uses
  bramah_we, sea_base;

function SEA_CFB_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer;
procedure SEA_CFB_Reset(const IV: TSEABlock; var ctx: TSEAContext);
function SEA_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
function SEA_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer;

implementation

function SEA_CFB_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer;
begin
  SEA_CFB_Init := WE_Init_IV(WE_SEA, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SEA_CFB_Reset(const IV: TSEABlock; var ctx: TSEAContext);
begin
  WE_Reset_IV(WE_SEA, IV, ctx);
end;

function SEA_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_CFB_Encrypt := WE_CFB(WE_SEA, false, ptp, ctp, ILen, ctx);
end;

function SEA_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_CFB_Decrypt := WE_CFB(WE_SEA, true, ctp, ptp, ILen, ctx);
end;

end.
