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

procedure TestCipher(const name: AnsiString);
var
  cipher: TBramahModeCipher;
  direction: TBramahDirection;
  given, want, result: TBytes;
begin
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
    finally
      stream.Free;
    end;
  finally
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
