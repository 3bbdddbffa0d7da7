{ The routines of the unit aes_xts of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_xts;

interface

uses
  bramah_we, bramah_weg, aes_type;


type
  TAES_XTSContext = record
    main, tweak: TAESContext;
  end;

function AES_XTS_Init_Encr(const K1; const K2; KBits: word; var ctx: TAES_XTSContext): integer;
function AES_XTS_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; const twk: TAESBlock; var ctx: TAES_XTSContext): integer;
function AES_XTS_Init_Decr(const K1; const K2; KBits: word; var ctx: TAES_XTSContext): integer;
function AES_XTS_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; const twk: TAESBlock; var ctx: TAES_XTSContext): integer;

implementation

function AES_XTS_Init_Encr(const K1; const K2; KBits: word; var ctx: TAES_XTSContext): integer;
var
  err: longint;
begin
  err := WE_Init(WE_AES, K1, KBits, true, 0, ctx.main);
  if err = 0 then
    err := WE_Init(WE_AES, K2, KBits, true, 0, ctx.tweak);
  AES_XTS_Init_Encr := err;
end;

function AES_XTS_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; const twk: TAESBlock; var ctx: TAES_XTSContext): integer;
begin
  AES_XTS_Encrypt := WE_XTS(WE_AES, false, ptp, ctp, ILen, twk, ctx.main, ctx.tweak);
end;

function AES_XTS_Init_Decr(const K1; const K2; KBits: word; var ctx: TAES_XTSContext): integer;
var
  err: longint;
begin
  err := WE_Init(WE_AES, K1, KBits, true, 1, ctx.main);
  if err = 0 then
    err := WE_Init(WE_AES, K2, KBits, true, 0, ctx.tweak);
  AES_XTS_Init_Decr := err;
end;

function AES_XTS_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; const twk: TAESBlock; var ctx: TAES_XTSContext): integer;
begin
  AES_XTS_Decrypt := WE_XTS(WE_AES, true, ctp, ptp, ILen, twk, ctx.main, ctx.tweak);
end;

end.
