{ The routines of the DLL of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit cam_intf;

interface

uses
  bramah_we, bramah_wem, bramah_weg;

const
  CAM_Err_Invalid_Key_Size = -1;
  CAM_Err_Invalid_Mode = -2;
  CAM_Err_Invalid_Length = -3;
  CAM_Err_Data_After_Short_Block = -4;
  CAM_Err_MultipleIncProcs = -5;
  CAM_Err_NIL_Pointer = -6;
  CAM_Err_EAX_Inv_Text_Length = -7;
  CAM_Err_EAX_Inv_TAG_Length = -8;
  CAM_Err_EAX_Verify_Tag = -9;
  CAM_Err_CCM_Hdr_length = -10;
  CAM_Err_CCM_Nonce_length = -11;
  CAM_Err_CCM_Tag_length = -12;
  CAM_Err_CCM_Verify_Tag = -13;
  CAM_Err_CCM_Text_length = -14;
  CAM_Err_CTR_SeekOffset = -15;
  CAM_Err_GCM_Verify_Tag = -17;
  CAM_Err_GCM_Auth_After_Final = -18;
  CAM_Err_Invalid_16Bit_Length = -20;

type
  TCAMBlock = packed array[0..15] of byte;
  PCAMBlock = ^TCAMBlock;
  TCAMRndKey = packed array[0..16] of TCAMBlock;
  { A function of the user that increments the counter of CTR. }
  TCAMIncProc = procedure(var CTR: TCAMBlock); stdcall;
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TCAMContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TCAMIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TCAMBlock;
    case byte of
      0: (Store: array[0..327] of int64);
      1: (Front: array[0..15] of byte; EK: TCAMRndKey);
  end;

const
  CAMBLKSIZE = SizeOf(TCAMBlock);

type
  TCAM_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TCAMContext;
    NonceTag: TCAMBlock;
    tagsize, flags: word;
  end;
  TBit64 = packed array[0..1] of longint;
  TCAM_GCMContext = record
    actx: TCAMContext;
    aad_ghv, txt_ghv, ghash_h: TCAMBlock;
    aad_cnt, atx_cnt: int64;
    y0_val: longint;
  end;

function CAM_DLL_Version: PAnsiChar; stdcall;
function CAM_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer; stdcall;
procedure CAM_Encrypt(var ctx: TCAMContext; const BI: TCAMBlock; var BO: TCAMBlock); stdcall;
procedure CAM_Decrypt(var ctx: TCAMContext; const BI: TCAMBlock; var BO: TCAMBlock); stdcall;
procedure CAM_XorBlock(const B1: TCAMBlock; const B2: TCAMBlock; var B3: TCAMBlock); stdcall;
procedure CAM_Reset(var ctx: TCAMContext); stdcall;
procedure CAM_SetFastInit(value: boolean); stdcall;
function CAM_GetFastInit: boolean; stdcall;
function CAM_CBC_Init(const Key; KeyBits: word; const IV: TCAMBlock; var ctx: TCAMContext): integer; stdcall;
procedure CAM_CBC_Reset(const IV: TCAMBlock; var ctx: TCAMContext); stdcall;
function CAM_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
function CAM_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
function CAM_CFB_Init(const Key; KeyBits: word; const IV: TCAMBlock; var ctx: TCAMContext): integer; stdcall;
procedure CAM_CFB_Reset(const IV: TCAMBlock; var ctx: TCAMContext); stdcall;
function CAM_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
function CAM_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
function CAM_CTR_Init(const Key; KeyBits: word; const CTR: TCAMBlock; var ctx: TCAMContext): integer; stdcall;
procedure CAM_CTR_Reset(const CTR: TCAMBlock; var ctx: TCAMContext); stdcall;
function CAM_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
function CAM_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
function CAM_CTR_Seek(const iCTR: TCAMBlock; SOL: longint; SOH: longint; var ctx: TCAMContext): integer; stdcall;
function CAM_CTR_Seek64(const iCTR: TCAMBlock; SO: int64; var ctx: TCAMContext): integer; stdcall;
function CAM_SetIncProc(IncP: TCAMIncProc; var ctx: TCAMContext): integer; stdcall;
procedure CAM_IncMSBFull(var CTR: TCAMBlock); stdcall;
procedure CAM_IncLSBFull(var CTR: TCAMBlock); stdcall;
procedure CAM_IncMSBPart(var CTR: TCAMBlock); stdcall;
procedure CAM_IncLSBPart(var CTR: TCAMBlock); stdcall;
function CAM_ECB_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer; stdcall;
procedure CAM_ECB_Reset(var ctx: TCAMContext); stdcall;
function CAM_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
function CAM_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
function CAM_OFB_Init(const Key; KeyBits: word; const IV: TCAMBlock; var ctx: TCAMContext): integer; stdcall;
procedure CAM_OFB_Reset(const IV: TCAMBlock; var ctx: TCAMContext); stdcall;
function CAM_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
function CAM_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
function CAM_OMAC_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer; stdcall;
function CAM_OMAC_Update(data: pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
procedure CAM_OMAC_Final(var tag: TCAMBlock; var ctx: TCAMContext); stdcall;
procedure CAM_OMAC1_Final(var tag: TCAMBlock; var ctx: TCAMContext); stdcall;
procedure CAM_OMAC2_Final(var tag: TCAMBlock; var ctx: TCAMContext); stdcall;
function CAM_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TCAM_EAXContext): integer; stdcall;
function CAM_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TCAM_EAXContext): integer; stdcall;
function CAM_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAM_EAXContext): integer; stdcall;
function CAM_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAM_EAXContext): integer; stdcall;
procedure CAM_EAX_Final(var tag: TCAMBlock; var ctx: TCAM_EAXContext); stdcall;
function CAM_EAX_Enc_Auth(var tag: TCAMBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
function CAM_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
function CAM_CPRF128(const Key; KeyBytes: word; msg: pointer; msglen: longint; var PRV: TCAMBlock): integer; stdcall;
function CAM_CPRF128_selftest: boolean; stdcall;
function CAM_CCM_Enc_AuthEx(var ctx: TCAMContext; var tag: TCAMBlock; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
function CAM_CCM_Enc_Auth(var tag: TCAMBlock; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
function CAM_CCM_Dec_VeriEX(var ctx: TCAMContext; ptag: pointer; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
function CAM_CCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
function CAM_GCM_Init(const Key; KeyBits: word; var ctx: TCAM_GCMContext): integer; stdcall;
function CAM_GCM_Reset_IV(pIV: pointer; IV_len: word; var ctx: TCAM_GCMContext): integer; stdcall;
function CAM_GCM_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAM_GCMContext): integer; stdcall;
function CAM_GCM_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAM_GCMContext): integer; stdcall;
function CAM_GCM_Add_AAD(pAAD: pointer; aLen: longint; var ctx: TCAM_GCMContext): integer; stdcall;
function CAM_GCM_Final(var tag: TCAMBlock; var ctx: TCAM_GCMContext): integer; stdcall;
function CAM_GCM_Enc_Auth(var tag: TCAMBlock; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer; aLen: word;
  ptp: pointer; pLen: longint; ctp: pointer; var ctx: TCAM_GCMContext): integer; stdcall;
function CAM_GCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer;
  aLen: word; ctp: pointer; cLen: longint; ptp: pointer; var ctx: TCAM_GCMContext): integer; stdcall;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

const
  Incs: TWEIncs = (@CAM_IncMSBFull, @CAM_IncLSBFull, @CAM_IncMSBPart, @CAM_IncLSBPart);

function CAM_DLL_Version: PAnsiChar; stdcall;
begin
  CAM_DLL_Version := bramah_version;
end;

function CAM_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_Init := WE_Init(WE_CAM, Key, KeyBits, true, 0, ctx);
end;

procedure CAM_Encrypt(var ctx: TCAMContext; const BI: TCAMBlock; var BO: TCAMBlock); stdcall;
begin
  WE_Block(WE_CAM, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure CAM_Decrypt(var ctx: TCAMContext; const BI: TCAMBlock; var BO: TCAMBlock); stdcall;
begin
  WE_Block(WE_CAM, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure CAM_XorBlock(const B1: TCAMBlock; const B2: TCAMBlock; var B3: TCAMBlock); stdcall;
begin
  WE_Xor(B1, B2, B3, 16);
end;

procedure CAM_Reset(var ctx: TCAMContext); stdcall;
begin
  WE_Reset(ctx);
end;

procedure CAM_SetFastInit(value: boolean); stdcall;
begin
  FastInit := value;
end;

function CAM_GetFastInit: boolean; stdcall;
begin
  CAM_GetFastInit := FastInit;
end;

function CAM_CBC_Init(const Key; KeyBits: word; const IV: TCAMBlock; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_CBC_Init := WE_Init_IV(WE_CAM, Key, KeyBits, true, 0, IV, ctx);
end;

procedure CAM_CBC_Reset(const IV: TCAMBlock; var ctx: TCAMContext); stdcall;
begin
  WE_Reset_IV(WE_CAM, IV, ctx);
end;

function CAM_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_CBC_Encrypt := WE_CBC(WE_CAM, false, ptp, ctp, ILen, ctx);
end;

function CAM_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_CBC_Decrypt := WE_CBC(WE_CAM, true, ctp, ptp, ILen, ctx);
end;

function CAM_CFB_Init(const Key; KeyBits: word; const IV: TCAMBlock; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_CFB_Init := WE_Init_IV(WE_CAM, Key, KeyBits, true, 0, IV, ctx);
end;

procedure CAM_CFB_Reset(const IV: TCAMBlock; var ctx: TCAMContext); stdcall;
begin
  WE_Reset_IV(WE_CAM, IV, ctx);
end;

function CAM_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_CFB_Encrypt := WE_CFB(WE_CAM, false, ptp, ctp, ILen, ctx);
end;

function CAM_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_CFB_Decrypt := WE_CFB(WE_CAM, true, ctp, ptp, ILen, ctx);
end;

function CAM_CTR_Init(const Key; KeyBits: word; const CTR: TCAMBlock; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_CTR_Init := WE_CTR_Init(WE_CAM, Key, KeyBits, true, CTR, nil, ctx);
end;

procedure CAM_CTR_Reset(const CTR: TCAMBlock; var ctx: TCAMContext); stdcall;
begin
  WE_CTR_Reset(WE_CAM, CTR, ctx);
end;

function CAM_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_CTR_Encrypt := WE_CTR(WE_CAM, Incs, true, ptp, ctp, ILen, ctx);
end;

function CAM_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_CTR_Decrypt := WE_CTR(WE_CAM, Incs, true, ctp, ptp, ILen, ctx);
end;

function CAM_CTR_Seek(const iCTR: TCAMBlock; SOL: longint; SOH: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_CTR_Seek := WE_CTR_Seek(WE_CAM, Incs, true, iCTR, SOL, SOH, ctx);
end;

function CAM_CTR_Seek64(const iCTR: TCAMBlock; SO: int64; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_CTR_Seek64 := WE_CTR_Seek(WE_CAM, Incs, true, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function CAM_SetIncProc(IncP: TCAMIncProc; var ctx: TCAMContext): integer; stdcall;
var
  p: pointer absolute IncP;
begin
  CAM_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure CAM_IncMSBFull(var CTR: TCAMBlock); stdcall;
begin
  WE_Inc(CTR, 15, 0);
end;

procedure CAM_IncLSBFull(var CTR: TCAMBlock); stdcall;
begin
  WE_Inc(CTR, 0, 15);
end;

procedure CAM_IncMSBPart(var CTR: TCAMBlock); stdcall;
begin
  WE_Inc(CTR, 15, 8);
end;

procedure CAM_IncLSBPart(var CTR: TCAMBlock); stdcall;
begin
  WE_Inc(CTR, 0, 7);
end;

function CAM_ECB_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_ECB_Init := WE_Init(WE_CAM, Key, KeyBits, true, 0, ctx);
end;

procedure CAM_ECB_Reset(var ctx: TCAMContext); stdcall;
begin
  WE_Reset(ctx);
end;

function CAM_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_ECB_Encrypt := WE_ECB(WE_CAM, false, ptp, ctp, ILen, ctx);
end;

function CAM_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_ECB_Decrypt := WE_ECB(WE_CAM, true, ctp, ptp, ILen, ctx);
end;

function CAM_OFB_Init(const Key; KeyBits: word; const IV: TCAMBlock; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_OFB_Init := WE_Init_IV(WE_CAM, Key, KeyBits, true, 0, IV, ctx);
end;

procedure CAM_OFB_Reset(const IV: TCAMBlock; var ctx: TCAMContext); stdcall;
begin
  WE_Reset_IV(WE_CAM, IV, ctx);
end;

function CAM_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_OFB_Encrypt := WE_OFB_Apply(WE_CAM, ptp, ctp, ILen, ctx);
end;

function CAM_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_OFB_Decrypt := WE_OFB_Apply(WE_CAM, ctp, ptp, ILen, ctx);
end;

function CAM_OMAC_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_OMAC_Init := WE_OMAC_Init(WE_CAM, Key, KeyBits, true, ctx);
end;

function CAM_OMAC_Update(data: pointer; ILen: longint; var ctx: TCAMContext): integer; stdcall;
begin
  CAM_OMAC_Update := WE_OMAC_Update(WE_CAM, data, ILen, ctx);
end;

procedure CAM_OMAC_Final(var tag: TCAMBlock; var ctx: TCAMContext); stdcall;
begin
  WE_OMAC_Final(WE_CAM, false, tag, ctx);
end;

procedure CAM_OMAC1_Final(var tag: TCAMBlock; var ctx: TCAMContext); stdcall;
begin
  WE_OMAC_Final(WE_CAM, false, tag, ctx);
end;

procedure CAM_OMAC2_Final(var tag: TCAMBlock; var ctx: TCAMContext); stdcall;
begin
  WE_OMAC_Final(WE_CAM, true, tag, ctx);
end;

function CAM_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TCAM_EAXContext): integer; stdcall;
begin
  CAM_EAX_Init := WE_EAX_Init(WE_CAM, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function CAM_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TCAM_EAXContext): integer; stdcall;
begin
  CAM_EAX_Provide_Header := WE_OMAC_Update(WE_CAM, Hdr, hLen, ctx.HdrOMAC);
end;

function CAM_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAM_EAXContext): integer; stdcall;
begin
  CAM_EAX_Encrypt := WE_EAX_Encrypt(WE_CAM, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function CAM_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAM_EAXContext): integer; stdcall;
begin
  CAM_EAX_Decrypt := WE_EAX_Decrypt(WE_CAM, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure CAM_EAX_Final(var tag: TCAMBlock; var ctx: TCAM_EAXContext); stdcall;
begin
  WE_EAX_Final(WE_CAM, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

function CAM_EAX_Enc_Auth(var tag: TCAMBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
begin
  CAM_EAX_Enc_Auth := WE_EAX_Whole(WE_CAM, tag, nil, 0, Key, KBits, true, nonce, nLen, Hdr, hLen, ptp, pLen, ctp, false);
end;

function CAM_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
var
  none: TCAMBlock;
begin
  CAM_EAX_Dec_Veri := WE_EAX_Whole(WE_CAM, none, ptag, tLen, Key, KBits, true, nonce, nLen, Hdr, hLen, ctp, cLen, ptp, true);
end;

function CAM_CPRF128(const Key; KeyBytes: word; msg: pointer; msglen: longint; var PRV: TCAMBlock): integer; stdcall;
begin
  CAM_CPRF128 := WE_CPRF128(WE_CAM, Key, KeyBytes, msg, msglen, PRV);
end;

function CAM_CPRF128_selftest: boolean; stdcall;
begin
  CAM_CPRF128_selftest := WE_CPRF128_Selftest(WE_CAM);
end;

function CAM_CCM_Enc_AuthEx(var ctx: TCAMContext; var tag: TCAMBlock; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
begin
  CAM_CCM_Enc_AuthEx := WE_CCM(WE_CAM, ctx, false, tag, nil, tLen, nonce, nLen, hdr, hLen, ptp, pLen, ctp);
end;

function CAM_CCM_Enc_Auth(var tag: TCAMBlock; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
begin
  CAM_CCM_Enc_Auth := WE_CCM_Whole(WE_CAM, false, tag, nil, tLen, Key, KBytes, nonce, nLen, hdr, hLen, ptp, pLen, ctp);
end;

function CAM_CCM_Dec_VeriEX(var ctx: TCAMContext; ptag: pointer; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
var
  none: TCAMBlock;
begin
  CAM_CCM_Dec_VeriEX := WE_CCM(WE_CAM, ctx, true, none, ptag, tLen, nonce, nLen, hdr, hLen, ctp, cLen, ptp);
end;

function CAM_CCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
var
  none: TCAMBlock;
begin
  CAM_CCM_Dec_Veri := WE_CCM_Whole(WE_CAM, true, none, ptag, tLen, Key, KBytes, nonce, nLen, hdr, hLen, ctp, cLen, ptp);
end;

function CAM_GCM_Init(const Key; KeyBits: word; var ctx: TCAM_GCMContext): integer; stdcall;
begin
  CAM_GCM_Init := WE_GCM_Init(WE_CAM, Key, KeyBits, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Reset_IV(pIV: pointer; IV_len: word; var ctx: TCAM_GCMContext): integer; stdcall;
begin
  CAM_GCM_Reset_IV := WE_GCM_Reset_IV(WE_CAM, pIV, IV_len, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAM_GCMContext): integer; stdcall;
begin
  CAM_GCM_Encrypt := WE_GCM_Crypt(WE_CAM, false, ptp, ctp, ILen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAM_GCMContext): integer; stdcall;
begin
  CAM_GCM_Decrypt := WE_GCM_Crypt(WE_CAM, true, ctp, ptp, ILen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Add_AAD(pAAD: pointer; aLen: longint; var ctx: TCAM_GCMContext): integer; stdcall;
begin
  CAM_GCM_Add_AAD := WE_GCM_AAD(pAAD, aLen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Final(var tag: TCAMBlock; var ctx: TCAM_GCMContext): integer; stdcall;
begin
  CAM_GCM_Final := WE_GCM_Final(WE_CAM, tag, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Enc_Auth(var tag: TCAMBlock; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer; aLen: word;
  ptp: pointer; pLen: longint; ctp: pointer; var ctx: TCAM_GCMContext): integer; stdcall;
begin
  CAM_GCM_Enc_Auth := WE_GCM_Whole(WE_CAM, false, tag, nil, 16, Key, KBits, pIV, IV_len, pAAD, aLen, ptp, pLen, ctp,
    ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function CAM_GCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer;
  aLen: word; ctp: pointer; cLen: longint; ptp: pointer; var ctx: TCAM_GCMContext): integer; stdcall;
var
  none: TCAMBlock;
begin
  CAM_GCM_Dec_Veri := WE_GCM_Whole(WE_CAM, true, none, ptag, tLen, Key, KBits, pIV, IV_len, pAAD, aLen, ctp, cLen, ptp,
    ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

end.
