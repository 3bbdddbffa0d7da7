{ The routines of the unit hmacsha1 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit hmacsha1;

interface

uses
  btypes, hash, hmac, sha1;

procedure hmac_sha1_init(var ctx: THMAC_Context; key: pointer; klen: word);
procedure hmac_sha1_inits(var ctx: THMAC_Context; skey: Str255);
procedure hmac_sha1_update(var ctx: THMAC_Context; data: pointer; dlen: word);
procedure hmac_sha1_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
procedure hmac_sha1_final(var ctx: THMAC_Context; var mac: TSHA1Digest);

implementation

procedure hmac_sha1_init(var ctx: THMAC_Context; key: pointer; klen: word);
begin
  hmac_init(ctx, FindHash_by_ID(_SHA1), key, klen);
end;

procedure hmac_sha1_inits(var ctx: THMAC_Context; skey: Str255);
begin
  hmac_inits(ctx, FindHash_by_ID(_SHA1), skey);
end;

procedure hmac_sha1_update(var ctx: THMAC_Context; data: pointer; dlen: word);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_sha1_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_sha1_final(var ctx: THMAC_Context; var mac: TSHA1Digest);
var
  whole: THashDigest;
begin
  hmac_final(ctx, whole);
  if @mac <> nil then
    Move(whole, mac, SizeOf(mac));
end;

end.
