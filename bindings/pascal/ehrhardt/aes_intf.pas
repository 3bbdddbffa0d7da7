{ The routines of the DLL of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_intf;

interface

uses
  bramah_we, bramah_wem, bramah_weg;

const
  AESMaxRounds = 14;
  AES_Err_Invalid_Key_Size = -1;
  AES_Err_Invalid_Mode = -2;
  AES_Err_Invalid_Length = -3;
  AES_Err_Data_After_Short_Block = -4;
  AES_Err_MultipleIncProcs = -5;
  AES_Err_NIL_Pointer = -6;
  AES_Err_EAX_Inv_Text_Length = -7;
  AES_Err_EAX_Inv_TAG_Length = -8;
  AES_Err_EAX_Verify_Tag = -9;
  AES_Err_CCM_Hdr_length = -10;
  AES_Err_CCM_Nonce_length = -11;
  AES_Err_CCM_Tag_length = -12;
  AES_Err_CCM_Verify_Tag = -13;
  AES_Err_CCM_Text_length = -14;
  AES_Err_CTR_SeekOffset = -15;
  AES_Err_GCM_Verify_Tag = -17;
  AES_Err_GCM_Auth_After_Final = -18;
  AES_Err_Invalid_16Bit_Length = -20;

type
  TAESBlock = packed array[0..15] of byte;
  PAESBlock = ^TAESBlock;
  TKeyArray = packed array[0..AESMaxRounds] of TAESBlock;
  { A function of the user that increments the counter of CTR. }
  TIncProc = procedure(var CTR: TAESBlock); stdcall;
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TAESContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TAESBlock;
    case byte of
      0: (Store: array[0..71] of int64);
      1: (Front: array[0..15] of byte; RK: TKeyArray);
  end;

const
  AESBLKSIZE = SizeOf(TAESBlock);

type
  TAES_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TAESContext;
    NonceTag: TAESBlock;
    tagsize, flags: word;
  end;
  TBit64 = packed array[0..1] of longint;
  TAES_GCMContext = record
    actx: TAESContext;
    aad_ghv, txt_ghv, ghash_h: TAESBlock;
    aad_cnt, atx_cnt: int64;
    y0_val: longint;
  end;
  TAES_XTSContext = record
    main, tweak: TAESContext;
  end;

function AES_DLL_Version: PAnsiChar; stdcall;
procedure AES_XorBlock(const B1: TAESBlock; const B2: TAESBlock; var B3: TAESBlock); stdcall;
function AES_Init(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
procedure AES_SetFastInit(value: boolean); stdcall;
function AES_GetFastInit: boolean; stdcall;
function AES_Init_Encr(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
procedure AES_Encrypt(var ctx: TAESContext; const BI: TAESBlock; var BO: TAESBlock); stdcall;
function AES_ECB_Init_Encr(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
function AES_ECB_Init_Decr(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
function AES_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_Init_Decr(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
procedure AES_Decrypt(var ctx: TAESContext; const BI: TAESBlock; var BO: TAESBlock); stdcall;
function AES_CBC_Init_Encr(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer; stdcall;
function AES_CBC_Init_Decr(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer; stdcall;
function AES_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_CFB_Init(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer; stdcall;
function AES_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_CFB8_Init(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer; stdcall;
function AES_CFB8_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_CFB8_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_OFB_Init(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer; stdcall;
function AES_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_CTR_Init(const Key; KeyBits: word; const CTR: TAESBlock; var ctx: TAESContext): integer; stdcall;
function AES_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
function AES_CTR_Seek(const iCTR: TAESBlock; SOL: longint; SOH: longint; var ctx: TAESContext): integer; stdcall;
function AES_CTR_Seek64(const iCTR: TAESBlock; SO: int64; var ctx: TAESContext): integer; stdcall;
function AES_SetIncProc(IncP: TIncProc; var ctx: TAESContext): integer; stdcall;
procedure AES_IncMSBFull(var CTR: TAESBlock); stdcall;
procedure AES_IncLSBFull(var CTR: TAESBlock); stdcall;
procedure AES_IncMSBPart(var CTR: TAESBlock); stdcall;
procedure AES_IncLSBPart(var CTR: TAESBlock); stdcall;
function AES_OMAC_Init(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
function AES_OMAC_Update(data: pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
procedure AES_OMAC_Final(var tag: TAESBlock; var ctx: TAESContext); stdcall;
procedure AES_OMAC1_Final(var tag: TAESBlock; var ctx: TAESContext); stdcall;
procedure AES_OMAC2_Final(var tag: TAESBlock; var ctx: TAESContext); stdcall;
procedure AES_OMACx_Final(OMAC2: boolean; var tag: TAESBlock; var ctx: TAESContext); stdcall;
function AES_CMAC_Init(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
function AES_CMAC_Update(data: pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
procedure AES_CMAC_Final(var tag: TAESBlock; var ctx: TAESContext); stdcall;
function AES_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TAES_EAXContext): integer; stdcall;
function AES_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TAES_EAXContext): integer; stdcall;
function AES_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAES_EAXContext): integer; stdcall;
function AES_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAES_EAXContext): integer; stdcall;
procedure AES_EAX_Final(var tag: TAESBlock; var ctx: TAES_EAXContext); stdcall;
function AES_EAX_Enc_Auth(var tag: TAESBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
function AES_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
function AES_CPRF128(const Key; KeyBytes: word; msg: pointer; msglen: longint; var PRV: TAESBlock): integer; stdcall;
function AES_CPRF128_selftest: boolean; stdcall;
function AES_XTS_Init_Encr(const K1; const K2; KBits: word; var ctx: TAES_XTSContext): integer; stdcall;
function AES_XTS_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; const twk: TAESBlock; var ctx: TAES_XTSContext): integer;
  stdcall;
function AES_XTS_Init_Decr(const K1; const K2; KBits: word; var ctx: TAES_XTSContext): integer; stdcall;
function AES_XTS_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; const twk: TAESBlock; var ctx: TAES_XTSContext): integer;
  stdcall;
function AES_CCM_Enc_AuthEx(var ctx: TAESContext; var tag: TAESBlock; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
function AES_CCM_Enc_Auth(var tag: TAESBlock; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
function AES_CCM_Dec_VeriEX(var ctx: TAESContext; ptag: pointer; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
function AES_CCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
function AES_GCM_Init(const Key; KeyBits: word; var ctx: TAES_GCMContext): integer; stdcall;
function AES_GCM_Reset_IV(pIV: pointer; IV_len: word; var ctx: TAES_GCMContext): integer; stdcall;
function AES_GCM_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAES_GCMContext): integer; stdcall;
function AES_GCM_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAES_GCMContext): integer; stdcall;
function AES_GCM_Add_AAD(pAAD: pointer; aLen: longint; var ctx: TAES_GCMContext): integer; stdcall;
function AES_GCM_Final(var tag: TAESBlock; var ctx: TAES_GCMContext): integer; stdcall;
function AES_GCM_Enc_Auth(var tag: TAESBlock; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer; aLen: word;
  ptp: pointer; pLen: longint; ctp: pointer; var ctx: TAES_GCMContext): integer; stdcall;
function AES_GCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer;
  aLen: word; ctp: pointer; cLen: longint; ptp: pointer; var ctx: TAES_GCMContext): integer; stdcall;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

const
  Incs: TWEIncs = (@AES_IncMSBFull, @AES_IncLSBFull, @AES_IncMSBPart, @AES_IncLSBPart);

function AES_DLL_Version: PAnsiChar; stdcall;
begin
  AES_DLL_Version := bramah_version;
end;

procedure AES_XorBlock(const B1: TAESBlock; const B2: TAESBlock; var B3: TAESBlock); stdcall;
begin
  WE_Xor(B1, B2, B3, 16);
end;

function AES_Init(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
begin
  AES_Init := WE_Init(WE_AES, Key, KeyBits, true, 0, ctx);
end;

procedure AES_SetFastInit(value: boolean); stdcall;
begin
  FastInit := value;
end;

function AES_GetFastInit: boolean; stdcall;
begin
  AES_GetFastInit := FastInit;
end;

function AES_Init_Encr(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
begin
  AES_Init_Encr := WE_Init(WE_AES, Key, KeyBits, true, 0, ctx);
end;

procedure AES_Encrypt(var ctx: TAESContext; const BI: TAESBlock; var BO: TAESBlock); stdcall;
begin
  WE_Block(WE_AES, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

function AES_ECB_Init_Encr(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
begin
  AES_ECB_Init_Encr := WE_Init(WE_AES, Key, KeyBits, true, 0, ctx);
end;

function AES_ECB_Init_Decr(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
begin
  AES_ECB_Init_Decr := WE_Init(WE_AES, Key, KeyBits, true, 1, ctx);
end;

function AES_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_ECB_Encrypt := WE_ECB(WE_AES, false, ptp, ctp, ILen, ctx);
end;

function AES_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_ECB_Decrypt := WE_ECB(WE_AES, true, ctp, ptp, ILen, ctx);
end;

function AES_Init_Decr(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
begin
  AES_Init_Decr := WE_Init(WE_AES, Key, KeyBits, true, 1, ctx);
end;

procedure AES_Decrypt(var ctx: TAESContext; const BI: TAESBlock; var BO: TAESBlock); stdcall;
begin
  WE_Block(WE_AES, WE_ECB_DECRYPT, ctx, BI, BO);
end;

function AES_CBC_Init_Encr(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer; stdcall;
begin
  AES_CBC_Init_Encr := WE_Init_IV(WE_AES, Key, KeyBits, true, 0, IV, ctx);
end;

function AES_CBC_Init_Decr(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer; stdcall;
begin
  AES_CBC_Init_Decr := WE_Init_IV(WE_AES, Key, KeyBits, true, 1, IV, ctx);
end;

function AES_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_CBC_Encrypt := WE_CBC(WE_AES, false, ptp, ctp, ILen, ctx);
end;

function AES_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_CBC_Decrypt := WE_CBC(WE_AES, true, ctp, ptp, ILen, ctx);
end;

function AES_CFB_Init(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer; stdcall;
begin
  AES_CFB_Init := WE_Init_IV(WE_AES, Key, KeyBits, true, 0, IV, ctx);
end;

function AES_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_CFB_Encrypt := WE_CFB(WE_AES, false, ptp, ctp, ILen, ctx);
end;

function AES_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_CFB_Decrypt := WE_CFB(WE_AES, true, ctp, ptp, ILen, ctx);
end;

function AES_CFB8_Init(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer; stdcall;
begin
  AES_CFB8_Init := WE_Init_IV(WE_AES, Key, KeyBits, true, 0, IV, ctx);
end;

function AES_CFB8_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_CFB8_Encrypt := WE_CFB8(WE_AES, false, ptp, ctp, ILen, ctx);
end;

function AES_CFB8_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_CFB8_Decrypt := WE_CFB8(WE_AES, true, ctp, ptp, ILen, ctx);
end;

function AES_OFB_Init(const Key; KeyBits: word; const IV: TAESBlock; var ctx: TAESContext): integer; stdcall;
begin
  AES_OFB_Init := WE_Init_IV(WE_AES, Key, KeyBits, true, 0, IV, ctx);
end;

function AES_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_OFB_Encrypt := WE_OFB_Apply(WE_AES, ptp, ctp, ILen, ctx);
end;

function AES_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_OFB_Decrypt := WE_OFB_Apply(WE_AES, ctp, ptp, ILen, ctx);
end;

function AES_CTR_Init(const Key; KeyBits: word; const CTR: TAESBlock; var ctx: TAESContext): integer; stdcall;
begin
  AES_CTR_Init := WE_CTR_Init(WE_AES, Key, KeyBits, true, CTR, nil, ctx);
end;

function AES_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_CTR_Encrypt := WE_CTR(WE_AES, Incs, true, ptp, ctp, ILen, ctx);
end;

function AES_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_CTR_Decrypt := WE_CTR(WE_AES, Incs, true, ctp, ptp, ILen, ctx);
end;

function AES_CTR_Seek(const iCTR: TAESBlock; SOL: longint; SOH: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_CTR_Seek := WE_CTR_Seek(WE_AES, Incs, true, iCTR, SOL, SOH, ctx);
end;

function AES_CTR_Seek64(const iCTR: TAESBlock; SO: int64; var ctx: TAESContext): integer; stdcall;
begin
  AES_CTR_Seek64 := WE_CTR_Seek(WE_AES, Incs, true, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function AES_SetIncProc(IncP: TIncProc; var ctx: TAESContext): integer; stdcall;
var
  p: pointer absolute IncP;
begin
  AES_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure AES_IncMSBFull(var CTR: TAESBlock); stdcall;
begin
  WE_Inc(CTR, 15, 0);
end;

procedure AES_IncLSBFull(var CTR: TAESBlock); stdcall;
begin
  WE_Inc(CTR, 0, 15);
end;

procedure AES_IncMSBPart(var CTR: TAESBlock); stdcall;
begin
  WE_Inc(CTR, 15, 8);
end;

procedure AES_IncLSBPart(var CTR: TAESBlock); stdcall;
begin
  WE_Inc(CTR, 0, 7);
end;

function AES_OMAC_Init(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
begin
  AES_OMAC_Init := WE_OMAC_Init(WE_AES, Key, KeyBits, true, ctx);
end;

function AES_OMAC_Update(data: pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_OMAC_Update := WE_OMAC_Update(WE_AES, data, ILen, ctx);
end;

procedure AES_OMAC_Final(var tag: TAESBlock; var ctx: TAESContext); stdcall;
begin
  WE_OMAC_Final(WE_AES, false, tag, ctx);
end;

procedure AES_OMAC1_Final(var tag: TAESBlock; var ctx: TAESContext); stdcall;
begin
  WE_OMAC_Final(WE_AES, false, tag, ctx);
end;

procedure AES_OMAC2_Final(var tag: TAESBlock; var ctx: TAESContext); stdcall;
begin
  WE_OMAC_Final(WE_AES, true, tag, ctx);
end;

procedure AES_OMACx_Final(OMAC2: boolean; var tag: TAESBlock; var ctx: TAESContext); stdcall;
begin
  WE_OMAC_Final(WE_AES, OMAC2, tag, ctx);
end;

function AES_CMAC_Init(const Key; KeyBits: word; var ctx: TAESContext): integer; stdcall;
begin
  AES_CMAC_Init := WE_OMAC_Init(WE_AES, Key, KeyBits, true, ctx);
end;

function AES_CMAC_Update(data: pointer; ILen: longint; var ctx: TAESContext): integer; stdcall;
begin
  AES_CMAC_Update := WE_OMAC_Update(WE_AES, data, ILen, ctx);
end;

procedure AES_CMAC_Final(var tag: TAESBlock; var ctx: TAESContext); stdcall;
begin
  WE_OMAC_Final(WE_AES, false, tag, ctx);
end;

function AES_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TAES_EAXContext): integer; stdcall;
begin
  AES_EAX_Init := WE_EAX_Init(WE_AES, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function AES_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TAES_EAXContext): integer; stdcall;
begin
  AES_EAX_Provide_Header := WE_OMAC_Update(WE_AES, Hdr, hLen, ctx.HdrOMAC);
end;

function AES_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAES_EAXContext): integer; stdcall;
begin
  AES_EAX_Encrypt := WE_EAX_Encrypt(WE_AES, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function AES_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAES_EAXContext): integer; stdcall;
begin
  AES_EAX_Decrypt := WE_EAX_Decrypt(WE_AES, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure AES_EAX_Final(var tag: TAESBlock; var ctx: TAES_EAXContext); stdcall;
begin
  WE_EAX_Final(WE_AES, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

function AES_EAX_Enc_Auth(var tag: TAESBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
begin
  AES_EAX_Enc_Auth := WE_EAX_Whole(WE_AES, tag, nil, 0, Key, KBits, true, nonce, nLen, Hdr, hLen, ptp, pLen, ctp, false);
end;

function AES_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
var
  none: TAESBlock;
begin
  AES_EAX_Dec_Veri := WE_EAX_Whole(WE_AES, none, ptag, tLen, Key, KBits, true, nonce, nLen, Hdr, hLen, ctp, cLen, ptp, true);
end;

function AES_CPRF128(const Key; KeyBytes: word; msg: pointer; msglen: longint; var PRV: TAESBlock): integer; stdcall;
begin
  AES_CPRF128 := WE_CPRF128(WE_AES, Key, KeyBytes, msg, msglen, PRV);
end;

function AES_CPRF128_selftest: boolean; stdcall;
begin
  AES_CPRF128_selftest := WE_CPRF128_Selftest(WE_AES);
end;

function AES_XTS_Init_Encr(const K1; const K2; KBits: word; var ctx: TAES_XTSContext): integer; stdcall;
var
  err: longint;
begin
  err := WE_Init(WE_AES, K1, KBits, true, 0, ctx.main);
  if err = 0 then
    err := WE_Init(WE_AES, K2, KBits, true, 0, ctx.tweak);
  AES_XTS_Init_Encr := err;
end;

function AES_XTS_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; const twk: TAESBlock; var ctx: TAES_XTSContext): integer;
  stdcall;
begin
  AES_XTS_Encrypt := WE_XTS(WE_AES, false, ptp, ctp, ILen, twk, ctx.main, ctx.tweak);
end;

function AES_XTS_Init_Decr(const K1; const K2; KBits: word; var ctx: TAES_XTSContext): integer; stdcall;
var
  err: longint;
begin
  err := WE_Init(WE_AES, K1, KBits, true, 1, ctx.main);
  if err = 0 then
    err := WE_Init(WE_AES, K2, KBits, true, 0, ctx.tweak);
  AES_XTS_Init_Decr := err;
end;

function AES_XTS_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; const twk: TAESBlock; var ctx: TAES_XTSContext): integer;
  stdcall;
begin
  AES_XTS_Decrypt := WE_XTS(WE_AES, true, ctp, ptp, ILen, twk, ctx.main, ctx.tweak);
end;

function AES_CCM_Enc_AuthEx(var ctx: TAESContext; var tag: TAESBlock; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
begin
  AES_CCM_Enc_AuthEx := WE_CCM(WE_AES, ctx, false, tag, nil, tLen, nonce, nLen, hdr, hLen, ptp, pLen, ctp);
end;

function AES_CCM_Enc_Auth(var tag: TAESBlock; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
begin
  AES_CCM_Enc_Auth := WE_CCM_Whole(WE_AES, false, tag, nil, tLen, Key, KBytes, nonce, nLen, hdr, hLen, ptp, pLen, ctp);
end;

function AES_CCM_Dec_VeriEX(var ctx: TAESContext; ptag: pointer; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
var
  none: TAESBlock;
begin
  AES_CCM_Dec_VeriEX := WE_CCM(WE_AES, ctx, true, none, ptag, tLen, nonce, nLen, hdr, hLen, ctp, cLen, ptp);
end;

function AES_CCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
var
  none: TAESBlock;
begin
  AES_CCM_Dec_Veri := WE_CCM_Whole(WE_AES, true, none, ptag, tLen, Key, KBytes, nonce, nLen, hdr, hLen, ctp, cLen, ptp);
end;

function AES_GCM_Init(const Key; KeyBits: word; var ctx: TAES_GCMContext): integer; stdcall;
begin
  AES_GCM_Init := WE_GCM_Init(WE_AES, Key, KeyBits, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Reset_IV(pIV: pointer; IV_len: word; var ctx: TAES_GCMContext): integer; stdcall;
begin
  AES_GCM_Reset_IV := WE_GCM_Reset_IV(WE_AES, pIV, IV_len, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAES_GCMContext): integer; stdcall;
begin
  AES_GCM_Encrypt := WE_GCM_Crypt(WE_AES, false, ptp, ctp, ILen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAES_GCMContext): integer; stdcall;
begin
  AES_GCM_Decrypt := WE_GCM_Crypt(WE_AES, true, ctp, ptp, ILen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Add_AAD(pAAD: pointer; aLen: longint; var ctx: TAES_GCMContext): integer; stdcall;
begin
  AES_GCM_Add_AAD := WE_GCM_AAD(pAAD, aLen, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Final(var tag: TAESBlock; var ctx: TAES_GCMContext): integer; stdcall;
begin
  AES_GCM_Final := WE_GCM_Final(WE_AES, tag, ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Enc_Auth(var tag: TAESBlock; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer; aLen: word;
  ptp: pointer; pLen: longint; ctp: pointer; var ctx: TAES_GCMContext): integer; stdcall;
begin
  AES_GCM_Enc_Auth := WE_GCM_Whole(WE_AES, false, tag, nil, 16, Key, KBits, pIV, IV_len, pAAD, aLen, ptp, pLen, ctp,
    ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

function AES_GCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; pIV: pointer; IV_len: word; pAAD: pointer;
  aLen: word; ctp: pointer; cLen: longint; ptp: pointer; var ctx: TAES_GCMContext): integer; stdcall;
var
  none: TAESBlock;
begin
  AES_GCM_Dec_Veri := WE_GCM_Whole(WE_AES, true, none, ptag, tLen, Key, KBits, pIV, IV_len, pAAD, aLen, ctp, cLen, ptp,
    ctx.actx, PWEGcm(@ctx.aad_ghv)^);
end;

end.
