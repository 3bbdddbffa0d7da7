{ The routines of the unit sp_base of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sp_base;

interface

uses
  bramah_we;

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
  TSPIncProc = procedure(var CTR: TSPBlock);
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

function SP_Init(const Key; KeyBits: word; var ctx: TSPContext): integer;
procedure SP_Encrypt(var ctx: TSPContext; const BI: TSPBlock; var BO: TSPBlock);
procedure SP_Decrypt(var ctx: TSPContext; const BI: TSPBlock; var BO: TSPBlock);
procedure SP_XorBlock(const B1: TSPBlock; const B2: TSPBlock; var B3: TSPBlock);
procedure SP_Reset(var ctx: TSPContext);
procedure SP_SetFastInit(value: boolean);
function SP_GetFastInit: boolean;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

function SP_Init(const Key; KeyBits: word; var ctx: TSPContext): integer;
begin
  SP_Init := WE_Init(WE_SP, Key, KeyBits, true, 0, ctx);
end;

procedure SP_Encrypt(var ctx: TSPContext; const BI: TSPBlock; var BO: TSPBlock);
begin
  WE_Block(WE_SP, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure SP_Decrypt(var ctx: TSPContext; const BI: TSPBlock; var BO: TSPBlock);
begin
  WE_Block(WE_SP, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure SP_XorBlock(const B1: TSPBlock; const B2: TSPBlock; var B3: TSPBlock);
begin
  WE_Xor(B1, B2, B3, 16);
end;

procedure SP_Reset(var ctx: TSPContext);
begin
  WE_Reset(ctx);
end;

procedure SP_SetFastInit(value: boolean);
begin
  FastInit := value;
end;

function SP_GetFastInit: boolean;
begin
  SP_GetFastInit := FastInit;
end;

end.
