{ The routines of the unit sosemanu of W. Ehrhardt, the stream cipher Sosemanuk, over Bramah's C library: see
  docs/pascal-units.md. }
unit sosemanu;

{$mode objfpc}{$H-}

interface

uses
  bramah_we;

const
  sose_blocklength = 80;

type
  { A key, and a message in progress: copied by assignment, and never freed. }
  sose_ctx = packed record
    { The state of the library, and how far into its block the message is. }
    state: array[0..18] of longint;
    used: longint;
    key: array[0..31] of byte;
    keybytes: longint;
  end;

function sose_keysetup(var ctx: sose_ctx; key: pointer; keybits: word): integer;
procedure sose_ivsetup(var ctx: sose_ctx; IV: pointer);
procedure sose_encrypt_bytes(var ctx: sose_ctx; ptp: pointer; ctp: pointer; msglen: longint);
procedure sose_encrypt_blocks(var ctx: sose_ctx; ptp: pointer; ctp: pointer; blocks: word);
procedure sose_encrypt_packet(var ctx: sose_ctx; IV: pointer; ptp: pointer; ctp: pointer; msglen: longint);
procedure sose_decrypt_bytes(var ctx: sose_ctx; ctp: pointer; ptp: pointer; msglen: longint);
procedure sose_decrypt_blocks(var ctx: sose_ctx; ctp: pointer; ptp: pointer; blocks: word);
procedure sose_decrypt_packet(var ctx: sose_ctx; IV: pointer; ctp: pointer; ptp: pointer; msglen: longint);
procedure sose_keystream_bytes(var ctx: sose_ctx; keystream: pointer; kslen: longint);
procedure sose_keystream_blocks(var ctx: sose_ctx; keystream: pointer; blocks: word);
function sose_selftest: boolean;

implementation

const
  { The library's blocks. }
  Block = 112;

function bramah_resume_sosemanuk(key: pointer; keyLen: SizeUInt; nonce: pointer; nonceLen: SizeUInt; state: pointer;
  stateLen: SizeUInt): longint; cdecl; external BramahLibrary;
function bramah_resume_sosemanuk_apply(state: pointer; stateLen: SizeUInt; used: SizeUInt; input: pointer; inputLen: SizeUInt;
  output: pointer; outputLen: SizeUInt): longint; cdecl; external BramahLibrary;

function sose_keysetup(var ctx: sose_ctx; key: pointer; keybits: word): integer;
begin
  if @ctx = nil then
    exit(-1);
  FillChar(ctx, SizeOf(ctx), 0);
  if (key = nil) or (keybits < 128) then
    exit(-1);
  ctx.keybytes := keybits div 8;
  if ctx.keybytes > 32 then
    ctx.keybytes := 32;
  Move(key^, ctx.key, ctx.keybytes);
  Result := 0;
end;

procedure sose_ivsetup(var ctx: sose_ctx; IV: pointer);
begin
  if @ctx = nil then
    exit;
  ctx.used := 0;
  if (IV = nil) or (ctx.keybytes < 16) or (ctx.keybytes > 32) then
    FillChar(ctx.state, SizeOf(ctx.state), 0)
  else
    bramah_resume_sosemanuk(@ctx.key, ctx.keybytes, IV, 16, @ctx.state, SizeOf(ctx.state));
end;

{ Encrypts a part of a message. The rest of a block of 80 bytes that it ends in is not used. }
procedure Apply(var ctx: sose_ctx; src, dst: pointer; len: longint);
var
  copy: PByte;
  rest: array[0..79] of byte;
begin
  if (@ctx = nil) or (src = nil) or (dst = nil) or (len <= 0) or (ctx.used < 0) or (ctx.used >= Block) or (ctx.keybytes < 16)
    or (ctx.keybytes > 32) then
    exit;
  if (src <> dst) and (src < dst + len) and (dst < src + len) then
  begin
    GetMem(copy, len);
    Move(src^, copy^, len);
    bramah_resume_sosemanuk_apply(@ctx.state, SizeOf(ctx.state), ctx.used, copy, len, copy, len);
    Move(copy^, dst^, len);
    FillChar(copy^, len, 0);
    FreeMem(copy);
  end
  else
    bramah_resume_sosemanuk_apply(@ctx.state, SizeOf(ctx.state), ctx.used, src, len, dst, len);
  ctx.used := (ctx.used + len) mod Block;
  len := (sose_blocklength - len mod sose_blocklength) mod sose_blocklength;
  if len > 0 then
  begin
    FillChar(rest, SizeOf(rest), 0);
    bramah_resume_sosemanuk_apply(@ctx.state, SizeOf(ctx.state), ctx.used, @rest, len, @rest, len);
    ctx.used := (ctx.used + len) mod Block;
    FillChar(rest, SizeOf(rest), 0);
  end;
end;

procedure sose_encrypt_bytes(var ctx: sose_ctx; ptp: pointer; ctp: pointer; msglen: longint);
begin
  Apply(ctx, ptp, ctp, msglen);
end;

procedure sose_encrypt_blocks(var ctx: sose_ctx; ptp: pointer; ctp: pointer; blocks: word);
begin
  Apply(ctx, ptp, ctp, sose_blocklength * longint(blocks));
end;

procedure sose_encrypt_packet(var ctx: sose_ctx; IV: pointer; ptp: pointer; ctp: pointer; msglen: longint);
begin
  sose_ivsetup(ctx, IV);
  Apply(ctx, ptp, ctp, msglen);
end;

procedure sose_decrypt_bytes(var ctx: sose_ctx; ctp: pointer; ptp: pointer; msglen: longint);
begin
  Apply(ctx, ctp, ptp, msglen);
end;

procedure sose_decrypt_blocks(var ctx: sose_ctx; ctp: pointer; ptp: pointer; blocks: word);
begin
  Apply(ctx, ctp, ptp, sose_blocklength * longint(blocks));
end;

procedure sose_decrypt_packet(var ctx: sose_ctx; IV: pointer; ctp: pointer; ptp: pointer; msglen: longint);
begin
  sose_encrypt_packet(ctx, IV, ctp, ptp, msglen);
end;

procedure sose_keystream_bytes(var ctx: sose_ctx; keystream: pointer; kslen: longint);
begin
  if (keystream = nil) or (kslen <= 0) then
    exit;
  FillChar(keystream^, kslen, 0);
  Apply(ctx, keystream, keystream, kslen);
end;

procedure sose_keystream_blocks(var ctx: sose_ctx; keystream: pointer; blocks: word);
begin
  sose_keystream_bytes(ctx, keystream, sose_blocklength * longint(blocks));
end;

function sose_selftest: boolean;
const
  { the first vector of the submission to eSTREAM with a key of 16 bytes: key 00112233..., nonce 8899aabb... }
  Key: array[0..15] of byte = ($00, $11, $22, $33, $44, $55, $66, $77, $88, $99, $aa, $bb, $cc, $dd, $ee, $ff);
  IV: array[0..15] of byte = ($88, $99, $aa, $bb, $cc, $dd, $ee, $ff, $00, $11, $22, $33, $44, $55, $66, $77);
  Expected: array[0..15] of byte = ($fa, $61, $db, $eb, $71, $17, $81, $31, $a7, $7c, $71, $4b, $d2, $ea, $bf, $4e);
var
  ctx: sose_ctx;
  found: array[0..159] of byte;
  again: array[0..159] of byte;
begin
  Result := false;
  if sose_keysetup(ctx, @Key, 128) <> 0 then
    exit;
  sose_ivsetup(ctx, @IV);
  sose_keystream_bytes(ctx, @found, 160);
  FillChar(again, SizeOf(again), 0);
  sose_ivsetup(ctx, @IV);
  sose_encrypt_blocks(ctx, @again, @again, 1);
  sose_encrypt_bytes(ctx, @again[80], @again[80], 80);
  Result := (CompareByte(found, Expected, 16) = 0) and (CompareByte(found, again, 160) = 0);
end;

end.
