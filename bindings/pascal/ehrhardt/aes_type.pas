{ The types of AES of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_type;

interface

const
  AESMaxRounds = 14;
  AES_Err_Invalid_Key_Size = -1;
  AES_Err_Invalid_Mode = -2;
  AES_Err_Invalid_Length = -3;
  AES_Err_Data_After_Short_Block = -4;
  AES_Err_MultipleIncProcs = -5;
  AES_Err_NIL_Pointer = -6;
  AES_Err_EAX_Inv_Text_Length = -7;
  AES_Err_EAX_Inv_TAG_Length = -8;
  AES_Err_EAX_Verify_Tag = -9;
  AES_Err_CCM_Hdr_length = -10;
  AES_Err_CCM_Nonce_length = -11;
  AES_Err_CCM_Tag_length = -12;
  AES_Err_CCM_Verify_Tag = -13;
  AES_Err_CCM_Text_length = -14;
  AES_Err_CTR_SeekOffset = -15;
  AES_Err_GCM_Verify_Tag = -17;
  AES_Err_GCM_Auth_After_Final = -18;
  AES_Err_Invalid_16Bit_Length = -20;

type
  TAESBlock = packed array[0..15] of byte;
  PAESBlock = ^TAESBlock;
  TKeyArray = packed array[0..AESMaxRounds] of TAESBlock;
  { A function of the user that increments the counter of CTR. }
  TIncProc = procedure(var CTR: TAESBlock);
  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }
  TAESContext = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: TIncProc;
    Key: word;
    Fill: array[0..2] of word;
    IV, buf: TAESBlock;
    case byte of
      0: (Store: array[0..71] of int64);
      1: (Front: array[0..15] of byte; RK: TKeyArray);
  end;

const
  AESBLKSIZE = SizeOf(TAESBlock);

implementation

end.
