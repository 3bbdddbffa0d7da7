{ The routines of the DLL of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit xt_intf;

interface

uses
  bramah_we, bramah_wem;

const
  XT_Err_Invalid_Key_Size = -1;
  XT_Err_Invalid_Mode = -2;
  XT_Err_Invalid_Length = -3;
  XT_Err_Data_After_Short_Block = -4;
  XT_Err_MultipleIncProcs = -5;
  XT_Err_NIL_Pointer = -6;
  XT_Err_EAX_Inv_Text_Length = -7;
  XT_Err_EAX_Inv_TAG_Length = -8;
  XT_Err_EAX_Verify_Tag = -9;
  XT_Err_CCM_Hdr_length = -10;
  XT_Err_CCM_Nonce_length = -11;
  XT_Err_CCM_Tag_length = -12;
  XT_Err_CCM_Verify_Tag = -13;
  XT_Err_CCM_Text_length = -14;
  XT_Err_CTR_SeekOffset = -15;
  XT_Err_GCM_Verify_Tag = -17;
  XT_Err_GCM_Auth_After_Final = -18;
  XT_Err_Invalid_16Bit_Length = -20;

type
  TXTBlock = packed array[0..7] of byte;
  PXTBlock = ^TXTBlock;
  TXT2Long = packed record L, R: longint; end;
  { A function of the user that increments the counter of CTR. }
  TXTIncProc = procedure(var CTR: TXTBlock); stdcall;
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TXTContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TXTIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TXTBlock;
    Store: array[0..39] of int64;
  end;

const
  XTBLKSIZE = SizeOf(TXTBlock);

function XT_DLL_Version: PAnsiChar; stdcall;
function XT_Init(const Key; KeyBytes: word; var ctx: TXTContext): integer; stdcall;
procedure XT_Encrypt(var ctx: TXTContext; const BI: TXTBlock; var BO: TXTBlock); stdcall;
procedure XT_Decrypt(var ctx: TXTContext; const BI: TXTBlock; var BO: TXTBlock); stdcall;
procedure XT_XorBlock(const B1: TXTBlock; const B2: TXTBlock; var B3: TXTBlock); stdcall;
procedure XT_SetFastInit(value: boolean); stdcall;
function XT_GetFastInit: boolean; stdcall;
function XT_CBC_Init(const Key; KeyBytes: word; const IV: TXTBlock; var ctx: TXTContext): integer; stdcall;
procedure XT_CBC_Reset(const IV: TXTBlock; var ctx: TXTContext); stdcall;
function XT_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
function XT_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
function XT_CFB_Init(const Key; KeyBytes: word; const IV: TXTBlock; var ctx: TXTContext): integer; stdcall;
procedure XT_CFB_Reset(const IV: TXTBlock; var ctx: TXTContext); stdcall;
function XT_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
function XT_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
function XT_CTR_Init(const Key; KeyBytes: word; const CTR: TXTBlock; var ctx: TXTContext): integer; stdcall;
procedure XT_CTR_Reset(const CTR: TXTBlock; var ctx: TXTContext); stdcall;
function XT_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
function XT_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
function XT_CTR_Seek(const iCTR: TXTBlock; SOL: longint; SOH: longint; var ctx: TXTContext): integer; stdcall;
function XT_CTR_Seek64(const iCTR: TXTBlock; SO: int64; var ctx: TXTContext): integer; stdcall;
function XT_SetIncProc(IncP: TXTIncProc; var ctx: TXTContext): integer; stdcall;
procedure XT_IncMSBFull(var CTR: TXTBlock); stdcall;
procedure XT_IncLSBFull(var CTR: TXTBlock); stdcall;
procedure XT_IncMSBPart(var CTR: TXTBlock); stdcall;
procedure XT_IncLSBPart(var CTR: TXTBlock); stdcall;
function XT_ECB_Init(const Key; KeyBytes: word; var ctx: TXTContext): integer; stdcall;
procedure XT_ECB_Reset(var ctx: TXTContext); stdcall;
function XT_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
function XT_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
function XT_OFB_Init(const Key; KeyBits: word; const IV: TXTBlock; var ctx: TXTContext): integer; stdcall;
procedure XT_OFB_Reset(const IV: TXTBlock; var ctx: TXTContext); stdcall;
function XT_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
function XT_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

const
  Incs: TWEIncs = (@XT_IncMSBFull, @XT_IncLSBFull, @XT_IncMSBPart, @XT_IncLSBPart);

function XT_DLL_Version: PAnsiChar; stdcall;
begin
  XT_DLL_Version := bramah_version;
end;

function XT_Init(const Key; KeyBytes: word; var ctx: TXTContext): integer; stdcall;
begin
  XT_Init := WE_Init(WE_XT, Key, KeyBytes, false, 0, ctx);
end;

procedure XT_Encrypt(var ctx: TXTContext; const BI: TXTBlock; var BO: TXTBlock); stdcall;
begin
  WE_Block(WE_XT, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure XT_Decrypt(var ctx: TXTContext; const BI: TXTBlock; var BO: TXTBlock); stdcall;
begin
  WE_Block(WE_XT, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure XT_XorBlock(const B1: TXTBlock; const B2: TXTBlock; var B3: TXTBlock); stdcall;
begin
  WE_Xor(B1, B2, B3, 8);
end;

procedure XT_SetFastInit(value: boolean); stdcall;
begin
  FastInit := value;
end;

function XT_GetFastInit: boolean; stdcall;
begin
  XT_GetFastInit := FastInit;
end;

function XT_CBC_Init(const Key; KeyBytes: word; const IV: TXTBlock; var ctx: TXTContext): integer; stdcall;
begin
  XT_CBC_Init := WE_Init_IV(WE_XT, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure XT_CBC_Reset(const IV: TXTBlock; var ctx: TXTContext); stdcall;
begin
  WE_Reset_IV(WE_XT, IV, ctx);
end;

function XT_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
begin
  XT_CBC_Encrypt := WE_CBC(WE_XT, false, ptp, ctp, ILen, ctx);
end;

function XT_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
begin
  XT_CBC_Decrypt := WE_CBC(WE_XT, true, ctp, ptp, ILen, ctx);
end;

function XT_CFB_Init(const Key; KeyBytes: word; const IV: TXTBlock; var ctx: TXTContext): integer; stdcall;
begin
  XT_CFB_Init := WE_Init_IV(WE_XT, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure XT_CFB_Reset(const IV: TXTBlock; var ctx: TXTContext); stdcall;
begin
  WE_Reset_IV(WE_XT, IV, ctx);
end;

function XT_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
begin
  XT_CFB_Encrypt := WE_CFB(WE_XT, false, ptp, ctp, ILen, ctx);
end;

function XT_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
begin
  XT_CFB_Decrypt := WE_CFB(WE_XT, true, ctp, ptp, ILen, ctx);
end;

function XT_CTR_Init(const Key; KeyBytes: word; const CTR: TXTBlock; var ctx: TXTContext): integer; stdcall;
begin
  XT_CTR_Init := WE_CTR_Init(WE_XT, Key, KeyBytes, false, CTR, nil, ctx);
end;

procedure XT_CTR_Reset(const CTR: TXTBlock; var ctx: TXTContext); stdcall;
begin
  WE_CTR_Reset(WE_XT, CTR, ctx);
end;

function XT_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
begin
  XT_CTR_Encrypt := WE_CTR(WE_XT, Incs, true, ptp, ctp, ILen, ctx);
end;

function XT_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
begin
  XT_CTR_Decrypt := WE_CTR(WE_XT, Incs, true, ctp, ptp, ILen, ctx);
end;

function XT_CTR_Seek(const iCTR: TXTBlock; SOL: longint; SOH: longint; var ctx: TXTContext): integer; stdcall;
begin
  XT_CTR_Seek := WE_CTR_Seek(WE_XT, Incs, true, iCTR, SOL, SOH, ctx);
end;

function XT_CTR_Seek64(const iCTR: TXTBlock; SO: int64; var ctx: TXTContext): integer; stdcall;
begin
  XT_CTR_Seek64 := WE_CTR_Seek(WE_XT, Incs, true, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function XT_SetIncProc(IncP: TXTIncProc; var ctx: TXTContext): integer; stdcall;
var
  p: pointer absolute IncP;
begin
  XT_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure XT_IncMSBFull(var CTR: TXTBlock); stdcall;
begin
  WE_Inc(CTR, 7, 0);
end;

procedure XT_IncLSBFull(var CTR: TXTBlock); stdcall;
begin
  WE_Inc(CTR, 0, 7);
end;

procedure XT_IncMSBPart(var CTR: TXTBlock); stdcall;
begin
  WE_Inc(CTR, 7, 4);
end;

procedure XT_IncLSBPart(var CTR: TXTBlock); stdcall;
begin
  WE_Inc(CTR, 0, 3);
end;

function XT_ECB_Init(const Key; KeyBytes: word; var ctx: TXTContext): integer; stdcall;
begin
  XT_ECB_Init := WE_Init(WE_XT, Key, KeyBytes, false, 0, ctx);
end;

procedure XT_ECB_Reset(var ctx: TXTContext); stdcall;
begin
  WE_Reset(ctx);
end;

function XT_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
begin
  XT_ECB_Encrypt := WE_ECB(WE_XT, false, ptp, ctp, ILen, ctx);
end;

function XT_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
begin
  XT_ECB_Decrypt := WE_ECB(WE_XT, true, ctp, ptp, ILen, ctx);
end;

function XT_OFB_Init(const Key; KeyBits: word; const IV: TXTBlock; var ctx: TXTContext): integer; stdcall;
begin
  XT_OFB_Init := WE_Init_IV(WE_XT, Key, KeyBits, false, 0, IV, ctx);
end;

procedure XT_OFB_Reset(const IV: TXTBlock; var ctx: TXTContext); stdcall;
begin
  WE_Reset_IV(WE_XT, IV, ctx);
end;

function XT_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
begin
  XT_OFB_Encrypt := WE_OFB_Apply(WE_XT, ptp, ctp, ILen, ctx);
end;

function XT_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TXTContext): integer; stdcall;
begin
  XT_OFB_Decrypt := WE_OFB_Apply(WE_XT, ctp, ptp, ILen, ctx);
end;

end.
