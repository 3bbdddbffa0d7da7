{ The routines of the unit aes_cfb8 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_cfb8;

interface

uses
  bramah_we, aes_type;

function AES_CFB8_Init(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer;
function AES_CFB8_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer;
function AES_CFB8_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer;

implementation

function AES_CFB8_Init(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer;
begin
  AES_CFB8_Init := WE_Init_IV(WE_AES, Key, KeyBits, true, 0, IV, ctx);
end;

function AES_CFB8_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_CFB8_Encrypt := WE_CFB8(WE_AES, false, ptp, ctp, ILen, ctx);
end;

function AES_CFB8_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_CFB8_Decrypt := WE_CFB8(WE_AES, true, ctp, ptp, ILen, ctx);
end;

end.
