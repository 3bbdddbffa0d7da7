{ The routines of the unit sj_base of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sj_base;

interface

uses
  bramah_we;

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
  TSJIncProc = procedure(var CTR: TSJBlock);
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

function SJ_Init(const Key; KeyBytes: word; var ctx: TSJContext): integer;
procedure SJ_Encrypt(var ctx: TSJContext; const BI: TSJBlock; var BO: TSJBlock);
procedure SJ_Decrypt(var ctx: TSJContext; const BI: TSJBlock; var BO: TSJBlock);
procedure SJ_XorBlock(const B1: TSJBlock; const B2: TSJBlock; var B3: TSJBlock);
procedure SJ_Reset(var ctx: TSJContext);
procedure SJ_SetFastInit(value: boolean);
function SJ_GetFastInit: boolean;

implementation

{$J+}
const
  { Without effect: contexts are always initialised as a whole. }
  FastInit: boolean = true;

function SJ_Init(const Key; KeyBytes: word; var ctx: TSJContext): integer;
begin
  SJ_Init := WE_Init(WE_SJ, Key, KeyBytes, false, 0, ctx);
end;

procedure SJ_Encrypt(var ctx: TSJContext; const BI: TSJBlock; var BO: TSJBlock);
begin
  WE_Block(WE_SJ, WE_ECB_ENCRYPT, ctx, BI, BO);
end;

procedure SJ_Decrypt(var ctx: TSJContext; const BI: TSJBlock; var BO: TSJBlock);
begin
  WE_Block(WE_SJ, WE_ECB_DECRYPT, ctx, BI, BO);
end;

procedure SJ_XorBlock(const B1: TSJBlock; const B2: TSJBlock; var B3: TSJBlock);
begin
  WE_Xor(B1, B2, B3, 8);
end;

procedure SJ_Reset(var ctx: TSJContext);
begin
  WE_Reset(ctx);
end;

procedure SJ_SetFastInit(value: boolean);
begin
  FastInit := value;
end;

function SJ_GetFastInit: boolean;
begin
  SJ_GetFastInit := FastInit;
end;

end.
