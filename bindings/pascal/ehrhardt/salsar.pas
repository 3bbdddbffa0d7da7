{ The routines of the unit salsar of W. Ehrhardt, a random number generator over Salsa20, bit for bit; not for secrets: see
  docs/pascal-units.md. }
unit salsar;

{$mode objfpc}{$H-}{$Q-}{$R-}

interface

uses
  salsa20;

const
  SR_KSB_SIZE = 32;
  SSARR_CNT = 6;

type
  { The words of a key of 16 bytes and a nonce. }
  salsar_sarr = array[0..SSARR_CNT - 1] of longint;
  salsar_kstr = array[0..SR_KSB_SIZE - 1] of longint;
  { A generator: copied by assignment, and never freed. }
  salsar_ctx = record
    cc: salsa_ctx;
    ks: array[0..15] of salsar_kstr;
    nr: longint;
    ib: integer;
  end;

procedure salsar_inita(var ctx: salsar_ctx; const SArr: salsar_sarr);
procedure salsar_init(var ctx: salsar_ctx; seed: longint);
procedure salsar_init0(var ctx: salsar_ctx);
procedure salsar_next(var ctx: salsar_ctx);
procedure salsar_read(var ctx: salsar_ctx; dest: pointer; len: longint);
function salsar_long(var ctx: salsar_ctx): longint;
function salsar_dword(var ctx: salsar_ctx): cardinal;
function salsar_word(var ctx: salsar_ctx): word;
function salsar_double(var ctx: salsar_ctx): double;
function salsar_double53(var ctx: salsar_ctx): double;
function salsar_rangew(var ctx: salsar_ctx; range: word): word;
function salsar_rangel(var ctx: salsar_ctx; range: longint): longint;
function salsar_get_rounds: word;
procedure salsar_set_rounds(rounds: word);
function salsar_selftest: boolean;

implementation

const
  { The words that are generated at a time. }
  Words = 16 * SR_KSB_SIZE;

var
  Rounds: word = 8;

procedure salsar_inita(var ctx: salsar_ctx; const SArr: salsar_sarr);
begin
  if @ctx = nil then
    exit;
  FillChar(ctx, SizeOf(ctx), 0);
  salsa_xkeysetup(ctx.cc, @SArr, 128, Rounds);
  salsa_ivsetup(ctx.cc, @SArr[SSARR_CNT - 2]);
  ctx.ib := Words;
end;

procedure salsar_next(var ctx: salsar_ctx);
begin
  if @ctx = nil then
    exit;
  if (ctx.ib < 0) or (ctx.ib >= Words) then
  begin
    salsa_keystream_bytes(ctx.cc, @ctx.ks, SizeOf(ctx.ks));
    ctx.ib := 0;
  end;
  ctx.nr := ctx.ks[ctx.ib div SR_KSB_SIZE][ctx.ib mod SR_KSB_SIZE];
  Inc(ctx.ib);
end;

procedure salsar_read(var ctx: salsar_ctx; dest: pointer; len: longint);
var
  counter: int64;
begin
  if @ctx = nil then
    exit;
  { the rest of the 32 words that have begun is discarded, and what was generated beyond them comes first }
  if (ctx.ib >= 0) and (ctx.ib < Words) then
  begin
    Move(ctx.cc.input[8], counter, 8);
    counter := LEtoN(counter) - 2 * ((Words - ctx.ib) div SR_KSB_SIZE);
    counter := NtoLE(counter);
    Move(counter, ctx.cc.input[8], 8);
  end;
  salsa_keystream_bytes(ctx.cc, dest, len);
  ctx.ib := Words;
end;

procedure salsar_init(var ctx: salsar_ctx; seed: longint);
var
  seeds: salsar_sarr;
  i: longint;
begin
  seeds[0] := seed;
  for i := 1 to high(seeds) do
    seeds[i] := longint(69069 * int64(seeds[i - 1]) + 1);
  salsar_inita(ctx, seeds);
end;

procedure salsar_init0(var ctx: salsar_ctx);
begin
  salsar_init(ctx, longint(RandSeed));
end;

function salsar_long(var ctx: salsar_ctx): longint;
begin
  if @ctx = nil then
    exit(0);
  salsar_next(ctx);
  Result := ctx.nr shr 1;
end;

function salsar_dword(var ctx: salsar_ctx): cardinal;
begin
  if @ctx = nil then
    exit(0);
  salsar_next(ctx);
  Result := cardinal(ctx.nr);
end;

function salsar_word(var ctx: salsar_ctx): word;
begin
  if @ctx = nil then
    exit(0);
  salsar_next(ctx);
  Result := cardinal(ctx.nr) shr 16;
end;

function salsar_double(var ctx: salsar_ctx): double;
begin
  if @ctx = nil then
    exit(0);
  salsar_next(ctx);
  Result := (ctx.nr + 2147483648.0) / 4294967296.0;
end;

function salsar_double53(var ctx: salsar_ctx): double;
var
  high, low: longint;
begin
  if @ctx = nil then
    exit(0);
  salsar_next(ctx);
  high := ctx.nr shr 5;
  salsar_next(ctx);
  low := ctx.nr shr 6;
  Result := (high * 67108864.0 + low) / 9007199254740992.0;
end;

function salsar_rangew(var ctx: salsar_ctx; range: word): word;
begin
  if @ctx = nil then
    exit(0);
  salsar_next(ctx);
  Result := (qword(cardinal(ctx.nr)) * range) shr 32;
end;

function salsar_rangel(var ctx: salsar_ctx; range: longint): longint;
begin
  if @ctx = nil then
    exit(0);
  salsar_next(ctx);
  Result := longint((qword(cardinal(ctx.nr)) * cardinal(abs(int64(range)))) shr 32);
end;

function salsar_get_rounds: word;
begin
  Result := Rounds;
end;

procedure salsar_set_rounds(rounds: word);
begin
  salsar.Rounds := 8;
  if (rounds = 12) or (rounds = 20) then
    salsar.Rounds := rounds;
end;

function salsar_selftest: boolean;
const
  { the words from byte 508 on, for a key or a nonce that begins with $80: eSTREAM, sets 1 and 5, vector 0 }
  Known: array[0..2, 0..1] of dword = (($2002774D, $C00878D2), ($A46BCC0D, $BFEBBF90), ($0397BE63, $9D8E1946));
var
  seeds: salsar_sarr;
  ctx: salsar_ctx;
  i, k, place: longint;
begin
  place := 0;
  if Rounds = 12 then
    place := 1
  else if Rounds = 20 then
    place := 2;
  Result := true;
  for k := 0 to 1 do
  begin
    FillChar(seeds, SizeOf(seeds), 0);
    seeds[(SSARR_CNT - 2) * k] := $80;
    salsar_inita(ctx, seeds);
    for i := 1 to 128 do
      salsar_next(ctx);
    Result := Result and (dword(ctx.nr) = Known[place, k]);
  end;
end;

end.
