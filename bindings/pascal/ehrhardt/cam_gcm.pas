{ The routines of the unit cam_gcm of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit cam_gcm;

interface

uses
  bramah_we, bramah_weg, cam_base;


type
  TBit64 = packed array[0..1] of longint;
  TCAM_GCMContext = record
    actx: TCAMContext;
    aad_ghv, txt_ghv, ghash_h: TCAMBlock;
    aad_cnt, atx_cnt: int64;
    y0_val: longint;
  end;

function CAM_GCM_Init(const Key; KeyBits: word; var ctx: TCAM_GCMContext): integer;
function CAM_GCM_Reset_IV(pIV: pointer; IV_len: word; var ctx: TCAM_GCMContext): integer;
function CAM_GCM_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAM_GCMContext): integer;
function CAM_GCM_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAM_GCMContext): integer;
function CAM_GCM_Add_AAD(pAAD: pointer; aLen: longint; var ctx: TCAM_GCMContext): integer;
function CAM_GCM_Final(var tag: TCAMBlock; var ctx: TCAM_GCMContext): integer;
function CAM_GCM_Enc_Auth(var tag: TCAMBlock; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer; aLen: word;
  ptp: pointer; pLen: longint; ctp: pointer; var ctx: TCAM_GCMContext): integer;
function CAM_GCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer;
  aLen: word; ctp: pointer; cLen: longint; ptp: pointer; var ctx: TCAM_GCMContext): integer;
procedure gf_mul_h(var a: TCAMBlock; const ctx: TCAM_GCMContext);
procedure gf_mul(var a: TCAMBlock; const b: TCAMBlock);

implementation

function CAM_GCM_Init(const Key; KeyBits: word; var ctx: TCAM_GCMContext): integer;
begin
  CAM_GCM_Init := WE_GCM_Init(WE_CAM, Key, KeyBits, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Reset_IV(pIV: pointer; IV_len: word; var ctx: TCAM_GCMContext): integer;
begin
  CAM_GCM_Reset_IV := WE_GCM_Reset_IV(WE_CAM, pIV, IV_len, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAM_GCMContext): integer;
begin
  CAM_GCM_Encrypt := WE_GCM_Crypt(WE_CAM, false, ptp, ctp, ILen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAM_GCMContext): integer;
begin
  CAM_GCM_Decrypt := WE_GCM_Crypt(WE_CAM, true, ctp, ptp, ILen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Add_AAD(pAAD: pointer; aLen: longint; var ctx: TCAM_GCMContext): integer;
begin
  CAM_GCM_Add_AAD := WE_GCM_AAD(pAAD, aLen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Final(var tag: TCAMBlock; var ctx: TCAM_GCMContext): integer;
begin
  CAM_GCM_Final := WE_GCM_Final(WE_CAM, tag, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Enc_Auth(var tag: TCAMBlock; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer; aLen: word;
  ptp: pointer; pLen: longint; ctp: pointer; var ctx: TCAM_GCMContext): integer;
begin
  CAM_GCM_Enc_Auth := WE_GCM_Whole(WE_CAM, false, tag, nil, 16, Key, KBits, pIV, IV_len, pAAD, aLen, ptp, pLen, ctp,
    ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer;
  aLen: word; ctp: pointer; cLen: longint; ptp: pointer; var ctx: TCAM_GCMContext): integer;
var
  none: TCAMBlock;
begin
  CAM_GCM_Dec_Veri := WE_GCM_Whole(WE_CAM, true, none, ptag, tLen, Key, KBits, pIV, IV_len, pAAD, aLen, ctp, cLen, ptp,
    ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

procedure gf_mul_h(var a: TCAMBlock; const ctx: TCAM_GCMContext);
begin
  WE_gf_mul(a, ctx.ghash_h);
end;

procedure gf_mul(var a: TCAMBlock; const b: TCAMBlock);
begin
  WE_gf_mul(a, b);
end;

end.
