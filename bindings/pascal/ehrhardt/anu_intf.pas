{ The routines of the DLL of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit anu_intf;

interface

uses
  bramah_we, bramah_wem;

const
  ANU_Err_Invalid_Key_Size = -1;
  ANU_Err_Invalid_Mode = -2;
  ANU_Err_Invalid_Length = -3;
  ANU_Err_Data_After_Short_Block = -4;
  ANU_Err_MultipleIncProcs = -5;
  ANU_Err_NIL_Pointer = -6;
  ANU_Err_EAX_Inv_Text_Length = -7;
  ANU_Err_EAX_Inv_TAG_Length = -8;
  ANU_Err_EAX_Verify_Tag = -9;
  ANU_Err_CCM_Hdr_length = -10;
  ANU_Err_CCM_Nonce_length = -11;
  ANU_Err_CCM_Tag_length = -12;
  ANU_Err_CCM_Verify_Tag = -13;
  ANU_Err_CCM_Text_length = -14;
  ANU_Err_CTR_SeekOffset = -15;
  ANU_Err_GCM_Verify_Tag = -17;
  ANU_Err_GCM_Auth_After_Final = -18;
  ANU_Err_Invalid_16Bit_Length = -20;

type
  TANUBlock = packed array[0..15] of byte;
  PANUBlock = ^TANUBlock;
  TANURndKey = packed array[0..18, 0..3] of longint;
  { A function of the user that increments the counter of CTR. }
  TANUIncProc = procedure(var CTR: TANUBlock); stdcall;
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TANUContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TANUIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TANUBlock;
    case byte of
      0: (Store: array[0..199] of int64);
      1: (Front: array[0..15] of byte; RK: TANURndKey);
  end;

const
  ANUBLKSIZE = SizeOf(TANUBlock);

type
  TANU_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TANUContext;
    NonceTag: TANUBlock;
    tagsize, flags: word;
  end;

function ANU_DLL_Version: PAnsiChar; stdcall;
function ANU_Init2(const Key; KeyBits: word; var ctx: TANUContext; decr: byte): integer; stdcall;
function ANU_Init_Encr(const Key; KeyBits: word; var ctx: TANUContext): integer; stdcall;
function ANU_Init_Decr(const Key; KeyBits: word; var ctx: TANUContext): integer; stdcall;
procedure ANU_Encrypt(var ctx: TANUContext; const BI: TANUBlock; var BO: TANUBlock); stdcall;
procedure ANU_Decrypt(var ctx: TANUContext; const BI: TANUBlock; var BO: TANUBlock); stdcall;
procedure ANU_XorBlock(const B1: TANUBlock; const B2: TANUBlock; var B3: TANUBlock); stdcall;
procedure ANU_SetFastInit(value: boolean); stdcall;
function ANU_GetFastInit: boolean; stdcall;
function ANU_ECB_Init_Encr(const Key; KeyBits: word; var ctx: TANUContext): integer; stdcall;
function ANU_ECB_Init_Decr(const Key; KeyBits: word; var ctx: TANUContext): integer; stdcall;
function ANU_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
function ANU_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
function ANU_CBC_Init_Encr(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer; stdcall;
function ANU_CBC_Init_Decr(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer; stdcall;
function ANU_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
function ANU_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
function ANU_CFB_Init(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer; stdcall;
function ANU_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
function ANU_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
function ANU_OFB_Init(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer; stdcall;
function ANU_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
function ANU_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
function ANU_CTR_Init(const Key; KeyBits: word; const CTR: TANUBlock; var ctx: TANUContext): integer; stdcall;
function ANU_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
function ANU_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
function ANU_CTR_Seek(const iCTR: TANUBlock; SOL: longint; SOH: longint; var ctx: TANUContext): integer; stdcall;
function ANU_CTR_Seek64(const iCTR: TANUBlock; SO: int64; var ctx: TANUContext): integer; stdcall;
function ANU_SetIncProc(IncP: TANUIncProc; var ctx: TANUContext): integer; stdcall;
procedure ANU_IncMSBFull(var CTR: TANUBlock); stdcall;
procedure ANU_IncLSBFull(var CTR: TANUBlock); stdcall;
procedure ANU_IncMSBPart(var CTR: TANUBlock); stdcall;
procedure ANU_IncLSBPart(var CTR: TANUBlock); stdcall;
function ANU_OMAC_Init(const Key; KeyBits: word; var ctx: TANUContext): integer; stdcall;
function ANU_OMAC_Update(data: pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
procedure ANU_OMAC_Final(var tag: TANUBlock; var ctx: TANUContext); stdcall;
procedure ANU_OMAC1_Final(var tag: TANUBlock; var ctx: TANUContext); stdcall;
procedure ANU_OMAC2_Final(var tag: TANUBlock; var ctx: TANUContext); stdcall;
procedure ANU_OMACx_Final(OMAC2: boolean; var tag: TANUBlock; var ctx: TANUContext); stdcall;
function ANU_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TANU_EAXContext): integer; stdcall;
function ANU_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TANU_EAXContext): integer; stdcall;
function ANU_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANU_EAXContext): integer; stdcall;
function ANU_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANU_EAXContext): integer; stdcall;
procedure ANU_EAX_Final(var tag: TANUBlock; var ctx: TANU_EAXContext); stdcall;
function ANU_EAX_Enc_Auth(var tag: TANUBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
function ANU_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

const
  Incs: TWEIncs = (@ANU_IncMSBFull, @ANU_IncLSBFull, @ANU_IncMSBPart, @ANU_IncLSBPart);

function ANU_DLL_Version: PAnsiChar; stdcall;
begin
  ANU_DLL_Version := bramah_version;
end;

function ANU_Init2(const Key; KeyBits: word; var ctx: TANUContext; decr: byte): integer; stdcall;
begin
  ANU_Init2 := WE_Init(WE_ANU, Key, KeyBits, true, decr, ctx);
end;

function ANU_Init_Encr(const Key; KeyBits: word; var ctx: TANUContext): integer; stdcall;
begin
  ANU_Init_Encr := WE_Init(WE_ANU, Key, KeyBits, true, 0, ctx);
end;

function ANU_Init_Decr(const Key; KeyBits: word; var ctx: TANUContext): integer; stdcall;
begin
  ANU_Init_Decr := WE_Init(WE_ANU, Key, KeyBits, true, 1, ctx);
end;

procedure ANU_Encrypt(var ctx: TANUContext; const BI: TANUBlock; var BO: TANUBlock); stdcall;
begin
  WE_Block(WE_ANU, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure ANU_Decrypt(var ctx: TANUContext; const BI: TANUBlock; var BO: TANUBlock); stdcall;
begin
  WE_Block(WE_ANU, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure ANU_XorBlock(const B1: TANUBlock; const B2: TANUBlock; var B3: TANUBlock); stdcall;
begin
  WE_Xor(B1, B2, B3, 16);
end;

procedure ANU_SetFastInit(value: boolean); stdcall;
begin
  FastInit := value;
end;

function ANU_GetFastInit: boolean; stdcall;
begin
  ANU_GetFastInit := FastInit;
end;

function ANU_ECB_Init_Encr(const Key; KeyBits: word; var ctx: TANUContext): integer; stdcall;
begin
  ANU_ECB_Init_Encr := WE_Init(WE_ANU, Key, KeyBits, true, 0, ctx);
end;

function ANU_ECB_Init_Decr(const Key; KeyBits: word; var ctx: TANUContext): integer; stdcall;
begin
  ANU_ECB_Init_Decr := WE_Init(WE_ANU, Key, KeyBits, true, 1, ctx);
end;

function ANU_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_ECB_Encrypt := WE_ECB(WE_ANU, false, ptp, ctp, ILen, ctx);
end;

function ANU_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_ECB_Decrypt := WE_ECB(WE_ANU, true, ctp, ptp, ILen, ctx);
end;

function ANU_CBC_Init_Encr(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CBC_Init_Encr := WE_Init_IV(WE_ANU, Key, KeyBits, true, 0, IV, ctx);
end;

function ANU_CBC_Init_Decr(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CBC_Init_Decr := WE_Init_IV(WE_ANU, Key, KeyBits, true, 1, IV, ctx);
end;

function ANU_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CBC_Encrypt := WE_CBC(WE_ANU, false, ptp, ctp, ILen, ctx);
end;

function ANU_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CBC_Decrypt := WE_CBC(WE_ANU, true, ctp, ptp, ILen, ctx);
end;

function ANU_CFB_Init(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CFB_Init := WE_Init_IV(WE_ANU, Key, KeyBits, true, 0, IV, ctx);
end;

function ANU_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CFB_Encrypt := WE_CFB(WE_ANU, false, ptp, ctp, ILen, ctx);
end;

function ANU_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CFB_Decrypt := WE_CFB(WE_ANU, true, ctp, ptp, ILen, ctx);
end;

function ANU_OFB_Init(const Key; KeyBits: word; const IV: TANUBlock; var ctx: TANUContext): integer; stdcall;
begin
  ANU_OFB_Init := WE_Init_IV(WE_ANU, Key, KeyBits, true, 0, IV, ctx);
end;

function ANU_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_OFB_Encrypt := WE_OFB_Apply(WE_ANU, ptp, ctp, ILen, ctx);
end;

function ANU_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_OFB_Decrypt := WE_OFB_Apply(WE_ANU, ctp, ptp, ILen, ctx);
end;

function ANU_CTR_Init(const Key; KeyBits: word; const CTR: TANUBlock; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CTR_Init := WE_CTR_Init(WE_ANU, Key, KeyBits, true, CTR, nil, ctx);
end;

function ANU_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CTR_Encrypt := WE_CTR(WE_ANU, Incs, true, ptp, ctp, ILen, ctx);
end;

function ANU_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CTR_Decrypt := WE_CTR(WE_ANU, Incs, true, ctp, ptp, ILen, ctx);
end;

function ANU_CTR_Seek(const iCTR: TANUBlock; SOL: longint; SOH: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CTR_Seek := WE_CTR_Seek(WE_ANU, Incs, true, iCTR, SOL, SOH, ctx);
end;

function ANU_CTR_Seek64(const iCTR: TANUBlock; SO: int64; var ctx: TANUContext): integer; stdcall;
begin
  ANU_CTR_Seek64 := WE_CTR_Seek(WE_ANU, Incs, true, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function ANU_SetIncProc(IncP: TANUIncProc; var ctx: TANUContext): integer; stdcall;
var
  p: pointer absolute IncP;
begin
  ANU_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure ANU_IncMSBFull(var CTR: TANUBlock); stdcall;
begin
  WE_Inc(CTR, 15, 0);
end;

procedure ANU_IncLSBFull(var CTR: TANUBlock); stdcall;
begin
  WE_Inc(CTR, 0, 15);
end;

procedure ANU_IncMSBPart(var CTR: TANUBlock); stdcall;
begin
  WE_Inc(CTR, 15, 8);
end;

procedure ANU_IncLSBPart(var CTR: TANUBlock); stdcall;
begin
  WE_Inc(CTR, 0, 7);
end;

function ANU_OMAC_Init(const Key; KeyBits: word; var ctx: TANUContext): integer; stdcall;
begin
  ANU_OMAC_Init := WE_OMAC_Init(WE_ANU, Key, KeyBits, true, ctx);
end;

function ANU_OMAC_Update(data: pointer; ILen: longint; var ctx: TANUContext): integer; stdcall;
begin
  ANU_OMAC_Update := WE_OMAC_Update(WE_ANU, data, ILen, ctx);
end;

procedure ANU_OMAC_Final(var tag: TANUBlock; var ctx: TANUContext); stdcall;
begin
  WE_OMAC_Final(WE_ANU, false, tag, ctx);
end;

procedure ANU_OMAC1_Final(var tag: TANUBlock; var ctx: TANUContext); stdcall;
begin
  WE_OMAC_Final(WE_ANU, false, tag, ctx);
end;

procedure ANU_OMAC2_Final(var tag: TANUBlock; var ctx: TANUContext); stdcall;
begin
  WE_OMAC_Final(WE_ANU, true, tag, ctx);
end;

procedure ANU_OMACx_Final(OMAC2: boolean; var tag: TANUBlock; var ctx: TANUContext); stdcall;
begin
  WE_OMAC_Final(WE_ANU, OMAC2, tag, ctx);
end;

function ANU_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TANU_EAXContext): integer; stdcall;
begin
  ANU_EAX_Init := WE_EAX_Init(WE_ANU, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function ANU_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TANU_EAXContext): integer; stdcall;
begin
  ANU_EAX_Provide_Header := WE_OMAC_Update(WE_ANU, Hdr, hLen, ctx.HdrOMAC);
end;

function ANU_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANU_EAXContext): integer; stdcall;
begin
  ANU_EAX_Encrypt := WE_EAX_Encrypt(WE_ANU, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function ANU_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANU_EAXContext): integer; stdcall;
begin
  ANU_EAX_Decrypt := WE_EAX_Decrypt(WE_ANU, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure ANU_EAX_Final(var tag: TANUBlock; var ctx: TANU_EAXContext); stdcall;
begin
  WE_EAX_Final(WE_ANU, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

function ANU_EAX_Enc_Auth(var tag: TANUBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer; stdcall;
begin
  ANU_EAX_Enc_Auth := WE_EAX_Whole(WE_ANU, tag, nil, 0, Key, KBits, true, nonce, nLen, Hdr, hLen, ptp, pLen, ctp, false);
end;

function ANU_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer; stdcall;
var
  none: TANUBlock;
begin
  ANU_EAX_Dec_Veri := WE_EAX_Whole(WE_ANU, none, ptag, tLen, Key, KBits, true, nonce, nLen, Hdr, hLen, ctp, cLen, ptp, true);
end;

end.
