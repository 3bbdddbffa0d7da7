{ The routines of the unit aes_decr of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_decr;

interface

uses
  bramah_we, aes_type;

function AES_Init_Decr(const Key; KeyBits: word; var ctx: TAESContext): integer;
procedure AES_Decrypt(var ctx: TAESContext; const BI: TAESBlock; var BO: TAESBlock);

implementation

function AES_Init_Decr(const Key; KeyBits: word; var ctx: TAESContext): integer;
begin
  AES_Init_Decr := WE_Init(WE_AES, Key, KeyBits, true, 1, ctx);
end;

procedure AES_Decrypt(var ctx: TAESContext; const BI: TAESBlock; var BO: TAESBlock);
begin
  WE_Block(WE_AES, WE_ECB_DECRYPT, ctx, BI, BO);
end;

end.
