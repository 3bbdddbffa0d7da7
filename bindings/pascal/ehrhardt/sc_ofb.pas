{ The routines of the unit sc_ofb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sc_ofb;

interface

uses
  bramah_we, sc_base;

function SC_OFB_Init(const Key; KeyBits: word; const IV: TSCBlock; var ctx: TSCContext): integer;
procedure SC_OFB_Reset(const IV: TSCBlock; var ctx: TSCContext);
function SC_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer;
function SC_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer;

implementation

function SC_OFB_Init(const Key; KeyBits: word; const IV: TSCBlock; var ctx: TSCContext): integer;
begin
  SC_OFB_Init := WE_Init_IV(WE_SC, Key, KeyBits, false, 0, IV, ctx);
end;

procedure SC_OFB_Reset(const IV: TSCBlock; var ctx: TSCContext);
begin
  WE_Reset_IV(WE_SC, IV, ctx);
end;

function SC_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer;
begin
  SC_OFB_Encrypt := WE_OFB_Apply(WE_SC, ptp, ctp, ILen, ctx);
end;

function SC_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer;
begin
  SC_OFB_Decrypt := WE_OFB_Apply(WE_SC, ctp, ptp, ILen, ctx);
end;

end.
