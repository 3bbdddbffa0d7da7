{ The routines of the DLL of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sp_intf;

interface

uses
  bramah_we, bramah_wem;

const
  SP_Err_Invalid_Key_Size = -1;
  SP_Err_Invalid_Mode = -2;
  SP_Err_Invalid_Length = -3;
  SP_Err_Data_After_Short_Block = -4;
  SP_Err_MultipleIncProcs = -5;
  SP_Err_NIL_Pointer = -6;
  SP_Err_EAX_Inv_Text_Length = -7;
  SP_Err_EAX_Inv_TAG_Length = -8;
  SP_Err_EAX_Verify_Tag = -9;
  SP_Err_CCM_Hdr_length = -10;
  SP_Err_CCM_Nonce_length = -11;
  SP_Err_CCM_Tag_length = -12;
  SP_Err_CCM_Verify_Tag = -13;
  SP_Err_CCM_Text_length = -14;
  SP_Err_CTR_SeekOffset = -15;
  SP_Err_GCM_Verify_Tag = -17;
  SP_Err_GCM_Auth_After_Final = -18;
  SP_Err_Invalid_16Bit_Length = -20;

type
  TSPBlock = packed array[0..15] of byte;
  PSPBlock = ^TSPBlock;
  TSPRndKey = packed array[0..131] of longint;
  { A function of the user that increments the counter of CTR. }
  TSPIncProc = procedure(var CTR: TSPBlock); stdcall;
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TSPContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TSPIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TSPBlock;
    case byte of
      0: (Store: array[0..79] of int64);
      1: (Front: array[0..15] of byte; RK: TSPRndKey);
  end;

const
  SPBLKSIZE = SizeOf(TSPBlock);

type
  TSP_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TSPContext;
    NonceTag: TSPBlock;
    tagsize, flags: word;
  end;

function SP_DLL_Version: PAnsiChar; stdcall;
function SP_Init(const Key; KeyBits: word; var ctx: TSPContext): integer; stdcall;
procedure SP_Encrypt(var ctx: TSPContext; const BI: TSPBlock; var BO: TSPBlock); stdcall;
procedure SP_Decrypt(var ctx: TSPContext; const BI: TSPBlock; var BO: TSPBlock); stdcall;
procedure SP_XorBlock(const B1: TSPBlock; const B2: TSPBlock; var B3: TSPBlock); stdcall;
procedure SP_Reset(var ctx: TSPContext); stdcall;
procedure SP_SetFastInit(value: boolean); stdcall;
function SP_GetFastInit: boolean; stdcall;
function SP_CBC_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer; stdcall;
procedure SP_CBC_Reset(const IV: TSPBlock; var ctx: TSPContext); stdcall;
function SP_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
function SP_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
function SP_CFB_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer; stdcall;
procedure SP_CFB_Reset(const IV: TSPBlock; var ctx: TSPContext); stdcall;
function SP_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
function SP_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
function SP_CTR_Init(const Key; KeyBits: word; const CTR: TSPBlock; var ctx: TSPContext): integer; stdcall;
procedure SP_CTR_Reset(const CTR: TSPBlock; var ctx: TSPContext); stdcall;
function SP_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
function SP_CTR_Seek(const iCTR: TSPBlock; SOL: longint; SOH: longint; var ctx: TSPContext): integer; stdcall;
function SP_CTR_Seek64(const iCTR: TSPBlock; SO: int64; var ctx: TSPContext): integer; stdcall;
function SP_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
function SP_SetIncProc(IncP: TSPIncProc; var ctx: TSPContext): integer; stdcall;
procedure SP_IncMSBFull(var CTR: TSPBlock); stdcall;
procedure SP_IncLSBFull(var CTR: TSPBlock); stdcall;
procedure SP_IncMSBPart(var CTR: TSPBlock); stdcall;
procedure SP_IncLSBPart(var CTR: TSPBlock); stdcall;
function SP_ECB_Init(const Key; KeyBits: word; var ctx: TSPContext): integer; stdcall;
procedure SP_ECB_Reset(var ctx: TSPContext); stdcall;
function SP_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
function SP_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
function SP_OFB_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer; stdcall;
procedure SP_OFB_Reset(const IV: TSPBlock; var ctx: TSPContext); stdcall;
function SP_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
function SP_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
function SP_OMAC_Init(const Key; KeyBits: word; var ctx: TSPContext): integer; stdcall;
function SP_OMAC_Update(data: pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
procedure SP_OMAC_Final(var tag: TSPBlock; var ctx: TSPContext); stdcall;
procedure SP_OMAC1_Final(var tag: TSPBlock; var ctx: TSPContext); stdcall;
procedure SP_OMAC2_Final(var tag: TSPBlock; var ctx: TSPContext); stdcall;
function SP_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TSP_EAXContext): integer; stdcall;
function SP_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TSP_EAXContext): integer; stdcall;
function SP_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSP_EAXContext): integer; stdcall;
function SP_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSP_EAXContext): integer; stdcall;
procedure SP_EAX_Final(var tag: TSPBlock; var ctx: TSP_EAXContext); stdcall;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

const
  Incs: TWEIncs = (@SP_IncMSBFull, @SP_IncLSBFull, @SP_IncMSBPart, @SP_IncLSBPart);

function SP_DLL_Version: PAnsiChar; stdcall;
begin
  SP_DLL_Version := bramah_version;
end;

function SP_Init(const Key; KeyBits: word; var ctx: TSPContext): integer; stdcall;
begin
  SP_Init := WE_Init(WE_SP, Key, KeyBits, true, 0, ctx);
end;

procedure SP_Encrypt(var ctx: TSPContext; const BI: TSPBlock; var BO: TSPBlock); stdcall;
begin
  WE_Block(WE_SP, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure SP_Decrypt(var ctx: TSPContext; const BI: TSPBlock; var BO: TSPBlock); stdcall;
begin
  WE_Block(WE_SP, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure SP_XorBlock(const B1: TSPBlock; const B2: TSPBlock; var B3: TSPBlock); stdcall;
begin
  WE_Xor(B1, B2, B3, 16);
end;

procedure SP_Reset(var ctx: TSPContext); stdcall;
begin
  WE_Reset(ctx);
end;

procedure SP_SetFastInit(value: boolean); stdcall;
begin
  FastInit := value;
end;

function SP_GetFastInit: boolean; stdcall;
begin
  SP_GetFastInit := FastInit;
end;

function SP_CBC_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer; stdcall;
begin
  SP_CBC_Init := WE_Init_IV(WE_SP, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SP_CBC_Reset(const IV: TSPBlock; var ctx: TSPContext); stdcall;
begin
  WE_Reset_IV(WE_SP, IV, ctx);
end;

function SP_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_CBC_Encrypt := WE_CBC(WE_SP, false, ptp, ctp, ILen, ctx);
end;

function SP_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_CBC_Decrypt := WE_CBC(WE_SP, true, ctp, ptp, ILen, ctx);
end;

function SP_CFB_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer; stdcall;
begin
  SP_CFB_Init := WE_Init_IV(WE_SP, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SP_CFB_Reset(const IV: TSPBlock; var ctx: TSPContext); stdcall;
begin
  WE_Reset_IV(WE_SP, IV, ctx);
end;

function SP_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_CFB_Encrypt := WE_CFB(WE_SP, false, ptp, ctp, ILen, ctx);
end;

function SP_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_CFB_Decrypt := WE_CFB(WE_SP, true, ctp, ptp, ILen, ctx);
end;

function SP_CTR_Init(const Key; KeyBits: word; const CTR: TSPBlock; var ctx: TSPContext): integer; stdcall;
begin
  SP_CTR_Init := WE_CTR_Init(WE_SP, Key, KeyBits, true, CTR, nil, ctx);
end;

procedure SP_CTR_Reset(const CTR: TSPBlock; var ctx: TSPContext); stdcall;
begin
  WE_CTR_Reset(WE_SP, CTR, ctx);
end;

function SP_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_CTR_Encrypt := WE_CTR(WE_SP, Incs, true, ptp, ctp, ILen, ctx);
end;

function SP_CTR_Seek(const iCTR: TSPBlock; SOL: longint; SOH: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_CTR_Seek := WE_CTR_Seek(WE_SP, Incs, true, iCTR, SOL, SOH, ctx);
end;

function SP_CTR_Seek64(const iCTR: TSPBlock; SO: int64; var ctx: TSPContext): integer; stdcall;
begin
  SP_CTR_Seek64 := WE_CTR_Seek(WE_SP, Incs, true, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function SP_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_CTR_Decrypt := WE_CTR(WE_SP, Incs, true, ctp, ptp, ILen, ctx);
end;

function SP_SetIncProc(IncP: TSPIncProc; var ctx: TSPContext): integer; stdcall;
var
  p: pointer absolute IncP;
begin
  SP_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure SP_IncMSBFull(var CTR: TSPBlock); stdcall;
begin
  WE_Inc(CTR, 15, 0);
end;

procedure SP_IncLSBFull(var CTR: TSPBlock); stdcall;
begin
  WE_Inc(CTR, 0, 15);
end;

procedure SP_IncMSBPart(var CTR: TSPBlock); stdcall;
begin
  WE_Inc(CTR, 15, 8);
end;

procedure SP_IncLSBPart(var CTR: TSPBlock); stdcall;
begin
  WE_Inc(CTR, 0, 7);
end;

function SP_ECB_Init(const Key; KeyBits: word; var ctx: TSPContext): integer; stdcall;
begin
  SP_ECB_Init := WE_Init(WE_SP, Key, KeyBits, true, 0, ctx);
end;

procedure SP_ECB_Reset(var ctx: TSPContext); stdcall;
begin
  WE_Reset(ctx);
end;

function SP_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_ECB_Encrypt := WE_ECB(WE_SP, false, ptp, ctp, ILen, ctx);
end;

function SP_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_ECB_Decrypt := WE_ECB(WE_SP, true, ctp, ptp, ILen, ctx);
end;

function SP_OFB_Init(const Key; KeyBits: word; const IV: TSPBlock; var ctx: TSPContext): integer; stdcall;
begin
  SP_OFB_Init := WE_Init_IV(WE_SP, Key, KeyBits, true, 0, IV, ctx);
end;

procedure SP_OFB_Reset(const IV: TSPBlock; var ctx: TSPContext); stdcall;
begin
  WE_Reset_IV(WE_SP, IV, ctx);
end;

function SP_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_OFB_Encrypt := WE_OFB_Apply(WE_SP, ptp, ctp, ILen, ctx);
end;

function SP_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_OFB_Decrypt := WE_OFB_Apply(WE_SP, ctp, ptp, ILen, ctx);
end;

function SP_OMAC_Init(const Key; KeyBits: word; var ctx: TSPContext): integer; stdcall;
begin
  SP_OMAC_Init := WE_OMAC_Init(WE_SP, Key, KeyBits, true, ctx);
end;

function SP_OMAC_Update(data: pointer; ILen: longint; var ctx: TSPContext): integer; stdcall;
begin
  SP_OMAC_Update := WE_OMAC_Update(WE_SP, data, ILen, ctx);
end;

procedure SP_OMAC_Final(var tag: TSPBlock; var ctx: TSPContext); stdcall;
begin
  WE_OMAC_Final(WE_SP, false, tag, ctx);
end;

procedure SP_OMAC1_Final(var tag: TSPBlock; var ctx: TSPContext); stdcall;
begin
  WE_OMAC_Final(WE_SP, false, tag, ctx);
end;

procedure SP_OMAC2_Final(var tag: TSPBlock; var ctx: TSPContext); stdcall;
begin
  WE_OMAC_Final(WE_SP, true, tag, ctx);
end;

function SP_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TSP_EAXContext): integer; stdcall;
begin
  SP_EAX_Init := WE_EAX_Init(WE_SP, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function SP_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TSP_EAXContext): integer; stdcall;
begin
  SP_EAX_Provide_Header := WE_OMAC_Update(WE_SP, Hdr, hLen, ctx.HdrOMAC);
end;

function SP_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSP_EAXContext): integer; stdcall;
begin
  SP_EAX_Encrypt := WE_EAX_Encrypt(WE_SP, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function SP_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSP_EAXContext): integer; stdcall;
begin
  SP_EAX_Decrypt := WE_EAX_Decrypt(WE_SP, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure SP_EAX_Final(var tag: TSPBlock; var ctx: TSP_EAXContext); stdcall;
begin
  WE_EAX_Final(WE_SP, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

end.
