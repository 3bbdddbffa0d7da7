{ The routines of the unit sea_base of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sea_base;

interface

uses
  bramah_we;

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
  TSEAIncProc = procedure(var CTR: TSEABlock);
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

function SEA_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer;
procedure SEA_Encrypt(var ctx: TSEAContext; const BI: TSEABlock; var BO: TSEABlock);
procedure SEA_Decrypt(var ctx: TSEAContext; const BI: TSEABlock; var BO: TSEABlock);
procedure SEA_XorBlock(const B1: TSEABlock; const B2: TSEABlock; var B3: TSEABlock);
procedure SEA_Reset(var ctx: TSEAContext);
procedure SEA_SetFastInit(value: boolean);
function SEA_GetFastInit: boolean;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

function SEA_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer;
begin
  SEA_Init := WE_Init(WE_SEA, Key, KeyBits, true, 0, ctx);
end;

procedure SEA_Encrypt(var ctx: TSEAContext; const BI: TSEABlock; var BO: TSEABlock);
begin
  WE_Block(WE_SEA, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure SEA_Decrypt(var ctx: TSEAContext; const BI: TSEABlock; var BO: TSEABlock);
begin
  WE_Block(WE_SEA, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure SEA_XorBlock(const B1: TSEABlock; const B2: TSEABlock; var B3: TSEABlock);
begin
  WE_Xor(B1, B2, B3, 16);
end;

procedure SEA_Reset(var ctx: TSEAContext);
begin
  WE_Reset(ctx);
end;

procedure SEA_SetFastInit(value: boolean);
begin
  FastInit := value;
end;

function SEA_GetFastInit: boolean;
begin
  SEA_GetFastInit := FastInit;
end;

end.
