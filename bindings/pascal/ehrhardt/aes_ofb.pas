{ The routines of the unit aes_ofb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_ofb;

interface

uses
  bramah_we, aes_type;

function AES_OFB_Init(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer;
function AES_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer;
function AES_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer;

implementation

function AES_OFB_Init(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer;
begin
  AES_OFB_Init := WE_Init_IV(WE_AES, Key, KeyBits, true, 0, IV, ctx);
end;

function AES_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_OFB_Encrypt := WE_OFB_Apply(WE_AES, ptp, ctp, ILen, ctx);
end;

function AES_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_OFB_Decrypt := WE_OFB_Apply(WE_AES, ctp, ptp, ILen, ctx);
end;

end.
