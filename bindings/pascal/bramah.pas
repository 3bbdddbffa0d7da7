{ Bramah for Free Pascal and Delphi: hash functions, MACs, ciphers, authenticated encryption, key derivation and password
  strings by name, over the C library (libbramah.so, libbramah.dylib or bramah.dll).

  The functions of the C library keep their names; bramah.h describes each. The classes below free their handles, and
  raise EBramah if a call fails; its text is the reason and what was expected. Only one thread at a time may use an
  object. Nil means the same as empty data. }
unit bramah;

{$ifdef FPC}
  {$mode delphi}
  {$H+}
{$endif}

interface

uses
  SysUtils;

const
{$if defined(MSWINDOWS) or defined(WINDOWS)}
  BramahLibrary = 'bramah.dll';
{$elseif defined(DARWIN) or defined(MACOS)}
  BramahLibrary = 'libbramah.dylib';
{$else}
  BramahLibrary = 'libbramah.so.0';
  {$ifdef FPC}{$linklib bramah}{$endif}
{$ifend}

type
  TBramahStatus = Int32;
  TBramahSize = NativeUInt;
  PBramahSize = ^TBramahSize;
  TBramahBytes = TBytes;
  { The handles of the C interface. }
  PBramahOptions = type Pointer;
  PBramahHash = type Pointer;
  PBramahXof = type Pointer;
  PBramahMac = type Pointer;
  PBramahCipher = type Pointer;
  PBramahStream = type Pointer;
  PBramahAead = type Pointer;
  PBramahFpe = type Pointer;
  PBramahSegments = type Pointer;
  PBramahSalsar = type Pointer;
  { The kind of an algorithm: its purpose. }
  TBramahKind = (bkHash, bkBlock, bkCipher, bkStream, bkAead, bkMac, bkKdf, bkPassword, bkEncryptThenMac, bkKeyWrap,
    bkFpe);
  TBramahDirection = (bdEncrypt, bdDecrypt);
  { The form of a segment's nonce: a prefix, then the number of the segment and whether it is the last. blBe32: 4 bytes,
    big-endian, and a byte; blLe31: 31 bits, little-endian, and a bit; blBe88: 11 bytes, big-endian, and a byte. }
  TBramahLayout = (blBe32, blLe31, blBe88);
  { A function that replaces a counter, of len bytes, by the next. }
  TBramahIncrement = procedure(context: Pointer; counter: PByte; len: TBramahSize); cdecl;

const
  BRAMAH_OK = 0;
  BRAMAH_UNKNOWN_NAME = 6;
  BRAMAH_UNKNOWN_BACKEND = 7;
  BRAMAH_UNKNOWN_OPTION = 8;
  BRAMAH_LENGTH = 9;
  BRAMAH_PARAMETER = 10;
  BRAMAH_UNSUPPORTED = 11;
  BRAMAH_FINISHED = 12;
  BRAMAH_UNAUTHENTIC = 14;
  BRAMAH_WRONG_PASSWORD = 15;
  BRAMAH_MALFORMED = 18;

function bramah_status_text(status: TBramahStatus): PAnsiChar; cdecl; external BramahLibrary;
function bramah_last_error: PAnsiChar; cdecl; external BramahLibrary;
function bramah_version: PAnsiChar; cdecl; external BramahLibrary;
function bramah_options_new(out options: PBramahOptions): TBramahStatus; cdecl; external BramahLibrary;
function bramah_options_free(var options: PBramahOptions): TBramahStatus; cdecl; external BramahLibrary;
function bramah_options_set_number(options: PBramahOptions; name: PAnsiChar; value: UInt64): TBramahStatus; cdecl;
  external BramahLibrary;
function bramah_options_set_bytes(options: PBramahOptions; name: PAnsiChar; bytes: PByte; len: TBramahSize): TBramahStatus;
  cdecl; external BramahLibrary;
function bramah_options_set_text(options: PBramahOptions; name, value: PAnsiChar): TBramahStatus; cdecl;
  external BramahLibrary;
function bramah_hash_new(out hash: PBramahHash; name: PAnsiChar; options: PBramahOptions): TBramahStatus; cdecl;
  external BramahLibrary;
function bramah_hash_free(var hash: PBramahHash): TBramahStatus; cdecl; external BramahLibrary;
function bramah_hash_clone(out copy: PBramahHash; hash: PBramahHash): TBramahStatus; cdecl; external BramahLibrary;
function bramah_hash_update(hash: PBramahHash; data: PByte; len: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_hash_finish(hash: PBramahHash; output: PByte; len: TBramahSize): TBramahStatus; cdecl;
  external BramahLibrary;
function bramah_hash_peek(hash: PBramahHash; output: PByte; len: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_hash_reset(hash: PBramahHash): TBramahStatus; cdecl; external BramahLibrary;
function bramah_hash_save(hash: PBramahHash; output: PByte; len: TBramahSize; out written: TBramahSize): TBramahStatus;
  cdecl; external BramahLibrary;
function bramah_hash_load(hash: PBramahHash; saved: PByte; len: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_hash_length(hash: PBramahHash): TBramahSize; cdecl; external BramahLibrary;
function bramah_hash_block(hash: PBramahHash): TBramahSize; cdecl; external BramahLibrary;
function bramah_mac_new(out mac: PBramahMac; name: PAnsiChar; key: PByte; keyLen: TBramahSize; nonce: PByte;
  nonceLen: TBramahSize; options: PBramahOptions): TBramahStatus; cdecl; external BramahLibrary;
function bramah_mac_free(var mac: PBramahMac): TBramahStatus; cdecl; external BramahLibrary;
function bramah_mac_update(mac: PBramahMac; data: PByte; len: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_mac_finish(mac: PBramahMac; tag: PByte; len: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_mac_verify(mac: PBramahMac; tag: PByte; len, expected: TBramahSize): TBramahStatus; cdecl;
  external BramahLibrary;
function bramah_mac_reset(mac: PBramahMac): TBramahStatus; cdecl; external BramahLibrary;
function bramah_mac_length(mac: PBramahMac): TBramahSize; cdecl; external BramahLibrary;
function bramah_cipher_new(out cipher: PBramahCipher; name: PAnsiChar; key: PByte; keyLen: TBramahSize; iv: PByte;
  ivLen: TBramahSize; direction: Int32; options: PBramahOptions): TBramahStatus; cdecl; external BramahLibrary;
function bramah_cipher_counting_new(out cipher: PBramahCipher; name: PAnsiChar; key: PByte; keyLen: TBramahSize; iv: PByte;
  ivLen: TBramahSize; increment: TBramahIncrement; context: Pointer; options: PBramahOptions): TBramahStatus; cdecl;
  external BramahLibrary;
function bramah_cipher_seek(cipher: PBramahCipher; position: UInt64): TBramahStatus; cdecl; external BramahLibrary;
function bramah_cipher_free(var cipher: PBramahCipher): TBramahStatus; cdecl; external BramahLibrary;
function bramah_cipher_update(cipher: PBramahCipher; input: PByte; inputLen: TBramahSize; output: PByte;
  outputLen: TBramahSize; out written: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_cipher_finish(cipher: PBramahCipher; output: PByte; outputLen: TBramahSize;
  out written: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_cipher_update_length(cipher: PBramahCipher; len: TBramahSize): TBramahSize; cdecl; external BramahLibrary;
function bramah_cipher_finish_length(cipher: PBramahCipher): TBramahSize; cdecl; external BramahLibrary;
function bramah_stream_new(out stream: PBramahStream; name: PAnsiChar; key: PByte; keyLen: TBramahSize; nonce: PByte;
  nonceLen: TBramahSize; options: PBramahOptions): TBramahStatus; cdecl; external BramahLibrary;
function bramah_stream_free(var stream: PBramahStream): TBramahStatus; cdecl; external BramahLibrary;
function bramah_stream_seek(stream: PBramahStream; position: UInt64): TBramahStatus; cdecl; external BramahLibrary;
function bramah_stream_apply(stream: PBramahStream; input: PByte; inputLen: TBramahSize; output: PByte;
  outputLen: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_aead_new(out aead: PBramahAead; name: PAnsiChar; key: PByte; keyLen: TBramahSize;
  options: PBramahOptions): TBramahStatus; cdecl; external BramahLibrary;
function bramah_aead_free(var aead: PBramahAead): TBramahStatus; cdecl; external BramahLibrary;
function bramah_aead_seal(aead: PBramahAead; nonce: PByte; nonceLen: TBramahSize; aad: PByte; aadLen: TBramahSize;
  input: PByte; inputLen: TBramahSize; output: PByte; outputLen: TBramahSize; tag: PByte;
  tagLen: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_aead_open(aead: PBramahAead; nonce: PByte; nonceLen: TBramahSize; aad: PByte; aadLen: TBramahSize;
  input: PByte; inputLen: TBramahSize; output: PByte; outputLen: TBramahSize; tag: PByte;
  tagLen: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_aead_tag(aead: PBramahAead): TBramahSize; cdecl; external BramahLibrary;
function bramah_segments_new(out segments: PBramahSegments; aead: PBramahAead; layout: Int32; prefix: PByte;
  prefixLen: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_segments_free(var segments: PBramahSegments): TBramahStatus; cdecl; external BramahLibrary;
function bramah_segments_seal(segments: PBramahSegments; last: Int32; aad: PByte; aadLen: TBramahSize; input: PByte;
  inputLen: TBramahSize; output: PByte; outputLen: TBramahSize; tag: PByte; tagLen: TBramahSize): TBramahStatus; cdecl;
  external BramahLibrary;
function bramah_segments_open(segments: PBramahSegments; last: Int32; aad: PByte; aadLen: TBramahSize; input: PByte;
  inputLen: TBramahSize; output: PByte; outputLen: TBramahSize; tag: PByte; tagLen: TBramahSize): TBramahStatus; cdecl;
  external BramahLibrary;
function bramah_segments_seek(segments: PBramahSegments; number: UInt64): TBramahStatus; cdecl; external BramahLibrary;
function bramah_encrypt_then_mac(name: PAnsiChar; direction: Int32; key: PByte; keyLen: TBramahSize; nonce: PByte;
  nonceLen: TBramahSize; aad: PByte; aadLen: TBramahSize; input: PByte; inputLen: TBramahSize; options: PBramahOptions;
  output: PByte; outputLen: TBramahSize; out written: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_key_wrap(name: PAnsiChar; direction: Int32; kek: PByte; kekLen: TBramahSize; input: PByte;
  inputLen: TBramahSize; options: PBramahOptions; output: PByte; outputLen: TBramahSize;
  out written: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_bao_encode(form: Int32; content: PByte; contentLen: TBramahSize; hash: PByte; hashLen: TBramahSize;
  output: PByte; outputLen: TBramahSize; out written: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_bao_decode(form: Int32; encoding: PByte; encodingLen: TBramahSize; content: PByte; contentLen: TBramahSize;
  hash: PByte; hashLen: TBramahSize; start, count: UInt64; output: PByte; outputLen: TBramahSize;
  out written: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_bao_slice(form: Int32; encoding: PByte; encodingLen: TBramahSize; content: PByte; contentLen: TBramahSize;
  start, count: UInt64; output: PByte; outputLen: TBramahSize; out written: TBramahSize): TBramahStatus; cdecl;
  external BramahLibrary;
function bramah_bao_decode_slice(slice: PByte; sliceLen: TBramahSize; hash: PByte; hashLen: TBramahSize; start, count: UInt64;
  output: PByte; outputLen: TBramahSize; out written: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_bao_length(form: Int32; contentLen: TBramahSize): TBramahSize; cdecl; external BramahLibrary;
function bramah_salsar_new(out salsar: PBramahSalsar; seed, rounds: UInt32): TBramahStatus; cdecl; external BramahLibrary;
function bramah_salsar_free(var salsar: PBramahSalsar): TBramahStatus; cdecl; external BramahLibrary;
function bramah_salsar_read(salsar: PBramahSalsar; output: PByte; len: TBramahSize): TBramahStatus; cdecl;
  external BramahLibrary;
function bramah_salsar_word(salsar: PBramahSalsar; out word: UInt32): TBramahStatus; cdecl; external BramahLibrary;
function bramah_wipe(bytes: PByte; len: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_block_new(out block: Pointer; name: PAnsiChar; key: PByte; keyLen: TBramahSize;
  options: PBramahOptions): TBramahStatus; cdecl; external BramahLibrary;
function bramah_block_free(var block: Pointer): TBramahStatus; cdecl; external BramahLibrary;
function bramah_block_apply(block: Pointer; direction: Int32; input: PByte; inputLen: TBramahSize; output: PByte;
  outputLen: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_fpe_new(out fpe: PBramahFpe; name, alphabet: PAnsiChar; key: PByte; keyLen: TBramahSize;
  options: PBramahOptions): TBramahStatus; cdecl; external BramahLibrary;
function bramah_fpe_free(var fpe: PBramahFpe): TBramahStatus; cdecl; external BramahLibrary;
function bramah_fpe_apply(fpe: PBramahFpe; direction: Int32; tweak: PByte; tweakLen: TBramahSize; input: PByte;
  inputLen: TBramahSize; output: PByte; outputLen: TBramahSize; out written: TBramahSize): TBramahStatus; cdecl;
  external BramahLibrary;
function bramah_fpe_length(fpe: PBramahFpe; len: TBramahSize): TBramahSize; cdecl; external BramahLibrary;
function bramah_kdf(name: PAnsiChar; secret: PByte; secretLen: TBramahSize; options: PBramahOptions; output: PByte;
  outputLen: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_password_hash(name: PAnsiChar; password: PByte; passwordLen: TBramahSize; options: PBramahOptions;
  text: PAnsiChar; textLen: TBramahSize; out written: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_password_verify(password: PByte; passwordLen: TBramahSize; text: PAnsiChar;
  options: PBramahOptions): TBramahStatus; cdecl; external BramahLibrary;
function bramah_random(output: PByte; len: TBramahSize): TBramahStatus; cdecl; external BramahLibrary;
function bramah_algorithm_name(kind: Int32; place: TBramahSize): PAnsiChar; cdecl; external BramahLibrary;

type
  { The exception for a failed call. }
  EBramah = class(Exception)
  private
    FStatus: TBramahStatus;
  public
    { The status of the call, such as BRAMAH_UNKNOWN_NAME. }
    property Status: TBramahStatus read FStatus;
  end;

  { The parameters that only some algorithms of a kind take, by name. }
  TBramahOptions = class
  private
    FHandle: PBramahOptions;
  public
    constructor Create;
    destructor Destroy; override;
    { Each of these functions sets an option and returns the object, so that calls can be chained. }
    function Number(const name: AnsiString; value: UInt64): TBramahOptions;
    function Bytes(const name: AnsiString; const value: TBytes): TBramahOptions;
    function Text(const name, value: AnsiString): TBramahOptions;
    property Handle: PBramahOptions read FHandle;
  end;

  { A hash function, and a message in progress. }
  TBramahHashFunction = class
  private
    FHandle: PBramahHash;
  public
    { Begins a message of the function with this name, such as 'sha3-256'; options may be nil. }
    constructor Create(const name: AnsiString; options: TBramahOptions = nil);
    destructor Destroy; override;
    procedure Update(const data; len: TBramahSize); overload;
    procedure Update(const data: TBytes); overload;
    { Returns the digest of the message so far, which can then be continued. }
    function Digest: TBytes;
    { Discards the message, and begins an empty one. }
    procedure Reset;
    { Returns the state of the message, from which LoadState continues, also in a later version. }
    function SaveState: TBytes;
    procedure LoadState(const state: TBytes);
    function DigestSize: TBramahSize;
    function BlockSize: TBramahSize;
  end;

  { A message authentication code under a key, and a message in progress. }
  TBramahMacCode = class
  private
    FHandle: PBramahMac;
  public
    { Begins a message under a key, with a MAC by name, such as 'hmac-sha256'. }
    constructor Create(const name: AnsiString; const key: TBytes; const nonce: TBytes = nil);
    destructor Destroy; override;
    procedure Update(const data: TBytes);
    { Ends the message, and returns its tag. }
    function Tag: TBytes;
    { Ends the message, and raises EBramah if the tag is wrong. }
    procedure Verify(const expected: TBytes);
    { Begins another message under the same key and nonce. }
    procedure Reset;
  end;

  { A message in a mode of a block cipher. Nothing authenticates it. }
  TBramahModeCipher = class
  private
    FHandle: PBramahCipher;
  public
    { Begins a message in a mode such as 'aes-256-ctr'; options may be nil. }
    constructor Create(const name: AnsiString; const key, iv: TBytes; direction: TBramahDirection;
      options: TBramahOptions = nil);
    destructor Destroy; override;
    { Begins a message in CTR with a function that increments the counter, once for each block, in order. No counter may
      be used twice under one key. The function must not raise an exception. }
    constructor CreateCounting(const name: AnsiString; const key, iv: TBytes; increment: TBramahIncrement;
      context: Pointer = nil);
    { Moves to a byte of a message in CTR. }
    procedure Seek(position: UInt64);
    { Encrypts or decrypts the next bytes of the message, and returns as much of the result as is ready. }
    function Update(const data: TBytes): TBytes;
    { Ends the message, and returns the rest of the result. }
    function Finish: TBytes;
  end;

  { A message under a stream cipher. Encryption and decryption are the same. }
  TBramahStreamCipher = class
  private
    FHandle: PBramahStream;
  public
    constructor Create(const name: AnsiString; const key, nonce: TBytes; options: TBramahOptions = nil);
    destructor Destroy; override;
    function Apply(const data: TBytes): TBytes;
    { Moves to a byte of the message; raises EBramah for ciphers without a counter. }
    procedure Seek(position: UInt64);
  end;

  { Authenticated encryption under a key. The tag follows the ciphertext. }
  TBramahAeadScheme = class
  private
    FHandle: PBramahAead;
  public
    constructor Create(const name: AnsiString; const key: TBytes; options: TBramahOptions = nil);
    destructor Destroy; override;
    { Encrypts a message. A nonce must not be used twice under one key. }
    function Seal(const nonce, plaintext, header: TBytes): TBytes;
    { Decrypts a message; raises EBramah if it is not authentic. }
    function Open(const nonce, ciphertext, header: TBytes): TBytes;
    property Handle: PBramahAead read FHandle;
  end;

  { A long message in segments, each followed by its own tag (STREAM). Segments that are missing, come in another
    order, or follow the last one are refused. }
  TBramahSegments = class
  private
    FHandle: PBramahSegments;
    FTag: TBramahSize;
  public
    { The prefix is shorter than a nonce by the bytes of the layout, 5, 4 or 12, and must never be used twice under one
      key. The scheme may be freed before the message. }
    constructor Create(scheme: TBramahAeadScheme; layout: TBramahLayout; const prefix: TBytes);
    destructor Destroy; override;
    { Encrypts the next segment. }
    function Seal(const plaintext, header: TBytes; last: Boolean): TBytes;
    { Decrypts the next segment; raises EBramah if it is not the next. The message is complete only after the last. }
    function Open(const ciphertext, header: TBytes; last: Boolean): TBytes;
    { Sets the number of the next segment, to open it without the segments before it. }
    procedure Seek(number: UInt64);
  end;

  { A block cipher under a key, without a mode. }
  TBramahBlockCipher = class
  private
    FHandle: Pointer;
  public
    constructor Create(const name: AnsiString; const key: TBytes; options: TBramahOptions = nil);
    destructor Destroy; override;
    { Encrypts or decrypts whole blocks independently of each other. }
    function Apply(direction: TBramahDirection; const blocks: TBytes): TBytes;
  end;

  { A generator whose numbers depend only on a seed: W. Ehrhardt's salsar, over Salsa20 with 8, 12 or 20 rounds. Not for
    secrets. }
  TBramahSalsar = class
  private
    FHandle: PBramahSalsar;
  public
    constructor Create(seed: UInt32; rounds: UInt32 = 8);
    destructor Destroy; override;
    { Returns the next bytes; the rest of a block of 64 bytes is discarded. }
    function Read(len: TBramahSize): TBytes;
    { Returns the next number of 32 bits. }
    function Word: UInt32;
  end;

  { Format-preserving encryption: a text is encrypted to a text with the same number of characters of the same alphabet,
    in UTF-8. Nothing is authenticated, and under one key and tweak equal texts have equal ciphertexts. }
  TBramahFormatPreserving = class
  private
    FHandle: PBramahFpe;
    function Applied(direction: TBramahDirection; const tweak: TBytes; const text: AnsiString): AnsiString;
  public
    { The alphabet is the characters that texts may have, 2 to 65536, in the order of their numerals. }
    constructor Create(const name, alphabet: AnsiString; const key: TBytes; options: TBramahOptions = nil);
    destructor Destroy; override;
    function Encrypt(const tweak: TBytes; const text: AnsiString): AnsiString;
    function Decrypt(const tweak: TBytes; const text: AnsiString): AnsiString;
  end;

{ Returns the digest of a whole message. }
function BramahHash(const name: AnsiString; const message: TBytes): TBytes;
{ Derives a key from a password or secret with a function such as 'hkdf' or 'scrypt'; options may be nil. }
function BramahDerive(const name: AnsiString; const secret: TBytes; len: TBramahSize; options: TBramahOptions = nil): TBytes;
{ Wraps a key under another with key wrap such as 'aes-256-kw' or 'aes-256-kwp', and unwraps it; unwrapping raises EBramah
  if the key was not wrapped in this form under this key. }
function BramahWrapKey(const name: AnsiString; const wrappingKey, key: TBytes;
  options: TBramahOptions = nil): TBytes;
function BramahUnwrapKey(const name: AnsiString; const wrappingKey, wrapped: TBytes;
  options: TBramahOptions = nil): TBytes;
{ Encrypts and authenticates a message with a cipher and a MAC, such as 'a256cbc-hs512' of RFC 7518, and decrypts it. The
  nonce must be random for each message, and the tag follows the ciphertext; decryption raises EBramah if the message is
  not authentic. }
function BramahEncryptThenMac(const name: AnsiString; const key, nonce, plaintext, header: TBytes;
  options: TBramahOptions = nil): TBytes;
function BramahVerifyThenDecrypt(const name: AnsiString; const key, nonce, ciphertext, header: TBytes;
  options: TBramahOptions = nil): TBytes;
{ Encodes content with its BLAKE3 tree, and sets hash to the BLAKE3 hash of the content, with which BramahBaoDecode and
  BramahBaoDecodeSlice verify any part of the content. An outboard encoding is only the tree; otherwise the encoding
  contains the content too. }
function BramahBaoEncode(const content: TBytes; out hash: TBytes; outboard: Boolean = False): TBytes;
{ Verifies and returns count bytes of the content, beginning at the offset start, or fewer if the content ends before;
  raises EBramah if they do not match the hash of the whole content. Bytes outside the range are not verified. }
function BramahBaoDecode(const encoding, hash: TBytes; start: UInt64 = 0; count: UInt64 = High(UInt64)): TBytes;
function BramahBaoDecodeOutboard(const tree, content, hash: TBytes; start: UInt64 = 0; count: UInt64 = High(UInt64)): TBytes;
{ Extracts the parts of an encoding that BramahBaoDecodeSlice needs to verify a range, without verifying them. }
function BramahBaoSlice(const encoding: TBytes; start, count: UInt64): TBytes;
function BramahBaoSliceOutboard(const tree, content: TBytes; start, count: UInt64): TBytes;
{ Verifies a slice that was made for this range, and returns the bytes of the range; raises EBramah if they do not match
  the hash. }
function BramahBaoDecodeSlice(const slice, hash: TBytes; start, count: UInt64): TBytes;
{ Returns the string to store for a password, made with a scheme such as 'argon2id'. }
function BramahHashPassword(const scheme: AnsiString; const password: TBytes; options: TBramahOptions = nil): AnsiString;
{ Returns whether a password is right for a stored string. }
function BramahVerifyPassword(const password: TBytes; const stored: AnsiString): Boolean;
{ Returns random bytes for secrets. }
function BramahRandom(len: TBramahSize): TBytes;
{ Returns the name of an algorithm of a kind by its index in the list of the kind; '' after the last. }
function BramahAlgorithm(kind: TBramahKind; place: TBramahSize): AnsiString;
{ Converts bytes to hexadecimal digits, and back; an odd number of digits or an invalid one raises EConvertError. }
function BramahToHex(const bytes: TBytes): AnsiString;
function BramahFromHex(const digits: AnsiString): TBytes;

implementation

procedure Check(status: TBramahStatus);
var
  error: EBramah;
begin
  if status = BRAMAH_OK then
    Exit;
  error := EBramah.Create(string(bramah_last_error));
  error.FStatus := status;
  raise error;
end;

{ Refuses a name with a zero byte, at which a C string would end. }
function Name(const text: AnsiString): PAnsiChar;
var
  error: EBramah;
begin
  if Pos(AnsiChar(#0), text) > 0 then
  begin
    error := EBramah.Create('NUL byte in a name');
    error.FStatus := BRAMAH_UNKNOWN_NAME;
    raise error;
  end;
  Result := PAnsiChar(text);
end;

function Options(options: TBramahOptions): PBramahOptions;
begin
  if options = nil then
    Result := nil
  else
    Result := options.Handle;
end;

{ Returns a result of this length. }
function Made(len: TBramahSize): TBytes;
begin
  Result := nil;
  SetLength(Result, len);
end;

constructor TBramahOptions.Create;
begin
  Check(bramah_options_new(FHandle));
end;

destructor TBramahOptions.Destroy;
begin
  bramah_options_free(FHandle);
  inherited;
end;

function TBramahOptions.Number(const name: AnsiString; value: UInt64): TBramahOptions;
begin
  Check(bramah_options_set_number(FHandle, bramah.Name(name), value));
  Result := Self;
end;

function TBramahOptions.Bytes(const name: AnsiString; const value: TBytes): TBramahOptions;
begin
  Check(bramah_options_set_bytes(FHandle, bramah.Name(name), PByte(value), Length(value)));
  Result := Self;
end;

function TBramahOptions.Text(const name, value: AnsiString): TBramahOptions;
begin
  Check(bramah_options_set_text(FHandle, bramah.Name(name), bramah.Name(value)));
  Result := Self;
end;

constructor TBramahHashFunction.Create(const name: AnsiString; options: TBramahOptions);
begin
  Check(bramah_hash_new(FHandle, bramah.Name(name), bramah.Options(options)));
end;

destructor TBramahHashFunction.Destroy;
begin
  bramah_hash_free(FHandle);
  inherited;
end;

procedure TBramahHashFunction.Update(const data; len: TBramahSize);
begin
  Check(bramah_hash_update(FHandle, PByte(@data), len));
end;

procedure TBramahHashFunction.Update(const data: TBytes);
begin
  Check(bramah_hash_update(FHandle, PByte(data), Length(data)));
end;

function TBramahHashFunction.Digest: TBytes;
begin
  Result := Made(DigestSize);
  Check(bramah_hash_peek(FHandle, PByte(Result), Length(Result)));
end;

procedure TBramahHashFunction.Reset;
begin
  Check(bramah_hash_reset(FHandle));
end;

function TBramahHashFunction.SaveState: TBytes;
var
  written: TBramahSize;
  status: TBramahStatus;
begin
  Result := Made(2048);
  status := bramah_hash_save(FHandle, PByte(Result), Length(Result), written);
  if (status = BRAMAH_LENGTH) and (written > TBramahSize(Length(Result))) then
  begin
    Result := Made(written);
    status := bramah_hash_save(FHandle, PByte(Result), Length(Result), written);
  end;
  Check(status);
  SetLength(Result, written);
end;

procedure TBramahHashFunction.LoadState(const state: TBytes);
begin
  Check(bramah_hash_load(FHandle, PByte(state), Length(state)));
end;

function TBramahHashFunction.DigestSize: TBramahSize;
begin
  Result := bramah_hash_length(FHandle);
end;

function TBramahHashFunction.BlockSize: TBramahSize;
begin
  Result := bramah_hash_block(FHandle);
end;

constructor TBramahMacCode.Create(const name: AnsiString; const key, nonce: TBytes);
begin
  Check(bramah_mac_new(FHandle, bramah.Name(name), PByte(key), Length(key), PByte(nonce), Length(nonce), nil));
end;

destructor TBramahMacCode.Destroy;
begin
  bramah_mac_free(FHandle);
  inherited;
end;

procedure TBramahMacCode.Update(const data: TBytes);
begin
  Check(bramah_mac_update(FHandle, PByte(data), Length(data)));
end;

function TBramahMacCode.Tag: TBytes;
begin
  Result := Made(bramah_mac_length(FHandle));
  Check(bramah_mac_finish(FHandle, PByte(Result), Length(Result)));
end;

procedure TBramahMacCode.Verify(const expected: TBytes);
begin
  Check(bramah_mac_verify(FHandle, PByte(expected), Length(expected), 0));
end;

procedure TBramahMacCode.Reset;
begin
  Check(bramah_mac_reset(FHandle));
end;

constructor TBramahModeCipher.Create(const name: AnsiString; const key, iv: TBytes; direction: TBramahDirection;
  options: TBramahOptions);
begin
  Check(bramah_cipher_new(FHandle, bramah.Name(name), PByte(key), Length(key), PByte(iv), Length(iv), Ord(direction),
    bramah.Options(options)));
end;

destructor TBramahModeCipher.Destroy;
begin
  bramah_cipher_free(FHandle);
  inherited;
end;

constructor TBramahModeCipher.CreateCounting(const name: AnsiString; const key, iv: TBytes; increment: TBramahIncrement;
  context: Pointer);
begin
  Check(bramah_cipher_counting_new(FHandle, bramah.Name(name), PByte(key), Length(key), PByte(iv), Length(iv), increment,
    context, nil));
end;

procedure TBramahModeCipher.Seek(position: UInt64);
begin
  Check(bramah_cipher_seek(FHandle, position));
end;

function TBramahModeCipher.Update(const data: TBytes): TBytes;
var
  written: TBramahSize;
begin
  Result := Made(bramah_cipher_update_length(FHandle, Length(data)));
  Check(bramah_cipher_update(FHandle, PByte(data), Length(data), PByte(Result), Length(Result), written));
  SetLength(Result, written);
end;

function TBramahModeCipher.Finish: TBytes;
var
  written: TBramahSize;
begin
  Result := Made(bramah_cipher_finish_length(FHandle));
  Check(bramah_cipher_finish(FHandle, PByte(Result), Length(Result), written));
  SetLength(Result, written);
end;

constructor TBramahStreamCipher.Create(const name: AnsiString; const key, nonce: TBytes; options: TBramahOptions);
begin
  Check(bramah_stream_new(FHandle, bramah.Name(name), PByte(key), Length(key), PByte(nonce), Length(nonce),
    bramah.Options(options)));
end;

destructor TBramahStreamCipher.Destroy;
begin
  bramah_stream_free(FHandle);
  inherited;
end;

function TBramahStreamCipher.Apply(const data: TBytes): TBytes;
begin
  Result := Made(Length(data));
  Check(bramah_stream_apply(FHandle, PByte(data), Length(data), PByte(Result), Length(Result)));
end;

procedure TBramahStreamCipher.Seek(position: UInt64);
begin
  Check(bramah_stream_seek(FHandle, position));
end;

constructor TBramahAeadScheme.Create(const name: AnsiString; const key: TBytes; options: TBramahOptions);
begin
  Check(bramah_aead_new(FHandle, bramah.Name(name), PByte(key), Length(key), bramah.Options(options)));
end;

destructor TBramahAeadScheme.Destroy;
begin
  bramah_aead_free(FHandle);
  inherited;
end;

function TBramahAeadScheme.Seal(const nonce, plaintext, header: TBytes): TBytes;
var
  tag: TBramahSize;
begin
  tag := bramah_aead_tag(FHandle);
  Result := Made(TBramahSize(Length(plaintext)) + tag);
  Check(bramah_aead_seal(FHandle, PByte(nonce), Length(nonce), PByte(header), Length(header), PByte(plaintext),
    Length(plaintext), PByte(Result), Length(plaintext), PByte(Result) + Length(plaintext), tag));
end;

{ Returns the length of the text before a tag. }
function TextLength(const ciphertext: TBytes; tag: TBramahSize): NativeInt;
var
  error: EBramah;
begin
  Result := NativeInt(Length(ciphertext)) - NativeInt(tag);
  if Result < 0 then
  begin
    error := EBramah.Create('the message is shorter than a tag');
    error.FStatus := BRAMAH_UNAUTHENTIC;
    raise error;
  end;
end;

function TBramahAeadScheme.Open(const nonce, ciphertext, header: TBytes): TBytes;
var
  text: NativeInt;
begin
  text := TextLength(ciphertext, bramah_aead_tag(FHandle));
  Result := Made(text);
  Check(bramah_aead_open(FHandle, PByte(nonce), Length(nonce), PByte(header), Length(header), PByte(ciphertext), text,
    PByte(Result), text, PByte(ciphertext) + text, Length(ciphertext) - text));
end;

constructor TBramahSegments.Create(scheme: TBramahAeadScheme; layout: TBramahLayout; const prefix: TBytes);
begin
  Check(bramah_segments_new(FHandle, scheme.Handle, Ord(layout), PByte(prefix), Length(prefix)));
  FTag := bramah_aead_tag(scheme.Handle);
end;

destructor TBramahSegments.Destroy;
begin
  bramah_segments_free(FHandle);
  inherited;
end;

function TBramahSegments.Seal(const plaintext, header: TBytes; last: Boolean): TBytes;
begin
  Result := Made(TBramahSize(Length(plaintext)) + FTag);
  Check(bramah_segments_seal(FHandle, Ord(last), PByte(header), Length(header), PByte(plaintext), Length(plaintext),
    PByte(Result), Length(plaintext), PByte(Result) + Length(plaintext), FTag));
end;

function TBramahSegments.Open(const ciphertext, header: TBytes; last: Boolean): TBytes;
var
  text: NativeInt;
begin
  text := TextLength(ciphertext, FTag);
  Result := Made(text);
  Check(bramah_segments_open(FHandle, Ord(last), PByte(header), Length(header), PByte(ciphertext), text, PByte(Result),
    text, PByte(ciphertext) + text, FTag));
end;

procedure TBramahSegments.Seek(number: UInt64);
begin
  Check(bramah_segments_seek(FHandle, number));
end;

constructor TBramahBlockCipher.Create(const name: AnsiString; const key: TBytes; options: TBramahOptions);
begin
  Check(bramah_block_new(FHandle, bramah.Name(name), PByte(key), Length(key), bramah.Options(options)));
end;

destructor TBramahBlockCipher.Destroy;
begin
  bramah_block_free(FHandle);
  inherited;
end;

function TBramahBlockCipher.Apply(direction: TBramahDirection; const blocks: TBytes): TBytes;
begin
  Result := Made(Length(blocks));
  Check(bramah_block_apply(FHandle, Ord(direction), PByte(blocks), Length(blocks), PByte(Result), Length(Result)));
end;

constructor TBramahSalsar.Create(seed, rounds: UInt32);
begin
  Check(bramah_salsar_new(FHandle, seed, rounds));
end;

destructor TBramahSalsar.Destroy;
begin
  bramah_salsar_free(FHandle);
  inherited;
end;

function TBramahSalsar.Read(len: TBramahSize): TBytes;
begin
  Result := Made(len);
  Check(bramah_salsar_read(FHandle, PByte(Result), len));
end;

function TBramahSalsar.Word: UInt32;
begin
  Check(bramah_salsar_word(FHandle, Result));
end;

constructor TBramahFormatPreserving.Create(const name, alphabet: AnsiString; const key: TBytes; options: TBramahOptions);
begin
  Check(bramah_fpe_new(FHandle, bramah.Name(name), bramah.Name(alphabet), PByte(key), Length(key),
    bramah.Options(options)));
end;

destructor TBramahFormatPreserving.Destroy;
begin
  bramah_fpe_free(FHandle);
  inherited;
end;

function TBramahFormatPreserving.Applied(direction: TBramahDirection; const tweak: TBytes;
  const text: AnsiString): AnsiString;
var
  written: TBramahSize;
begin
  Result := '';
  SetLength(Result, bramah_fpe_length(FHandle, Length(text)));
  Check(bramah_fpe_apply(FHandle, Ord(direction), PByte(tweak), Length(tweak), PByte(PAnsiChar(text)), Length(text),
    PByte(PAnsiChar(Result)), Length(Result), written));
  SetLength(Result, written);
end;

function TBramahFormatPreserving.Encrypt(const tweak: TBytes; const text: AnsiString): AnsiString;
begin
  Result := Applied(bdEncrypt, tweak, text);
end;

function TBramahFormatPreserving.Decrypt(const tweak: TBytes; const text: AnsiString): AnsiString;
begin
  Result := Applied(bdDecrypt, tweak, text);
end;

function BramahHash(const name: AnsiString; const message: TBytes): TBytes;
var
  hash: TBramahHashFunction;
begin
  hash := TBramahHashFunction.Create(name);
  try
    hash.Update(message);
    Result := hash.Digest;
  finally
    hash.Free;
  end;
end;

function BramahDerive(const name: AnsiString; const secret: TBytes; len: TBramahSize; options: TBramahOptions): TBytes;
begin
  Result := Made(len);
  Check(bramah_kdf(bramah.Name(name), PByte(secret), Length(secret), bramah.Options(options), PByte(Result), len));
end;

{ Returns the first bytes of a buffer, and erases it: shortening a string may leave its bytes in freed memory. }
function Taken(var buffer: TBytes; len: TBramahSize): TBytes;
begin
  Result := Copy(buffer, 0, len);
  bramah_wipe(PByte(buffer), Length(buffer));
end;

const
  { The largest number of bytes that wrapping or sealing adds. }
  MostAdded = 64;

function KeyWrap(const name: AnsiString; direction: TBramahDirection; const wrappingKey, input: TBytes;
  options: TBramahOptions): TBytes;
var
  buffer: TBytes;
  written: TBramahSize;
begin
  buffer := Made(Length(input) + MostAdded);
  Check(bramah_key_wrap(bramah.Name(name), Ord(direction), PByte(wrappingKey), Length(wrappingKey), PByte(input),
    Length(input), bramah.Options(options), PByte(buffer), Length(buffer), written));
  Result := Taken(buffer, written);
end;

function BramahWrapKey(const name: AnsiString; const wrappingKey, key: TBytes; options: TBramahOptions): TBytes;
begin
  Result := KeyWrap(name, bdEncrypt, wrappingKey, key, options);
end;

function BramahUnwrapKey(const name: AnsiString; const wrappingKey, wrapped: TBytes; options: TBramahOptions): TBytes;
begin
  Result := KeyWrap(name, bdDecrypt, wrappingKey, wrapped, options);
end;

function Composed(const name: AnsiString; direction: TBramahDirection; const key, nonce, input, header: TBytes;
  options: TBramahOptions): TBytes;
var
  buffer: TBytes;
  written: TBramahSize;
begin
  buffer := Made(Length(input) + MostAdded);
  Check(bramah_encrypt_then_mac(bramah.Name(name), Ord(direction), PByte(key), Length(key), PByte(nonce), Length(nonce),
    PByte(header), Length(header), PByte(input), Length(input), bramah.Options(options), PByte(buffer), Length(buffer),
    written));
  Result := Taken(buffer, written);
end;

function BramahEncryptThenMac(const name: AnsiString; const key, nonce, plaintext, header: TBytes;
  options: TBramahOptions): TBytes;
begin
  Result := Composed(name, bdEncrypt, key, nonce, plaintext, header, options);
end;

function BramahVerifyThenDecrypt(const name: AnsiString; const key, nonce, ciphertext, header: TBytes;
  options: TBramahOptions): TBytes;
begin
  Result := Composed(name, bdDecrypt, key, nonce, ciphertext, header, options);
end;

const
  BaoCombined = 0;
  BaoOutboard = 1;

function BramahBaoEncode(const content: TBytes; out hash: TBytes; outboard: Boolean): TBytes;
var
  written: TBramahSize;
begin
  hash := Made(32);
  Result := Made(bramah_bao_length(Ord(outboard), Length(content)));
  Check(bramah_bao_encode(Ord(outboard), PByte(content), Length(content), PByte(hash), Length(hash), PByte(Result),
    Length(Result), written));
end;

{ Returns a buffer of count bytes, or of most bytes if that is less. }
function RoomFor(count: UInt64; most: TBramahSize): TBytes;
begin
  if count < most then
    most := count;
  Result := Made(most);
end;

function BaoDecoded(form: Int32; const encoding, content, hash: TBytes; start, count: UInt64; most: TBramahSize): TBytes;
var
  written: TBramahSize;
begin
  Result := RoomFor(count, most);
  Check(bramah_bao_decode(form, PByte(encoding), Length(encoding), PByte(content), Length(content), PByte(hash),
    Length(hash), start, count, PByte(Result), Length(Result), written));
  SetLength(Result, written);
end;

function BramahBaoDecode(const encoding, hash: TBytes; start, count: UInt64): TBytes;
begin
  Result := BaoDecoded(BaoCombined, encoding, nil, hash, start, count, Length(encoding));
end;

function BramahBaoDecodeOutboard(const tree, content, hash: TBytes; start, count: UInt64): TBytes;
begin
  Result := BaoDecoded(BaoOutboard, tree, content, hash, start, count, Length(content));
end;

function BaoSliced(form: Int32; const encoding, content: TBytes; start, count: UInt64): TBytes;
var
  written: TBramahSize;
  status: TBramahStatus;
begin
  { a call without a buffer returns the needed length }
  status := bramah_bao_slice(form, PByte(encoding), Length(encoding), PByte(content), Length(content), start, count, nil, 0,
    written);
  if status <> BRAMAH_LENGTH then
    Check(status);
  Result := Made(written);
  Check(bramah_bao_slice(form, PByte(encoding), Length(encoding), PByte(content), Length(content), start, count,
    PByte(Result), Length(Result), written));
end;

function BramahBaoSlice(const encoding: TBytes; start, count: UInt64): TBytes;
begin
  Result := BaoSliced(BaoCombined, encoding, nil, start, count);
end;

function BramahBaoSliceOutboard(const tree, content: TBytes; start, count: UInt64): TBytes;
begin
  Result := BaoSliced(BaoOutboard, tree, content, start, count);
end;

function BramahBaoDecodeSlice(const slice, hash: TBytes; start, count: UInt64): TBytes;
var
  written: TBramahSize;
begin
  Result := RoomFor(count, Length(slice));
  Check(bramah_bao_decode_slice(PByte(slice), Length(slice), PByte(hash), Length(hash), start, count, PByte(Result),
    Length(Result), written));
  SetLength(Result, written);
end;

function BramahHashPassword(const scheme: AnsiString; const password: TBytes; options: TBramahOptions): AnsiString;
var
  written: TBramahSize;
begin
  Result := '';
  SetLength(Result, 512);
  Check(bramah_password_hash(Name(scheme), PByte(password), Length(password), bramah.Options(options), PAnsiChar(Result),
    Length(Result), written));
  SetLength(Result, written);
end;

function BramahVerifyPassword(const password: TBytes; const stored: AnsiString): Boolean;
var
  status: TBramahStatus;
begin
  status := bramah_password_verify(PByte(password), Length(password), Name(stored), nil);
  Result := status = BRAMAH_OK;
  if status <> BRAMAH_WRONG_PASSWORD then
    Check(status);
end;

function BramahRandom(len: TBramahSize): TBytes;
begin
  Result := Made(len);
  Check(bramah_random(PByte(Result), len));
end;

function BramahAlgorithm(kind: TBramahKind; place: TBramahSize): AnsiString;
begin
  Result := AnsiString(bramah_algorithm_name(Ord(kind), place));
end;

function BramahToHex(const bytes: TBytes): AnsiString;
const
  Digits: array[0..15] of AnsiChar = '0123456789abcdef';
var
  i: Integer;
begin
  Result := '';
  SetLength(Result, 2 * Length(bytes));
  for i := 0 to Length(bytes) - 1 do
  begin
    Result[2 * i + 1] := Digits[bytes[i] shr 4];
    Result[2 * i + 2] := Digits[bytes[i] and 15];
  end;
end;

function BramahFromHex(const digits: AnsiString): TBytes;
var
  i: Integer;
begin
  if Odd(Length(digits)) then
    raise EConvertError.Create('an odd number of hexadecimal digits');
  Result := Made(Length(digits) div 2);
  for i := 0 to Length(Result) - 1 do
    Result[i] := StrToInt('$' + string(Copy(digits, 2 * i + 1, 2)));
end;

end.
