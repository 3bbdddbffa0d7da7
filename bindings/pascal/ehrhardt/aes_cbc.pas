{ The routines of the unit aes_cbc of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_cbc;

interface

uses
  bramah_we, aes_type;

function AES_CBC_Init_Encr(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer;
function AES_CBC_Init_Decr(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer;
function AES_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer;
function AES_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer;

implementation

function AES_CBC_Init_Encr(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer;
begin
  AES_CBC_Init_Encr := WE_Init_IV(WE_AES, Key, KeyBits, true, 0, IV, ctx);
end;

function AES_CBC_Init_Decr(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer;
begin
  AES_CBC_Init_Decr := WE_Init_IV(WE_AES, Key, KeyBits, true, 1, IV, ctx);
end;

function AES_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_CBC_Encrypt := WE_CBC(WE_AES, false, ptp, ctp, ILen, ctx);
end;

function AES_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_CBC_Decrypt := WE_CBC(WE_AES, true, ctp, ptp, ILen, ctx);
end;

end.
