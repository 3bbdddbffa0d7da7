{ The routines of the unit anu_base of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit anu_base;

interface

uses
  bramah_we;

const
  ANU_Err_Invalid_Key_Size = -1;
  ANU_Err_Invalid_Mode = -2;
  ANU_Err_Invalid_Length = -3;
  ANU_Err_Data_After_Short_Block = -4;
  ANU_Err_MultipleIncProcs = -5;
  ANU_Err_NIL_Pointer = -6;
  ANU_Err_EAX_Inv_Text_Length = -7;
  ANU_Err_EAX_Inv_TAG_Length = -8;
  ANU_Err_EAX_Verify_Tag = -9;
  ANU_Err_CCM_Hdr_length = -10;
  ANU_Err_CCM_Nonce_length = -11;
  ANU_Err_CCM_Tag_length = -12;
  ANU_Err_CCM_Verify_Tag = -13;
  ANU_Err_CCM_Text_length = -14;
  ANU_Err_CTR_SeekOffset = -15;
  ANU_Err_GCM_Verify_Tag = -17;
  ANU_Err_GCM_Auth_After_Final = -18;
  ANU_Err_Invalid_16Bit_Length = -20;

type
  TANUBlock = packed array[0..15] of byte;
  PANUBlock = ^TANUBlock;
  TANURndKey = packed array[0..18, 0..3] of longint;
  { A function of the user that increments the counter of CTR. }
  TANUIncProc = procedure(var CTR: TANUBlock);
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TANUContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TANUIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TANUBlock;
    case byte of
      0: (Store: array[0..199] of int64);
      1: (Front: array[0..15] of byte; RK: TANURndKey);
  end;

const
  ANUBLKSIZE = SizeOf(TANUBlock);

function ANU_Init2(const Key; KeyBits: word; var ctx: TANUContext; decr: byte): integer;
function ANU_Init_Encr(const Key; KeyBits: word; var ctx: TANUContext): integer;
function ANU_Init_Decr(const Key; KeyBits: word; var ctx: TANUContext): integer;
procedure ANU_Encrypt(var ctx: TANUContext; const BI: TANUBlock; var BO: TANUBlock);
procedure ANU_Decrypt(var ctx: TANUContext; const BI: TANUBlock; var BO: TANUBlock);
procedure ANU_XorBlock(const B1: TANUBlock; const B2: TANUBlock; var B3: TANUBlock);
procedure ANU_SetFastInit(value: boolean);
function ANU_GetFastInit: boolean;
function ANU_T0Ofs: byte;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

function ANU_Init2(const Key; KeyBits: word; var ctx: TANUContext; decr: byte): integer;
begin
  ANU_Init2 := WE_Init(WE_ANU, Key, KeyBits, true, decr, ctx);
end;

function ANU_Init_Encr(const Key; KeyBits: word; var ctx: TANUContext): integer;
begin
  ANU_Init_Encr := WE_Init(WE_ANU, Key, KeyBits, true, 0, ctx);
end;

function ANU_Init_Decr(const Key; KeyBits: word; var ctx: TANUContext): integer;
begin
  ANU_Init_Decr := WE_Init(WE_ANU, Key, KeyBits, true, 1, ctx);
end;

procedure ANU_Encrypt(var ctx: TANUContext; const BI: TANUBlock; var BO: TANUBlock);
begin
  WE_Block(WE_ANU, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure ANU_Decrypt(var ctx: TANUContext; const BI: TANUBlock; var BO: TANUBlock);
begin
  WE_Block(WE_ANU, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure ANU_XorBlock(const B1: TANUBlock; const B2: TANUBlock; var B3: TANUBlock);
begin
  WE_Xor(B1, B2, B3, 16);
end;

procedure ANU_SetFastInit(value: boolean);
begin
  FastInit := value;
end;

function ANU_GetFastInit: boolean;
begin
  ANU_GetFastInit := FastInit;
end;

function ANU_T0Ofs: byte;
begin
  ANU_T0Ofs := 0;
end;

end.
