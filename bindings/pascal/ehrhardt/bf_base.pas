{ The routines of the unit bf_base of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit bf_base;

interface

uses
  bramah_we;

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
  TBFIncProc = procedure(var CTR: TBFBlock);
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

function BF_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer;
procedure BF_Encrypt(var ctx: TBFContext; const BI: TBFBlock; var BO: TBFBlock);
procedure BF_Decrypt(var ctx: TBFContext; const BI: TBFBlock; var BO: TBFBlock);
procedure BF_XorBlock(const B1: TBFBlock; const B2: TBFBlock; var B3: TBFBlock);
procedure BF_Reset(var ctx: TBFContext);
procedure BF_SetFastInit(value: boolean);
function BF_GetFastInit: boolean;
procedure BF_InitState(var ctx: TBFContext);

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

function BF_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer;
begin
  BF_Init := WE_Init(WE_BF, Key, KeyBytes, false, 0, ctx);
end;

procedure BF_Encrypt(var ctx: TBFContext; const BI: TBFBlock; var BO: TBFBlock);
begin
  WE_Block(WE_BF, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure BF_Decrypt(var ctx: TBFContext; const BI: TBFBlock; var BO: TBFBlock);
begin
  WE_Block(WE_BF, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure BF_XorBlock(const B1: TBFBlock; const B2: TBFBlock; var B3: TBFBlock);
begin
  WE_Xor(B1, B2, B3, 8);
end;

procedure BF_Reset(var ctx: TBFContext);
begin
  WE_Reset(ctx);
end;

procedure BF_SetFastInit(value: boolean);
begin
  FastInit := value;
end;

function BF_GetFastInit: boolean;
begin
  BF_GetFastInit := FastInit;
end;

procedure BF_InitState(var ctx: TBFContext);
begin
  FillChar(ctx, SizeOf(ctx), 0);
end;

end.
