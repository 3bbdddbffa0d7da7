{ The routines of the unit aes_base of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_base;

interface

uses
  bramah_we, aes_type;

type
  TWA4 = packed array[0..3] of longint;
  TBA4 = packed array[0..3] of byte;
  PWA4 = ^TWA4;

procedure AES_XorBlock(const B1: TAESBlock; const B2: TAESBlock; var B3: TAESBlock);
function AES_Init(const Key; KeyBits: word; var ctx: TAESContext): integer;
procedure AES_SetFastInit(value: boolean);
function AES_GetFastInit: boolean;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

procedure AES_XorBlock(const B1: TAESBlock; const B2: TAESBlock; var B3: TAESBlock);
begin
  WE_Xor(B1, B2, B3, 16);
end;

function AES_Init(const Key; KeyBits: word; var ctx: TAESContext): integer;
begin
  AES_Init := WE_Init(WE_AES, Key, KeyBits, true, 0, ctx);
end;

procedure AES_SetFastInit(value: boolean);
begin
  FastInit := value;
end;

function AES_GetFastInit: boolean;
begin
  AES_GetFastInit := FastInit;
end;

end.
