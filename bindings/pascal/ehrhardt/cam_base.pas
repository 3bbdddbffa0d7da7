{ The routines of the unit cam_base of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit cam_base;

interface

uses
  bramah_we;

const
  CAM_Err_Invalid_Key_Size = -1;
  CAM_Err_Invalid_Mode = -2;
  CAM_Err_Invalid_Length = -3;
  CAM_Err_Data_After_Short_Block = -4;
  CAM_Err_MultipleIncProcs = -5;
  CAM_Err_NIL_Pointer = -6;
  CAM_Err_EAX_Inv_Text_Length = -7;
  CAM_Err_EAX_Inv_TAG_Length = -8;
  CAM_Err_EAX_Verify_Tag = -9;
  CAM_Err_CCM_Hdr_length = -10;
  CAM_Err_CCM_Nonce_length = -11;
  CAM_Err_CCM_Tag_length = -12;
  CAM_Err_CCM_Verify_Tag = -13;
  CAM_Err_CCM_Text_length = -14;
  CAM_Err_CTR_SeekOffset = -15;
  CAM_Err_GCM_Verify_Tag = -17;
  CAM_Err_GCM_Auth_After_Final = -18;
  CAM_Err_Invalid_16Bit_Length = -20;

type
  TCAMBlock = packed array[0..15] of byte;
  PCAMBlock = ^TCAMBlock;
  TCAMRndKey = packed array[0..16] of TCAMBlock;
  { A function of the user that increments the counter of CTR. }
  TCAMIncProc = procedure(var CTR: TCAMBlock);
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TCAMContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TCAMIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TCAMBlock;
    case byte of
      0: (Store: array[0..327] of int64);
      1: (Front: array[0..15] of byte; EK: TCAMRndKey);
  end;

const
  CAMBLKSIZE = SizeOf(TCAMBlock);

function CAM_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer;
procedure CAM_Encrypt(var ctx: TCAMContext; const BI: TCAMBlock; var BO: TCAMBlock);
procedure CAM_Decrypt(var ctx: TCAMContext; const BI: TCAMBlock; var BO: TCAMBlock);
procedure CAM_XorBlock(const B1: TCAMBlock; const B2: TCAMBlock; var B3: TCAMBlock);
procedure CAM_Reset(var ctx: TCAMContext);
procedure CAM_SetFastInit(value: boolean);
function CAM_GetFastInit: boolean;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

function CAM_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer;
begin
  CAM_Init := WE_Init(WE_CAM, Key, KeyBits, true, 0, ctx);
end;

procedure CAM_Encrypt(var ctx: TCAMContext; const BI: TCAMBlock; var BO: TCAMBlock);
begin
  WE_Block(WE_CAM, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure CAM_Decrypt(var ctx: TCAMContext; const BI: TCAMBlock; var BO: TCAMBlock);
begin
  WE_Block(WE_CAM, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure CAM_XorBlock(const B1: TCAMBlock; const B2: TCAMBlock; var B3: TCAMBlock);
begin
  WE_Xor(B1, B2, B3, 16);
end;

procedure CAM_Reset(var ctx: TCAMContext);
begin
  WE_Reset(ctx);
end;

procedure CAM_SetFastInit(value: boolean);
begin
  FastInit := value;
end;

function CAM_GetFastInit: boolean;
begin
  CAM_GetFastInit := FastInit;
end;

end.
