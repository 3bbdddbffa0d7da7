{ The routines of the DLL of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit bf_intf;

interface

uses
  bramah_we, bramah_wem;

const
  BF_Err_Invalid_Key_Size = -1;
  BF_Err_Invalid_Mode = -2;
  BF_Err_Invalid_Length = -3;
  BF_Err_Data_After_Short_Block = -4;
  BF_Err_MultipleIncProcs = -5;
  BF_Err_NIL_Pointer = -6;
  BF_Err_EAX_Inv_Text_Length = -7;
  BF_Err_EAX_Inv_TAG_Length = -8;
  BF_Err_EAX_Verify_Tag = -9;
  BF_Err_CCM_Hdr_length = -10;
  BF_Err_CCM_Nonce_length = -11;
  BF_Err_CCM_Tag_length = -12;
  BF_Err_CCM_Verify_Tag = -13;
  BF_Err_CCM_Text_length = -14;
  BF_Err_CTR_SeekOffset = -15;
  BF_Err_GCM_Verify_Tag = -17;
  BF_Err_GCM_Auth_After_Final = -18;
  BF_Err_Invalid_16Bit_Length = -20;

type
  TBFBlock = packed array[0..7] of byte;
  PBFBlock = ^TBFBlock;
  TBF2Long = packed record L, R: longint; end;
  { A function of the user that increments the counter of CTR. }
  TBFIncProc = procedure(var CTR: TBFBlock); stdcall;
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TBFContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TBFIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TBFBlock;
    Store: array[0..1087] of int64;
  end;

const
  BFBLKSIZE = SizeOf(TBFBlock);

type
  TBF_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TBFContext;
    NonceTag: TBFBlock;
    tagsize, flags: word;
  end;

function BF_DLL_Version: PAnsiChar; stdcall;
function BF_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer; stdcall;
procedure BF_Encrypt(var ctx: TBFContext; const BI: TBFBlock; var BO: TBFBlock); stdcall;
procedure BF_Decrypt(var ctx: TBFContext; const BI: TBFBlock; var BO: TBFBlock); stdcall;
procedure BF_XorBlock(const B1: TBFBlock; const B2: TBFBlock; var B3: TBFBlock); stdcall;
procedure BF_Reset(var ctx: TBFContext); stdcall;
procedure BF_SetFastInit(value: boolean); stdcall;
function BF_GetFastInit: boolean; stdcall;
function BF_CBC_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer; stdcall;
procedure BF_CBC_Reset(const IV: TBFBlock; var ctx: TBFContext); stdcall;
function BF_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
function BF_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
function BF_CFB_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer; stdcall;
procedure BF_CFB_Reset(const IV: TBFBlock; var ctx: TBFContext); stdcall;
function BF_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
function BF_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
function BF_CTR_Init(const Key; KeyBytes: word; const CTR: TBFBlock; var ctx: TBFContext): integer; stdcall;
procedure BF_CTR_Reset(const CTR: TBFBlock; var ctx: TBFContext); stdcall;
function BF_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
function BF_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
function BF_CTR_Seek(const iCTR: TBFBlock; SOL: longint; SOH: longint; var ctx: TBFContext): integer; stdcall;
function BF_CTR_Seek64(const iCTR: TBFBlock; SO: int64; var ctx: TBFContext): integer; stdcall;
function BF_SetIncProc(IncP: TBFIncProc; var ctx: TBFContext): integer; stdcall;
procedure BF_IncMSBFull(var CTR: TBFBlock); stdcall;
procedure BF_IncLSBFull(var CTR: TBFBlock); stdcall;
procedure BF_IncMSBPart(var CTR: TBFBlock); stdcall;
procedure BF_IncLSBPart(var CTR: TBFBlock); stdcall;
function BF_ECB_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer; stdcall;
procedure BF_ECB_Reset(var ctx: TBFContext); stdcall;
function BF_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
function BF_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
function BF_OFB_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer; stdcall;
procedure BF_OFB_Reset(const IV: TBFBlock; var ctx: TBFContext); stdcall;
function BF_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
function BF_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
function BF_OMAC_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer; stdcall;
function BF_OMAC_Update(data: pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
procedure BF_OMAC_Final(var tag: TBFBlock; var ctx: TBFContext); stdcall;
procedure BF_OMAC1_Final(var tag: TBFBlock; var ctx: TBFContext); stdcall;
procedure BF_OMAC2_Final(var tag: TBFBlock; var ctx: TBFContext); stdcall;
function BF_EAX_Init(const Key; KeyBytes: word; const nonce; nLen: word; var ctx: TBF_EAXContext): integer; stdcall;
function BF_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TBF_EAXContext): integer; stdcall;
function BF_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBF_EAXContext): integer; stdcall;
function BF_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBF_EAXContext): integer; stdcall;
procedure BF_EAX_Final(var tag: TBFBlock; var ctx: TBF_EAXContext); stdcall;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

const
  Incs: TWEIncs = (@BF_IncMSBFull, @BF_IncLSBFull, @BF_IncMSBPart, @BF_IncLSBPart);

function BF_DLL_Version: PAnsiChar; stdcall;
begin
  BF_DLL_Version := bramah_version;
end;

function BF_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer; stdcall;
begin
  BF_Init := WE_Init(WE_BF, Key, KeyBytes, false, 0, ctx);
end;

procedure BF_Encrypt(var ctx: TBFContext; const BI: TBFBlock; var BO: TBFBlock); stdcall;
begin
  WE_Block(WE_BF, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure BF_Decrypt(var ctx: TBFContext; const BI: TBFBlock; var BO: TBFBlock); stdcall;
begin
  WE_Block(WE_BF, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure BF_XorBlock(const B1: TBFBlock; const B2: TBFBlock; var B3: TBFBlock); stdcall;
begin
  WE_Xor(B1, B2, B3, 8);
end;

procedure BF_Reset(var ctx: TBFContext); stdcall;
begin
  WE_Reset(ctx);
end;

procedure BF_SetFastInit(value: boolean); stdcall;
begin
  FastInit := value;
end;

function BF_GetFastInit: boolean; stdcall;
begin
  BF_GetFastInit := FastInit;
end;

function BF_CBC_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer; stdcall;
begin
  BF_CBC_Init := WE_Init_IV(WE_BF, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure BF_CBC_Reset(const IV: TBFBlock; var ctx: TBFContext); stdcall;
begin
  WE_Reset_IV(WE_BF, IV, ctx);
end;

function BF_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_CBC_Encrypt := WE_CBC(WE_BF, false, ptp, ctp, ILen, ctx);
end;

function BF_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_CBC_Decrypt := WE_CBC(WE_BF, true, ctp, ptp, ILen, ctx);
end;

function BF_CFB_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer; stdcall;
begin
  BF_CFB_Init := WE_Init_IV(WE_BF, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure BF_CFB_Reset(const IV: TBFBlock; var ctx: TBFContext); stdcall;
begin
  WE_Reset_IV(WE_BF, IV, ctx);
end;

function BF_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_CFB_Encrypt := WE_CFB(WE_BF, false, ptp, ctp, ILen, ctx);
end;

function BF_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_CFB_Decrypt := WE_CFB(WE_BF, true, ctp, ptp, ILen, ctx);
end;

function BF_CTR_Init(const Key; KeyBytes: word; const CTR: TBFBlock; var ctx: TBFContext): integer; stdcall;
begin
  BF_CTR_Init := WE_CTR_Init(WE_BF, Key, KeyBytes, false, CTR, nil, ctx);
end;

procedure BF_CTR_Reset(const CTR: TBFBlock; var ctx: TBFContext); stdcall;
begin
  WE_CTR_Reset(WE_BF, CTR, ctx);
end;

function BF_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_CTR_Encrypt := WE_CTR(WE_BF, Incs, true, ptp, ctp, ILen, ctx);
end;

function BF_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_CTR_Decrypt := WE_CTR(WE_BF, Incs, true, ctp, ptp, ILen, ctx);
end;

function BF_CTR_Seek(const iCTR: TBFBlock; SOL: longint; SOH: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_CTR_Seek := WE_CTR_Seek(WE_BF, Incs, true, iCTR, SOL, SOH, ctx);
end;

function BF_CTR_Seek64(const iCTR: TBFBlock; SO: int64; var ctx: TBFContext): integer; stdcall;
begin
  BF_CTR_Seek64 := WE_CTR_Seek(WE_BF, Incs, true, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function BF_SetIncProc(IncP: TBFIncProc; var ctx: TBFContext): integer; stdcall;
var
  p: pointer absolute IncP;
begin
  BF_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure BF_IncMSBFull(var CTR: TBFBlock); stdcall;
begin
  WE_Inc(CTR, 7, 0);
end;

procedure BF_IncLSBFull(var CTR: TBFBlock); stdcall;
begin
  WE_Inc(CTR, 0, 7);
end;

procedure BF_IncMSBPart(var CTR: TBFBlock); stdcall;
begin
  WE_Inc(CTR, 7, 4);
end;

procedure BF_IncLSBPart(var CTR: TBFBlock); stdcall;
begin
  WE_Inc(CTR, 0, 3);
end;

function BF_ECB_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer; stdcall;
begin
  BF_ECB_Init := WE_Init(WE_BF, Key, KeyBytes, false, 0, ctx);
end;

procedure BF_ECB_Reset(var ctx: TBFContext); stdcall;
begin
  WE_Reset(ctx);
end;

function BF_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_ECB_Encrypt := WE_ECB(WE_BF, false, ptp, ctp, ILen, ctx);
end;

function BF_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_ECB_Decrypt := WE_ECB(WE_BF, true, ctp, ptp, ILen, ctx);
end;

function BF_OFB_Init(const Key; KeyBytes: word; const IV: TBFBlock; var ctx: TBFContext): integer; stdcall;
begin
  BF_OFB_Init := WE_Init_IV(WE_BF, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure BF_OFB_Reset(const IV: TBFBlock; var ctx: TBFContext); stdcall;
begin
  WE_Reset_IV(WE_BF, IV, ctx);
end;

function BF_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_OFB_Encrypt := WE_OFB_Apply(WE_BF, ptp, ctp, ILen, ctx);
end;

function BF_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_OFB_Decrypt := WE_OFB_Apply(WE_BF, ctp, ptp, ILen, ctx);
end;

function BF_OMAC_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer; stdcall;
begin
  BF_OMAC_Init := WE_OMAC_Init(WE_BF, Key, KeyBytes, false, ctx);
end;

function BF_OMAC_Update(data: pointer; ILen: longint; var ctx: TBFContext): integer; stdcall;
begin
  BF_OMAC_Update := WE_OMAC_Update(WE_BF, data, ILen, ctx);
end;

procedure BF_OMAC_Final(var tag: TBFBlock; var ctx: TBFContext); stdcall;
begin
  WE_OMAC_Final(WE_BF, false, tag, ctx);
end;

procedure BF_OMAC1_Final(var tag: TBFBlock; var ctx: TBFContext); stdcall;
begin
  WE_OMAC_Final(WE_BF, false, tag, ctx);
end;

procedure BF_OMAC2_Final(var tag: TBFBlock; var ctx: TBFContext); stdcall;
begin
  WE_OMAC_Final(WE_BF, true, tag, ctx);
end;

function BF_EAX_Init(const Key; KeyBytes: word; const nonce; nLen: word; var ctx: TBF_EAXContext): integer; stdcall;
begin
  BF_EAX_Init := WE_EAX_Init(WE_BF, Key, KeyBytes, false, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function BF_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TBF_EAXContext): integer; stdcall;
begin
  BF_EAX_Provide_Header := WE_OMAC_Update(WE_BF, Hdr, hLen, ctx.HdrOMAC);
end;

function BF_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBF_EAXContext): integer; stdcall;
begin
  BF_EAX_Encrypt := WE_EAX_Encrypt(WE_BF, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function BF_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBF_EAXContext): integer; stdcall;
begin
  BF_EAX_Decrypt := WE_EAX_Decrypt(WE_BF, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure BF_EAX_Final(var tag: TBFBlock; var ctx: TBF_EAXContext); stdcall;
begin
  WE_EAX_Final(WE_BF, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

end.
