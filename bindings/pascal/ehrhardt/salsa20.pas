{ The routines of the unit salsa20 of W. Ehrhardt: Salsa20, XSalsa20 and ChaCha, over Bramah's C library: see
  docs/pascal-units.md. }
unit salsa20;

{$mode objfpc}{$H-}{$Q-}{$R-}

interface

uses
  bramah_we;

const
  salsa_blocklength = 64;
  { Whether ChaCha is written in assembly: it is the library's. }
  ChaChaBasm32 = false;

type
  TSalsaBlk = array[0..15] of longint;
  { The words that the next block is computed from, as the ciphers define them: copied by assignment, and never freed. }
  salsa_ctx = packed record
    input: TSalsaBlk;
    rounds, kbits: word;
  end;

procedure salsa_keysetup(var ctx: salsa_ctx; key: pointer);
procedure salsa_keysetup256(var ctx: salsa_ctx; key: pointer);
procedure salsa_xkeysetup(var ctx: salsa_ctx; key: pointer; keybits: word; rounds: word);
procedure salsa_ivsetup(var ctx: salsa_ctx; IV: pointer);
procedure salsa_encrypt_bytes(var ctx: salsa_ctx; ptp: pointer; ctp: pointer; msglen: longint);
procedure salsa_encrypt_blocks(var ctx: salsa_ctx; ptp: pointer; ctp: pointer; blocks: word);
procedure salsa_encrypt_packet(var ctx: salsa_ctx; IV: pointer; ptp: pointer; ctp: pointer; msglen: longint);
procedure salsa_decrypt_bytes(var ctx: salsa_ctx; ctp: pointer; ptp: pointer; msglen: longint);
procedure salsa_decrypt_blocks(var ctx: salsa_ctx; ctp: pointer; ptp: pointer; blocks: word);
procedure salsa_decrypt_packet(var ctx: salsa_ctx; IV: pointer; ctp: pointer; ptp: pointer; msglen: longint);
procedure salsa_keystream_bytes(var ctx: salsa_ctx; keystream: pointer; kslen: longint);
procedure salsa_keystream_blocks(var ctx: salsa_ctx; keystream: pointer; blocks: word);
function salsa_selftest: boolean;
procedure xsalsa_setup(var ctx: salsa_ctx; key: pointer; IV: pointer);
procedure xsalsa_encrypt_bytes(var ctx: salsa_ctx; ptp: pointer; ctp: pointer; msglen: longint);
procedure xsalsa_decrypt_bytes(var ctx: salsa_ctx; ctp: pointer; ptp: pointer; msglen: longint);
procedure xsalsa_encrypt_packet(key: pointer; IV: pointer; ptp: pointer; ctp: pointer; msglen: longint);
procedure xsalsa_decrypt_packet(key: pointer; IV: pointer; ctp: pointer; ptp: pointer; msglen: longint);
function xsalsa_selftest: boolean;
procedure chacha_xkeysetup(var ctx: salsa_ctx; key: pointer; keybits: word; rounds: word);
procedure chacha_keysetup(var ctx: salsa_ctx; key: pointer);
procedure chacha_keysetup256(var ctx: salsa_ctx; key: pointer);
procedure chacha_ivsetup(var ctx: salsa_ctx; IV: pointer);
procedure chacha_encrypt_bytes(var ctx: salsa_ctx; ptp: pointer; ctp: pointer; msglen: longint);
procedure chacha_decrypt_bytes(var ctx: salsa_ctx; ctp: pointer; ptp: pointer; msglen: longint);
procedure chacha_encrypt_blocks(var ctx: salsa_ctx; ptp: pointer; ctp: pointer; blocks: word);
procedure chacha_decrypt_blocks(var ctx: salsa_ctx; ctp: pointer; ptp: pointer; blocks: word);
procedure chacha_encrypt_packet(var ctx: salsa_ctx; IV: pointer; ptp: pointer; ctp: pointer; msglen: longint);
procedure chacha_decrypt_packet(var ctx: salsa_ctx; IV: pointer; ctp: pointer; ptp: pointer; msglen: longint);
procedure chacha_keystream_bytes(var ctx: salsa_ctx; keystream: pointer; kslen: longint);
procedure chacha_keystream_blocks(var ctx: salsa_ctx; keystream: pointer; blocks: word);
function chacha_selftest: boolean;

implementation

type
  { The places of the parts among the words. }
  TPlaces = record
    Name: PAnsiChar;
    Constants: array[0..3] of byte;
    Key: array[0..7] of byte;
    Nonce, Counter: array[0..1] of byte;
  end;

const
  Salsa: TPlaces = (Name: 'salsa20'; Constants: (0, 5, 10, 15); Key: (1, 2, 3, 4, 11, 12, 13, 14); Nonce: (6, 7); Counter: (8, 9));
  ChaCha: TPlaces = (Name: 'chacha20'; Constants: (0, 1, 2, 3); Key: (4, 5, 6, 7, 8, 9, 10, 11); Nonce: (14, 15); Counter: (12, 13));

function bramah_resume_stream(name: PAnsiChar; key: pointer; keyLen: SizeUInt; nonce: pointer; nonceLen: SizeUInt; rounds: qword;
  block: qword; input: pointer; inputLen: SizeUInt; output: pointer; outputLen: SizeUInt): longint; cdecl; external BramahLibrary;

procedure SetKey(const P: TPlaces; var ctx: salsa_ctx; key: PByte; keybits, rounds: word);
const
  Texts: array[boolean, 0..3] of dword = (($61707865, $3120646e, $79622d36, $6b206574),
    ($61707865, $3320646e, $79622d32, $6b206574));
var
  i: longint;
begin
  if @ctx = nil then
    exit;
  FillChar(ctx, SizeOf(ctx), 0);
  if key = nil then
    exit;
  for i := 0 to 3 do
    ctx.input[P.Constants[i]] := longint(Texts[keybits = 256][i]);
  for i := 0 to 7 do
    if keybits = 256 then
      Move(key[4 * i], ctx.input[P.Key[i]], 4)
    else
      Move(key[4 * (i and 3)], ctx.input[P.Key[i]], 4);
  ctx.rounds := rounds;
  ctx.kbits := 128;
  if keybits = 256 then
    ctx.kbits := 256;
end;

procedure SetNonce(const P: TPlaces; var ctx: salsa_ctx; IV: PByte);
begin
  if @ctx = nil then
    exit;
  if IV <> nil then
  begin
    Move(IV^, ctx.input[P.Nonce[0]], 4);
    Move(IV[4], ctx.input[P.Nonce[1]], 4);
  end;
  ctx.input[P.Counter[0]] := 0;
  ctx.input[P.Counter[1]] := 0;
end;

{ Encrypts a part of a message. The rest of a block that it ends in is not used. }
procedure Apply(const P: TPlaces; var ctx: salsa_ctx; src, dst: pointer; len: longint);
const
  { The last block of the keystream, after which the counter is 0 again. }
  LastBlock = high(qword);
var
  key: array[0..7] of longint;
  nonce: array[0..1] of longint;
  counter: qword;
  i, n: longint;
  copy: PByte;
begin
  if (@ctx = nil) or (src = nil) or (dst = nil) or (len <= 0) or (ctx.rounds = 0) or (ctx.rounds > 64) or odd(ctx.rounds)
    or ((ctx.kbits <> 128) and (ctx.kbits <> 256)) then
    exit;
  copy := nil;
  if (src <> dst) and (src < dst + len) and (dst < src + len) then
  begin
    GetMem(copy, len);
    Move(src^, copy^, len);
    src := copy;
  end;
  for i := 0 to 7 do
    key[i] := ctx.input[P.Key[i]];
  nonce[0] := ctx.input[P.Nonce[0]];
  nonce[1] := ctx.input[P.Nonce[1]];
  counter := qword(dword(ctx.input[P.Counter[1]])) shl 32 or dword(ctx.input[P.Counter[0]]);
  while len > 0 do
  begin
    n := len;
    if (LastBlock - counter) < qword((n - 1) div salsa_blocklength) then
      n := longint(LastBlock - counter + 1) * salsa_blocklength;
    bramah_resume_stream(P.Name, @key, ctx.kbits div 8, @nonce, 8, ctx.rounds, counter, src, n, dst, n);
    counter := counter + qword((n + salsa_blocklength - 1) div salsa_blocklength);
    src := src + n;
    dst := dst + n;
    len := len - n;
  end;
  ctx.input[P.Counter[0]] := longint(counter);
  ctx.input[P.Counter[1]] := longint(counter shr 32);
  FillChar(key, SizeOf(key), 0);
  if copy <> nil then
    FreeMem(copy);
end;

procedure Keystream(const P: TPlaces; var ctx: salsa_ctx; out_: pointer; len: longint);
begin
  if (out_ = nil) or (len <= 0) then
    exit;
  FillChar(out_^, len, 0);
  Apply(P, ctx, out_, out_, len);
end;

function Rounded(rounds: word): word;
begin
  Result := rounds;
  if (rounds <> 8) and (rounds <> 12) then
    Result := 20;
end;

procedure salsa_keysetup(var ctx: salsa_ctx; key: pointer);
begin
  SetKey(Salsa, ctx, key, 128, 12);
end;

procedure salsa_keysetup256(var ctx: salsa_ctx; key: pointer);
begin
  SetKey(Salsa, ctx, key, 256, 20);
end;

procedure salsa_xkeysetup(var ctx: salsa_ctx; key: pointer; keybits: word; rounds: word);
begin
  SetKey(Salsa, ctx, key, keybits, Rounded(rounds));
end;

procedure salsa_ivsetup(var ctx: salsa_ctx; IV: pointer);
begin
  SetNonce(Salsa, ctx, IV);
end;

procedure salsa_encrypt_bytes(var ctx: salsa_ctx; ptp: pointer; ctp: pointer; msglen: longint);
begin
  Apply(Salsa, ctx, ptp, ctp, msglen);
end;

procedure salsa_encrypt_blocks(var ctx: salsa_ctx; ptp: pointer; ctp: pointer; blocks: word);
begin
  Apply(Salsa, ctx, ptp, ctp, salsa_blocklength * longint(blocks));
end;

procedure salsa_encrypt_packet(var ctx: salsa_ctx; IV: pointer; ptp: pointer; ctp: pointer; msglen: longint);
begin
  SetNonce(Salsa, ctx, IV);
  Apply(Salsa, ctx, ptp, ctp, msglen);
end;

procedure salsa_decrypt_bytes(var ctx: salsa_ctx; ctp: pointer; ptp: pointer; msglen: longint);
begin
  Apply(Salsa, ctx, ctp, ptp, msglen);
end;

procedure salsa_decrypt_blocks(var ctx: salsa_ctx; ctp: pointer; ptp: pointer; blocks: word);
begin
  Apply(Salsa, ctx, ctp, ptp, salsa_blocklength * longint(blocks));
end;

procedure salsa_decrypt_packet(var ctx: salsa_ctx; IV: pointer; ctp: pointer; ptp: pointer; msglen: longint);
begin
  salsa_encrypt_packet(ctx, IV, ctp, ptp, msglen);
end;

procedure salsa_keystream_bytes(var ctx: salsa_ctx; keystream: pointer; kslen: longint);
begin
  salsa20.Keystream(Salsa, ctx, keystream, kslen);
end;

procedure salsa_keystream_blocks(var ctx: salsa_ctx; keystream: pointer; blocks: word);
begin
  salsa20.Keystream(Salsa, ctx, keystream, salsa_blocklength * longint(blocks));
end;

{ Whether the 64 bytes of keystream from 448 on, XORed together by fours, begin so, for a key that begins with $80 and a nonce of
  zeros: eSTREAM, set 1, vector 0. }
function Tested(const P: TPlaces; bits, rounds: word; first: dword): boolean;
var
  ctx: salsa_ctx;
  key: array[0..31] of byte;
  stream: array[0..127] of longint;
begin
  FillChar(key, SizeOf(key), 0);
  key[0] := $80;
  SetKey(P, ctx, @key, bits, rounds);
  SetNonce(P, ctx, @key[8]);
  Keystream(P, ctx, @stream, SizeOf(stream));
  Result := NtoBE(dword(stream[0])) = first;
end;

function salsa_selftest: boolean;
begin
  Result := Tested(Salsa, 128, 8, $A9C9F888) and Tested(Salsa, 128, 12, $FC207DBF) and Tested(Salsa, 128, 20, $4DFA5E48)
    and Tested(Salsa, 256, 20, $E3BE8FDD);
end;

{ HSalsa20: the words of a block of Salsa20 that are not added to what it was computed from, as a key. }
procedure xsalsa_setup(var ctx: salsa_ctx; key: pointer; IV: pointer);
const
  Places: array[0..7] of byte = (0, 5, 10, 15, 6, 7, 8, 9);
var
  block: TSalsaBlk;
  derived: array[0..7] of longint;
  start: salsa_ctx;
  i: longint;
begin
  SetKey(Salsa, ctx, key, 256, 20);
  if (@ctx = nil) or (key = nil) or (IV = nil) then
    exit;
  SetNonce(Salsa, ctx, IV);
  Move(PByte(IV)[8], ctx.input[8], 8);
  start := ctx;
  Keystream(Salsa, ctx, @block, SizeOf(block));
  for i := 0 to 7 do
    derived[i] := longint(dword(block[Places[i]]) - dword(start.input[Places[i]]));
  SetKey(Salsa, ctx, @derived, 256, 20);
  SetNonce(Salsa, ctx, PByte(IV) + 16);
  FillChar(derived, SizeOf(derived), 0);
  FillChar(start, SizeOf(start), 0);
end;

procedure xsalsa_encrypt_bytes(var ctx: salsa_ctx; ptp: pointer; ctp: pointer; msglen: longint);
begin
  Apply(Salsa, ctx, ptp, ctp, msglen);
end;

procedure xsalsa_decrypt_bytes(var ctx: salsa_ctx; ctp: pointer; ptp: pointer; msglen: longint);
begin
  Apply(Salsa, ctx, ctp, ptp, msglen);
end;

procedure xsalsa_encrypt_packet(key: pointer; IV: pointer; ptp: pointer; ctp: pointer; msglen: longint);
var
  ctx: salsa_ctx;
begin
  xsalsa_setup(ctx, key, IV);
  Apply(Salsa, ctx, ptp, ctp, msglen);
  FillChar(ctx, SizeOf(ctx), 0);
end;

procedure xsalsa_decrypt_packet(key: pointer; IV: pointer; ctp: pointer; ptp: pointer; msglen: longint);
begin
  xsalsa_encrypt_packet(key, IV, ctp, ptp, msglen);
end;

function xsalsa_selftest: boolean;
const
  { D. J. Bernstein, "Cryptography in NaCl", section 10 }
  Key: array[0..31] of byte = ($1b, $27, $55, $64, $73, $e9, $85, $d4, $62, $cd, $51, $19, $7a, $9a, $46, $c7, $60, $09, $54, $9e,
    $ac, $64, $74, $f2, $06, $c4, $ee, $08, $44, $f6, $83, $89);
  IV: array[0..23] of byte = ($69, $69, $6e, $e9, $55, $b6, $2b, $73, $cd, $62, $bd, $a8, $75, $fc, $73, $d6, $82, $19, $e0, $03,
    $6b, $7a, $0b, $37);
  Expected: array[0..15] of byte = ($ee, $a6, $a7, $25, $1c, $1e, $72, $91, $6d, $11, $c2, $cb, $21, $4d, $3c, $25);
var
  found: array[0..15] of byte;
begin
  FillChar(found, SizeOf(found), 0);
  xsalsa_encrypt_packet(@Key, @IV, @found, @found, SizeOf(found));
  Result := CompareByte(found, Expected, SizeOf(found)) = 0;
end;

procedure chacha_xkeysetup(var ctx: salsa_ctx; key: pointer; keybits: word; rounds: word);
begin
  { an even number that is not 0 }
  if rounds = 0 then
    rounds := 2;
  SetKey(ChaCha, ctx, key, keybits, rounds + rounds and 1);
end;

procedure chacha_keysetup(var ctx: salsa_ctx; key: pointer);
begin
  SetKey(ChaCha, ctx, key, 128, 12);
end;

procedure chacha_keysetup256(var ctx: salsa_ctx; key: pointer);
begin
  SetKey(ChaCha, ctx, key, 256, 20);
end;

procedure chacha_ivsetup(var ctx: salsa_ctx; IV: pointer);
begin
  SetNonce(ChaCha, ctx, IV);
end;

procedure chacha_encrypt_bytes(var ctx: salsa_ctx; ptp: pointer; ctp: pointer; msglen: longint);
begin
  Apply(ChaCha, ctx, ptp, ctp, msglen);
end;

procedure chacha_decrypt_bytes(var ctx: salsa_ctx; ctp: pointer; ptp: pointer; msglen: longint);
begin
  Apply(ChaCha, ctx, ctp, ptp, msglen);
end;

procedure chacha_encrypt_blocks(var ctx: salsa_ctx; ptp: pointer; ctp: pointer; blocks: word);
begin
  Apply(ChaCha, ctx, ptp, ctp, salsa_blocklength * longint(blocks));
end;

procedure chacha_decrypt_blocks(var ctx: salsa_ctx; ctp: pointer; ptp: pointer; blocks: word);
begin
  Apply(ChaCha, ctx, ctp, ptp, salsa_blocklength * longint(blocks));
end;

procedure chacha_encrypt_packet(var ctx: salsa_ctx; IV: pointer; ptp: pointer; ctp: pointer; msglen: longint);
begin
  SetNonce(ChaCha, ctx, IV);
  Apply(ChaCha, ctx, ptp, ctp, msglen);
end;

procedure chacha_decrypt_packet(var ctx: salsa_ctx; IV: pointer; ctp: pointer; ptp: pointer; msglen: longint);
begin
  chacha_encrypt_packet(ctx, IV, ctp, ptp, msglen);
end;

procedure chacha_keystream_bytes(var ctx: salsa_ctx; keystream: pointer; kslen: longint);
begin
  salsa20.Keystream(ChaCha, ctx, keystream, kslen);
end;

procedure chacha_keystream_blocks(var ctx: salsa_ctx; keystream: pointer; blocks: word);
begin
  salsa20.Keystream(ChaCha, ctx, keystream, salsa_blocklength * longint(blocks));
end;

function chacha_selftest: boolean;
var
  ctx: salsa_ctx;
  key: array[0..31] of byte;
  stream: array[0..15] of longint;

  function First(bits, rounds: word): dword;
  begin
    chacha_xkeysetup(ctx, @key, bits, rounds);
    chacha_ivsetup(ctx, @key);
    chacha_keystream_bytes(ctx, @stream, SizeOf(stream));
    Result := NtoBE(dword(stream[0]));
  end;

begin
  { keys and nonces of zeros }
  FillChar(key, SizeOf(key), 0);
  Result := (First(128, 8) = $E28A5FA4) and (First(128, 12) = $E1047BA9) and (First(128, 20) = $89670952)
    and (First(256, 8) = $3E00EF2F) and (First(256, 12) = $9BF49A6A) and (First(256, 20) = $76B8E0AD);
end;

end.
