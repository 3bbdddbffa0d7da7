{ The routines of the unit xt_base of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit xt_base;

interface

uses
  bramah_we;

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
  TXTIncProc = procedure(var CTR: TXTBlock);
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

function XT_Init(const Key; KeyBytes: word; var ctx: TXTContext): integer;
procedure XT_Encrypt(var ctx: TXTContext; const BI: TXTBlock; var BO: TXTBlock);
procedure XT_Decrypt(var ctx: TXTContext; const BI: TXTBlock; var BO: TXTBlock);
procedure XT_XorBlock(const B1: TXTBlock; const B2: TXTBlock; var B3: TXTBlock);
procedure XT_Reset(var ctx: TXTContext);
procedure XT_SetFastInit(value: boolean);
function XT_GetFastInit: boolean;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

function XT_Init(const Key; KeyBytes: word; var ctx: TXTContext): integer;
begin
  XT_Init := WE_Init(WE_XT, Key, KeyBytes, false, 0, ctx);
end;

procedure XT_Encrypt(var ctx: TXTContext; const BI: TXTBlock; var BO: TXTBlock);
begin
  WE_Block(WE_XT, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure XT_Decrypt(var ctx: TXTContext; const BI: TXTBlock; var BO: TXTBlock);
begin
  WE_Block(WE_XT, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure XT_XorBlock(const B1: TXTBlock; const B2: TXTBlock; var B3: TXTBlock);
begin
  WE_Xor(B1, B2, B3, 8);
end;

procedure XT_Reset(var ctx: TXTContext);
begin
  WE_Reset(ctx);
end;

procedure XT_SetFastInit(value: boolean);
begin
  FastInit := value;
end;

function XT_GetFastInit: boolean;
begin
  XT_GetFastInit := FastInit;
end;

end.
