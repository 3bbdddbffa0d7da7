{ The routines of the unit sc_cfb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sc_cfb;

interface

uses
  bramah_we, sc_base;

function SC_CFB_Init(const Key; KeyBytes: word; const IV: TSCBlock; var ctx: TSCContext): integer;
procedure SC_CFB_Reset(const IV: TSCBlock; var ctx: TSCContext);
function SC_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer;
function SC_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer;

implementation

function SC_CFB_Init(const Key; KeyBytes: word; const IV: TSCBlock; var ctx: TSCContext): integer;
begin
  SC_CFB_Init := WE_Init_IV(WE_SC, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure SC_CFB_Reset(const IV: TSCBlock; var ctx: TSCContext);
begin
  WE_Reset_IV(WE_SC, IV, ctx);
end;

function SC_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer;
begin
  SC_CFB_Encrypt := WE_CFB(WE_SC, false, ptp, ctp, ILen, ctx);
end;

function SC_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer;
begin
  SC_CFB_Decrypt := WE_CFB(WE_SC, true, ctp, ptp, ILen, ctx);
end;

end.
