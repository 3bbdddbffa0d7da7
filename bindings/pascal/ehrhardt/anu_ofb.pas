{ The routines of the unit anu_ofb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit anu_ofb;

interface

uses
  bramah_we, anu_base;

function ANU_OFB_Init(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer;
function ANU_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer;
function ANU_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer;

implementation

function ANU_OFB_Init(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer;
begin
  ANU_OFB_Init := WE_Init_IV(WE_ANU, Key, KeyBits, true, 0, IV, ctx);
end;

function ANU_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_OFB_Encrypt := WE_OFB_Apply(WE_ANU, ptp, ctp, ILen, ctx);
end;

function ANU_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_OFB_Decrypt := WE_OFB_Apply(WE_ANU, ctp, ptp, ILen, ctx);
end;

end.
