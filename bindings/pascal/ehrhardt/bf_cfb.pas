{ The routines of the unit bf_cfb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit bf_cfb;

interface

uses
  bramah_we, bf_base;

function BF_CFB_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer;
procedure BF_CFB_Reset(const IV: TBFBlock; var ctx: TBFContext);
function BF_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer;
function BF_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer;

implementation

function BF_CFB_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer;
begin
  BF_CFB_Init := WE_Init_IV(WE_BF, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure BF_CFB_Reset(const IV: TBFBlock; var ctx: TBFContext);
begin
  WE_Reset_IV(WE_BF, IV, ctx);
end;

function BF_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_CFB_Encrypt := WE_CFB(WE_BF, false, ptp, ctp, ILen, ctx);
end;

function BF_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_CFB_Decrypt := WE_CFB(WE_BF, true, ctp, ptp, ILen, ctx);
end;

end.
