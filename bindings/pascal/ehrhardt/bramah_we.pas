{ What the units for W. Ehrhardt's interface of block ciphers share: the modes, over the C library of Bramah.

  A context is a record of the caller, copied by assignment and never freed. It begins with a TWEHead; the IV and a block that
  has begun follow, and the cipher with its key, as bramah_record_set writes it. Nothing in it is trusted: what was never
  initialised is refused. }
unit bramah_we;

{$mode objfpc}{$H-}{$Q-}{$R-}{$inline on}

interface

const
{$if defined(WINDOWS)}
  BramahLibrary = 'bramah.dll';
{$elseif defined(DARWIN)}
  BramahLibrary = 'libbramah.dylib';
{$else}
  BramahLibrary = 'libbramah.so.0';
  {$linklib bramah}
{$endif}

  { The error codes, which have the same values under every cipher's prefix. }
  WE_Invalid_Key_Size = -1;
  WE_Invalid_Mode = -2;
  WE_Invalid_Length = -3;
  WE_Data_After_Short_Block = -4;
  WE_MultipleIncProcs = -5;
  WE_NIL_Pointer = -6;
  WE_EAX_Inv_Text_Length = -7;
  WE_EAX_Inv_TAG_Length = -8;
  WE_EAX_Verify_Tag = -9;
  WE_CCM_Hdr_length = -10;
  WE_CCM_Nonce_length = -11;
  WE_CCM_Tag_length = -12;
  WE_CCM_Verify_Tag = -13;
  WE_CTR_SeekOffset = -15;
  WE_GCM_Verify_Tag = -17;
  WE_GCM_Auth_After_Final = -18;

  { The operations of bramah_record_apply. }
  WE_ECB_ENCRYPT = 0;
  WE_ECB_DECRYPT = 1;
  WE_CBC_ENCRYPT = 2;
  WE_CBC_DECRYPT = 3;
  WE_CFB_ENCRYPT = 4;
  WE_CFB_DECRYPT = 5;
  WE_CFB8_ENCRYPT = 6;
  WE_CFB8_DECRYPT = 7;
  WE_OFB = 8;
  WE_XTS_ENCRYPT = 9;
  WE_XTS_DECRYPT = 10;
  WE_CTR_BE = 16;
  WE_CTR_BE32 = 20;

  { The longest block. }
  WE_MaxBlock = 32;

type
  { A block cipher. }
  TWECipher = record
    { The name in the library; the bits of the key follow if Sized is set. }
    Name: string[15];
    Sized: boolean;
    { The bytes of a block, and those of the record with the key. }
    Block, Store: longint;
    { The bytes of a key. }
    Least, Most, Step: longint;
    { Whether a context is either for encryption or for decryption. }
    Directed: boolean;
    { Whether keys and blocks, of 8 bytes, have the last byte first that the library has last: the order of words of the paper. }
    Reversed: boolean;
  end;

  { What every context begins with. }
  TWEHead = record
    bLen, Rounds, KeyBits: word;
    Decrypt, Flag: byte;
    IncProc: pointer;
    { The length of the key in bytes, or 0. }
    Key: word;
    { So that a block follows without a gap. }
    Fill: array[0..2] of word;
  end;

  PWEHead = ^TWEHead;

  { The addresses of a unit's four functions that increment counters: MSBFull, LSBFull, MSBPart, LSBPart. }
  PWEGcm = ^TWEGcm;
  TWEIncs = array[0..3] of pointer;

  TWEBlock = array[0..WE_MaxBlock - 1] of byte;

  { Room for the context of any cipher. }
  TWERoom = record
    Head: TWEHead;
    Blocks: array[0..2 * WE_MaxBlock - 1] of byte;
    Store: array[0..8703] of byte;
  end;

  { The part of a context of GCM that is not the context of the cipher. }
  TWEGcm = record
    aad_ghv, txt_ghv, ghash_h: array[0..15] of byte;
    aad_cnt, atx_cnt: int64;
    y0_val: longint;
  end;

const
  WE_AES: TWECipher = (Name: 'aes'; Sized: true; Block: 16; Store: 576; Least: 16; Most: 32; Step: 8; Directed: true;
    Reversed: false);
  WE_ANU: TWECipher = (Name: 'anubis'; Sized: true; Block: 16; Store: 1600; Least: 16; Most: 40; Step: 4; Directed: true;
    Reversed: false);
  WE_BF: TWECipher = (Name: 'blowfish'; Sized: false; Block: 8; Store: 8704; Least: 1; Most: 56; Step: 1; Directed: false;
    Reversed: false);
  WE_CAM: TWECipher = (Name: 'camellia'; Sized: true; Block: 16; Store: 2624; Least: 16; Most: 32; Step: 8; Directed: false;
    Reversed: false);
  WE_SC: TWECipher = (Name: 'shacal2'; Sized: false; Block: 32; Store: 320; Least: 16; Most: 64; Step: 1; Directed: false;
    Reversed: false);
  WE_SEA: TWECipher = (Name: 'seed'; Sized: false; Block: 16; Store: 320; Least: 16; Most: 16; Step: 1; Directed: false;
    Reversed: false);
  WE_SJ: TWECipher = (Name: 'skipjack'; Sized: false; Block: 8; Store: 64; Least: 10; Most: 10; Step: 1; Directed: false;
    Reversed: true);
  WE_SP: TWECipher = (Name: 'serpent'; Sized: true; Block: 16; Store: 640; Least: 16; Most: 32; Step: 8; Directed: false;
    Reversed: false);
  WE_TF: TWECipher = (Name: 'twofish'; Sized: true; Block: 16; Store: 5440; Least: 16; Most: 32; Step: 8; Directed: false;
    Reversed: false);
  WE_XT: TWECipher = (Name: 'xtea'; Sized: false; Block: 8; Store: 320; Least: 16; Most: 16; Step: 1; Directed: false;
    Reversed: false);

{ B3 := B1 xor B2, of len bytes each. }
procedure WE_Xor(const B1, B2; var B3; len: longint);
{ Initialises a context with a key of so many bytes, or bits if bits is set. }
function WE_Init(const C: TWECipher; const Key; len: longint; bits: boolean; decrypt: byte; var ctx): longint;
{ The same, with an IV. }
function WE_Init_IV(const C: TWECipher; const Key; len: longint; bits: boolean; decrypt: byte; const IV; var ctx): longint;
procedure WE_Reset(var ctx);
procedure WE_Reset_IV(const C: TWECipher; const IV; var ctx);
{ Encrypts or decrypts a block, which is zeros if the context has no key. }
procedure WE_Block(const C: TWECipher; operation: longint; var ctx; const BI; var BO);
function WE_ECB(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx): longint;
function WE_CBC(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx): longint;
function WE_CFB(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx): longint;
function WE_CFB8(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx): longint;
function WE_OFB_Apply(const C: TWECipher; src, dst: pointer; len: longint; var ctx): longint;
function WE_CTR_Init(const C: TWECipher; const Key; len: longint; bits: boolean; const CTR; IncProc: pointer; var ctx): longint;
procedure WE_CTR_Reset(const C: TWECipher; const CTR; var ctx);
{ IncProc is called by the convention stdcall if the library is a DLL. }
function WE_CTR(const C: TWECipher; const Incs: TWEIncs; dll: boolean; src, dst: pointer; len: longint; var ctx): longint;
function WE_CTR_Seek(const C: TWECipher; const Incs: TWEIncs; dll: boolean; const CTR; SOL, SOH: longint; var ctx): longint;
function WE_SetIncProc(IncProc: pointer; var ctx): longint;
{ Increments bytes from a to b, of which a is the lowest. }
procedure WE_Inc(var CTR; a, b: longint);
{ 0 if the first len bytes are the same, in time that depends on len alone, and else a code. }
function WE_Compare(a, b: pointer; len, code: longint): longint;

{ The parts of a context, and its length. }
function IV_Of(var ctx): PByte;
function Buf_Of(const C: TWECipher; var ctx): PByte;
function Store_Of(const C: TWECipher; var ctx): PByte;
function Length_Of(const C: TWECipher): SizeInt;
{ Returns a copy of an input that its output overlaps without beginning where it begins, which GiveBack frees; nil if it does not. }
function Lent(src, dst: pointer; len: longint): PByte;
procedure GiveBack(copy: PByte; len: longint);
{ Takes bytes through an operation; the second one single block. }
function Apply(const C: TWECipher; var ctx; operation: longint; chain, src, dst: PByte; len: SizeInt): longint;
function One(const C: TWECipher; operation: longint; var ctx; src, dst: PByte): longint;
{ Checks the arguments of a mode; the second those of a mode of whole blocks, of which the last one may be short. It returns the bytes
  before the last two blocks, if there is a short one, in whole, and the bytes of the short one in short. }
function Refused(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx): longint;
function RefusedBlocks(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx;
  out whole, short: longint): longint;
{ CTR with one of the operations from WE_CTR_BE on, or, if kind is 4, the user's own function. }
function Counted(const C: TWECipher; kind, operation: longint; dll: boolean; src, dst: pointer; len: longint; var ctx): longint;
function Least(a, b: longint): longint;

{ The C interface. }
function bramah_record_set(name: PAnsiChar; key: pointer; keyLen: SizeUInt; rec: pointer; recLen: SizeUInt): longint; cdecl;
  external BramahLibrary;
function bramah_record_length(name: PAnsiChar): SizeUInt; cdecl; external BramahLibrary;
function bramah_record_apply(rec: pointer; recLen: SizeUInt; operation: longint; chain: pointer; chainLen: SizeUInt;
  input: pointer; inputLen: SizeUInt; output: pointer; outputLen: SizeUInt): longint; cdecl; external BramahLibrary;
function bramah_record_chain(rec: pointer; recLen: SizeUInt; chain: pointer; chainLen: SizeUInt; data: pointer;
  dataLen: SizeUInt): longint; cdecl; external BramahLibrary;
function bramah_record_ghash(key: pointer; keyLen: SizeUInt; sum: pointer; sumLen: SizeUInt; data: pointer;
  dataLen: SizeUInt): longint; cdecl; external BramahLibrary;
function bramah_version: PAnsiChar; cdecl; external BramahLibrary;

type
  { Options of a function of the C library. }
  POptions = type pointer;

function bramah_options_new(out options: POptions): longint; cdecl; external BramahLibrary;
function bramah_options_free(var options: POptions): longint; cdecl; external BramahLibrary;
function bramah_options_set_number(options: POptions; name: PAnsiChar; value: qword): longint; cdecl; external BramahLibrary;
function bramah_options_set_bytes(options: POptions; name: PAnsiChar; bytes: pointer; len: SizeUInt): longint; cdecl;
  external BramahLibrary;
function bramah_kdf(name: PAnsiChar; secret: pointer; secretLen: SizeUInt; options: POptions; output: pointer;
  outputLen: SizeUInt): longint; cdecl; external BramahLibrary;

{ Derives a key with a function of the library, whose status it returns; the key may be in the place of the password or the salt. }
function WE_Derive(name: PAnsiChar; password: pointer; passwordLen: longint; options: POptions; output: pointer;
  len: longint): longint;

implementation

const
  BRAMAH_OVERLAP = 4;

type
  TIncProc = procedure(var CTR: TWEBlock);
  TIncProcDll = procedure(var CTR: TWEBlock); stdcall;

function WE_Derive(name: PAnsiChar; password: pointer; passwordLen: longint; options: POptions; output: pointer;
  len: longint): longint;
var
  made: pointer;
begin
  GetMem(made, len);
  Result := bramah_kdf(name, password, passwordLen, options, made, len);
  if Result = 0 then
    Move(made^, output^, len);
  FillChar(made^, len, 0);
  FreeMem(made);
end;

{ The parts of a context. }

function IV_Of(var ctx): PByte;
begin
  Result := PByte(@ctx) + SizeOf(TWEHead);
end;

function Buf_Of(const C: TWECipher; var ctx): PByte;
begin
  Result := PByte(@ctx) + SizeOf(TWEHead) + C.Block;
end;

function Store_Of(const C: TWECipher; var ctx): PByte;
begin
  Result := PByte(@ctx) + SizeOf(TWEHead) + 2 * C.Block;
end;

procedure WE_Xor(const B1, B2; var B3; len: longint);
var
  i: longint;
begin
  if (@B1 = nil) or (@B2 = nil) or (@B3 = nil) then
    exit;
  for i := 0 to len - 1 do
    PByte(@B3)[i] := PByte(@B1)[i] xor PByte(@B2)[i];
end;

function Lent(src, dst: pointer; len: longint): PByte;
begin
  Result := nil;
  if (src <> dst) and (len > 0) and (src <> nil) and (dst <> nil) and (src < dst + len) and (dst < src + len) then
  begin
    GetMem(Result, len);
    Move(src^, Result^, len);
  end;
end;

procedure GiveBack(copy: PByte; len: longint);
begin
  FillChar(copy^, len, 0);
  FreeMem(copy);
end;

{ Apply for a cipher whose blocks are reversed. }
function Backwards(const C: TWECipher; var ctx; operation: longint; chain: PByte; chainLen: SizeInt; src, dst: PByte;
  len: SizeInt): longint;
const
  Room = 512;
var
  blocks: array[0..Room - 1] of qword;
  last: qword;
  n, i: SizeInt;
begin
  { a counter is reversed too: big-endian numbers change places with little-endian ones }
  if operation >= WE_CTR_BE then
    operation := operation xor 1;
  last := 0;
  if chainLen > 0 then
    last := SwapEndian(unaligned(PQWord(chain)^));
  Result := 0;
  while (len > 0) and (Result = 0) do
  begin
    n := len div 8;
    if n > Room then
      n := Room;
    for i := 0 to n - 1 do
      blocks[i] := SwapEndian(unaligned(PQWord(src)[i]));
    if bramah_record_apply(Store_Of(C, ctx), C.Store, operation, @last, chainLen, @blocks, 8 * n, @blocks, 8 * n) <> 0 then
      Result := WE_Invalid_Key_Size;
    for i := 0 to n - 1 do
      unaligned(PQWord(dst)[i]) := SwapEndian(blocks[i]);
    src := src + 8 * n;
    dst := dst + 8 * n;
    len := len - 8 * n;
  end;
  if chainLen > 0 then
    unaligned(PQWord(chain)^) := SwapEndian(last);
  FillChar(blocks, SizeOf(blocks), 0);
end;

function Apply(const C: TWECipher; var ctx; operation: longint; chain, src, dst: PByte; len: SizeInt): longint;
var
  status: longint;
  chainLen: SizeInt;
begin
  if len <= 0 then
    exit(0);
  chainLen := C.Block;
  if operation <= WE_ECB_DECRYPT then
    chainLen := 0;
  if C.Reversed then
    exit(Backwards(C, ctx, operation, chain, chainLen, src, dst, len));
  status := bramah_record_apply(Store_Of(C, ctx), C.Store, operation, chain, chainLen, src, len, dst, len);
  if status = 0 then
    Result := 0
  else
    Result := WE_Invalid_Key_Size;
end;

{ Encrypts or decrypts one block. }
function One(const C: TWECipher; operation: longint; var ctx; src, dst: PByte): longint;
begin
  Result := Apply(C, ctx, operation, nil, src, dst, C.Block);
end;

function WE_Init(const C: TWECipher; const Key; len: longint; bits: boolean; decrypt: byte; var ctx): longint;
var
  name, number: string[23];
  turned: array[0..63] of byte;
  bytes: PByte;
  i: longint;
begin
  if @ctx = nil then
    exit(WE_NIL_Pointer);
  FillChar(ctx, SizeOf(TWEHead) + 2 * C.Block + C.Store, 0);
  if bits then
  begin
    if len and 7 <> 0 then
      exit(WE_Invalid_Key_Size);
    len := len div 8;
  end;
  if (len < C.Least) or (len > C.Most) or ((len - C.Least) mod C.Step <> 0) then
    exit(WE_Invalid_Key_Size);
  if @Key = nil then
    exit(WE_NIL_Pointer);
  name := C.Name;
  if C.Sized then
  begin
    Str(8 * len, number);
    name := name + '-' + number;
  end;
  name := name + #0;
  bytes := @Key;
  if C.Reversed then
  begin
    for i := 0 to len - 1 do
      turned[i] := bytes[len - 1 - i];
    bytes := @turned;
  end;
  if bramah_record_set(@name[1], bytes, len, Store_Of(C, ctx), C.Store) <> 0 then
    exit(WE_Invalid_Key_Size);
  FillChar(turned, SizeOf(turned), 0);
  with TWEHead(ctx) do
  begin
    Key := len;
    KeyBits := 8 * len;
    Rounds := 6 + len div 4;
    if C.Step = 4 then
      Rounds := 8 + len div 4;
  end;
  TWEHead(ctx).Decrypt := decrypt;
  Result := 0;
end;

function WE_Init_IV(const C: TWECipher; const Key; len: longint; bits: boolean; decrypt: byte; const IV; var ctx): longint;
begin
  Result := WE_Init(C, Key, len, bits, decrypt, ctx);
  if (Result = 0) and (@IV = nil) then
    Result := WE_NIL_Pointer;
  if Result = 0 then
    Move(IV, IV_Of(ctx)^, C.Block);
end;

procedure WE_Reset(var ctx);
begin
  if @ctx = nil then
    exit;
  TWEHead(ctx).bLen := 0;
  TWEHead(ctx).Flag := 0;
end;

procedure WE_Reset_IV(const C: TWECipher; const IV; var ctx);
begin
  if (@ctx = nil) or (@IV = nil) then
    exit;
  WE_Reset(ctx);
  Move(IV, IV_Of(ctx)^, C.Block);
end;

procedure WE_Block(const C: TWECipher; operation: longint; var ctx; const BI; var BO);
begin
  if (@ctx <> nil) and (@BI <> nil) and (@BO <> nil) then
    One(C, operation, ctx, @BI, @BO);
end;

function Refused(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx): longint;
begin
  if @ctx = nil then
    exit(WE_NIL_Pointer);
  if C.Directed and ((TWEHead(ctx).Decrypt <> 0) <> decrypt) then
    exit(WE_Invalid_Mode);
  if ((src = nil) or (dst = nil)) and (len > 0) then
    exit(WE_NIL_Pointer);
  if TWEHead(ctx).bLen > C.Block then
    exit(WE_Invalid_Key_Size);
  Result := 0;
end;

function RefusedBlocks(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx;
  out whole, short: longint): longint;
begin
  whole := 0;
  short := 0;
  Result := Refused(C, decrypt, src, dst, len, ctx);
  if (Result <> 0) then
    exit;
  if len <= 0 then
    len := 0;
  short := len mod C.Block;
  whole := len - short;
  if short <> 0 then
  begin
    if whole = 0 then
      exit(WE_Invalid_Length);
    whole := whole - C.Block;
  end;
  if TWEHead(ctx).Flag and 1 <> 0 then
    exit(WE_Data_After_Short_Block);
end;

function WE_ECB(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx): longint;
var
  copy: PByte;
  whole, short: longint;
  first, second: TWEBlock;
begin
  copy := Lent(src, dst, len);
  if copy <> nil then
  begin
    Result := WE_ECB(C, decrypt, copy, dst, len, ctx);
    GiveBack(copy, len);
    exit;
  end;
  Result := RefusedBlocks(C, decrypt, src, dst, len, ctx, whole, short);
  if Result = 0 then
    Result := Apply(C, ctx, ord(decrypt), nil, src, dst, whole);
  if (Result <> 0) or (short = 0) then
    exit;
  src := src + whole;
  dst := dst + whole;
  { ciphertext stealing: the short block takes the end of the block before it, and stands before it }
  Result := One(C, ord(decrypt), ctx, src, @first);
  if Result <> 0 then
    exit;
  second := first;
  Move(PByte(src)[C.Block], second, short);
  Result := One(C, ord(decrypt), ctx, @second, @second);
  Move(second, dst^, C.Block);
  Move(first, PByte(dst)[C.Block], short);
  Move(first, Buf_Of(C, ctx)^, C.Block);
  TWEHead(ctx).Flag := TWEHead(ctx).Flag or 1;
end;

function WE_CBC(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx): longint;
var
  copy: PByte;
  whole, short: longint;
  two: array[0..2 * WE_MaxBlock - 1] of byte;
  first, second: TWEBlock;
  i: longint;
begin
  copy := Lent(src, dst, len);
  if copy <> nil then
  begin
    Result := WE_CBC(C, decrypt, copy, dst, len, ctx);
    GiveBack(copy, len);
    exit;
  end;
  Result := RefusedBlocks(C, decrypt, src, dst, len, ctx, whole, short);
  if Result = 0 then
    Result := Apply(C, ctx, WE_CBC_ENCRYPT + ord(decrypt), IV_Of(ctx), src, dst, whole);
  if (Result <> 0) or (short = 0) then
    exit;
  src := src + whole;
  dst := dst + whole;
  FillChar(two, SizeOf(two), 0);
  Move(src^, two, C.Block + short);
  TWEHead(ctx).Flag := TWEHead(ctx).Flag or 1;
  if not decrypt then
  begin
    Result := Apply(C, ctx, WE_CBC_ENCRYPT, IV_Of(ctx), @two, @two, 2 * C.Block);
    Move(two[C.Block], dst^, C.Block);
    Move(two, PByte(dst)[C.Block], short);
    exit;
  end;
  Result := One(C, WE_ECB_DECRYPT, ctx, @two, @first);
  if Result <> 0 then
    exit;
  second := first;
  for i := 0 to short - 1 do
  begin
    second[i] := two[C.Block + i];
    first[i] := first[i] xor second[i];
  end;
  Result := Apply(C, ctx, WE_CBC_DECRYPT, IV_Of(ctx), @second, dst, C.Block);
  Move(first, PByte(dst)[C.Block], short);
end;

{ The modes that make a stream. The first bytes finish a block that has begun; then come whole blocks, and then a block begins. In
  CFB the IV is the block of ciphertext before, or the keystream of a block that has begun, whose ciphertext is in buf. In OFB it
  is the last keystream; in CTR it is the counter of the next block, or of one that has begun, whose keystream is in buf. }

function Least(a, b: longint): longint;
begin
  if a < b then
    Result := a
  else
    Result := b;
end;

function WE_CFB(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx): longint;
var
  copy: PByte;
  h: PWEHead;
  iv, buf, p, q: PByte;
  n, i: longint;
  b: byte;
begin
  copy := Lent(src, dst, len);
  if copy <> nil then
  begin
    Result := WE_CFB(C, decrypt, copy, dst, len, ctx);
    GiveBack(copy, len);
    exit;
  end;
  Result := Refused(C, false, src, dst, len, ctx);
  if (Result <> 0) or (len <= 0) then
    exit;
  h := @ctx;
  iv := IV_Of(ctx);
  buf := Buf_Of(C, ctx);
  p := src;
  q := dst;
  repeat
    if (h^.bLen = 0) and (len >= C.Block) then
    begin
      n := len - len mod C.Block;
      Result := Apply(C, ctx, WE_CFB_ENCRYPT + ord(decrypt), iv, p, q, n);
    end
    else
    begin
      if h^.bLen = 0 then
        Result := One(C, WE_ECB_ENCRYPT, ctx, iv, iv);
      n := Least(len, C.Block - h^.bLen);
      if Result = 0 then
        for i := 0 to n - 1 do
        begin
          b := p[i];
          q[i] := b xor iv[h^.bLen];
          if not decrypt then
            b := q[i];
          buf[h^.bLen] := b;
          Inc(h^.bLen);
        end;
      if h^.bLen >= C.Block then
      begin
        Move(buf^, iv^, C.Block);
        h^.bLen := 0;
      end;
    end;
    p := p + n;
    q := q + n;
    len := len - n;
  until (Result <> 0) or (len <= 0);
end;

function WE_CFB8(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx): longint;
var
  copy: PByte;
begin
  copy := Lent(src, dst, len);
  if copy <> nil then
  begin
    Result := WE_CFB8(C, decrypt, copy, dst, len, ctx);
    GiveBack(copy, len);
    exit;
  end;
  Result := Refused(C, false, src, dst, len, ctx);
  if Result = 0 then
    Result := Apply(C, ctx, WE_CFB8_ENCRYPT + ord(decrypt), IV_Of(ctx), src, dst, len);
end;

function WE_OFB_Apply(const C: TWECipher; src, dst: pointer; len: longint; var ctx): longint;
var
  copy: PByte;
  h: PWEHead;
  iv, p, q: PByte;
  n: longint;
begin
  copy := Lent(src, dst, len);
  if copy <> nil then
  begin
    Result := WE_OFB_Apply(C, copy, dst, len, ctx);
    GiveBack(copy, len);
    exit;
  end;
  Result := Refused(C, false, src, dst, len, ctx);
  if (Result <> 0) or (len <= 0) then
    exit;
  h := @ctx;
  iv := IV_Of(ctx);
  p := src;
  q := dst;
  repeat
    if (h^.bLen = 0) and (len >= C.Block) then
    begin
      n := len - len mod C.Block;
      Result := Apply(C, ctx, WE_OFB, iv, p, q, n);
    end
    else
    begin
      if h^.bLen = 0 then
        Result := One(C, WE_ECB_ENCRYPT, ctx, iv, iv);
      n := Least(len, C.Block - h^.bLen);
      if Result = 0 then
      begin
        WE_Xor(p^, iv[h^.bLen], q^, n);
        h^.bLen := (h^.bLen + n) mod C.Block;
      end;
    end;
    p := p + n;
    q := q + n;
    len := len - n;
  until (Result <> 0) or (len <= 0);
end;

function WE_CTR_Init(const C: TWECipher; const Key; len: longint; bits: boolean; const CTR; IncProc: pointer; var ctx): longint;
begin
  Result := WE_Init_IV(C, Key, len, bits, 0, CTR, ctx);
  if Result = 0 then
  begin
    TWEHead(ctx).IncProc := IncProc;
    Result := One(C, WE_ECB_ENCRYPT, ctx, IV_Of(ctx), Buf_Of(C, ctx));
  end;
end;

procedure WE_CTR_Reset(const C: TWECipher; const CTR; var ctx);
begin
  if (@ctx = nil) or (@CTR = nil) then
    exit;
  WE_Reset_IV(C, CTR, ctx);
  One(C, WE_ECB_ENCRYPT, ctx, IV_Of(ctx), Buf_Of(C, ctx));
end;

function WE_SetIncProc(IncProc: pointer; var ctx): longint;
begin
  if @ctx = nil then
    exit(WE_NIL_Pointer);
  if TWEHead(ctx).IncProc <> nil then
    exit(WE_MultipleIncProcs);
  TWEHead(ctx).IncProc := IncProc;
  Result := 0;
end;

procedure WE_Inc(var CTR; a, b: longint);
var
  p: PByte;
begin
  p := @CTR;
  if p = nil then
    exit;
  while true do
  begin
    p[a] := byte(p[a] + 1);
    if (p[a] <> 0) or (a = b) then
      exit;
    if a < b then
      Inc(a)
    else
      Dec(a);
  end;
end;

{ Returns the place of the function that a context counts with, 4 for the user's own. }
function Counting(const Incs: TWEIncs; var ctx): longint;
begin
  if TWEHead(ctx).IncProc = nil then
    exit(0);
  Result := 0;
  while (Result < 4) and (Incs[Result] <> TWEHead(ctx).IncProc) do
    Inc(Result);
end;

{ Counts once. Half of the block is the part that Part functions count in. }
procedure Count(const C: TWECipher; kind: longint; dll: boolean; var ctx);
var
  iv: PByte;
begin
  iv := IV_Of(ctx);
  case kind of
    0: WE_Inc(iv^, C.Block - 1, 0);
    1: WE_Inc(iv^, 0, C.Block - 1);
    2: WE_Inc(iv^, C.Block - 1, C.Block div 2);
    3: WE_Inc(iv^, 0, C.Block div 2 - 1);
  else
    if dll then
      TIncProcDll(TWEHead(ctx).IncProc)(TWEBlock(pointer(iv)^))
    else
      TIncProc(TWEHead(ctx).IncProc)(TWEBlock(pointer(iv)^));
  end;
end;

{ CTR of whole blocks with the user's own function: counters are collected and encrypted side by side. }
function Own(const C: TWECipher; dll: boolean; p, q: PByte; len: longint; var ctx): longint;
const
  Room = 2048;
var
  counters: array[0..Room - 1] of byte;
  n, at: longint;
begin
  { the context has a key before anything in it is called }
  Result := One(C, WE_ECB_ENCRYPT, ctx, IV_Of(ctx), @counters);
  while (Result = 0) and (len > 0) do
  begin
    n := Least(len, Room);
    at := 0;
    while at < n do
    begin
      Move(IV_Of(ctx)^, counters[at], C.Block);
      Count(C, 4, dll, ctx);
      at := at + C.Block;
    end;
    Result := Apply(C, ctx, WE_ECB_ENCRYPT, nil, @counters, @counters, n);
    if Result = 0 then
      WE_Xor(p^, counters, q^, n);
    p := p + n;
    q := q + n;
    len := len - n;
  end;
  FillChar(counters, SizeOf(counters), 0);
end;

function Counted(const C: TWECipher; kind, operation: longint; dll: boolean; src, dst: pointer; len: longint; var ctx): longint;
var
  h: PWEHead;
  iv, buf, p, q: PByte;
  n: longint;
begin
  Result := 0;
  if len <= 0 then
    exit;
  h := @ctx;
  iv := IV_Of(ctx);
  buf := Buf_Of(C, ctx);
  p := src;
  q := dst;
  repeat
    n := 0;
    if (h^.bLen = 0) and (len >= C.Block) then
    begin
      n := len - len mod C.Block;
      if kind = 4 then
        Result := Own(C, dll, p, q, n, ctx)
      else
        Result := Apply(C, ctx, operation, iv, p, q, n);
    end
    else
    begin
      if h^.bLen = 0 then
        Result := One(C, WE_ECB_ENCRYPT, ctx, iv, buf)
      else if kind = 4 then
        Result := One(C, WE_ECB_ENCRYPT, ctx, iv, buf);
      n := Least(len, C.Block - h^.bLen);
      if Result = 0 then
      begin
        WE_Xor(p^, buf[h^.bLen], q^, n);
        h^.bLen := h^.bLen + n;
        if h^.bLen >= C.Block then
        begin
          h^.bLen := 0;
          if operation = WE_CTR_BE32 then
            WE_Inc(iv^, 15, 12)
          else
            Count(C, kind, dll, ctx);
        end;
      end;
    end;
    p := p + n;
    q := q + n;
    len := len - n;
  until (Result <> 0) or (len <= 0);
end;

function WE_CTR(const C: TWECipher; const Incs: TWEIncs; dll: boolean; src, dst: pointer; len: longint; var ctx): longint;
var
  copy: PByte;
  kind: longint;
begin
  copy := Lent(src, dst, len);
  if copy <> nil then
  begin
    Result := WE_CTR(C, Incs, dll, copy, dst, len, ctx);
    GiveBack(copy, len);
    exit;
  end;
  Result := Refused(C, false, src, dst, len, ctx);
  if Result <> 0 then
    exit;
  kind := Counting(Incs, ctx);
  Result := Counted(C, kind, WE_CTR_BE + kind and 3, dll, src, dst, len, ctx);
end;

function WE_CTR_Seek(const C: TWECipher; const Incs: TWEIncs; dll: boolean; const CTR; SOL, SOH: longint; var ctx): longint;
var
  offset, blocks: int64;
  kind, i, at, last, step: longint;
  iv: PByte;
  sum: word;
begin
  if (@ctx = nil) or (@CTR = nil) then
    exit(WE_NIL_Pointer);
  if SOH < 0 then
    exit(WE_CTR_SeekOffset);
  offset := int64(SOH) shl 32 or int64(dword(SOL));
  blocks := offset div C.Block;
  iv := IV_Of(ctx);
  Move(CTR, iv^, C.Block);
  TWEHead(ctx).bLen := 0;
  { the context has a key before anything in it is called }
  Result := One(C, WE_ECB_ENCRYPT, ctx, iv, Buf_Of(C, ctx));
  if Result <> 0 then
    exit;
  kind := Counting(Incs, ctx);
  if kind = 4 then
    while blocks > 0 do
    begin
      Count(C, 4, dll, ctx);
      Dec(blocks);
    end
  else
  begin
    at := 0;
    last := C.Block - 1;
    step := 1;
    if kind >= 2 then
      last := C.Block div 2 - 1;
    if not odd(kind) then
    begin
      at := C.Block - 1;
      last := 0;
      if kind = 2 then
        last := C.Block div 2;
      step := -1;
    end;
    sum := 0;
    for i := 0 to abs(last - at) do
    begin
      sum := sum + iv[at] + byte(blocks);
      iv[at] := byte(sum);
      sum := sum shr 8;
      blocks := blocks shr 8;
      at := at + step;
    end;
  end;
  TWEHead(ctx).bLen := offset mod C.Block;
  Result := One(C, WE_ECB_ENCRYPT, ctx, iv, Buf_Of(C, ctx));
end;

function Length_Of(const C: TWECipher): SizeInt;
begin
  Result := SizeOf(TWEHead) + 2 * C.Block + C.Store;
end;

function WE_Compare(a, b: pointer; len, code: longint): longint;
var
  i: longint;
  difference: byte;
begin
  if (len > 0) and ((a = nil) or (b = nil)) then
    exit(WE_NIL_Pointer);
  difference := 0;
  for i := 0 to len - 1 do
    difference := difference or (PByte(a)[i] xor PByte(b)[i]);
  Result := 0;
  if difference <> 0 then
    Result := code;
end;

end.
