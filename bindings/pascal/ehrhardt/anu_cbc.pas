{ The routines of the unit anu_cbc of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit anu_cbc;

interface

uses
  bramah_we, anu_base;

function ANU_CBC_Init_Encr(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer;
function ANU_CBC_Init_Decr(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer;
function ANU_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer;
function ANU_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer;

implementation

function ANU_CBC_Init_Encr(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer;
begin
  ANU_CBC_Init_Encr := WE_Init_IV(WE_ANU, Key, KeyBits, true, 0, IV, ctx);
end;

function ANU_CBC_Init_Decr(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer;
begin
  ANU_CBC_Init_Decr := WE_Init_IV(WE_ANU, Key, KeyBits, true, 1, IV, ctx);
end;

function ANU_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_CBC_Encrypt := WE_CBC(WE_ANU, false, ptp, ctp, ILen, ctx);
end;

function ANU_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_CBC_Decrypt := WE_CBC(WE_ANU, true, ctp, ptp, ILen, ctx);
end;

end.
