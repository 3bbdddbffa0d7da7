{ The routines of the unit sea_cbc of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sea_cbc;

interface

uses
  bramah_we, sea_base;

function SEA_CBC_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer;
procedure SEA_CBC_Reset(const IV: TSEABlock; var ctx: TSEAContext);
function SEA_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
function SEA_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer;

implementation

function SEA_CBC_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer;
begin
  SEA_CBC_Init := WE_Init_IV(WE_SEA, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SEA_CBC_Reset(const IV: TSEABlock; var ctx: TSEAContext);
begin
  WE_Reset_IV(WE_SEA, IV, ctx);
end;

function SEA_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_CBC_Encrypt := WE_CBC(WE_SEA, false, ptp, ctp, ILen, ctx);
end;

function SEA_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_CBC_Decrypt := WE_CBC(WE_SEA, true, ctp, ptp, ILen, ctx);
end;

end.
