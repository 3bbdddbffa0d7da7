{ The routines of the unit hmac_md5 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit hmac_md5;

interface

uses
  btypes, hash, hmac, md5;

procedure hmac_MD5_init(var ctx: THMAC_Context; key: pointer; klen: word);
procedure hmac_MD5_inits(var ctx: THMAC_Context; skey: Str255);
procedure hmac_MD5_update(var ctx: THMAC_Context; data: pointer; dlen: word);
procedure hmac_MD5_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
procedure hmac_MD5_final(var ctx: THMAC_Context; var mac: TMD5Digest);

implementation

procedure hmac_MD5_init(var ctx: THMAC_Context; key: pointer; klen: word);
begin
  hmac_init(ctx, FindHash_by_ID(_MD5), key, klen);
end;

procedure hmac_MD5_inits(var ctx: THMAC_Context; skey: Str255);
begin
  hmac_inits(ctx, FindHash_by_ID(_MD5), skey);
end;

procedure hmac_MD5_update(var ctx: THMAC_Context; data: pointer; dlen: word);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_MD5_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_MD5_final(var ctx: THMAC_Context; var mac: TMD5Digest);
var
  whole: THashDigest;
begin
  hmac_final(ctx, whole);
  if @mac <> nil then
    Move(whole, mac, SizeOf(mac));
end;

end.
