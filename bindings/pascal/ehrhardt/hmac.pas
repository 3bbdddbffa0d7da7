{ The routines of the unit hmac of W. Ehrhardt, HMAC (RFC 2104) over any registered hash function: see docs/pascal-units.md. }
unit hmac;

{$mode objfpc}{$H+}

interface

uses
  btypes, bramah_weh, hash;

type
  { A message in progress: copied by assignment, and never freed. }
  THMAC_Context = record
    hashctx: THashContext;
    hmacbuf: THMacBuffer;
    phashd: PHashDesc;
    { The complement of phashd: a context that was never initialised has another. }
    check: PtrUInt;
  end;

procedure hmac_init(var ctx: THMAC_Context; phash: PHashDesc; key: pointer; klen: word);
procedure hmac_inits(var ctx: THMAC_Context; phash: PHashDesc; skey: Str255);
procedure hmac_update(var ctx: THMAC_Context; data: pointer; dlen: word);
procedure hmac_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
procedure hmac_final(var ctx: THMAC_Context; var mac: THashDigest);
procedure hmac_final_bits(var ctx: THMAC_Context; var mac: THashDigest; BData: byte; bitlen: integer);

implementation

procedure hmac_init(var ctx: THMAC_Context; phash: PHashDesc; key: pointer; klen: word);
var
  digest: THashDigest;
  i: longint;
begin
  if @ctx = nil then
    exit;
  FillChar(ctx, SizeOf(ctx), 0);
  if not WEH_Described(phash) then
    exit;
  if key = nil then
    klen := 0;
  if klen > phash^.HBlockLen then
  begin
    HashFullXL(phash, digest, key, klen);
    Move(digest, ctx.hmacbuf, phash^.HDigestlen);
    FillChar(digest, SizeOf(digest), 0);
  end
  else
    Move(key^, ctx.hmacbuf, klen);
  for i := 0 to phash^.HBlockLen - 1 do
    ctx.hmacbuf[i] := ctx.hmacbuf[i] xor $36;
  ctx.phashd := phash;
  ctx.check := not PtrUInt(phash);
  phash^.HInit(ctx.hashctx);
  phash^.HUpdateXL(ctx.hashctx, @ctx.hmacbuf, phash^.HBlockLen);
end;

{ Whether a context was initialised. }
function Begun(var ctx: THMAC_Context): boolean;
begin
  Result := (@ctx <> nil) and (ctx.phashd <> nil) and (ctx.check = not PtrUInt(ctx.phashd));
end;

procedure hmac_inits(var ctx: THMAC_Context; phash: PHashDesc; skey: Str255);
begin
  hmac_init(ctx, phash, @skey[1], Length(skey));
end;

procedure hmac_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
begin
  if Begun(ctx) then
    ctx.phashd^.HUpdateXL(ctx.hashctx, data, dlen);
end;

procedure hmac_update(var ctx: THMAC_Context; data: pointer; dlen: word);
begin
  hmac_updateXL(ctx, data, dlen);
end;

{ Hashes the digest of the message once more, after the outer key, and erases the context. }
procedure Outer(var ctx: THMAC_Context; var mac: THashDigest);
var
  i: longint;
begin
  for i := 0 to ctx.phashd^.HBlockLen - 1 do
    ctx.hmacbuf[i] := ctx.hmacbuf[i] xor $36 xor $5c;
  ctx.phashd^.HInit(ctx.hashctx);
  ctx.phashd^.HUpdateXL(ctx.hashctx, @ctx.hmacbuf, ctx.phashd^.HBlockLen);
  ctx.phashd^.HUpdateXL(ctx.hashctx, @mac, ctx.phashd^.HDigestlen);
  ctx.phashd^.HFinal(ctx.hashctx, mac);
  FillChar(ctx, SizeOf(ctx), 0);
end;

procedure hmac_final(var ctx: THMAC_Context; var mac: THashDigest);
begin
  WEH_Zero(mac, SizeOf(mac));
  if not Begun(ctx) or (@mac = nil) then
    exit;
  ctx.phashd^.HFinal(ctx.hashctx, mac);
  Outer(ctx, mac);
end;

procedure hmac_final_bits(var ctx: THMAC_Context; var mac: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(mac, SizeOf(mac));
  if not Begun(ctx) or (@mac = nil) or not Assigned(ctx.phashd^.HFinalBit) then
    exit;
  ctx.phashd^.HFinalBit(ctx.hashctx, mac, BData, bitlen);
  Outer(ctx, mac);
end;

end.
