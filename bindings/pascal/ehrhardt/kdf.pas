{ The routines of the unit kdf of W. Ehrhardt, over any registered hash function; PBKDF2 of the library's functions is computed by
  the library: see docs/pascal-units.md. }
unit kdf;

{$mode objfpc}{$H-}

interface

uses
  btypes, hash, hmac, bramah_we, bramah_weh;

const
  kdf_err_nil_pointer = 1;
  kdf_err_digestlen = 2;
  kdf_err_invalid_dKLen = 3;
  kdf_err_nil_input = 4;

function kdf1(phash: PHashDesc; Z: pointer; zLen: word; pOtherInfo: pointer; oiLen: word; var DK; dkLen: word): integer;
function kdf2(phash: PHashDesc; Z: pointer; zLen: word; pOtherInfo: pointer; oiLen: word; var DK; dkLen: word): integer;
function kdf3(phash: PHashDesc; Z: pointer; zLen: word; pOtherInfo: pointer; oiLen: word; var DK; dkLen: word): integer;
function mgf1(phash: PHashDesc; pSeed: pointer; sLen: word; var Mask; mLen: word): integer;
function pbkdf1(phash: PHashDesc; pPW: pointer; pLen: word; salt: pointer; C: longint; var DK; dkLen: word): integer;
function pbkdf1s(phash: PHashDesc; sPW: Str255; salt: pointer; C: longint; var DK; dkLen: word): integer;
function pbkdf2(phash: PHashDesc; pPW: pointer; pLen: word; salt: pointer; sLen: longint; C: longint; var DK; dkLen: longint): integer;
function pbkdf2s(phash: PHashDesc; sPW: Str255; salt: pointer; sLen: longint; C: longint; var DK; dkLen: longint): integer;
function hkdf(phash: PHashDesc; pIKM: pointer; L_IKM: word; salt: pointer; L_salt: word; info: pointer; L_info: word; var DK; dkLen: word): integer;
function hkdfs(phash: PHashDesc; sIKM: Str255; salt: pointer; L_salt: word; info: pointer; L_info: word; var DK; dkLen: word): integer;

implementation

function bramah_options_set_text(options: POptions; name, value: PAnsiChar): longint; cdecl; external BramahLibrary;

{ Checks a function and an input. }
function Refused(phash: PHashDesc; input: pointer; len: longint): longint;
begin
  Result := 0;
  if (phash = nil) or (phash^.HSig <> C_HashSig) then
    Result := kdf_err_nil_pointer
  else if (phash^.HDigestlen = 0) or (phash^.HDigestlen > MaxDigestLen) then
    Result := kdf_err_digestlen
  else if not WEH_Described(phash) then
    Result := kdf_err_nil_pointer
  else if (input = nil) and (len > 0) then
    Result := kdf_err_nil_input;
end;

{ Hashes the secret and a counter, which is first if x is 3 and begins at 1 if x is 2, again and again. }
function Counted(phash: PHashDesc; x: longint; Z: pointer; zLen: longint; other: pointer; otherLen: longint; output: PByte;
  len: longint): longint;
var
  counter, number: dword;
  ctx: THashContext;
  digest: THashDigest;
  n: longint;
begin
  Result := Refused(phash, Z, zLen);
  if (Result = 0) and (((other = nil) and (otherLen > 0)) or ((output = nil) and (len > 0))) then
    Result := kdf_err_nil_input;
  if Result <> 0 then
    exit;
  counter := ord(x = 2);
  while len > 0 do
  begin
    number := NtoBE(counter);
    phash^.HInit(ctx);
    if x = 3 then
      phash^.HUpdateXL(ctx, @number, 4);
    phash^.HUpdateXL(ctx, Z, zLen);
    if x <> 3 then
      phash^.HUpdateXL(ctx, @number, 4);
    phash^.HUpdateXL(ctx, other, otherLen);
    phash^.HFinal(ctx, digest);
    n := phash^.HDigestlen;
    if n > len then
      n := len;
    Move(digest, output^, n);
    output := output + n;
    len := len - n;
    Inc(counter);
  end;
  FillChar(digest, SizeOf(digest), 0);
end;

function kdf1(phash: PHashDesc; Z: pointer; zLen: word; pOtherInfo: pointer; oiLen: word; var DK; dkLen: word): integer;
begin
  Result := Counted(phash, 1, Z, zLen, pOtherInfo, oiLen, @DK, dkLen);
end;

function kdf2(phash: PHashDesc; Z: pointer; zLen: word; pOtherInfo: pointer; oiLen: word; var DK; dkLen: word): integer;
begin
  Result := Counted(phash, 2, Z, zLen, pOtherInfo, oiLen, @DK, dkLen);
end;

function kdf3(phash: PHashDesc; Z: pointer; zLen: word; pOtherInfo: pointer; oiLen: word; var DK; dkLen: word): integer;
begin
  Result := Counted(phash, 3, Z, zLen, pOtherInfo, oiLen, @DK, dkLen);
end;

function mgf1(phash: PHashDesc; pSeed: pointer; sLen: word; var Mask; mLen: word): integer;
begin
  Result := Counted(phash, 1, pSeed, sLen, nil, 0, @Mask, mLen);
end;

function pbkdf1(phash: PHashDesc; pPW: pointer; pLen: word; salt: pointer; C: longint; var DK; dkLen: word): integer;
var
  ctx: THashContext;
  digest: THashDigest;
begin
  Result := Refused(phash, pPW, pLen);
  if (Result = 0) and (dkLen > phash^.HDigestlen) then
    Result := kdf_err_invalid_dKLen;
  if (Result = 0) and ((salt = nil) or (@DK = nil)) then
    Result := kdf_err_nil_input;
  if Result <> 0 then
    exit;
  phash^.HInit(ctx);
  phash^.HUpdateXL(ctx, pPW, pLen);
  phash^.HUpdateXL(ctx, salt, 8);
  phash^.HFinal(ctx, digest);
  while C > 1 do
  begin
    HashFullXL(phash, digest, @digest, phash^.HDigestlen);
    Dec(C);
  end;
  Move(digest, DK, dkLen);
  FillChar(digest, SizeOf(digest), 0);
end;

function pbkdf1s(phash: PHashDesc; sPW: Str255; salt: pointer; C: longint; var DK; dkLen: word): integer;
begin
  Result := pbkdf1(phash, @sPW[1], Length(sPW), salt, C, DK, dkLen);
end;

{ PBKDF2 by the library, if it has the function; false if not. }
function ByLibrary(phash: PHashDesc; pPW: pointer; pLen: longint; salt: pointer; sLen, C: longint; output: pointer;
  len: longint): boolean;
const
  Names: array[THashAlgorithm] of PAnsiChar = ('md4', 'md5', 'ripemd160', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512',
    'whirlpool', 'sha512-224', 'sha512-256', 'sha3-224', 'sha3-256', 'sha3-384', 'sha3-512', 'blake2s-224', 'blake2s-256',
    'blake2b-384', 'blake2b-512');
var
  options: POptions;
begin
  Result := false;
  if (C < 1) or (len < 1) or (phash^.HAlgNum < 0) or (phash^.HAlgNum > ord(C_MaxHash))
    or (FindHash_by_ID(THashAlgorithm(phash^.HAlgNum)) <> phash) or (phash^.HReserved[0] <> $B4) then
    exit;
  if bramah_options_new(options) <> 0 then
    exit;
  Result := (bramah_options_set_text(options, 'hash', Names[THashAlgorithm(phash^.HAlgNum)]) = 0)
    and (bramah_options_set_number(options, 'iterations', C) = 0)
    and (bramah_options_set_bytes(options, 'salt', salt, sLen) = 0)
    and (WE_Derive('pbkdf2', pPW, pLen, options, output, len) = 0);
  bramah_options_free(options);
end;

function pbkdf2(phash: PHashDesc; pPW: pointer; pLen: word; salt: pointer; sLen: longint; C: longint; var DK; dkLen: longint): integer;
var
  ctx, start: THMAC_Context;
  u, sum: THashDigest;
  output: PByte;
  i, number: dword;
  j, k, n: longint;
begin
  Result := Refused(phash, pPW, pLen);
  if (Result = 0) and (((salt = nil) and (sLen > 0)) or ((@DK = nil) and (dkLen > 0))) then
    Result := kdf_err_nil_input;
  if Result <> 0 then
    exit;
  if sLen < 0 then
    sLen := 0;
  if ByLibrary(phash, pPW, pLen, salt, sLen, C, @DK, dkLen) then
    exit;
  hmac_init(start, phash, pPW, pLen);
  output := @DK;
  i := 0;
  while dkLen > 0 do
  begin
    Inc(i);
    number := NtoBE(i);
    FillChar(sum, SizeOf(sum), 0);
    for j := 1 to C do
    begin
      ctx := start;
      if j = 1 then
      begin
        hmac_updateXL(ctx, salt, sLen);
        hmac_updateXL(ctx, @number, 4);
      end
      else
        hmac_updateXL(ctx, @u, phash^.HDigestlen);
      hmac_final(ctx, u);
      for k := 0 to phash^.HDigestlen - 1 do
        sum[k] := sum[k] xor u[k];
    end;
    n := phash^.HDigestlen;
    if n > dkLen then
      n := dkLen;
    Move(sum, output^, n);
    output := output + n;
    dkLen := dkLen - n;
  end;
  FillChar(start, SizeOf(start), 0);
  FillChar(sum, SizeOf(sum), 0);
end;

function pbkdf2s(phash: PHashDesc; sPW: Str255; salt: pointer; sLen: longint; C: longint; var DK; dkLen: longint): integer;
begin
  Result := pbkdf2(phash, @sPW[1], Length(sPW), salt, sLen, C, DK, dkLen);
end;

function hkdf(phash: PHashDesc; pIKM: pointer; L_IKM: word; salt: pointer; L_salt: word; info: pointer; L_info: word; var DK; dkLen: word): integer;
var
  ctx: THMAC_Context;
  prk, t: THashDigest;
  output: PByte;
  left, last, n: longint;
  counter: byte;
begin
  Result := Refused(phash, pIKM, L_IKM);
  if (Result = 0) and (((info = nil) and (L_info > 0)) or ((@DK = nil) and (dkLen > 0))) then
    Result := kdf_err_nil_input;
  if Result <> 0 then
    exit;
  FillChar(t, SizeOf(t), 0);
  if salt = nil then
    hmac_init(ctx, phash, @t, phash^.HDigestlen)
  else
    hmac_init(ctx, phash, salt, L_salt);
  hmac_updateXL(ctx, pIKM, L_IKM);
  hmac_final(ctx, prk);
  output := @DK;
  left := dkLen;
  last := 0;
  counter := 1;
  while left > 0 do
  begin
    hmac_init(ctx, phash, @prk, phash^.HDigestlen);
    hmac_updateXL(ctx, @t, last);
    hmac_updateXL(ctx, info, L_info);
    hmac_updateXL(ctx, @counter, 1);
    hmac_final(ctx, t);
    last := phash^.HDigestlen;
    n := last;
    if n > left then
      n := left;
    Move(t, output^, n);
    output := output + n;
    left := left - n;
    counter := byte(counter + 1);
  end;
  FillChar(prk, SizeOf(prk), 0);
  FillChar(t, SizeOf(t), 0);
end;

function hkdfs(phash: PHashDesc; sIKM: Str255; salt: pointer; L_salt: word; info: pointer; L_info: word; var DK; dkLen: word): integer;
begin
  Result := hkdf(phash, @sIKM[1], Length(sIKM), salt, L_salt, info, L_info, DK, dkLen);
end;

end.
