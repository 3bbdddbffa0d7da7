{ The routines of the DLL of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit tf_intf;

interface

uses
  bramah_we, bramah_wem;

const
  TF_Err_Invalid_Key_Size = -1;
  TF_Err_Invalid_Mode = -2;
  TF_Err_Invalid_Length = -3;
  TF_Err_Data_After_Short_Block = -4;
  TF_Err_MultipleIncProcs = -5;
  TF_Err_NIL_Pointer = -6;
  TF_Err_EAX_Inv_Text_Length = -7;
  TF_Err_EAX_Inv_TAG_Length = -8;
  TF_Err_EAX_Verify_Tag = -9;
  TF_Err_CCM_Hdr_length = -10;
  TF_Err_CCM_Nonce_length = -11;
  TF_Err_CCM_Tag_length = -12;
  TF_Err_CCM_Verify_Tag = -13;
  TF_Err_CCM_Text_length = -14;
  TF_Err_CTR_SeekOffset = -15;
  TF_Err_GCM_Verify_Tag = -17;
  TF_Err_GCM_Auth_After_Final = -18;
  TF_Err_Invalid_16Bit_Length = -20;

type
  TTFBlock = packed array[0..15] of byte;
  PTFBlock = ^TTFBlock;
  TTFRndKey = packed array[0..39] of longint;
  { A function of the user that increments the counter of CTR. }
  TTFIncProc = procedure(var CTR: TTFBlock); stdcall;
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TTFContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TTFIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TTFBlock;
    case byte of
      0: (Store: array[0..679] of int64);
      1: (Front: array[0..15] of byte; RK: TTFRndKey);
  end;

const
  TFBLKSIZE = SizeOf(TTFBlock);

type
  TTF_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TTFContext;
    NonceTag: TTFBlock;
    tagsize, flags: word;
  end;

function TF_DLL_Version: PAnsiChar; stdcall;
function TF_Init(const Key; KeyBits: word; var ctx: TTFContext): integer; stdcall;
procedure TF_Encrypt(var ctx: TTFContext; const BI: TTFBlock; var BO: TTFBlock); stdcall;
procedure TF_Decrypt(var ctx: TTFContext; const BI: TTFBlock; var BO: TTFBlock); stdcall;
procedure TF_XorBlock(const B1: TTFBlock; const B2: TTFBlock; var B3: TTFBlock); stdcall;
procedure TF_Reset(var ctx: TTFContext); stdcall;
procedure TF_SetFastInit(value: boolean); stdcall;
function TF_GetFastInit: boolean; stdcall;
function TF_CBC_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer; stdcall;
procedure TF_CBC_Reset(const IV: TTFBlock; var ctx: TTFContext); stdcall;
function TF_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
function TF_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
function TF_CFB_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer; stdcall;
procedure TF_CFB_Reset(const IV: TTFBlock; var ctx: TTFContext); stdcall;
function TF_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
function TF_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
function TF_CTR_Init(const Key; KeyBits: word; const CTR: TTFBlock; var ctx: TTFContext): integer; stdcall;
procedure TF_CTR_Reset(const CTR: TTFBlock; var ctx: TTFContext); stdcall;
function TF_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
function TF_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
function TF_CTR_Seek(const iCTR: TTFBlock; SOL: longint; SOH: longint; var ctx: TTFContext): integer; stdcall;
function TF_CTR_Seek64(const iCTR: TTFBlock; SO: int64; var ctx: TTFContext): integer; stdcall;
function TF_SetIncProc(IncP: TTFIncProc; var ctx: TTFContext): integer; stdcall;
procedure TF_IncMSBFull(var CTR: TTFBlock); stdcall;
procedure TF_IncLSBFull(var CTR: TTFBlock); stdcall;
procedure TF_IncMSBPart(var CTR: TTFBlock); stdcall;
procedure TF_IncLSBPart(var CTR: TTFBlock); stdcall;
function TF_ECB_Init(const Key; KeyBits: word; var ctx: TTFContext): integer; stdcall;
procedure TF_ECB_Reset(var ctx: TTFContext); stdcall;
function TF_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
function TF_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
function TF_OFB_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer; stdcall;
procedure TF_OFB_Reset(const IV: TTFBlock; var ctx: TTFContext); stdcall;
function TF_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
function TF_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
function TF_OMAC_Init(const Key; KeyBits: word; var ctx: TTFContext): integer; stdcall;
function TF_OMAC_Update(data: pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
procedure TF_OMAC_Final(var tag: TTFBlock; var ctx: TTFContext); stdcall;
procedure TF_OMAC1_Final(var tag: TTFBlock; var ctx: TTFContext); stdcall;
procedure TF_OMAC2_Final(var tag: TTFBlock; var ctx: TTFContext); stdcall;
function TF_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TTF_EAXContext): integer; stdcall;
function TF_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TTF_EAXContext): integer; stdcall;
function TF_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTF_EAXContext): integer; stdcall;
function TF_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTF_EAXContext): integer; stdcall;
procedure TF_EAX_Final(var tag: TTFBlock; var ctx: TTF_EAXContext); stdcall;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

const
  Incs: TWEIncs = (@TF_IncMSBFull, @TF_IncLSBFull, @TF_IncMSBPart, @TF_IncLSBPart);

function TF_DLL_Version: PAnsiChar; stdcall;
begin
  TF_DLL_Version := bramah_version;
end;

function TF_Init(const Key; KeyBits: word; var ctx: TTFContext): integer; stdcall;
begin
  TF_Init := WE_Init(WE_TF, Key, KeyBits, true, 0, ctx);
end;

procedure TF_Encrypt(var ctx: TTFContext; const BI: TTFBlock; var BO: TTFBlock); stdcall;
begin
  WE_Block(WE_TF, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure TF_Decrypt(var ctx: TTFContext; const BI: TTFBlock; var BO: TTFBlock); stdcall;
begin
  WE_Block(WE_TF, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure TF_XorBlock(const B1: TTFBlock; const B2: TTFBlock; var B3: TTFBlock); stdcall;
begin
  WE_Xor(B1, B2, B3, 16);
end;

procedure TF_Reset(var ctx: TTFContext); stdcall;
begin
  WE_Reset(ctx);
end;

procedure TF_SetFastInit(value: boolean); stdcall;
begin
  FastInit := value;
end;

function TF_GetFastInit: boolean; stdcall;
begin
  TF_GetFastInit := FastInit;
end;

function TF_CBC_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer; stdcall;
begin
  TF_CBC_Init := WE_Init_IV(WE_TF, Key, KeyBits, true, 0, IV, ctx);
end;

procedure TF_CBC_Reset(const IV: TTFBlock; var ctx: TTFContext); stdcall;
begin
  WE_Reset_IV(WE_TF, IV, ctx);
end;

function TF_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_CBC_Encrypt := WE_CBC(WE_TF, false, ptp, ctp, ILen, ctx);
end;

function TF_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_CBC_Decrypt := WE_CBC(WE_TF, true, ctp, ptp, ILen, ctx);
end;

function TF_CFB_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer; stdcall;
begin
  TF_CFB_Init := WE_Init_IV(WE_TF, Key, KeyBits, true, 0, IV, ctx);
end;

procedure TF_CFB_Reset(const IV: TTFBlock; var ctx: TTFContext); stdcall;
begin
  WE_Reset_IV(WE_TF, IV, ctx);
end;

function TF_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_CFB_Encrypt := WE_CFB(WE_TF, false, ptp, ctp, ILen, ctx);
end;

function TF_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_CFB_Decrypt := WE_CFB(WE_TF, true, ctp, ptp, ILen, ctx);
end;

function TF_CTR_Init(const Key; KeyBits: word; const CTR: TTFBlock; var ctx: TTFContext): integer; stdcall;
begin
  TF_CTR_Init := WE_CTR_Init(WE_TF, Key, KeyBits, true, CTR, nil, ctx);
end;

procedure TF_CTR_Reset(const CTR: TTFBlock; var ctx: TTFContext); stdcall;
begin
  WE_CTR_Reset(WE_TF, CTR, ctx);
end;

function TF_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_CTR_Encrypt := WE_CTR(WE_TF, Incs, true, ptp, ctp, ILen, ctx);
end;

function TF_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_CTR_Decrypt := WE_CTR(WE_TF, Incs, true, ctp, ptp, ILen, ctx);
end;

function TF_CTR_Seek(const iCTR: TTFBlock; SOL: longint; SOH: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_CTR_Seek := WE_CTR_Seek(WE_TF, Incs, true, iCTR, SOL, SOH, ctx);
end;

function TF_CTR_Seek64(const iCTR: TTFBlock; SO: int64; var ctx: TTFContext): integer; stdcall;
begin
  TF_CTR_Seek64 := WE_CTR_Seek(WE_TF, Incs, true, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function TF_SetIncProc(IncP: TTFIncProc; var ctx: TTFContext): integer; stdcall;
var
  p: pointer absolute IncP;
begin
  TF_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure TF_IncMSBFull(var CTR: TTFBlock); stdcall;
begin
  WE_Inc(CTR, 15, 0);
end;

procedure TF_IncLSBFull(var CTR: TTFBlock); stdcall;
begin
  WE_Inc(CTR, 0, 15);
end;

procedure TF_IncMSBPart(var CTR: TTFBlock); stdcall;
begin
  WE_Inc(CTR, 15, 8);
end;

procedure TF_IncLSBPart(var CTR: TTFBlock); stdcall;
begin
  WE_Inc(CTR, 0, 7);
end;

function TF_ECB_Init(const Key; KeyBits: word; var ctx: TTFContext): integer; stdcall;
begin
  TF_ECB_Init := WE_Init(WE_TF, Key, KeyBits, true, 0, ctx);
end;

procedure TF_ECB_Reset(var ctx: TTFContext); stdcall;
begin
  WE_Reset(ctx);
end;

function TF_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_ECB_Encrypt := WE_ECB(WE_TF, false, ptp, ctp, ILen, ctx);
end;

function TF_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_ECB_Decrypt := WE_ECB(WE_TF, true, ctp, ptp, ILen, ctx);
end;

function TF_OFB_Init(const Key; KeyBits: word; const IV: TTFBlock; var ctx: TTFContext): integer; stdcall;
begin
  TF_OFB_Init := WE_Init_IV(WE_TF, Key, KeyBits, true, 0, IV, ctx);
end;

procedure TF_OFB_Reset(const IV: TTFBlock; var ctx: TTFContext); stdcall;
begin
  WE_Reset_IV(WE_TF, IV, ctx);
end;

function TF_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_OFB_Encrypt := WE_OFB_Apply(WE_TF, ptp, ctp, ILen, ctx);
end;

function TF_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_OFB_Decrypt := WE_OFB_Apply(WE_TF, ctp, ptp, ILen, ctx);
end;

function TF_OMAC_Init(const Key; KeyBits: word; var ctx: TTFContext): integer; stdcall;
begin
  TF_OMAC_Init := WE_OMAC_Init(WE_TF, Key, KeyBits, true, ctx);
end;

function TF_OMAC_Update(data: pointer; ILen: longint; var ctx: TTFContext): integer; stdcall;
begin
  TF_OMAC_Update := WE_OMAC_Update(WE_TF, data, ILen, ctx);
end;

procedure TF_OMAC_Final(var tag: TTFBlock; var ctx: TTFContext); stdcall;
begin
  WE_OMAC_Final(WE_TF, false, tag, ctx);
end;

procedure TF_OMAC1_Final(var tag: TTFBlock; var ctx: TTFContext); stdcall;
begin
  WE_OMAC_Final(WE_TF, false, tag, ctx);
end;

procedure TF_OMAC2_Final(var tag: TTFBlock; var ctx: TTFContext); stdcall;
begin
  WE_OMAC_Final(WE_TF, true, tag, ctx);
end;

function TF_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TTF_EAXContext): integer; stdcall;
begin
  TF_EAX_Init := WE_EAX_Init(WE_TF, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function TF_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TTF_EAXContext): integer; stdcall;
begin
  TF_EAX_Provide_Header := WE_OMAC_Update(WE_TF, Hdr, hLen, ctx.HdrOMAC);
end;

function TF_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTF_EAXContext): integer; stdcall;
begin
  TF_EAX_Encrypt := WE_EAX_Encrypt(WE_TF, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function TF_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTF_EAXContext): integer; stdcall;
begin
  TF_EAX_Decrypt := WE_EAX_Decrypt(WE_TF, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure TF_EAX_Final(var tag: TTFBlock; var ctx: TTF_EAXContext); stdcall;
begin
  WE_EAX_Final(WE_TF, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

end.
