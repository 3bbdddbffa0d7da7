{ The routines of the unit sea_ofb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sea_ofb;

interface

uses
  bramah_we, sea_base;

function SEA_OFB_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer;
procedure SEA_OFB_Reset(const IV: TSEABlock; var ctx: TSEAContext);
function SEA_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
function SEA_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer;

implementation

function SEA_OFB_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer;
begin
  SEA_OFB_Init := WE_Init_IV(WE_SEA, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SEA_OFB_Reset(const IV: TSEABlock; var ctx: TSEAContext);
begin
  WE_Reset_IV(WE_SEA, IV, ctx);
end;

function SEA_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_OFB_Encrypt := WE_OFB_Apply(WE_SEA, ptp, ctp, ILen, ctx);
end;

function SEA_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_OFB_Decrypt := WE_OFB_Apply(WE_SEA, ctp, ptp, ILen, ctx);
end;

end.
