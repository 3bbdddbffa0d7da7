{ The routines of the unit anu_ecb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit anu_ecb;

interface

uses
  bramah_we, anu_base;

function ANU_ECB_Init_Encr(const Key; KeyBits: word; var ctx: TANUContext): integer;
function ANU_ECB_Init_Decr(const Key; KeyBits: word; var ctx: TANUContext): integer;
function ANU_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer;
function ANU_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer;

implementation

function ANU_ECB_Init_Encr(const Key; KeyBits: word; var ctx: TANUContext): integer;
begin
  ANU_ECB_Init_Encr := WE_Init(WE_ANU, Key, KeyBits, true, 0, ctx);
end;

function ANU_ECB_Init_Decr(const Key; KeyBits: word; var ctx: TANUContext): integer;
begin
  ANU_ECB_Init_Decr := WE_Init(WE_ANU, Key, KeyBits, true, 1, ctx);
end;

function ANU_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_ECB_Encrypt := WE_ECB(WE_ANU, false, ptp, ctp, ILen, ctx);
end;

function ANU_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_ECB_Decrypt := WE_ECB(WE_ANU, true, ctp, ptp, ILen, ctx);
end;

end.
