{ The routines of the unit sc_base of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sc_base;

interface

uses
  bramah_we;

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
  TSCIncProc = procedure(var CTR: TSCBlock);
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

function SC_Init(const Key; KeyBytes: word; var ctx: TSCContext): integer;
procedure SC_Encrypt(var ctx: TSCContext; const BI: TSCBlock; var BO: TSCBlock);
procedure SC_Decrypt(var ctx: TSCContext; const BI: TSCBlock; var BO: TSCBlock);
procedure SC_XorBlock(const B1: TSCBlock; const B2: TSCBlock; var B3: TSCBlock);
procedure SC_Reset(var ctx: TSCContext);
procedure SC_SetFastInit(value: boolean);
function SC_GetFastInit: boolean;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

function SC_Init(const Key; KeyBytes: word; var ctx: TSCContext): integer;
begin
  SC_Init := WE_Init(WE_SC, Key, KeyBytes, false, 0, ctx);
end;

procedure SC_Encrypt(var ctx: TSCContext; const BI: TSCBlock; var BO: TSCBlock);
begin
  WE_Block(WE_SC, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure SC_Decrypt(var ctx: TSCContext; const BI: TSCBlock; var BO: TSCBlock);
begin
  WE_Block(WE_SC, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure SC_XorBlock(const B1: TSCBlock; const B2: TSCBlock; var B3: TSCBlock);
begin
  WE_Xor(B1, B2, B3, 32);
end;

procedure SC_Reset(var ctx: TSCContext);
begin
  WE_Reset(ctx);
end;

procedure SC_SetFastInit(value: boolean);
begin
  FastInit := value;
end;

function SC_GetFastInit: boolean;
begin
  SC_GetFastInit := FastInit;
end;

end.
