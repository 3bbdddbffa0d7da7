{ Tests the unit with the vectors that the tests of every language read: testbramah VECTORS. }
program testbramah;

{$mode delphi}
{$H+}

uses
  SysUtils, Classes, bramah;

var
  fields: TStringList;
  failures, count: Integer;

procedure Fail(const what: AnsiString);
begin
  Inc(failures);
  WriteLn('FAILED: ', what);
end;

function Field(const name: AnsiString): TBytes;
begin
  Result := BramahFromHex(fields.Values[name]);
end;

procedure Same(const got, want: TBytes);
begin
  Inc(count);
  if BramahToHex(got) <> BramahToHex(want) then
    Fail(fields.CommaText + ': ' + BramahToHex(got));
end;

function Join(const one, other: TBytes): TBytes;
begin
  Result := Copy(one, 0, Length(one));
  SetLength(Result, Length(one) + Length(other));
  if other <> nil then
    Move(other[0], Result[Length(one)], Length(other));
end;

procedure TestHash(const name: AnsiString);
var
  hash: TBramahHashFunction;
  message: TBytes;
  i: Integer;
begin
  message := Field('message');
  Same(BramahHash(name, message), Field('digest'));
  hash := TBramahHashFunction.Create(name);
  try
    i := 0;
    while i < Length(message) do
    begin
      hash.Update(Copy(message, i, 7));
      Inc(i, 7);
    end;
    hash.LoadState(hash.SaveState);
    Same(hash.Digest, Field('digest'));
    hash.Reset;
    if message <> nil then
      hash.Update(message[0], Length(message));
    Same(hash.Digest, Field('digest'));
  finally
    hash.Free;
  end;
end;

procedure TestMac(const name: AnsiString);
var
  mac: TBramahMacCode;
  tag: TBytes;
begin
  mac := TBramahMacCode.Create(name, Field('key'), Field('nonce'));
  try
    mac.Update(Field('message'));
    tag := mac.Tag;
    Same(Copy(tag, 0, Length(Field('tag'))), Field('tag'));
    mac.Reset;
    mac.Update(Field('message'));
    mac.Verify(tag);
    mac.Reset;
    try
      tag[0] := tag[0] xor 1;
      mac.Update(Field('message'));
      mac.Verify(tag);
      Fail(name + ': a wrong tag was taken');
    except
      on error: EBramah do
        if error.Status <> BRAMAH_UNAUTHENTIC then
          Fail(name + ': ' + error.Message);
    end;
  finally
    mac.Free;
  end;
end;

{ Adds 1 to a counter, highest byte first. }
procedure Increment(context: Pointer; counter: PByte; len: TBramahSize); cdecl;
begin
  Inc(PInteger(context)^);
  while len > 0 do
  begin
    Dec(len);
    Inc(counter[len]);
    if counter[len] <> 0 then
      Exit;
  end;
end;

{ CTR from its second half on, and with a function of the caller. }
procedure TestCounter(const name: AnsiString);
var
  cipher: TBramahModeCipher;
  given, want, result: TBytes;
  half, calls: Integer;
begin
  given := Field('plaintext');
  want := Field('ciphertext');
  half := Length(given) div 2;
  cipher := TBramahModeCipher.Create(name, Field('key'), Field('iv'), bdEncrypt);
  try
    cipher.Seek(half);
    Same(cipher.Update(Copy(given, half, Length(given))), Copy(want, half, Length(want)));
  finally
    cipher.Free;
  end;
  calls := 0;
  cipher := TBramahModeCipher.CreateCounting(name, Field('key'), Field('iv'), Increment, @calls);
  try
    result := cipher.Update(Copy(given, 0, half));
    Same(Join(result, cipher.Update(Copy(given, half, Length(given)))), want);
    if (calls = 0) and (given <> nil) then
      Fail(name + ': the function was not called');
    try
      cipher.Seek(0);
      Fail(name + ': moved with a function of the caller');
    except
      on error: EBramah do
        if error.Status <> BRAMAH_UNSUPPORTED then
          Fail(name + ': ' + error.Message);
    end;
  finally
    cipher.Free;
  end;
end;

procedure TestCipher(const name: AnsiString);
var
  cipher: TBramahModeCipher;
  direction: TBramahDirection;
  given, want, result: TBytes;
begin
  if Copy(name, Length(name) - 3, 4) = '-ctr' then
    TestCounter(name);
  for direction := bdEncrypt to bdDecrypt do
  begin
    given := Field('plaintext');
    want := Field('ciphertext');
    if direction = bdDecrypt then
    begin
      want := given;
      given := Field('ciphertext');
    end;
    cipher := TBramahModeCipher.Create(name, Field('key'), Field('iv'), direction);
    try
      { one after another: the order of arguments is not that of their evaluation }
      result := cipher.Update(Copy(given, 0, 5));
      result := Join(result, cipher.Update(Copy(given, 5, Length(given))));
      Same(Join(result, cipher.Finish), want);
    finally
      cipher.Free;
    end;
  end;
end;

procedure TestStream(const name: AnsiString);
var
  stream: TBramahStreamCipher;
  options: TBramahOptions;
begin
  options := TBramahOptions.Create;
  try
    if fields.Values['rounds'] <> '' then
      options.Number('rounds', StrToInt(fields.Values['rounds']));
    stream := TBramahStreamCipher.Create(name, Field('key'), Field('nonce'), options);
    try
      Same(stream.Apply(Field('plaintext')), Field('ciphertext'));
      try
        stream.Seek(1);
        Same(stream.Apply(Copy(Field('plaintext'), 1, MaxInt)), Copy(Field('ciphertext'), 1, MaxInt));
      except
        on error: EBramah do
          if error.Status <> BRAMAH_UNSUPPORTED then
            Fail(name + ': ' + error.Message);
      end;
    finally
      stream.Free;
    end;
  finally
    options.Free;
  end;
end;

{ The vector as a segment of a message, whose number is the end of the nonce. }
procedure TestSegment(const name: AnsiString; aead: TBramahAeadScheme; const sealed: TBytes);
var
  segments: TBramahSegments;
  nonce, prefix: TBytes;
  at: Integer;
  number: UInt64;
  last: Boolean;
begin
  nonce := Field('nonce');
  if (Length(nonce) < 4) or (Length(nonce) > 64) then
    Exit;
  at := Length(nonce) - 4;
  prefix := Copy(nonce, 0, at);
  number := nonce[at] or nonce[at + 1] shl 8 or nonce[at + 2] shl 16 or (nonce[at + 3] and 127) shl 24;
  last := nonce[at + 3] > 127;
  { the tag of DSTU 7624's GCM does not depend on the nonce }
  if Pos('-kgcm', name) > 0 then
  begin
    try
      TBramahSegments.Create(aead, blLe31, prefix).Free;
      Fail(name + ': segments that can be exchanged');
    except
      on error: EBramah do
        if error.Status <> BRAMAH_UNSUPPORTED then
          Fail(name + ': ' + error.Message);
    end;
    Exit;
  end;
  segments := TBramahSegments.Create(aead, blLe31, prefix);
  try
    segments.Seek(number);
    Same(segments.Seal(Field('plaintext'), Field('ad'), last), sealed);
  finally
    segments.Free;
  end;
  segments := TBramahSegments.Create(aead, blLe31, prefix);
  try
    segments.Seek(number);
    try
      segments.Open(sealed, Field('ad'), not last);
      Fail(name + ': a segment was opened as another');
    except
      on error: EBramah do
        if error.Status <> BRAMAH_UNAUTHENTIC then
          Fail(name + ': ' + error.Message);
    end;
    Same(segments.Open(sealed, Field('ad'), last), Field('plaintext'));
  finally
    segments.Free;
  end;
end;

type
  { A function that must refuse what it is called with. }
  TRefusedCall = function(const name: AnsiString; const key, nonce, input, header: TBytes): TBytes;

function Unwrap(const name: AnsiString; const key, nonce, input, header: TBytes): TBytes;
begin
  Result := BramahUnwrapKey(name, key, input);
end;

function Seal(const name: AnsiString; const key, nonce, input, header: TBytes): TBytes;
begin
  Result := BramahEncryptThenMac(name, key, nonce, input, header);
end;

function Open(const name: AnsiString; const key, nonce, input, header: TBytes): TBytes;
begin
  Result := BramahVerifyThenDecrypt(name, key, nonce, input, header);
end;

procedure MustFail(call: TRefusedCall; const name: AnsiString; const key, nonce, input: TBytes; status: TBramahStatus);
begin
  try
    call(name, key, nonce, input, Field('ad'));
    Fail(name + ': what is wrong was taken');
  except
    on error: EBramah do
      if (error.Status <> status) or (error.Message = '') then
        Fail(name + ': ' + error.Message);
  end;
end;

function Changed(const bytes: TBytes): TBytes;
begin
  Result := Copy(bytes, 0, Length(bytes));
  Result[High(Result)] := Result[High(Result)] xor 1;
end;

procedure TestWrap(const name: AnsiString);
var
  kek, wrapped: TBytes;
  options: TBramahOptions;
begin
  kek := Field('key');
  options := TBramahOptions.Create.Text('backend', 'portable');
  try
    wrapped := BramahWrapKey(name, kek, Field('plaintext'), options);
    options.Text('backend', 'abacus');
    try
      BramahUnwrapKey(name, kek, wrapped, options);
      Fail(name + ': an unknown backend was taken');
    except
      on error: EBramah do
        if error.Status <> BRAMAH_UNKNOWN_BACKEND then
          raise;
    end;
  finally
    options.Free;
  end;
  Same(wrapped, Field('ciphertext'));
  Same(BramahUnwrapKey(name, kek, wrapped), Field('plaintext'));
  MustFail(Unwrap, name, kek, nil, Changed(wrapped), BRAMAH_UNAUTHENTIC);
  MustFail(Unwrap, name, kek, nil, Copy(wrapped, 1, MaxInt), BRAMAH_LENGTH);
  MustFail(Unwrap, name, Copy(kek, 1, MaxInt), nil, wrapped, BRAMAH_LENGTH);
end;

procedure TestComposition(const name: AnsiString);
var
  key, nonce, sealed: TBytes;
  options: TBramahOptions;
begin
  key := Field('key');
  nonce := Field('nonce');
  options := TBramahOptions.Create.Text('backend', 'portable');
  try
    sealed := BramahEncryptThenMac(name, key, nonce, Field('plaintext'), Field('ad'), options);
    Same(BramahVerifyThenDecrypt(name, key, nonce, sealed, Field('ad'), options), Field('plaintext'));
  finally
    options.Free;
  end;
  Same(sealed, Join(Field('ciphertext'), Field('tag')));
  Same(BramahVerifyThenDecrypt(name, key, nonce, sealed, Field('ad')), Field('plaintext'));
  MustFail(Open, name, key, nonce, Changed(sealed), BRAMAH_UNAUTHENTIC);
  MustFail(Open, name, key, nonce, Field('tag'), BRAMAH_LENGTH);
  MustFail(Seal, name, Copy(key, 1, MaxInt), nonce, nil, BRAMAH_LENGTH);
  MustFail(Seal, name, key, Copy(nonce, 1, MaxInt), nil, BRAMAH_LENGTH);
end;

procedure TestBao;
var
  content, encoding, tree, hash, other, slice, wanted: TBytes;
  start, count: UInt64;
  i: Integer;
begin
  SetLength(content, StrToInt(fields.Values['length']));
  for i := 0 to High(content) do
    content[i] := Byte(i div 1024 + i mod 251);
  start := StrToInt(fields.Values['start']);
  count := StrToInt(fields.Values['count']);
  wanted := Copy(content, start, count);
  encoding := BramahBaoEncode(content, hash);
  Same(hash, Field('digest'));
  Same(BramahHash('sha256', encoding), Field('combined'));
  tree := BramahBaoEncode(content, hash, True);
  Same(hash, Field('digest'));
  Same(BramahHash('sha256', tree), Field('outboard'));
  slice := BramahBaoSlice(encoding, start, count);
  Same(BramahHash('sha256', slice), Field('slice'));
  Same(BramahBaoSliceOutboard(tree, content, start, count), slice);
  Same(BramahBaoDecode(encoding, hash), content);
  Same(BramahBaoDecode(encoding, hash, start, count), wanted);
  Same(BramahBaoDecodeOutboard(tree, content, hash, start, count), wanted);
  Same(BramahBaoDecodeSlice(slice, hash, start, count), wanted);
  other := Changed(hash);
  try
    BramahBaoDecodeSlice(slice, other, start, count);
    Fail('a slice of another content was taken');
  except
    on error: EBramah do
      if error.Status <> BRAMAH_UNAUTHENTIC then
        raise;
  end;
  try
    BramahBaoSlice(Copy(encoding, 0, 7), start, count);
    Fail('an encoding that is cut off was taken');
  except
    on error: EBramah do
      if error.Status <> BRAMAH_MALFORMED then
        raise;
  end;
end;

procedure TestSalsar;
var
  salsar: TBramahSalsar;
  words, bytes: TBytes;
  i: Integer;
begin
  words := Field('words');
  salsar := TBramahSalsar.Create(StrToInt64(fields.Values['seed']), StrToInt(fields.Values['rounds']));
  try
    for i := 0 to Length(words) div 4 - 1 do
      if BramahToHex(Copy(words, 4 * i, 4)) <> LowerCase(IntToHex(salsar.Word, 8)) then
        Fail('salsar');
  finally
    salsar.Free;
  end;
  salsar := TBramahSalsar.Create(StrToInt64(fields.Values['seed']), StrToInt(fields.Values['rounds']));
  try
    bytes := salsar.Read(4);
    if (bytes[0] <> words[3]) or (bytes[3] <> words[0]) then
      Fail('the bytes of salsar');
  finally
    salsar.Free;
  end;
  try
    TBramahSalsar.Create(1, 9).Free;
    Fail('9 rounds were taken');
  except
    on error: EBramah do
      if error.Status <> BRAMAH_PARAMETER then
        Fail(error.Message);
  end;
end;

{ An algorithm of the registry: it is in the list of its kind, and can be used. }
procedure TestNamed(const kind, name: AnsiString);
const
  Kinds: array[TBramahKind] of AnsiString = ('Hash', 'Cipher', 'Mode', 'Stream', 'Aead', 'Mac', 'Kdf', 'Password',
    'EncryptThenMac', 'KeyWrap', 'Fpe');
var
  known, of_kind: TBramahKind;
  found: Boolean;
  place: TBramahSize;
  options: TBramahOptions;
  made: TObject;
  key, nonce: TBytes;

  function Counted(const size: AnsiString): TBytes;
  var
    i: Integer;
  begin
    Result := nil;
    SetLength(Result, StrToInt(fields.Values[size]));
    for i := 0 to High(Result) do
      Result[i] := Byte(i + 1);
  end;

begin
  Inc(count);
  found := False;
  known := bkHash;
  for of_kind := Low(TBramahKind) to High(TBramahKind) do
    if Kinds[of_kind] = kind then
    begin
      found := True;
      known := of_kind;
    end;
  place := 0;
  while found and (BramahAlgorithm(known, place) <> name) do
  begin
    found := BramahAlgorithm(known, place) <> '';
    Inc(place);
  end;
  if not found then
  begin
    Fail(kind + ' ' + name + ' is missing');
    Exit;
  end;
  key := Counted('key_size');
  nonce := Counted('nonce_size');
  made := nil;
  options := TBramahOptions.Create;
  try
    try
      case known of
        bkHash:
          begin
            if key <> nil then
              options.Bytes('key', key);
            made := TBramahHashFunction.Create(name, options);
          end;
        bkBlock: made := TBramahBlockCipher.Create(name, key);
        bkCipher: made := TBramahModeCipher.Create(name, key, nonce, bdEncrypt);
        bkStream: made := TBramahStreamCipher.Create(name, key, nonce);
        bkAead: made := TBramahAeadScheme.Create(name, key);
        bkMac: made := TBramahMacCode.Create(name, key, nonce);
        { the name is known, and the option of another kind is refused before any work }
        bkKdf: BramahDerive(name, nil, 16, options.Number('salt', 1));
        bkPassword: BramahHashPassword(name, nil, options.Number('salt', 1));
        bkEncryptThenMac: BramahEncryptThenMac(name, key, nonce, nil, nil);
        bkKeyWrap: BramahWrapKey(name, key, Copy(Join(Join(key, key), Join(key, key)), 0, 64));
        bkFpe: made := TBramahFormatPreserving.Create(name, '0123456789', key);
      end;
      if known in [bkKdf, bkPassword] then
        Fail(name + ': a salt that is a number was taken');
    except
      on error: EBramah do
        if not (known in [bkKdf, bkPassword]) or (error.Status <> BRAMAH_UNKNOWN_OPTION) then
          Fail(kind + ' ' + name + ': ' + error.Message);
    end;
  finally
    made.Free;
    options.Free;
  end;
end;

procedure TestAead(const name: AnsiString);
var
  aead: TBramahAeadScheme;
  options: TBramahOptions;
  sealed: TBytes;
begin
  options := TBramahOptions.Create.Number('tag_len', Length(Field('tag')));
  try
    aead := TBramahAeadScheme.Create(name, Field('key'), options);
    try
      sealed := aead.Seal(Field('nonce'), Field('plaintext'), Field('ad'));
      Same(sealed, Join(Field('ciphertext'), Field('tag')));
      Same(aead.Open(Field('nonce'), sealed, Field('ad')), Field('plaintext'));
      TestSegment(name, aead, sealed);
      sealed[0] := sealed[0] xor 1;
      try
        aead.Open(Field('nonce'), sealed, Field('ad'));
        Fail(name + ': a forgery was opened');
      except
        on error: EBramah do
          if error.Status <> BRAMAH_UNAUTHENTIC then
            Fail(name + ': ' + error.Message);
      end;
    finally
      aead.Free;
    end;
  finally
    options.Free;
  end;
end;

procedure TestKdf(const name: AnsiString);
var
  options: TBramahOptions;
  i: Integer;
  option: AnsiString;
begin
  options := TBramahOptions.Create;
  try
    for i := 0 to fields.Count - 1 do
    begin
      option := fields.Names[i];
      if (option = 'salt') or (option = 'secret') or (option = 'data') then
        options.Bytes(option, Field(option))
      else if option = 'hash' then
        options.Text(option, fields.Values[option])
      else if (option <> 'name') and (option <> 'password') and (option <> 'output') then
        options.Number(option, StrToInt64(fields.Values[option]));
    end;
    Same(BramahDerive(name, Field('password'), Length(Field('output')), options), Field('output'));
  finally
    options.Free;
  end;
end;

procedure TestPassword;
var
  stored: AnsiString;
begin
  // the value itself contains '='
  stored := fields.Values['string'];
  Inc(count);
  if not BramahVerifyPassword(Field('password'), stored) then
    Fail(stored);
  if BramahVerifyPassword(Join(Field('password'), Field('password')), stored) and (Field('password') <> nil) then
    Fail(stored + ': another password was taken');
end;

procedure TestVectors(const path: string);
var
  lines: TStringList;
  i: Integer;
  kind, name: AnsiString;
begin
  lines := TStringList.Create;
  try
    lines.LoadFromFile(path);
    for i := 0 to lines.Count - 1 do
    begin
      if (lines[i] = '') or (lines[i][1] = '#') then
        Continue;
      fields.Clear;
      fields.Delimiter := ' ';
      fields.StrictDelimiter := True;
      fields.DelimitedText := lines[i];
      kind := fields[0];
      fields.Delete(0);
      name := fields.Values['name'];
      if kind = 'hash' then TestHash(name)
      else if kind = 'mac' then TestMac(name)
      else if kind = 'cipher' then TestCipher(name)
      else if kind = 'stream' then TestStream(name)
      else if kind = 'aead' then TestAead(name)
      else if kind = 'kdf' then TestKdf(name)
      else if kind = 'password' then TestPassword
      else if kind = 'wrap' then TestWrap(name)
      else if kind = 'composition' then TestComposition(name)
      else if kind = 'salsar' then TestSalsar
      else if kind = 'bao' then TestBao
      else if kind = 'named' then TestNamed(fields.Values['kind'], name)
      else Fail('an unknown kind: ' + kind);
    end;
  finally
    lines.Free;
  end;
end;

procedure Refused(const what, name: AnsiString; status: TBramahStatus);
begin
  try
    BramahHash(name, nil);
    Fail(what + ' was taken');
  except
    on error: EBramah do
      if (error.Status <> status) or (error.Message = '') then
        Fail(what + ': ' + error.Message);
  end;
end;

procedure TestRest;
var
  options: TBramahOptions;
  stored: AnsiString;
  aead: TBramahAeadScheme;
  fpe: TBramahFormatPreserving;
begin
  Refused('an unknown name', 'sha257', BRAMAH_UNKNOWN_NAME);
  Refused('no name', '', BRAMAH_UNKNOWN_NAME);
  Refused('a name with a zero byte', 'sha256'#0, BRAMAH_UNKNOWN_NAME);
  options := TBramahOptions.Create.Number('memory', 256).Number('iterations', 1).Number('lanes', 1);
  try
    stored := BramahHashPassword('argon2id', BytesOf('password'), options);
    if not BramahVerifyPassword(BytesOf('password'), stored) or BramahVerifyPassword(BytesOf('other'), stored) then
      Fail(stored);
  finally
    options.Free;
  end;
  aead := TBramahAeadScheme.Create('chacha20-poly1305', BramahRandom(32));
  try
    try
      aead.Open(BramahRandom(12), BramahRandom(15), nil);
      Fail('a short message was opened');
    except
      on error: EBramah do
        if error.Status <> BRAMAH_UNAUTHENTIC then
          Fail(error.Message);
    end;
  finally
    aead.Free;
  end;
  { NIST's example 3 of FF1 }
  fpe := TBramahFormatPreserving.Create('aes-128-ff1', '0123456789abcdefghijklmnopqrstuvwxyz',
    BramahFromHex('2b7e151628aed2a6abf7158809cf4f3c'));
  try
    if fpe.Encrypt(BytesOf('7777pqrs777'), '0123456789abcdefghi') <> 'a9tv40mll9kdu509eum' then
      Fail('FF1');
    if fpe.Decrypt(BytesOf('7777pqrs777'), 'a9tv40mll9kdu509eum') <> '0123456789abcdefghi' then
      Fail('FF1, decrypted');
    try
      fpe.Encrypt(nil, '123');
      Fail('a short text was taken');
    except
      on error: EBramah do
        if error.Message = '' then
          Fail('a short text without a reason');
    end;
  finally
    fpe.Free;
  end;
  if (BramahAlgorithm(bkHash, 0) = '') or (BramahAlgorithm(bkHash, 100000) <> '') then
    Fail('the list of algorithms');
  if AnsiString(bramah_version) = '' then
    Fail('the version');
end;

begin
  fields := TStringList.Create;
  try
    TestVectors(ParamStr(1));
    TestRest;
  finally
    fields.Free;
  end;
  WriteLn('Pascal: ', count, ' values');
  if (failures > 0) or (count < 1000) then
    Halt(1);
end.
