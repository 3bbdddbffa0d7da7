{ The routines of the unit blake2b of W. Ehrhardt: BLAKE2b with a key and digests of any length (RFC 7693), over Bramah's C
  library: see docs/pascal-units.md. }
unit blake2b;

{$mode objfpc}{$H-}

interface

uses
  bramah_weh, hash;

const
  BLAKE2B_BlockLen = 128;
  BLAKE2B_MaxDigLen = 64;
  BLAKE2B_MaxKeyLen = 64;

type
  TBlake2BDigest = packed array[0..BLAKE2B_MaxDigLen - 1] of byte;

function blake2b_Init(var ctx: THashContext; key: pointer; keylen: word; diglen: word): integer;
procedure blake2b_update(var ctx: THashContext; msg: pointer; mlen: longint);
procedure blake2b_Final(var ctx: THashContext; var Digest: TBlake2BDigest);
function blake2b_full(var dig: TBlake2BDigest; diglen: word; key: pointer; keylen: word; msg: pointer; mlen: longint): integer;
function blake2b_selftest: boolean;

implementation

function blake2b_Init(var ctx: THashContext; key: pointer; keylen: word; diglen: word): integer;
var
  number: string[7];
begin
  if (diglen < 1) or (diglen > BLAKE2B_MaxDigLen) or (keylen > BLAKE2B_MaxKeyLen) then
    exit(-1);
  Str(8 * diglen, number);
  if WEH_Keyed(ctx.H, 'blake2b-' + number, key, keylen) then
    Result := 0
  else
    Result := -1;
end;

procedure blake2b_update(var ctx: THashContext; msg: pointer; mlen: longint);
begin
  WEH_Update(ctx.H, msg, mlen);
end;

procedure blake2b_Final(var ctx: THashContext; var Digest: TBlake2BDigest);
var
  bits, code: longint;
begin
  WEH_Zero(Digest, SizeOf(Digest));
  if (@ctx = nil) or (@Digest = nil) then
    exit;
  Val(Copy(ctx.H.Name, 9, 3), bits, code);
  if (code = 0) and (bits > 0) and (bits <= 8 * BLAKE2B_MaxDigLen) then
    WEH_Final(ctx.H, Digest, bits div 8);
end;

function blake2b_full(var dig: TBlake2BDigest; diglen: word; key: pointer; keylen: word; msg: pointer; mlen: longint): integer;
var
  ctx: THashContext;
begin
  if (@dig = nil) or (msg = nil) and (mlen > 0) then
    exit(-1);
  Result := blake2b_Init(ctx, key, keylen, diglen);
  if Result <> 0 then
    exit;
  blake2b_update(ctx, msg, mlen);
  blake2b_Final(ctx, dig);
end;

{ The test of RFC 7693, appendix E: the digest of many digests, with and without a key. }
function blake2b_selftest: boolean;

  procedure Sequence(out bytes: array of byte; len: longint; seed: dword);
  var
    a, b, t: dword;
    i: longint;
  begin
    a := $DEAD4BAD * seed;
    b := 1;
    for i := 0 to len - 1 do
    begin
      t := a + b;
      a := b;
      b := t;
      bytes[i] := t shr 24;
    end;
  end;

const
  Expected = 'c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475';
  Lengths: array[0..3] of longint = (20, 32, 48, 64);
  Inputs: array[0..5] of longint = (0, 3, 128, 129, 255, 1024);
var
  total: THashContext;
  message: array[0..1023] of byte;
  key: array[0..63] of byte;
  digest, wanted: TBlake2BDigest;
  i, k: longint;
begin
  Result := false;
  if blake2b_Init(total, nil, 0, 32) <> 0 then
    exit;
  for i := 0 to 3 do
    for k := 0 to 5 do
    begin
      Sequence(message, Inputs[k], Inputs[k]);
      if blake2b_full(digest, Lengths[i], nil, 0, @message, Inputs[k]) <> 0 then
        exit;
      blake2b_update(total, @digest, Lengths[i]);
      Sequence(key, Lengths[i], Lengths[i]);
      if blake2b_full(digest, Lengths[i], @key, Lengths[i], @message, Inputs[k]) <> 0 then
        exit;
      blake2b_update(total, @digest, Lengths[i]);
    end;
  blake2b_Final(total, digest);
  WEH_Hex(Expected, wanted);
  Result := CompareByte(digest, wanted, 32) = 0;
end;

end.
