{ The routines of the DLL of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sj_intf;

interface

uses
  bramah_we, bramah_wem;

const
  SJ_Err_Invalid_Key_Size = -1;
  SJ_Err_Invalid_Mode = -2;
  SJ_Err_Invalid_Length = -3;
  SJ_Err_Data_After_Short_Block = -4;
  SJ_Err_MultipleIncProcs = -5;
  SJ_Err_NIL_Pointer = -6;
  SJ_Err_EAX_Inv_Text_Length = -7;
  SJ_Err_EAX_Inv_TAG_Length = -8;
  SJ_Err_EAX_Verify_Tag = -9;
  SJ_Err_CCM_Hdr_length = -10;
  SJ_Err_CCM_Nonce_length = -11;
  SJ_Err_CCM_Tag_length = -12;
  SJ_Err_CCM_Verify_Tag = -13;
  SJ_Err_CCM_Text_length = -14;
  SJ_Err_CTR_SeekOffset = -15;
  SJ_Err_GCM_Verify_Tag = -17;
  SJ_Err_GCM_Auth_After_Final = -18;
  SJ_Err_Invalid_16Bit_Length = -20;

type
  TSJBlock = packed array[0..7] of byte;
  PSJBlock = ^TSJBlock;
  TSJRKArray = packed array[0..9] of byte;
  { A function of the user that increments the counter of CTR. }
  TSJIncProc = procedure(var CTR: TSJBlock); stdcall;
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TSJContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TSJIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TSJBlock;
    case byte of
      0: (Store: array[0..7] of int64);
      1: (Front: array[0..15] of byte; CV: TSJRKArray);
  end;

const
  SJBLKSIZE = SizeOf(TSJBlock);

function SJ_DLL_Version: PAnsiChar; stdcall;
function SJ_Init(const Key; KeyBytes: word; var ctx: TSJContext): integer; stdcall;
procedure SJ_Encrypt(var ctx: TSJContext; const BI: TSJBlock; var BO: TSJBlock); stdcall;
procedure SJ_Decrypt(var ctx: TSJContext; const BI: TSJBlock; var BO: TSJBlock); stdcall;
procedure SJ_XorBlock(const B1: TSJBlock; const B2: TSJBlock; var B3: TSJBlock); stdcall;
procedure SJ_SetFastInit(value: boolean); stdcall;
function SJ_GetFastInit: boolean; stdcall;
function SJ_CBC_Init(const Key; KeyBytes: word; const IV: TSJBlock; var ctx: TSJContext): integer; stdcall;
procedure SJ_CBC_Reset(const IV: TSJBlock; var ctx: TSJContext); stdcall;
function SJ_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
function SJ_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
function SJ_CFB_Init(const Key; KeyBytes: word; const IV: TSJBlock; var ctx: TSJContext): integer; stdcall;
procedure SJ_CFB_Reset(const IV: TSJBlock; var ctx: TSJContext); stdcall;
function SJ_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
function SJ_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
function SJ_CTR_Init(const Key; KeyBytes: word; const CTR: TSJBlock; var ctx: TSJContext): integer; stdcall;
procedure SJ_CTR_Reset(const CTR: TSJBlock; var ctx: TSJContext); stdcall;
function SJ_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
function SJ_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
function SJ_CTR_Seek(const iCTR: TSJBlock; SOL: longint; SOH: longint; var ctx: TSJContext): integer; stdcall;
function SJ_CTR_Seek64(const iCTR: TSJBlock; SO: int64; var ctx: TSJContext): integer; stdcall;
function SJ_SetIncProc(IncP: TSJIncProc; var ctx: TSJContext): integer; stdcall;
procedure SJ_IncMSBFull(var CTR: TSJBlock); stdcall;
procedure SJ_IncLSBFull(var CTR: TSJBlock); stdcall;
procedure SJ_IncMSBPart(var CTR: TSJBlock); stdcall;
procedure SJ_IncLSBPart(var CTR: TSJBlock); stdcall;
function SJ_ECB_Init(const Key; KeyBytes: word; var ctx: TSJContext): integer; stdcall;
procedure SJ_ECB_Reset(var ctx: TSJContext); stdcall;
function SJ_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
function SJ_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
function SJ_OFB_Init(const Key; KeyBits: word; const IV: TSJBlock; var ctx: TSJContext): integer; stdcall;
procedure SJ_OFB_Reset(const IV: TSJBlock; var ctx: TSJContext); stdcall;
function SJ_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
function SJ_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

const
  Incs: TWEIncs = (@SJ_IncMSBFull, @SJ_IncLSBFull, @SJ_IncMSBPart, @SJ_IncLSBPart);

function SJ_DLL_Version: PAnsiChar; stdcall;
begin
  SJ_DLL_Version := bramah_version;
end;

function SJ_Init(const Key; KeyBytes: word; var ctx: TSJContext): integer; stdcall;
begin
  SJ_Init := WE_Init(WE_SJ, Key, KeyBytes, false, 0, ctx);
end;

procedure SJ_Encrypt(var ctx: TSJContext; const BI: TSJBlock; var BO: TSJBlock); stdcall;
begin
  WE_Block(WE_SJ, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure SJ_Decrypt(var ctx: TSJContext; const BI: TSJBlock; var BO: TSJBlock); stdcall;
begin
  WE_Block(WE_SJ, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure SJ_XorBlock(const B1: TSJBlock; const B2: TSJBlock; var B3: TSJBlock); stdcall;
begin
  WE_Xor(B1, B2, B3, 8);
end;

procedure SJ_SetFastInit(value: boolean); stdcall;
begin
  FastInit := value;
end;

function SJ_GetFastInit: boolean; stdcall;
begin
  SJ_GetFastInit := FastInit;
end;

function SJ_CBC_Init(const Key; KeyBytes: word; const IV: TSJBlock; var ctx: TSJContext): integer; stdcall;
begin
  SJ_CBC_Init := WE_Init_IV(WE_SJ, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure SJ_CBC_Reset(const IV: TSJBlock; var ctx: TSJContext); stdcall;
begin
  WE_Reset_IV(WE_SJ, IV, ctx);
end;

function SJ_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
begin
  SJ_CBC_Encrypt := WE_CBC(WE_SJ, false, ptp, ctp, ILen, ctx);
end;

function SJ_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
begin
  SJ_CBC_Decrypt := WE_CBC(WE_SJ, true, ctp, ptp, ILen, ctx);
end;

function SJ_CFB_Init(const Key; KeyBytes: word; const IV: TSJBlock; var ctx: TSJContext): integer; stdcall;
begin
  SJ_CFB_Init := WE_Init_IV(WE_SJ, Key, KeyBytes, false, 0, IV, ctx);
end;

procedure SJ_CFB_Reset(const IV: TSJBlock; var ctx: TSJContext); stdcall;
begin
  WE_Reset_IV(WE_SJ, IV, ctx);
end;

function SJ_CFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
begin
  SJ_CFB_Encrypt := WE_CFB(WE_SJ, false, ptp, ctp, ILen, ctx);
end;

function SJ_CFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
begin
  SJ_CFB_Decrypt := WE_CFB(WE_SJ, true, ctp, ptp, ILen, ctx);
end;

function SJ_CTR_Init(const Key; KeyBytes: word; const CTR: TSJBlock; var ctx: TSJContext): integer; stdcall;
begin
  SJ_CTR_Init := WE_CTR_Init(WE_SJ, Key, KeyBytes, false, CTR, nil, ctx);
end;

procedure SJ_CTR_Reset(const CTR: TSJBlock; var ctx: TSJContext); stdcall;
begin
  WE_CTR_Reset(WE_SJ, CTR, ctx);
end;

function SJ_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
begin
  SJ_CTR_Encrypt := WE_CTR(WE_SJ, Incs, true, ptp, ctp, ILen, ctx);
end;

function SJ_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
begin
  SJ_CTR_Decrypt := WE_CTR(WE_SJ, Incs, true, ctp, ptp, ILen, ctx);
end;

function SJ_CTR_Seek(const iCTR: TSJBlock; SOL: longint; SOH: longint; var ctx: TSJContext): integer; stdcall;
begin
  SJ_CTR_Seek := WE_CTR_Seek(WE_SJ, Incs, true, iCTR, SOL, SOH, ctx);
end;

function SJ_CTR_Seek64(const iCTR: TSJBlock; SO: int64; var ctx: TSJContext): integer; stdcall;
begin
  SJ_CTR_Seek64 := WE_CTR_Seek(WE_SJ, Incs, true, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function SJ_SetIncProc(IncP: TSJIncProc; var ctx: TSJContext): integer; stdcall;
var
  p: pointer absolute IncP;
begin
  SJ_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure SJ_IncMSBFull(var CTR: TSJBlock); stdcall;
begin
  WE_Inc(CTR, 7, 0);
end;

procedure SJ_IncLSBFull(var CTR: TSJBlock); stdcall;
begin
  WE_Inc(CTR, 0, 7);
end;

procedure SJ_IncMSBPart(var CTR: TSJBlock); stdcall;
begin
  WE_Inc(CTR, 7, 4);
end;

procedure SJ_IncLSBPart(var CTR: TSJBlock); stdcall;
begin
  WE_Inc(CTR, 0, 3);
end;

function SJ_ECB_Init(const Key; KeyBytes: word; var ctx: TSJContext): integer; stdcall;
begin
  SJ_ECB_Init := WE_Init(WE_SJ, Key, KeyBytes, false, 0, ctx);
end;

procedure SJ_ECB_Reset(var ctx: TSJContext); stdcall;
begin
  WE_Reset(ctx);
end;

function SJ_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
begin
  SJ_ECB_Encrypt := WE_ECB(WE_SJ, false, ptp, ctp, ILen, ctx);
end;

function SJ_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
begin
  SJ_ECB_Decrypt := WE_ECB(WE_SJ, true, ctp, ptp, ILen, ctx);
end;

function SJ_OFB_Init(const Key; KeyBits: word; const IV: TSJBlock; var ctx: TSJContext): integer; stdcall;
begin
  SJ_OFB_Init := WE_Init_IV(WE_SJ, Key, KeyBits, false, 0, IV, ctx);
end;

procedure SJ_OFB_Reset(const IV: TSJBlock; var ctx: TSJContext); stdcall;
begin
  WE_Reset_IV(WE_SJ, IV, ctx);
end;

function SJ_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
begin
  SJ_OFB_Encrypt := WE_OFB_Apply(WE_SJ, ptp, ctp, ILen, ctx);
end;

function SJ_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSJContext): integer; stdcall;
begin
  SJ_OFB_Decrypt := WE_OFB_Apply(WE_SJ, ctp, ptp, ILen, ctx);
end;

end.
