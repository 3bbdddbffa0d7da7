{ The routines of the unit anu_cfb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit anu_cfb;

interface

uses
  bramah_we, anu_base;

function ANU_CFB_Init(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer;
function ANU_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer;
function ANU_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer;

implementation

function ANU_CFB_Init(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer;
begin
  ANU_CFB_Init := WE_Init_IV(WE_ANU, Key, KeyBits, true, 0, IV, ctx);
end;

function ANU_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_CFB_Encrypt := WE_CFB(WE_ANU, false, ptp, ctp, ILen, ctx);
end;

function ANU_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_CFB_Decrypt := WE_CFB(WE_ANU, true, ctp, ptp, ILen, ctx);
end;

end.
