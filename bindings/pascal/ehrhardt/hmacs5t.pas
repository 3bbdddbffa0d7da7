{ The routines of the unit hmacs5t of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit hmacs5t;

interface

uses
  btypes, hash, hmac, sha5_224, sha5_256;

procedure hmac_SHA5_224_init(var ctx: THMAC_Context; key: pointer; klen: word);
procedure hmac_SHA5_224_inits(var ctx: THMAC_Context; skey: Str255);
procedure hmac_SHA5_224_update(var ctx: THMAC_Context; data: pointer; dlen: word);
procedure hmac_SHA5_224_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
procedure hmac_SHA5_224_final(var ctx: THMAC_Context; var mac: TSHA5_224Digest);
procedure hmac_SHA5_256_init(var ctx: THMAC_Context; key: pointer; klen: word);
procedure hmac_SHA5_256_inits(var ctx: THMAC_Context; skey: Str255);
procedure hmac_SHA5_256_update(var ctx: THMAC_Context; data: pointer; dlen: word);
procedure hmac_SHA5_256_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
procedure hmac_SHA5_256_final(var ctx: THMAC_Context; var mac: TSHA5_256Digest);

implementation

procedure hmac_SHA5_224_init(var ctx: THMAC_Context; key: pointer; klen: word);
begin
  hmac_init(ctx, FindHash_by_ID(_SHA512_224), key, klen);
end;

procedure hmac_SHA5_224_inits(var ctx: THMAC_Context; skey: Str255);
begin
  hmac_inits(ctx, FindHash_by_ID(_SHA512_224), skey);
end;

procedure hmac_SHA5_224_update(var ctx: THMAC_Context; data: pointer; dlen: word);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_SHA5_224_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_SHA5_224_final(var ctx: THMAC_Context; var mac: TSHA5_224Digest);
var
  whole: THashDigest;
begin
  hmac_final(ctx, whole);
  if @mac <> nil then
    Move(whole, mac, SizeOf(mac));
end;

procedure hmac_SHA5_256_init(var ctx: THMAC_Context; key: pointer; klen: word);
begin
  hmac_init(ctx, FindHash_by_ID(_SHA512_256), key, klen);
end;

procedure hmac_SHA5_256_inits(var ctx: THMAC_Context; skey: Str255);
begin
  hmac_inits(ctx, FindHash_by_ID(_SHA512_256), skey);
end;

procedure hmac_SHA5_256_update(var ctx: THMAC_Context; data: pointer; dlen: word);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_SHA5_256_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_SHA5_256_final(var ctx: THMAC_Context; var mac: TSHA5_256Digest);
var
  whole: THashDigest;
begin
  hmac_final(ctx, whole);
  if @mac <> nil then
    Move(whole, mac, SizeOf(mac));
end;

end.
