{ The routines of the unit poly1305 of W. Ehrhardt (RFC 8439, 2.5), over Bramah's C library: see docs/pascal-units.md. }
unit poly1305;

{$mode objfpc}{$H-}

interface

uses
  bramah_we;

const
  poly1305_block_size = 16;

type
  TPoly1305Key = packed array[0..31] of byte;
  TPoly1305Mac = packed array[0..15] of byte;
  { A message in progress: copied by assignment, and never freed. }
  poly1305_ctx = record
    sum: array[0..2] of qword;
    key: TPoly1305Key;
    buffer: array[0..poly1305_block_size - 1] of byte;
    leftover: word;
    final: byte;
  end;

procedure poly1305_init(var ctx: poly1305_ctx; const key: TPoly1305Key);
procedure poly1305_update(var ctx: poly1305_ctx; msg: pointer; nbytes: longint);
procedure poly1305_finish(var ctx: poly1305_ctx; var mac: TPoly1305Mac);
procedure poly1305_auth(var mac: TPoly1305Mac; msg: pointer; mlen: longint; const key: TPoly1305Key);
function poly1305_verify(const mac1: TPoly1305Mac; const mac2: TPoly1305Mac): boolean;
function poly1305_selftest: boolean;

implementation

function bramah_resume_poly1305(key: pointer; keyLen: SizeUInt; sum: pointer; sumLen: SizeUInt; data: pointer;
  dataLen: SizeUInt): longint; cdecl; external BramahLibrary;
function bramah_resume_poly1305_tag(key: pointer; keyLen: SizeUInt; sum: pointer; sumLen: SizeUInt; data: pointer;
  dataLen: SizeUInt; tag: pointer; tagLen: SizeUInt): longint; cdecl; external BramahLibrary;

procedure poly1305_init(var ctx: poly1305_ctx; const key: TPoly1305Key);
begin
  if (@ctx = nil) or (@key = nil) then
    exit;
  FillChar(ctx, SizeOf(ctx), 0);
  ctx.key := key;
end;

procedure poly1305_update(var ctx: poly1305_ctx; msg: pointer; nbytes: longint);
var
  n: longint;
begin
  if (@ctx = nil) or (msg = nil) or (nbytes <= 0) or (ctx.leftover >= poly1305_block_size) then
    exit;
  if ctx.leftover > 0 then
  begin
    n := poly1305_block_size - ctx.leftover;
    if n > nbytes then
      n := nbytes;
    Move(msg^, ctx.buffer[ctx.leftover], n);
    ctx.leftover := ctx.leftover + n;
    if ctx.leftover < poly1305_block_size then
      exit;
    bramah_resume_poly1305(@ctx.key, 32, @ctx.sum, 24, @ctx.buffer, 16);
    ctx.leftover := 0;
    msg := msg + n;
    nbytes := nbytes - n;
  end;
  n := nbytes - nbytes mod poly1305_block_size;
  if n > 0 then
    bramah_resume_poly1305(@ctx.key, 32, @ctx.sum, 24, msg, n);
  ctx.leftover := nbytes - n;
  Move(PByte(msg)[n], ctx.buffer, ctx.leftover);
end;

procedure poly1305_finish(var ctx: poly1305_ctx; var mac: TPoly1305Mac);
begin
  if (@ctx = nil) or (@mac = nil) then
    exit;
  FillChar(mac, SizeOf(mac), 0);
  if ctx.leftover < poly1305_block_size then
    bramah_resume_poly1305_tag(@ctx.key, 32, @ctx.sum, 24, @ctx.buffer, ctx.leftover, @mac, 16);
  FillChar(ctx, SizeOf(ctx), 0);
end;

procedure poly1305_auth(var mac: TPoly1305Mac; msg: pointer; mlen: longint; const key: TPoly1305Key);
var
  sum: array[0..2] of qword;
  found: TPoly1305Mac;
begin
  if (@mac = nil) or (@key = nil) then
    exit;
  FillChar(sum, SizeOf(sum), 0);
  if (msg = nil) or (mlen < 0) then
    mlen := 0;
  { the tag may be in the place of the message }
  bramah_resume_poly1305_tag(@key, 32, @sum, 24, msg, mlen, @found, 16);
  mac := found;
end;

function poly1305_verify(const mac1: TPoly1305Mac; const mac2: TPoly1305Mac): boolean;
begin
  Result := WE_Compare(@mac1, @mac2, 16, 1) = 0;
end;

function poly1305_selftest: boolean;
const
  { RFC 8439, 2.5.2 }
  Key: TPoly1305Key = ($85, $d6, $be, $78, $57, $55, $6d, $33, $7f, $44, $52, $fe, $42, $d5, $06, $a8, $01, $03, $80, $8a, $fb,
    $0d, $b2, $fd, $4a, $bf, $f6, $af, $41, $49, $f5, $1b);
  Tag: TPoly1305Mac = ($a8, $06, $1d, $c1, $30, $51, $36, $c6, $c2, $2b, $8b, $af, $0c, $01, $27, $a9);
  Message: string[34] = 'Cryptographic Forum Research Group';
var
  ctx: poly1305_ctx;
  found: TPoly1305Mac;
  i: longint;
begin
  poly1305_auth(found, @Message[1], 34, Key);
  Result := poly1305_verify(found, Tag);
  poly1305_init(ctx, Key);
  for i := 1 to 34 do
    poly1305_update(ctx, @Message[i], 1);
  poly1305_finish(ctx, found);
  Result := Result and poly1305_verify(found, Tag);
end;

end.
