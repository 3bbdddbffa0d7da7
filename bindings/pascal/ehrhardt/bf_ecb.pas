{ The routines of the unit bf_ecb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit bf_ecb;

interface

uses
  bramah_we, bf_base;

function BF_ECB_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer;
procedure BF_ECB_Reset(var ctx: TBFContext);
function BF_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer;
function BF_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer;

implementation

function BF_ECB_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer;
begin
  BF_ECB_Init := WE_Init(WE_BF, Key, KeyBytes, false, 0, ctx);
end;

procedure BF_ECB_Reset(var ctx: TBFContext);
begin
  WE_Reset(ctx);
end;

function BF_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_ECB_Encrypt := WE_ECB(WE_BF, false, ptp, ctp, ILen, ctx);
end;

function BF_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_ECB_Decrypt := WE_ECB(WE_BF, true, ctp, ptp, ILen, ctx);
end;

end.
