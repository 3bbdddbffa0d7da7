{ The types of the unit btypes of W. Ehrhardt that programs name: see docs/pascal-units.md. }
unit btypes;

{$mode objfpc}{$H-}

interface

type
  Int8 = ShortInt;
  Int16 = SmallInt;
  Int32 = Longint;
  UInt8 = Byte;
  UInt16 = Word;
  UInt32 = Cardinal;
  UInt64 = QWord;
  pByte = ^Byte;
  pBoolean = ^Boolean;
  pShortInt = ^ShortInt;
  pWord = ^Word;
  pSmallInt = ^SmallInt;
  pLongint = ^Longint;
  pInt8 = ^Int8;
  pInt16 = ^Int16;
  pInt32 = ^Int32;
  pUInt8 = ^UInt8;
  pUInt16 = ^UInt16;
  pUInt32 = ^UInt32;
  pInt64 = ^Int64;
  Str255 = string[255];
  Str127 = string[127];
  pStr255 = ^Str255;
  pStr127 = ^Str127;
  BString = string[255];
  pBString = ^BString;
  char8 = AnsiChar;
  pchar8 = PAnsiChar;
  { What a pointer is cast to where it is moved on. }
  Ptr2Inc = pByte;
  { What a pointer is cast to where its bits are looked at. }
  __P2I = PtrUInt;

implementation

end.
