{ The routines of the unit bf_cbc of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit bf_cbc;

interface

uses
  bramah_we, bf_base;

function BF_CBC_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer;
procedure BF_CBC_Reset(const IV: TBFBlock; var ctx: TBFContext);
function BF_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer;
function BF_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer;

implementation

function BF_CBC_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer;
begin
  BF_CBC_Init := WE_Init_IV(WE_BF, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure BF_CBC_Reset(const IV: TBFBlock; var ctx: TBFContext);
begin
  WE_Reset_IV(WE_BF, IV, ctx);
end;

function BF_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_CBC_Encrypt := WE_CBC(WE_BF, false, ptp, ctp, ILen, ctx);
end;

function BF_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_CBC_Decrypt := WE_CBC(WE_BF, true, ctp, ptp, ILen, ctx);
end;

end.
