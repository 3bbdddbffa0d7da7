{ The routines of the DLL of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sc_intf;

interface

uses
  bramah_we, bramah_wem;

const
  SC_Err_Invalid_Key_Size = -1;
  SC_Err_Invalid_Mode = -2;
  SC_Err_Invalid_Length = -3;
  SC_Err_Data_After_Short_Block = -4;
  SC_Err_MultipleIncProcs = -5;
  SC_Err_NIL_Pointer = -6;
  SC_Err_EAX_Inv_Text_Length = -7;
  SC_Err_EAX_Inv_TAG_Length = -8;
  SC_Err_EAX_Verify_Tag = -9;
  SC_Err_CCM_Hdr_length = -10;
  SC_Err_CCM_Nonce_length = -11;
  SC_Err_CCM_Tag_length = -12;
  SC_Err_CCM_Verify_Tag = -13;
  SC_Err_CCM_Text_length = -14;
  SC_Err_CTR_SeekOffset = -15;
  SC_Err_GCM_Verify_Tag = -17;
  SC_Err_GCM_Auth_After_Final = -18;
  SC_Err_Invalid_16Bit_Length = -20;

type
  TSCBlock = packed array[0..31] of byte;
  PSCBlock = ^TSCBlock;
  TSCKeyArr = packed array[0..63] of longint;
  { A function of the user that increments the counter of CTR. }
  TSCIncProc = procedure(var CTR: TSCBlock); stdcall;
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TSCContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TSCIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TSCBlock;
    case byte of
      0: (Store: array[0..39] of int64);
      1: (Front: array[0..15] of byte; RK: TSCKeyArr);
  end;

const
  SCBLKSIZE = SizeOf(TSCBlock);

function SC_DLL_Version: PAnsiChar; stdcall;
function SC_Init(const Key; KeyBytes: word; var ctx: TSCContext): integer; stdcall;
procedure SC_Encrypt(var ctx: TSCContext; const BI: TSCBlock; var BO: TSCBlock); stdcall;
procedure SC_Decrypt(var ctx: TSCContext; const BI: TSCBlock; var BO: TSCBlock); stdcall;
procedure SC_XorBlock(const B1: TSCBlock; const B2: TSCBlock; var B3: TSCBlock); stdcall;
procedure SC_SetFastInit(value: boolean); stdcall;
function SC_GetFastInit: boolean; stdcall;
function SC_CBC_Init(const Key; KeyBytes: word; const IV: TSCBlock; var ctx: TSCContext): integer; stdcall;
procedure SC_CBC_Reset(const IV: TSCBlock; var ctx: TSCContext); stdcall;
function SC_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
function SC_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
function SC_CFB_Init(const Key; KeyBytes: word; const IV: TSCBlock; var ctx: TSCContext): integer; stdcall;
procedure SC_CFB_Reset(const IV: TSCBlock; var ctx: TSCContext); stdcall;
function SC_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
function SC_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
function SC_CTR_Init(const Key; KeyBytes: word; const CTR: TSCBlock; var ctx: TSCContext): integer; stdcall;
procedure SC_CTR_Reset(const CTR: TSCBlock; var ctx: TSCContext); stdcall;
function SC_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
function SC_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
function SC_CTR_Seek(const iCTR: TSCBlock; SOL: longint; SOH: longint; var ctx: TSCContext): integer; stdcall;
function SC_CTR_Seek64(const iCTR: TSCBlock; SO: int64; var ctx: TSCContext): integer; stdcall;
function SC_SetIncProc(IncP: TSCIncProc; var ctx: TSCContext): integer; stdcall;
procedure SC_IncMSBFull(var CTR: TSCBlock); stdcall;
procedure SC_IncLSBFull(var CTR: TSCBlock); stdcall;
procedure SC_IncMSBPart(var CTR: TSCBlock); stdcall;
procedure SC_IncLSBPart(var CTR: TSCBlock); stdcall;
function SC_ECB_Init(const Key; KeyBytes: word; var ctx: TSCContext): integer; stdcall;
procedure SC_ECB_Reset(var ctx: TSCContext); stdcall;
function SC_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
function SC_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
function SC_OFB_Init(const Key; KeyBits: word; const IV: TSCBlock; var ctx: TSCContext): integer; stdcall;
procedure SC_OFB_Reset(const IV: TSCBlock; var ctx: TSCContext); stdcall;
function SC_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
function SC_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

const
  Incs: TWEIncs = (@SC_IncMSBFull, @SC_IncLSBFull, @SC_IncMSBPart, @SC_IncLSBPart);

function SC_DLL_Version: PAnsiChar; stdcall;
begin
  SC_DLL_Version := bramah_version;
end;

function SC_Init(const Key; KeyBytes: word; var ctx: TSCContext): integer; stdcall;
begin
  SC_Init := WE_Init(WE_SC, Key, KeyBytes, false, 0, ctx);
end;

procedure SC_Encrypt(var ctx: TSCContext; const BI: TSCBlock; var BO: TSCBlock); stdcall;
begin
  WE_Block(WE_SC, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure SC_Decrypt(var ctx: TSCContext; const BI: TSCBlock; var BO: TSCBlock); stdcall;
begin
  WE_Block(WE_SC, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure SC_XorBlock(const B1: TSCBlock; const B2: TSCBlock; var B3: TSCBlock); stdcall;
begin
  WE_Xor(B1, B2, B3, 32);
end;

procedure SC_SetFastInit(value: boolean); stdcall;
begin
  FastInit := value;
end;

function SC_GetFastInit: boolean; stdcall;
begin
  SC_GetFastInit := FastInit;
end;

function SC_CBC_Init(const Key; KeyBytes: word; const IV: TSCBlock; var ctx: TSCContext): integer; stdcall;
begin
  SC_CBC_Init := WE_Init_IV(WE_SC, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure SC_CBC_Reset(const IV: TSCBlock; var ctx: TSCContext); stdcall;
begin
  WE_Reset_IV(WE_SC, IV, ctx);
end;

function SC_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
begin
  SC_CBC_Encrypt := WE_CBC(WE_SC, false, ptp, ctp, ILen, ctx);
end;

function SC_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
begin
  SC_CBC_Decrypt := WE_CBC(WE_SC, true, ctp, ptp, ILen, ctx);
end;

function SC_CFB_Init(const Key; KeyBytes: word; const IV: TSCBlock; var ctx: TSCContext): integer; stdcall;
begin
  SC_CFB_Init := WE_Init_IV(WE_SC, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure SC_CFB_Reset(const IV: TSCBlock; var ctx: TSCContext); stdcall;
begin
  WE_Reset_IV(WE_SC, IV, ctx);
end;

function SC_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
begin
  SC_CFB_Encrypt := WE_CFB(WE_SC, false, ptp, ctp, ILen, ctx);
end;

function SC_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
begin
  SC_CFB_Decrypt := WE_CFB(WE_SC, true, ctp, ptp, ILen, ctx);
end;

function SC_CTR_Init(const Key; KeyBytes: word; const CTR: TSCBlock; var ctx: TSCContext): integer; stdcall;
begin
  SC_CTR_Init := WE_CTR_Init(WE_SC, Key, KeyBytes, false, CTR, nil, ctx);
end;

procedure SC_CTR_Reset(const CTR: TSCBlock; var ctx: TSCContext); stdcall;
begin
  WE_CTR_Reset(WE_SC, CTR, ctx);
end;

function SC_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
begin
  SC_CTR_Encrypt := WE_CTR(WE_SC, Incs, true, ptp, ctp, ILen, ctx);
end;

function SC_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
begin
  SC_CTR_Decrypt := WE_CTR(WE_SC, Incs, true, ctp, ptp, ILen, ctx);
end;

function SC_CTR_Seek(const iCTR: TSCBlock; SOL: longint; SOH: longint; var ctx: TSCContext): integer; stdcall;
begin
  SC_CTR_Seek := WE_CTR_Seek(WE_SC, Incs, true, iCTR, SOL, SOH, ctx);
end;

function SC_CTR_Seek64(const iCTR: TSCBlock; SO: int64; var ctx: TSCContext): integer; stdcall;
begin
  SC_CTR_Seek64 := WE_CTR_Seek(WE_SC, Incs, true, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function SC_SetIncProc(IncP: TSCIncProc; var ctx: TSCContext): integer; stdcall;
var
  p: pointer absolute IncP;
begin
  SC_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure SC_IncMSBFull(var CTR: TSCBlock); stdcall;
begin
  WE_Inc(CTR, 31, 0);
end;

procedure SC_IncLSBFull(var CTR: TSCBlock); stdcall;
begin
  WE_Inc(CTR, 0, 31);
end;

procedure SC_IncMSBPart(var CTR: TSCBlock); stdcall;
begin
  WE_Inc(CTR, 31, 16);
end;

procedure SC_IncLSBPart(var CTR: TSCBlock); stdcall;
begin
  WE_Inc(CTR, 0, 15);
end;

function SC_ECB_Init(const Key; KeyBytes: word; var ctx: TSCContext): integer; stdcall;
begin
  SC_ECB_Init := WE_Init(WE_SC, Key, KeyBytes, false, 0, ctx);
end;

procedure SC_ECB_Reset(var ctx: TSCContext); stdcall;
begin
  WE_Reset(ctx);
end;

function SC_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
begin
  SC_ECB_Encrypt := WE_ECB(WE_SC, false, ptp, ctp, ILen, ctx);
end;

function SC_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
begin
  SC_ECB_Decrypt := WE_ECB(WE_SC, true, ctp, ptp, ILen, ctx);
end;

function SC_OFB_Init(const Key; KeyBits: word; const IV: TSCBlock; var ctx: TSCContext): integer; stdcall;
begin
  SC_OFB_Init := WE_Init_IV(WE_SC, Key, KeyBits, false, 0, IV, ctx);
end;

procedure SC_OFB_Reset(const IV: TSCBlock; var ctx: TSCContext); stdcall;
begin
  WE_Reset_IV(WE_SC, IV, ctx);
end;

function SC_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
begin
  SC_OFB_Encrypt := WE_OFB_Apply(WE_SC, ptp, ctp, ILen, ctx);
end;

function SC_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSCContext): integer; stdcall;
begin
  SC_OFB_Decrypt := WE_OFB_Apply(WE_SC, ctp, ptp, ILen, ctx);
end;

end.
