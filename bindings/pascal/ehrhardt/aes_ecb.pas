{ The routines of the unit aes_ecb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_ecb;

interface

uses
  bramah_we, aes_type;

function AES_ECB_Init_Encr(const Key; KeyBits: word; var ctx: TAESContext): integer;
function AES_ECB_Init_Decr(const Key; KeyBits: word; var ctx: TAESContext): integer;
function AES_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer;
function AES_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer;

implementation

function AES_ECB_Init_Encr(const Key; KeyBits: word; var ctx: TAESContext): integer;
begin
  AES_ECB_Init_Encr := WE_Init(WE_AES, Key, KeyBits, true, 0, ctx);
end;

function AES_ECB_Init_Decr(const Key; KeyBits: word; var ctx: TAESContext): integer;
begin
  AES_ECB_Init_Decr := WE_Init(WE_AES, Key, KeyBits, true, 1, ctx);
end;

function AES_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_ECB_Encrypt := WE_ECB(WE_AES, false, ptp, ctp, ILen, ctx);
end;

function AES_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_ECB_Decrypt := WE_ECB(WE_AES, true, ctp, ptp, ILen, ctx);
end;

end.
