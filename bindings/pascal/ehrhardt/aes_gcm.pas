{ The routines of the unit aes_gcm of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_gcm;

interface

uses
  bramah_we, bramah_weg, aes_type;


type
  TBit64 = packed array[0..1] of longint;
  TAES_GCMContext = record
    actx: TAESContext;
    aad_ghv, txt_ghv, ghash_h: TAESBlock;
    aad_cnt, atx_cnt: int64;
    y0_val: longint;
  end;

function AES_GCM_Init(const Key; KeyBits: word; var ctx: TAES_GCMContext): integer;
function AES_GCM_Reset_IV(pIV: pointer; IV_len: word; var ctx: TAES_GCMContext): integer;
function AES_GCM_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAES_GCMContext): integer;
function AES_GCM_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAES_GCMContext): integer;
function AES_GCM_Add_AAD(pAAD: pointer; aLen: longint; var ctx: TAES_GCMContext): integer;
function AES_GCM_Final(var tag: TAESBlock; var ctx: TAES_GCMContext): integer;
function AES_GCM_Enc_Auth(var tag: TAESBlock; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer; aLen: word;
  ptp: pointer; pLen: longint; ctp: pointer; var ctx: TAES_GCMContext): integer;
function AES_GCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer;
  aLen: word; ctp: pointer; cLen: longint; ptp: pointer; var ctx: TAES_GCMContext): integer;
procedure gf_mul_h(var a: TAESBlock; const ctx: TAES_GCMContext);
procedure gf_mul(var a: TAESBlock; const b: TAESBlock);

implementation

function AES_GCM_Init(const Key; KeyBits: word; var ctx: TAES_GCMContext): integer;
begin
  AES_GCM_Init := WE_GCM_Init(WE_AES, Key, KeyBits, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Reset_IV(pIV: pointer; IV_len: word; var ctx: TAES_GCMContext): integer;
begin
  AES_GCM_Reset_IV := WE_GCM_Reset_IV(WE_AES, pIV, IV_len, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAES_GCMContext): integer;
begin
  AES_GCM_Encrypt := WE_GCM_Crypt(WE_AES, false, ptp, ctp, ILen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAES_GCMContext): integer;
begin
  AES_GCM_Decrypt := WE_GCM_Crypt(WE_AES, true, ctp, ptp, ILen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Add_AAD(pAAD: pointer; aLen: longint; var ctx: TAES_GCMContext): integer;
begin
  AES_GCM_Add_AAD := WE_GCM_AAD(pAAD, aLen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Final(var tag: TAESBlock; var ctx: TAES_GCMContext): integer;
begin
  AES_GCM_Final := WE_GCM_Final(WE_AES, tag, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Enc_Auth(var tag: TAESBlock; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer; aLen: word;
  ptp: pointer; pLen: longint; ctp: pointer; var ctx: TAES_GCMContext): integer;
begin
  AES_GCM_Enc_Auth := WE_GCM_Whole(WE_AES, false, tag, nil, 16, Key, KBits, pIV, IV_len, pAAD, aLen, ptp, pLen, ctp,
    ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer;
  aLen: word; ctp: pointer; cLen: longint; ptp: pointer; var ctx: TAES_GCMContext): integer;
var
  none: TAESBlock;
begin
  AES_GCM_Dec_Veri := WE_GCM_Whole(WE_AES, true, none, ptag, tLen, Key, KBits, pIV, IV_len, pAAD, aLen, ctp, cLen, ptp,
    ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

procedure gf_mul_h(var a: TAESBlock; const ctx: TAES_GCMContext);
begin
  WE_gf_mul(a, ctx.ghash_h);
end;

procedure gf_mul(var a: TAESBlock; const b: TAESBlock);
begin
  WE_gf_mul(a, b);
end;

end.
