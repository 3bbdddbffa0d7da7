{ The routines of the DLL of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sea_intf;

interface

uses
  bramah_we, bramah_wem;

const
  SEA_Err_Invalid_Key_Size = -1;
  SEA_Err_Invalid_Mode = -2;
  SEA_Err_Invalid_Length = -3;
  SEA_Err_Data_After_Short_Block = -4;
  SEA_Err_MultipleIncProcs = -5;
  SEA_Err_NIL_Pointer = -6;
  SEA_Err_EAX_Inv_Text_Length = -7;
  SEA_Err_EAX_Inv_TAG_Length = -8;
  SEA_Err_EAX_Verify_Tag = -9;
  SEA_Err_CCM_Hdr_length = -10;
  SEA_Err_CCM_Nonce_length = -11;
  SEA_Err_CCM_Tag_length = -12;
  SEA_Err_CCM_Verify_Tag = -13;
  SEA_Err_CCM_Text_length = -14;
  SEA_Err_CTR_SeekOffset = -15;
  SEA_Err_GCM_Verify_Tag = -17;
  SEA_Err_GCM_Auth_After_Final = -18;
  SEA_Err_Invalid_16Bit_Length = -20;

type
  TSEABlock = packed array[0..15] of byte;
  PSEABlock = ^TSEABlock;
  TSEARndKey = packed array[0..31] of longint;
  { A function of the user that increments the counter of CTR. }
  TSEAIncProc = procedure(var CTR: TSEABlock); stdcall;
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TSEAContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TSEAIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TSEABlock;
    case byte of
      0: (Store: array[0..39] of int64);
      1: (Front: array[0..15] of byte; RK: TSEARndKey);
  end;

const
  SEABLKSIZE = SizeOf(TSEABlock);

type
  TSEA_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TSEAContext;
    NonceTag: TSEABlock;
    tagsize, flags: word;
  end;

function SEA_DLL_Version: PAnsiChar; stdcall;
function SEA_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer; stdcall;
procedure SEA_Encrypt(var ctx: TSEAContext; const BI: TSEABlock; var BO: TSEABlock); stdcall;
procedure SEA_Decrypt(var ctx: TSEAContext; const BI: TSEABlock; var BO: TSEABlock); stdcall;
procedure SEA_XorBlock(const B1: TSEABlock; const B2: TSEABlock; var B3: TSEABlock); stdcall;
procedure SEA_Reset(var ctx: TSEAContext); stdcall;
procedure SEA_SetFastInit(value: boolean); stdcall;
function SEA_GetFastInit: boolean; stdcall;
function SEA_CBC_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer; stdcall;
procedure SEA_CBC_Reset(const IV: TSEABlock; var ctx: TSEAContext); stdcall;
function SEA_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
function SEA_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
function SEA_CFB_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer; stdcall;
procedure SEA_CFB_Reset(const IV: TSEABlock; var ctx: TSEAContext); stdcall;
function SEA_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
function SEA_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
function SEA_CTR_Init(const Key; KeyBits: word; const CTR: TSEABlock; var ctx: TSEAContext): integer; stdcall;
procedure SEA_CTR_Reset(const CTR: TSEABlock; var ctx: TSEAContext); stdcall;
function SEA_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
function SEA_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
function SEA_CTR_Seek(const iCTR: TSEABlock; SOL: longint; SOH: longint; var ctx: TSEAContext): integer; stdcall;
function SEA_CTR_Seek64(const iCTR: TSEABlock; SO: int64; var ctx: TSEAContext): integer; stdcall;
function SEA_SetIncProc(IncP: TSEAIncProc; var ctx: TSEAContext): integer; stdcall;
procedure SEA_IncMSBFull(var CTR: TSEABlock); stdcall;
procedure SEA_IncLSBFull(var CTR: TSEABlock); stdcall;
procedure SEA_IncMSBPart(var CTR: TSEABlock); stdcall;
procedure SEA_IncLSBPart(var CTR: TSEABlock); stdcall;
function SEA_ECB_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer; stdcall;
procedure SEA_ECB_Reset(var ctx: TSEAContext); stdcall;
function SEA_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
function SEA_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
function SEA_OFB_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer; stdcall;
procedure SEA_OFB_Reset(const IV: TSEABlock; var ctx: TSEAContext); stdcall;
function SEA_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
function SEA_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
function SEA_OMAC_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer; stdcall;
function SEA_OMAC_Update(data: pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
procedure SEA_OMAC_Final(var tag: TSEABlock; var ctx: TSEAContext); stdcall;
procedure SEA_OMAC1_Final(var tag: TSEABlock; var ctx: TSEAContext); stdcall;
procedure SEA_OMAC2_Final(var tag: TSEABlock; var ctx: TSEAContext); stdcall;
function SEA_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TSEA_EAXContext): integer; stdcall;
function SEA_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TSEA_EAXContext): integer; stdcall;
function SEA_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEA_EAXContext): integer; stdcall;
function SEA_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEA_EAXContext): integer; stdcall;
procedure SEA_EAX_Final(var tag: TSEABlock; var ctx: TSEA_EAXContext); stdcall;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

const
  Incs: TWEIncs = (@SEA_IncMSBFull, @SEA_IncLSBFull, @SEA_IncMSBPart, @SEA_IncLSBPart);

function SEA_DLL_Version: PAnsiChar; stdcall;
begin
  SEA_DLL_Version := bramah_version;
end;

function SEA_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_Init := WE_Init(WE_SEA, Key, KeyBits, true, 0, ctx);
end;

procedure SEA_Encrypt(var ctx: TSEAContext; const BI: TSEABlock; var BO: TSEABlock); stdcall;
begin
  WE_Block(WE_SEA, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure SEA_Decrypt(var ctx: TSEAContext; const BI: TSEABlock; var BO: TSEABlock); stdcall;
begin
  WE_Block(WE_SEA, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure SEA_XorBlock(const B1: TSEABlock; const B2: TSEABlock; var B3: TSEABlock); stdcall;
begin
  WE_Xor(B1, B2, B3, 16);
end;

procedure SEA_Reset(var ctx: TSEAContext); stdcall;
begin
  WE_Reset(ctx);
end;

procedure SEA_SetFastInit(value: boolean); stdcall;
begin
  FastInit := value;
end;

function SEA_GetFastInit: boolean; stdcall;
begin
  SEA_GetFastInit := FastInit;
end;

function SEA_CBC_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_CBC_Init := WE_Init_IV(WE_SEA, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SEA_CBC_Reset(const IV: TSEABlock; var ctx: TSEAContext); stdcall;
begin
  WE_Reset_IV(WE_SEA, IV, ctx);
end;

function SEA_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_CBC_Encrypt := WE_CBC(WE_SEA, false, ptp, ctp, ILen, ctx);
end;

function SEA_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_CBC_Decrypt := WE_CBC(WE_SEA, true, ctp, ptp, ILen, ctx);
end;

function SEA_CFB_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_CFB_Init := WE_Init_IV(WE_SEA, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SEA_CFB_Reset(const IV: TSEABlock; var ctx: TSEAContext); stdcall;
begin
  WE_Reset_IV(WE_SEA, IV, ctx);
end;

function SEA_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_CFB_Encrypt := WE_CFB(WE_SEA, false, ptp, ctp, ILen, ctx);
end;

function SEA_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_CFB_Decrypt := WE_CFB(WE_SEA, true, ctp, ptp, ILen, ctx);
end;

function SEA_CTR_Init(const Key; KeyBits: word; const CTR: TSEABlock; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_CTR_Init := WE_CTR_Init(WE_SEA, Key, KeyBits, true, CTR, nil, ctx);
end;

procedure SEA_CTR_Reset(const CTR: TSEABlock; var ctx: TSEAContext); stdcall;
begin
  WE_CTR_Reset(WE_SEA, CTR, ctx);
end;

function SEA_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_CTR_Encrypt := WE_CTR(WE_SEA, Incs, true, ptp, ctp, ILen, ctx);
end;

function SEA_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_CTR_Decrypt := WE_CTR(WE_SEA, Incs, true, ctp, ptp, ILen, ctx);
end;

function SEA_CTR_Seek(const iCTR: TSEABlock; SOL: longint; SOH: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_CTR_Seek := WE_CTR_Seek(WE_SEA, Incs, true, iCTR, SOL, SOH, ctx);
end;

function SEA_CTR_Seek64(const iCTR: TSEABlock; SO: int64; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_CTR_Seek64 := WE_CTR_Seek(WE_SEA, Incs, true, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function SEA_SetIncProc(IncP: TSEAIncProc; var ctx: TSEAContext): integer; stdcall;
var
  p: pointer absolute IncP;
begin
  SEA_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure SEA_IncMSBFull(var CTR: TSEABlock); stdcall;
begin
  WE_Inc(CTR, 15, 0);
end;

procedure SEA_IncLSBFull(var CTR: TSEABlock); stdcall;
begin
  WE_Inc(CTR, 0, 15);
end;

procedure SEA_IncMSBPart(var CTR: TSEABlock); stdcall;
begin
  WE_Inc(CTR, 15, 8);
end;

procedure SEA_IncLSBPart(var CTR: TSEABlock); stdcall;
begin
  WE_Inc(CTR, 0, 7);
end;

function SEA_ECB_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_ECB_Init := WE_Init(WE_SEA, Key, KeyBits, true, 0, ctx);
end;

procedure SEA_ECB_Reset(var ctx: TSEAContext); stdcall;
begin
  WE_Reset(ctx);
end;

function SEA_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_ECB_Encrypt := WE_ECB(WE_SEA, false, ptp, ctp, ILen, ctx);
end;

function SEA_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_ECB_Decrypt := WE_ECB(WE_SEA, true, ctp, ptp, ILen, ctx);
end;

function SEA_OFB_Init(const Key; KeyBits: word; const IV: TSEABlock; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_OFB_Init := WE_Init_IV(WE_SEA, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SEA_OFB_Reset(const IV: TSEABlock; var ctx: TSEAContext); stdcall;
begin
  WE_Reset_IV(WE_SEA, IV, ctx);
end;

function SEA_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_OFB_Encrypt := WE_OFB_Apply(WE_SEA, ptp, ctp, ILen, ctx);
end;

function SEA_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_OFB_Decrypt := WE_OFB_Apply(WE_SEA, ctp, ptp, ILen, ctx);
end;

function SEA_OMAC_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_OMAC_Init := WE_OMAC_Init(WE_SEA, Key, KeyBits, true, ctx);
end;

function SEA_OMAC_Update(data: pointer; ILen: longint; var ctx: TSEAContext): integer; stdcall;
begin
  SEA_OMAC_Update := WE_OMAC_Update(WE_SEA, data, ILen, ctx);
end;

procedure SEA_OMAC_Final(var tag: TSEABlock; var ctx: TSEAContext); stdcall;
begin
  WE_OMAC_Final(WE_SEA, false, tag, ctx);
end;

procedure SEA_OMAC1_Final(var tag: TSEABlock; var ctx: TSEAContext); stdcall;
begin
  WE_OMAC_Final(WE_SEA, false, tag, ctx);
end;

procedure SEA_OMAC2_Final(var tag: TSEABlock; var ctx: TSEAContext); stdcall;
begin
  WE_OMAC_Final(WE_SEA, true, tag, ctx);
end;

function SEA_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TSEA_EAXContext): integer; stdcall;
begin
  SEA_EAX_Init := WE_EAX_Init(WE_SEA, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function SEA_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TSEA_EAXContext): integer; stdcall;
begin
  SEA_EAX_Provide_Header := WE_OMAC_Update(WE_SEA, Hdr, hLen, ctx.HdrOMAC);
end;

function SEA_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEA_EAXContext): integer; stdcall;
begin
  SEA_EAX_Encrypt := WE_EAX_Encrypt(WE_SEA, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function SEA_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEA_EAXContext): integer; stdcall;
begin
  SEA_EAX_Decrypt := WE_EAX_Decrypt(WE_SEA, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure SEA_EAX_Final(var tag: TSEABlock; var ctx: TSEA_EAXContext); stdcall;
begin
  WE_EAX_Final(WE_SEA, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

end.
