{ The routines of the unit sc_ecb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sc_ecb;

interface

uses
  bramah_we, sc_base;

function SC_ECB_Init(const Key; KeyBytes: word; var ctx: TSCContext): integer;
procedure SC_ECB_Reset(var ctx: TSCContext);
function SC_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer;
function SC_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer;

implementation

function SC_ECB_Init(const Key; KeyBytes: word; var ctx: TSCContext): integer;
begin
  SC_ECB_Init := WE_Init(WE_SC, Key, KeyBytes, false, 0, ctx);
end;

procedure SC_ECB_Reset(var ctx: TSCContext);
begin
  WE_Reset(ctx);
end;

function SC_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer;
begin
  SC_ECB_Encrypt := WE_ECB(WE_SC, false, ptp, ctp, ILen, ctx);
end;

function SC_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer;
begin
  SC_ECB_Decrypt := WE_ECB(WE_SC, true, ctp, ptp, ILen, ctx);
end;

end.
