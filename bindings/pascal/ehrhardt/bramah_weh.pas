{ What the units for W. Ehrhardt's interface of hash functions and checksums share, over the C library of Bramah.

  A context is a record of the caller, copied by assignment and never freed. The end of the message is collected in it; what is
  before is in the state that bramah_resume_hash makes. A context that was never initialised hashes nothing. }
unit bramah_weh;

{$mode objfpc}{$H+}{$Q-}{$R-}

interface

uses
  bramah_we;

const
  { The room for a state of the library, and for the end of the message. }
  WEH_State = 320;
  WEH_Buffer = 512;

type
  { A message in progress. }
  TWEHash = record
    Mark: longint;
    { The bytes in Buffer, and whether State has begun. }
    Used, Begun: longint;
    Name: string[15];
    State: array[0..WEH_State div 8 - 1] of int64;
    Buffer: array[0..WEH_Buffer - 1] of byte;
  end;

  { The order of the bytes of a digest in the words of a state, and the padding. }
  TWEForm = (wfLittle, wfBig32, wfBig64, wfBytes, wfSponge);

  { THashDesc, with addresses in place of the types of its functions. }
  TWEDesc = packed record
    HSig, HDSize: word;
    HDVersion: longint;
    HBlockLen, HDigestlen: word;
    HInit, HFinal, HUpdateXL: pointer;
    HAlgNum: longint;
    HName: string[19];
    HPtrOID: pointer;
    HLenOID, HFill: word;
    HFinalBit: pointer;
    HReserved: packed array[0..19] of byte;
  end;

  { A checksum whose state is a number. }
  TWESum = (wsCrc16, wsCrc24, wsCrc32, wsCrc64);

{ Begins a message of the function of a name. }
procedure WEH_Init(var H: TWEHash; const name: shortstring);
{ The same with a key. Returns whether the function takes it. }
function WEH_Keyed(var H: TWEHash; const name: shortstring; key: pointer; len: longint): boolean;
procedure WEH_Update(var H: TWEHash; data: pointer; len: longint);
{ Ends the message, writes its digest, and erases the context. }
procedure WEH_Final(var H: TWEHash; var digest; len: longint);
{ The same after 0 to 7 more bits, the highest of BData. block is the length of a block. }
procedure WEH_FinalBits(var H: TWEHash; var digest; len: longint; BData: byte; bits: longint; form: TWEForm; block: longint);
procedure WEH_Full(const name: shortstring; var digest; len: longint; data: pointer; dataLen: longint);
procedure WEH_File(const name: shortstring; const fname: string; var digest; len: longint; out err: word);
{ Ends a message of a sponge whose blocks have rate bytes: number has the last bits, what tells the function from others, and the
  bit that ends the message. Writes the first bytes of the output, and erases the context. }
procedure WEH_Squeeze(var H: TWEHash; number: longint; output: PByte; len, rate: longint);
procedure WEH_Describe(var D: TWEDesc; alg: longint; const name: shortstring; block, digest: longint; oid: pointer;
  oidLen: longint; init, final, update, bits: pointer);
{ Whether this is the description of a function that can be called: nil, bytes that were never set, missing routines and lengths
  for which contexts have no room are not. }
function WEH_Described(D: pointer): boolean;
{ Whether a message is in progress. }
function WEH_Valid(var H: TWEHash): boolean;
{ Writes zeros in place of a digest, unless it is nil. }
procedure WEH_Zero(var digest; len: longint);
{ Whether the digests of 'abc' and of a million letters a are these. }
function WEH_Test(const name: shortstring; const abc, million: shortstring): boolean;
{ Reverses the bits of a byte. }
function WEH_Reversed(b: byte): byte;
{ Turns hexadecimal digits into bytes, and returns how many. }
function WEH_Hex(const digits: shortstring; var bytes): longint;

{ Takes bytes into the number of a checksum. }
procedure WES_Update(sum: TWESum; var state: qword; data: pointer; len: longint);
procedure WES_Adler(var adler: longint; data: pointer; len: longint);
{ Reads the next part of a file, and returns its length; err is not 0 if the file cannot be read. The file is closed after its
  last part. }
type
  TWEFile = record
    F: file;
    Open: boolean;
    Data: array[0..65535] of byte;
  end;
procedure WES_Open(out from: TWEFile; const fname: string; out err: word);
function WES_Read(var from: TWEFile; var err: word): longint;

function bramah_resume_hash(name: PAnsiChar; key: pointer; keyLen: SizeUInt; state: pointer; stateLen: SizeUInt): longint; cdecl;
  external BramahLibrary;
function bramah_resume_hash_update(state: pointer; stateLen: SizeUInt; data: pointer; dataLen: SizeUInt): longint; cdecl;
  external BramahLibrary;
function bramah_resume_hash_digest(state: pointer; stateLen: SizeUInt; output: pointer; outputLen: SizeUInt): longint; cdecl;
  external BramahLibrary;
function bramah_resume_hash_whole(name: PAnsiChar; data: pointer; dataLen: SizeUInt; output: pointer;
  outputLen: SizeUInt): longint; cdecl; external BramahLibrary;
function bramah_resume_hash_body(state: pointer; stateLen: SizeUInt; output: pointer; outputLen: SizeUInt;
  out written: SizeUInt): longint; cdecl; external BramahLibrary;

implementation

const
  Initialised = $57454831;

type
  TTables = array[0..7, byte] of qword;

var
  Tables: array[TWESum] of TTables;

function WEH_Valid(var H: TWEHash): boolean;
begin
  Result := (@H <> nil) and (H.Mark = Initialised) and (H.Used >= 0) and (H.Used <= WEH_Buffer) and (Length(H.Name) < 15);
end;

procedure WEH_Init(var H: TWEHash; const name: shortstring);
begin
  if @H = nil then
    exit;
  FillChar(H, SizeOf(H), 0);
  H.Mark := Initialised;
  { with the zero byte at which C ends it }
  H.Name := name;
end;

function Begun(var H: TWEHash): boolean;
begin
  Result := (H.Begun <> 0) or (bramah_resume_hash(@H.Name[1], nil, 0, @H.State, WEH_State) = 0);
  H.Begun := 1;
end;

function WEH_Keyed(var H: TWEHash; const name: shortstring; key: pointer; len: longint): boolean;
begin
  WEH_Init(H, name);
  if (@H = nil) or ((key = nil) and (len > 0)) then
    exit(false);
  if len = 0 then
    exit(true);
  Result := bramah_resume_hash(@H.Name[1], key, len, @H.State, WEH_State) = 0;
  H.Begun := 1;
  if not Result then
    H.Mark := 0;
end;

procedure WEH_Zero(var digest; len: longint);
begin
  if @digest <> nil then
    FillChar(digest, len, 0);
end;

procedure WEH_Update(var H: TWEHash; data: pointer; len: longint);
var
  n: longint;
begin
  if not WEH_Valid(H) or (data = nil) or (len <= 0) then
    exit;
  { a sum could be above the range }
  if len > WEH_Buffer - H.Used then
  begin
    if not Begun(H) then
      exit;
    if H.Used > 0 then
    begin
      n := WEH_Buffer - H.Used;
      Move(data^, H.Buffer[H.Used], n);
      if bramah_resume_hash_update(@H.State, WEH_State, @H.Buffer, WEH_Buffer) <> 0 then
        H.Mark := 0;
      H.Used := 0;
      data := data + n;
      len := len - n;
    end;
    n := len - len mod WEH_Buffer;
    if (n > 0) and (bramah_resume_hash_update(@H.State, WEH_State, data, n) <> 0) then
      H.Mark := 0;
    data := data + n;
    len := len - n;
  end;
  Move(data^, H.Buffer[H.Used], len);
  H.Used := H.Used + len;
end;

procedure WEH_Final(var H: TWEHash; var digest; len: longint);
begin
  if @digest = nil then
    exit;
  if not WEH_Valid(H) then
    FillChar(digest, len, 0)
  else if H.Begun = 0 then
    { all of the message is here }
    bramah_resume_hash_whole(@H.Name[1], @H.Buffer, H.Used, @digest, len)
  else
  begin
    if H.Used > 0 then
      bramah_resume_hash_update(@H.State, WEH_State, @H.Buffer, H.Used);
    bramah_resume_hash_digest(@H.State, WEH_State, @digest, len);
  end;
  if @H <> nil then
    FillChar(H, SizeOf(H), 0);
end;

function WEH_Reversed(b: byte): byte;
var
  i: longint;
begin
  Result := 0;
  for i := 0 to 7 do
    Result := byte(Result shl 1) or ((b shr i) and 1);
end;

procedure WEH_FinalBits(var H: TWEHash; var digest; len: longint; BData: byte; bits: longint; form: TWEForm; block: longint);
var
  body: array[0..1023] of byte;
  pad: array[0..511] of byte;
  written: SizeUInt;
  count: qword;
  ends, lengthBytes, i, size: longint;
begin
  if form = wfSponge then
  begin
    { the bits in the order of the sponge; two bits tell the function from others, and one ends the message }
    if bits < 0 then
      bits := 0;
    if bits > 7 then
      bits := 7;
    WEH_Squeeze(H, (WEH_Reversed(BData) and (1 shl bits - 1)) or (6 shl bits), @digest, len, block);
    exit;
  end;
  if (bits <= 0) or not WEH_Valid(H) or (@digest = nil) then
  begin
    WEH_Final(H, digest, len);
    exit;
  end;
  FillChar(digest, len, 0);
  if bits > 7 then
    bits := 7;
  { the block that has begun comes to the library, and is completed here, padding included }
  if not Begun(H) or (bramah_resume_hash_update(@H.State, WEH_State, @H.Buffer, H.Used) <> 0)
    or (bramah_resume_hash_body(@H.State, WEH_State, @body, SizeOf(body), written) <> 0) then
    exit;
  Move(body, count, 8);
  count := LEtoN(count);
  FillChar(pad, SizeOf(pad), 0);
  ends := block - longint(count mod qword(block));
  { a bit ends the message, whose length in bits is at the end of its last block }
  lengthBytes := 8;
  if form = wfBig64 then
    lengthBytes := 16
  else if form = wfBytes then
    lengthBytes := 32;
  if ends < 1 + lengthBytes then
    ends := ends + block;
  pad[0] := (BData or ($80 shr bits)) and byte($FF00 shr (bits + 1));
  count := 8 * count + qword(bits);
  for i := 0 to 7 do
    if form = wfLittle then
      pad[ends - 8 + i] := byte(count shr (8 * i))
    else
      pad[ends - 1 - i] := byte(count shr (8 * i));
  if (bramah_resume_hash_update(@H.State, WEH_State, @pad, ends) <> 0)
    or (bramah_resume_hash_body(@H.State, WEH_State, @body, SizeOf(body), written) <> 0) then
    exit;
  { the words of the state follow the count }
  size := 1;
  if form = wfBig32 then
    size := 4
  else if form = wfBig64 then
    size := 8;
  for i := 0 to len - 1 do
    PByte(@digest)[i] := body[16 + i - i mod size + (size - 1 - i mod size)];
  FillChar(body, SizeOf(body), 0);
  FillChar(H, SizeOf(H), 0);
end;

procedure WEH_Squeeze(var H: TWEHash; number: longint; output: PByte; len, rate: longint);
var
  body: array[0..1023] of byte;
  pad: array[0..511] of byte;
  written: SizeUInt;
  ends, n: longint;
begin
  if (output = nil) or (len <= 0) then
    exit;
  FillChar(output^, len, 0);
  if not WEH_Valid(H) or not Begun(H) or (bramah_resume_hash_update(@H.State, WEH_State, @H.Buffer, H.Used) <> 0)
    or (bramah_resume_hash_body(@H.State, WEH_State, @body, SizeOf(body), written) <> 0) then
    exit;
  { the body begins with the bytes of the block that has begun }
  ends := rate - body[0];
  if (ends < 1) or (ends > rate) then
    exit;
  FillChar(pad, SizeOf(pad), 0);
  if (number > 255) and (ends = 1) then
    ends := ends + rate;
  pad[0] := byte(number);
  pad[1] := byte(number shr 8);
  pad[ends - 1] := pad[ends - 1] or $80;
  n := ends;
  repeat
    if (bramah_resume_hash_update(@H.State, WEH_State, @pad, n) <> 0)
      or (bramah_resume_hash_body(@H.State, WEH_State, @body, SizeOf(body), written) <> 0) then
      exit;
    { a block of zeros leads to the next block of output }
    FillChar(pad, SizeOf(pad), 0);
    n := rate;
    if n > len then
      n := len;
    Move(body[16], output^, n);
    output := output + n;
    len := len - n;
    n := rate;
  until len <= 0;
  FillChar(body, SizeOf(body), 0);
  FillChar(H, SizeOf(H), 0);
end;

procedure WEH_Describe(var D: TWEDesc; alg: longint; const name: shortstring; block, digest: longint; oid: pointer;
  oidLen: longint; init, final, update, bits: pointer);
begin
  FillChar(D, SizeOf(D), 0);
  D.HSig := $3D7A;
  D.HDSize := SizeOf(D);
  D.HDVersion := $00020002;
  D.HBlockLen := block;
  D.HDigestlen := digest;
  D.HInit := init;
  D.HFinal := final;
  D.HUpdateXL := update;
  D.HAlgNum := alg;
  D.HName := name;
  D.HPtrOID := oid;
  D.HLenOID := oidLen;
  D.HFinalBit := bits;
  { the function is the library's: kdf derives keys with it there }
  D.HReserved[0] := $B4;
end;

function WEH_Described(D: pointer): boolean;
begin
  Result := false;
  if D = nil then
    exit;
  with TWEDesc(D^) do
    Result := (HSig = $3D7A) and (HBlockLen > 0) and (HBlockLen <= 144) and (HDigestlen > 0) and (HDigestlen <= 64)
      and (HInit <> nil) and (HFinal <> nil) and (HUpdateXL <> nil);
end;

procedure WEH_Full(const name: shortstring; var digest; len: longint; data: pointer; dataLen: longint);
var
  zero: string[15];
  found: array[0..127] of byte;
begin
  if (@digest = nil) or (len > SizeOf(found)) then
    exit;
  if (data = nil) or (dataLen < 0) then
    dataLen := 0;
  zero := name + #0;
  { not bramah_hash_once, which looks the name up each time. The digest may be what is hashed; one that fails is zeros }
  bramah_resume_hash_whole(@zero[1], data, dataLen, @found, len);
  Move(found, digest, len);
  FillChar(found, len, 0);
end;

procedure WES_Open(out from: TWEFile; const fname: string; out err: word);
var
  mode: byte;
begin
  mode := FileMode;
  FileMode := 0;
  {$push}{$I-}
  Assign(from.F, fname);
  Reset(from.F, 1);
  {$pop}
  err := IOResult;
  FileMode := mode;
  from.Open := err = 0;
end;

function WES_Read(var from: TWEFile; var err: word): longint;
begin
  Result := 0;
  if not from.Open then
    exit;
  {$push}{$I-}
  if err = 0 then
  begin
    BlockRead(from.F, from.Data, SizeOf(from.Data), Result);
    err := IOResult;
  end;
  if (err <> 0) or (Result = 0) then
  begin
    Close(from.F);
    if err = 0 then
      err := IOResult;
    from.Open := false;
    Result := 0;
  end;
  {$pop}
end;

procedure WEH_File(const name: shortstring; const fname: string; var digest; len: longint; out err: word);
var
  H: TWEHash;
  from: ^TWEFile;
  n: longint;
begin
  New(from);
  WES_Open(from^, fname, err);
  if err = 0 then
  begin
    WEH_Init(H, name);
    repeat
      n := WES_Read(from^, err);
      WEH_Update(H, @from^.Data, n);
    until n = 0;
    WEH_Final(H, digest, len);
  end;
  Dispose(from);
end;

function WEH_Hex(const digits: shortstring; var bytes): longint;
var
  i, code: longint;
  b: byte;
begin
  Result := Length(digits) div 2;
  for i := 0 to Result - 1 do
  begin
    Val('$' + Copy(digits, 2 * i + 1, 2), b, code);
    PByte(@bytes)[i] := b;
  end;
end;

function WEH_Test(const name: shortstring; const abc, million: shortstring): boolean;
const
  Letters: array[0..2] of char = 'abc';
var
  expected, found: array[0..127] of byte;
  letter: array[0..999] of byte;
  H: TWEHash;
  i, len: longint;
begin
  len := WEH_Hex(abc, expected);
  WEH_Full(name, found, len, @Letters, 3);
  Result := CompareByte(expected, found, len) = 0;
  WEH_Init(H, name);
  for i := 0 to 2 do
    WEH_Update(H, @Letters[i], 1);
  WEH_Final(H, found, len);
  Result := Result and (CompareByte(expected, found, len) = 0);
  if million = '' then
    exit;
  FillChar(letter, SizeOf(letter), ord('a'));
  WEH_Init(H, name);
  for i := 1 to 1000 do
    WEH_Update(H, @letter, 1000);
  WEH_Final(H, found, len);
  WEH_Hex(million, expected);
  Result := Result and (CompareByte(expected, found, len) = 0);
end;

{ The checksums. Those whose bits go in from the lowest on have their state at the low end of 64 bits, others at the high end. }

const
  Reflected: array[TWESum] of boolean = (false, false, true, false);
  Width: array[TWESum] of longint = (16, 24, 32, 64);
  Polynomial: array[TWESum] of qword = ($1021, $864CFB, $EDB88320, $42F0E1EBA9EA3693);

procedure Fill(sum: TWESum);
var
  i, k, bit: longint;
  s, out_, placed: qword;
begin
  placed := Polynomial[sum];
  if not Reflected[sum] then
    placed := placed shl (64 - Width[sum]);
  for i := 0 to 255 do
  begin
    s := i;
    if not Reflected[sum] then
      s := s shl 56;
    for bit := 1 to 8 do
      if Reflected[sum] then
      begin
        out_ := s and 1;
        s := s shr 1;
        if out_ <> 0 then
          s := s xor placed;
      end
      else
      begin
        out_ := s shr 63;
        s := s shl 1;
        if out_ <> 0 then
          s := s xor placed;
      end;
    Tables[sum][0][i] := s;
  end;
  for k := 1 to 7 do
    for i := 0 to 255 do
    begin
      s := Tables[sum][k - 1][i];
      if Reflected[sum] then
        s := s shr 8 xor Tables[sum][0][s and 255]
      else
        s := s shl 8 xor Tables[sum][0][s shr 56];
      Tables[sum][k][i] := s;
    end;
end;

procedure WES_Update(sum: TWESum; var state: qword; data: pointer; len: longint);
var
  s: qword;
  T: ^TTables;
  p: PByte;
begin
  if (data = nil) or (len <= 0) then
    exit;
  T := @Tables[sum];
  p := data;
  if Reflected[sum] then
  begin
    s := state;
    while len >= 8 do
    begin
      s := s xor LEtoN(unaligned(PQWord(p)^));
      s := T^[7][s and 255] xor T^[6][(s shr 8) and 255] xor T^[5][(s shr 16) and 255] xor T^[4][(s shr 24) and 255]
        xor T^[3][(s shr 32) and 255] xor T^[2][(s shr 40) and 255] xor T^[1][(s shr 48) and 255] xor T^[0][s shr 56];
      p := p + 8;
      len := len - 8;
    end;
    while len > 0 do
    begin
      s := s shr 8 xor T^[0][byte(s) xor p^];
      Inc(p);
      Dec(len);
    end;
    state := s;
    exit;
  end;
  s := state shl (64 - Width[sum]);
  while len >= 8 do
  begin
    s := s xor BEtoN(unaligned(PQWord(p)^));
    s := T^[0][s and 255] xor T^[1][(s shr 8) and 255] xor T^[2][(s shr 16) and 255] xor T^[3][(s shr 24) and 255]
      xor T^[4][(s shr 32) and 255] xor T^[5][(s shr 40) and 255] xor T^[6][(s shr 48) and 255] xor T^[7][s shr 56];
    p := p + 8;
    len := len - 8;
  end;
  while len > 0 do
  begin
    s := s shl 8 xor T^[0][byte(s shr 56) xor p^];
    Inc(p);
    Dec(len);
  end;
  state := s shr (64 - Width[sum]);
end;

procedure WES_Adler(var adler: longint; data: pointer; len: longint);
const
  Prime = 65521;
  { The most bytes after which the sums fit into 32 bits. }
  Most = 5552;
var
  a, b: dword;
  p: PByte;
  n: longint;
begin
  if (@adler = nil) or (data = nil) or (len <= 0) then
    exit;
  a := dword(adler) and $FFFF;
  b := dword(adler) shr 16;
  p := data;
  while len > 0 do
  begin
    n := len;
    if n > Most then
      n := Most;
    len := len - n;
    while n >= 8 do
    begin
      { the sum of the sums after each of eight bytes }
      b := b + 8 * a + 8 * p[0] + 7 * p[1] + 6 * p[2] + 5 * p[3] + 4 * p[4] + 3 * p[5] + 2 * p[6] + p[7];
      a := a + p[0] + p[1] + p[2] + p[3] + p[4] + p[5] + p[6] + p[7];
      p := p + 8;
      n := n - 8;
    end;
    while n > 0 do
    begin
      a := a + p^;
      b := b + a;
      Inc(p);
      Dec(n);
    end;
    a := a mod Prime;
    b := b mod Prime;
  end;
  adler := longint(b shl 16 or a);
end;

var
  each: TWESum;

initialization
  for each := wsCrc16 to wsCrc64 do
    Fill(each);
end.
