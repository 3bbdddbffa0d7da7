{ The routines of the unit bf_ofb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit bf_ofb;

interface

uses
  bramah_we, bf_base;

function BF_OFB_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer;
procedure BF_OFB_Reset(const IV: TBFBlock; var ctx: TBFContext);
function BF_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer;
function BF_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer;

implementation

function BF_OFB_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer;
begin
  BF_OFB_Init := WE_Init_IV(WE_BF, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure BF_OFB_Reset(const IV: TBFBlock; var ctx: TBFContext);
begin
  WE_Reset_IV(WE_BF, IV, ctx);
end;

function BF_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_OFB_Encrypt := WE_OFB_Apply(WE_BF, ptp, ctp, ILen, ctx);
end;

function BF_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_OFB_Decrypt := WE_OFB_Apply(WE_BF, ctp, ptp, ILen, ctx);
end;

end.
