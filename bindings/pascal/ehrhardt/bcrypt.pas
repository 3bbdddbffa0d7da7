{ The routines of the unit bcrypt of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. }
unit bcrypt;

{$mode objfpc}{$H-}

interface

uses
  btypes, bf_base, bramah_we;

const
  BF_Err_Invalid_Cost = -32;
  BF_Err_Invalid_Hash = -33;
  BF_Err_Verify_failed = -34;

type
  { The last byte is not part of bcrypt's strings, and is zero. }
  TBCDigest = packed array[0..23] of byte;
  TBCSalt = packed array[0..15] of byte;
  TBCKey = packed array[0..55] of byte;

function BFC_HashPassword(const password: BString; const salt: TBCSalt; cost: integer; var HashStr: BString): integer;
function BFC_VerifyPassword(const password: BString; const HashStr: BString): integer;
function BFC_Selftest(trace: boolean; level: integer): integer;
function BFC_MakeDigest(const password: BString; const salt: TBCSalt; cost: integer; var hash: TBCDigest): integer;
function BFC_ParseStr(const HashStr: BString; var cost: integer; var salt: TBCSalt; var hash: TBCDigest): integer;
function BFC_FormatHash(cost: integer; const salt: TBCSalt; const digest: TBCDigest): BString;

implementation

const
  Letters = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  { `$2a$05$`, 22 letters of the salt and 31 of the digest. }
  Front = 7;
  SaltLetters = 22;
  Whole = 60;
  { Bytes of a password that count. }
  MostPassword = 72;

function bramah_password_hash(name: PAnsiChar; password: pointer; passwordLen: SizeUInt; options: POptions;
  text: PAnsiChar; textLen: SizeUInt; out written: SizeUInt): longint; cdecl; external BramahLibrary;

function BFC_HashPassword(const password: BString; const salt: TBCSalt; cost: integer; var HashStr: BString): integer;
var
  options: POptions;
  written: SizeUInt;
  length_: SizeUInt;
begin
  HashStr := '';
  if (cost < 4) or (cost > 31) then
    exit(BF_Err_Invalid_Cost);
  length_ := Length(password);
  if length_ > MostPassword then
    length_ := MostPassword;
  Result := BF_Err_Invalid_Hash;
  if bramah_options_new(options) <> 0 then
    exit;
  if (bramah_options_set_number(options, 'cost', cost) = 0) and (bramah_options_set_number(options, 'limit_cost', 31) = 0)
    and (bramah_options_set_bytes(options, 'salt', @salt, SizeOf(salt)) = 0)
    and (bramah_password_hash('bcrypt', @password[1], length_, options, @HashStr[1], 255, written) = 0)
    and (written = Whole) then
  begin
    SetLength(HashStr, written);
    { the version that his unit writes, of the same digest }
    HashStr[3] := 'a';
    Result := 0;
  end;
  bramah_options_free(options);
end;

{ Reads bytes from letters of six bits each, and returns whether all are letters. }
function Decoded(const text: BString; from: integer; out_: pbyte; bytes: integer): boolean;
var
  bits, held, value, i: longint;
begin
  bits := 0;
  held := 0;
  for i := 0 to bytes - 1 do
  begin
    while held < 8 do
    begin
      value := Pos(text[from], Letters) - 1;
      if value < 0 then
        exit(false);
      bits := (bits shl 6 or value) and $3fff;
      held := held + 6;
      Inc(from);
    end;
    held := held - 8;
    out_[i] := byte(bits shr held);
  end;
  Result := true;
end;

function Encoded(bytes: pbyte; count: integer): BString;
var
  bits, held, i: longint;
begin
  Result := '';
  bits := 0;
  held := 0;
  for i := 0 to count - 1 do
  begin
    bits := (bits shl 8 or bytes[i]) and $3fff;
    held := held + 8;
    while held >= 6 do
    begin
      held := held - 6;
      Result := Result + Letters[(bits shr held) and 63 + 1];
    end;
  end;
  if held > 0 then
    Result := Result + Letters[(bits shl (6 - held)) and 63 + 1];
end;

function BFC_ParseStr(const HashStr: BString; var cost: integer; var salt: TBCSalt; var hash: TBCDigest): integer;
var
  tens, ones: integer;
begin
  if (@salt = nil) or (@hash = nil) then
    exit(BF_Err_NIL_Pointer);
  Result := BF_Err_Invalid_Hash;
  if (Length(HashStr) <> Whole) or (Copy(HashStr, 1, 4) <> '$2a$') or (HashStr[7] <> '$') then
    exit;
  tens := Ord(HashStr[5]) - Ord('0');
  ones := Ord(HashStr[6]) - Ord('0');
  if not (tens in [0..3]) or not (ones in [0..9]) then
    exit;
  cost := 10 * tens + ones;
  if (cost < 4) or (cost > 31) then
    exit(BF_Err_Invalid_Cost);
  FillChar(hash, SizeOf(hash), 0);
  if Decoded(HashStr, Front + 1, @salt, SizeOf(salt)) and Decoded(HashStr, Front + SaltLetters + 1, @hash, SizeOf(hash) - 1)
    then Result := 0;
end;

function BFC_FormatHash(cost: integer; const salt: TBCSalt; const digest: TBCDigest): BString;
begin
  if (cost < 4) or (cost > 31) then
    exit('');
  Result := '$2a$' + Chr(Ord('0') + cost div 10) + Chr(Ord('0') + cost mod 10) + '$' + Encoded(@salt, SizeOf(salt))
    + Encoded(@digest, SizeOf(digest) - 1);
end;

function BFC_MakeDigest(const password: BString; const salt: TBCSalt; cost: integer; var hash: TBCDigest): integer;
var
  text: BString;
  same: TBCSalt;
begin
  if @hash = nil then
    exit(BF_Err_NIL_Pointer);
  Result := BFC_HashPassword(password, salt, cost, text);
  if Result = 0 then
    Result := BFC_ParseStr(text, cost, same, hash);
end;

function BFC_VerifyPassword(const password: BString; const HashStr: BString): integer;
var
  cost, i: integer;
  differ: byte;
  salt: TBCSalt;
  stored, made: TBCDigest;
begin
  Result := BFC_ParseStr(HashStr, cost, salt, stored);
  if Result = 0 then
    Result := BFC_MakeDigest(password, salt, cost, made);
  if Result <> 0 then
    exit;
  differ := 0;
  for i := 0 to High(made) do
    differ := differ or (made[i] xor stored[i]);
  if differ <> 0 then
    Result := BF_Err_Verify_failed;
end;

function BFC_Selftest(trace: boolean; level: integer): integer;
const
  { of the tests of crypt_blowfish }
  Known: array[1..4, 0..1] of string[60] = (
    ('U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'),
    ('U*U*', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK'),
    ('U*U*U', '$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'),
    ('', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy'));
var
  i: integer;
begin
  for i := Low(Known) to High(Known) do
  begin
    if BFC_VerifyPassword(Known[i, 0], Known[i, 1]) <> 0 then
      exit(i);
    if trace then
      Write('.');
  end;
  Result := 0;
end;

end.
