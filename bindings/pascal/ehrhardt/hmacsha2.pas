{ The routines of the unit hmacsha2 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit hmacsha2;

interface

uses
  btypes, hash, hmac, sha256;

procedure hmac_SHA256_init(var ctx: THMAC_Context; key: pointer; klen: word);
procedure hmac_SHA256_inits(var ctx: THMAC_Context; skey: Str255);
procedure hmac_SHA256_update(var ctx: THMAC_Context; data: pointer; dlen: word);
procedure hmac_SHA256_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
procedure hmac_SHA256_final(var ctx: THMAC_Context; var mac: TSHA256Digest);

implementation

procedure hmac_SHA256_init(var ctx: THMAC_Context; key: pointer; klen: word);
begin
  hmac_init(ctx, FindHash_by_ID(_SHA256), key, klen);
end;

procedure hmac_SHA256_inits(var ctx: THMAC_Context; skey: Str255);
begin
  hmac_inits(ctx, FindHash_by_ID(_SHA256), skey);
end;

procedure hmac_SHA256_update(var ctx: THMAC_Context; data: pointer; dlen: word);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_SHA256_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_SHA256_final(var ctx: THMAC_Context; var mac: TSHA256Digest);
var
  whole: THashDigest;
begin
  hmac_final(ctx, whole);
  if @mac <> nil then
    Move(whole, mac, SizeOf(mac));
end;

end.
