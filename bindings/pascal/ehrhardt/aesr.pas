{ The routines of the unit aesr of W. Ehrhardt, a random number generator over AES in CTR, bit for bit; not for secrets: see
  docs/pascal-units.md. }
unit aesr;

{$mode objfpc}{$H-}{$Q-}{$R-}

interface

uses
  aes_type, aes_encr, aes_ctr;

type
  { The words of a key of 16 bytes and a counter. }
  aesr_sarr = array[0..7] of longint;
  { A generator: copied by assignment, and never freed. }
  aesr_ctx = record
    cc: TAESContext;
    ks: array[0..255] of longint;
    nr: longint;
    ib: integer;
  end;

procedure aesr_inita(var ctx: aesr_ctx; const SArr: aesr_sarr);
procedure aesr_init(var ctx: aesr_ctx; seed: longint);
procedure aesr_init0(var ctx: aesr_ctx);
procedure aesr_next(var ctx: aesr_ctx);
procedure aesr_read(var ctx: aesr_ctx; dest: pointer; len: longint);
function aesr_long(var ctx: aesr_ctx): longint;
function aesr_dword(var ctx: aesr_ctx): cardinal;
function aesr_word(var ctx: aesr_ctx): word;
function aesr_double(var ctx: aesr_ctx): double;
function aesr_double53(var ctx: aesr_ctx): double;
function aesr_rangew(var ctx: aesr_ctx; range: word): word;
function aesr_rangel(var ctx: aesr_ctx; range: longint): longint;
function aesr_selftest: boolean;

implementation

procedure aesr_inita(var ctx: aesr_ctx; const SArr: aesr_sarr);
begin
  if @ctx = nil then
    exit;
  FillChar(ctx, SizeOf(ctx), 0);
  AES_Init_Encr(SArr, 128, ctx.cc);
  Move(SArr[4], ctx.cc.IV, SizeOf(TAESBlock));
  ctx.ib := length(ctx.ks);
end;

procedure aesr_next(var ctx: aesr_ctx);
begin
  if @ctx = nil then
    exit;
  if (ctx.ib < 0) or (ctx.ib > high(ctx.ks)) then
  begin
    FillChar(ctx.ks, SizeOf(ctx.ks), 0);
    AES_CTR_Encrypt(@ctx.ks, @ctx.ks, SizeOf(ctx.ks), ctx.cc);
    ctx.ib := 0;
  end;
  ctx.nr := ctx.ks[ctx.ib];
  Inc(ctx.ib);
end;

procedure aesr_read(var ctx: aesr_ctx; dest: pointer; len: longint);
var
  n: longint;
begin
  if (@ctx = nil) or (dest = nil) then
    exit;
  while len > 0 do
  begin
    aesr_next(ctx);
    n := 4;
    if n > len then
      n := len;
    Move(ctx.nr, dest^, n);
    dest := dest + n;
    len := len - n;
  end;
end;

procedure aesr_init(var ctx: aesr_ctx; seed: longint);
var
  words: aesr_sarr;
  i: longint;
begin
  words[0] := seed;
  for i := 1 to high(words) do
    words[i] := longint(69069 * int64(words[i - 1]) + 1);
  aesr_inita(ctx, words);
end;

procedure aesr_init0(var ctx: aesr_ctx);
begin
  aesr_init(ctx, longint(RandSeed));
end;

function aesr_long(var ctx: aesr_ctx): longint;
begin
  if @ctx = nil then
    exit(0);
  aesr_next(ctx);
  Result := ctx.nr shr 1;
end;

function aesr_dword(var ctx: aesr_ctx): cardinal;
begin
  if @ctx = nil then
    exit(0);
  aesr_next(ctx);
  Result := cardinal(ctx.nr);
end;

function aesr_word(var ctx: aesr_ctx): word;
begin
  if @ctx = nil then
    exit(0);
  aesr_next(ctx);
  Result := cardinal(ctx.nr) shr 16;
end;

function aesr_double(var ctx: aesr_ctx): double;
begin
  if @ctx = nil then
    exit(0);
  aesr_next(ctx);
  Result := (ctx.nr + 2147483648.0) / 4294967296.0;
end;

function aesr_double53(var ctx: aesr_ctx): double;
var
  high, low: longint;
begin
  if @ctx = nil then
    exit(0);
  aesr_next(ctx);
  high := ctx.nr shr 5;
  aesr_next(ctx);
  low := ctx.nr shr 6;
  Result := (high * 67108864.0 + low) / 9007199254740992.0;
end;

function aesr_rangew(var ctx: aesr_ctx; range: word): word;
begin
  if @ctx = nil then
    exit(0);
  aesr_next(ctx);
  Result := (qword(cardinal(ctx.nr)) * range) shr 32;
end;

function aesr_rangel(var ctx: aesr_ctx; range: longint): longint;
begin
  if @ctx = nil then
    exit(0);
  aesr_next(ctx);
  Result := longint((qword(cardinal(ctx.nr)) * cardinal(abs(int64(range)))) shr 32);
end;

function aesr_selftest: boolean;
const
  { NIST SP 800-38A, F.5.1: key, counter, and the keystream of the first block }
  Start: array[0..31] of byte = ($2b, $7e, $15, $16, $28, $ae, $d2, $a6, $ab, $f7, $15, $88, $09, $cf, $4f, $3c, $f0, $f1, $f2, $f3,
    $f4, $f5, $f6, $f7, $f8, $f9, $fa, $fb, $fc, $fd, $fe, $ff);
  Known: array[0..15] of byte = ($ec, $8c, $df, $73, $98, $60, $7c, $b0, $f2, $d2, $16, $75, $ea, $9e, $a1, $e4);
var
  words: aesr_sarr;
  ctx: aesr_ctx;
  found: array[0..15] of byte;
begin
  Move(Start, words, SizeOf(words));
  aesr_inita(ctx, words);
  aesr_read(ctx, @found, SizeOf(found));
  Result := CompareByte(found, Known, SizeOf(found)) = 0;
end;

end.
