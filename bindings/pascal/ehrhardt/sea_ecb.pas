{ The routines of the unit sea_ecb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sea_ecb;

interface

uses
  bramah_we, sea_base;

function SEA_ECB_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer;
procedure SEA_ECB_Reset(var ctx: TSEAContext);
function SEA_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
function SEA_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer;

implementation

function SEA_ECB_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer;
begin
  SEA_ECB_Init := WE_Init(WE_SEA, Key, KeyBits, true, 0, ctx);
end;

procedure SEA_ECB_Reset(var ctx: TSEAContext);
begin
  WE_Reset(ctx);
end;

function SEA_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_ECB_Encrypt := WE_ECB(WE_SEA, false, ptp, ctp, ILen, ctx);
end;

function SEA_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_ECB_Decrypt := WE_ECB(WE_SEA, true, ctp, ptp, ILen, ctx);
end;

end.
