{ The routines of the unit tf_base of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit tf_base;

interface

uses
  bramah_we;

const
  TF_Err_Invalid_Key_Size = -1;
  TF_Err_Invalid_Mode = -2;
  TF_Err_Invalid_Length = -3;
  TF_Err_Data_After_Short_Block = -4;
  TF_Err_MultipleIncProcs = -5;
  TF_Err_NIL_Pointer = -6;
  TF_Err_EAX_Inv_Text_Length = -7;
  TF_Err_EAX_Inv_TAG_Length = -8;
  TF_Err_EAX_Verify_Tag = -9;
  TF_Err_CCM_Hdr_length = -10;
  TF_Err_CCM_Nonce_length = -11;
  TF_Err_CCM_Tag_length = -12;
  TF_Err_CCM_Verify_Tag = -13;
  TF_Err_CCM_Text_length = -14;
  TF_Err_CTR_SeekOffset = -15;
  TF_Err_GCM_Verify_Tag = -17;
  TF_Err_GCM_Auth_After_Final = -18;
  TF_Err_Invalid_16Bit_Length = -20;

type
  TTFBlock = packed array[0..15] of byte;
  PTFBlock = ^TTFBlock;
  TTFRndKey = packed array[0..39] of longint;
  { A function of the user that increments the counter of CTR. }
  TTFIncProc = procedure(var CTR: TTFBlock);
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TTFContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TTFIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TTFBlock;
    case byte of
      0: (Store: array[0..679] of int64);
      1: (Front: array[0..15] of byte; RK: TTFRndKey);
  end;

const
  TFBLKSIZE = SizeOf(TTFBlock);

function TF_Init(const Key; KeyBits: word; var ctx: TTFContext): integer;
procedure TF_Encrypt(var ctx: TTFContext; const BI: TTFBlock; var BO: TTFBlock);
procedure TF_Decrypt(var ctx: TTFContext; const BI: TTFBlock; var BO: TTFBlock);
procedure TF_XorBlock(const B1: TTFBlock; const B2: TTFBlock; var B3: TTFBlock);
procedure TF_Reset(var ctx: TTFContext);
procedure TF_SetFastInit(value: boolean);
function TF_GetFastInit: boolean;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

function TF_Init(const Key; KeyBits: word; var ctx: TTFContext): integer;
begin
  TF_Init := WE_Init(WE_TF, Key, KeyBits, true, 0, ctx);
end;

procedure TF_Encrypt(var ctx: TTFContext; const BI: TTFBlock; var BO: TTFBlock);
begin
  WE_Block(WE_TF, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure TF_Decrypt(var ctx: TTFContext; const BI: TTFBlock; var BO: TTFBlock);
begin
  WE_Block(WE_TF, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure TF_XorBlock(const B1: TTFBlock; const B2: TTFBlock; var B3: TTFBlock);
begin
  WE_Xor(B1, B2, B3, 16);
end;

procedure TF_Reset(var ctx: TTFContext);
begin
  WE_Reset(ctx);
end;

procedure TF_SetFastInit(value: boolean);
begin
  FastInit := value;
end;

function TF_GetFastInit: boolean;
begin
  TF_GetFastInit := FastInit;
end;

end.
