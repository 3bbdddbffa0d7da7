{ The routines of the unit blake2s of W. Ehrhardt: BLAKE2s with a key and digests of any length (RFC 7693), over Bramah's C
  library: see docs/pascal-units.md. }
unit blake2s;

{$mode objfpc}{$H-}

interface

uses
  bramah_weh;

const
  BLAKE2S_BlockLen = 64;
  BLAKE2S_MaxDigLen = 32;
  BLAKE2S_MaxKeyLen = 32;

type
  TBlake2SDigest = packed array[0..BLAKE2S_MaxDigLen - 1] of byte;
  blake2s_ctx = record
    H: TWEHash;
  end;

function blake2s_Init(var ctx: blake2s_ctx; key: pointer; keylen: word; diglen: word): integer;
procedure blake2s_update(var ctx: blake2s_ctx; msg: pointer; mlen: longint);
procedure blake2s_Final(var ctx: blake2s_ctx; var Digest: TBlake2SDigest);
function blake2s_full(var dig: TBlake2SDigest; diglen: word; key: pointer; keylen: word; msg: pointer; mlen: longint): integer;
function blake2s_selftest: boolean;

implementation

function blake2s_Init(var ctx: blake2s_ctx; key: pointer; keylen: word; diglen: word): integer;
var
  number: string[7];
begin
  if (diglen < 1) or (diglen > BLAKE2S_MaxDigLen) or (keylen > BLAKE2S_MaxKeyLen) then
    exit(-1);
  Str(8 * diglen, number);
  if WEH_Keyed(ctx.H, 'blake2s-' + number, key, keylen) then
    Result := 0
  else
    Result := -1;
end;

procedure blake2s_update(var ctx: blake2s_ctx; msg: pointer; mlen: longint);
begin
  WEH_Update(ctx.H, msg, mlen);
end;

procedure blake2s_Final(var ctx: blake2s_ctx; var Digest: TBlake2SDigest);
var
  bits, code: longint;
begin
  WEH_Zero(Digest, SizeOf(Digest));
  if (@ctx = nil) or (@Digest = nil) then
    exit;
  Val(Copy(ctx.H.Name, 9, 3), bits, code);
  if (code = 0) and (bits > 0) and (bits <= 8 * BLAKE2S_MaxDigLen) then
    WEH_Final(ctx.H, Digest, bits div 8);
end;

function blake2s_full(var dig: TBlake2SDigest; diglen: word; key: pointer; keylen: word; msg: pointer; mlen: longint): integer;
var
  ctx: blake2s_ctx;
begin
  if (@dig = nil) or (msg = nil) and (mlen > 0) then
    exit(-1);
  Result := blake2s_Init(ctx, key, keylen, diglen);
  if Result <> 0 then
    exit;
  blake2s_update(ctx, msg, mlen);
  blake2s_Final(ctx, dig);
end;

{ The test of RFC 7693, appendix E: the digest of many digests, with and without a key. }
function blake2s_selftest: boolean;

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
  Expected = '6a411f08ce25adcdfb02aba641451cec53c598b24f4fc787fbdc88797f4c1dfe';
  Lengths: array[0..3] of longint = (16, 20, 28, 32);
  Inputs: array[0..5] of longint = (0, 3, 64, 65, 255, 1024);
var
  total: blake2s_ctx;
  message: array[0..1023] of byte;
  key: array[0..63] of byte;
  digest, wanted: TBlake2SDigest;
  i, k: longint;
begin
  Result := false;
  if blake2s_Init(total, nil, 0, 32) <> 0 then
    exit;
  for i := 0 to 3 do
    for k := 0 to 5 do
    begin
      Sequence(message, Inputs[k], Inputs[k]);
      if blake2s_full(digest, Lengths[i], nil, 0, @message, Inputs[k]) <> 0 then
        exit;
      blake2s_update(total, @digest, Lengths[i]);
      Sequence(key, Lengths[i], Lengths[i]);
      if blake2s_full(digest, Lengths[i], @key, Lengths[i], @message, Inputs[k]) <> 0 then
        exit;
      blake2s_update(total, @digest, Lengths[i]);
    end;
  blake2s_Final(total, digest);
  WEH_Hex(Expected, wanted);
  Result := CompareByte(digest, wanted, 32) = 0;
end;

end.
