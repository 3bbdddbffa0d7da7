{ The routines of the unit hmacwhir of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit hmacwhir;

interface

uses
  btypes, hash, hmac, whirl512;

procedure hmac_Whirl_init(var ctx: THMAC_Context; key: pointer; klen: word);
procedure hmac_Whirl_inits(var ctx: THMAC_Context; skey: Str255);
procedure hmac_Whirl_update(var ctx: THMAC_Context; data: pointer; dlen: word);
procedure hmac_Whirl_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
procedure hmac_Whirl_final(var ctx: THMAC_Context; var mac: TWhirlDigest);

implementation

procedure hmac_Whirl_init(var ctx: THMAC_Context; key: pointer; klen: word);
begin
  hmac_init(ctx, FindHash_by_ID(_Whirlpool), key, klen);
end;

procedure hmac_Whirl_inits(var ctx: THMAC_Context; skey: Str255);
begin
  hmac_inits(ctx, FindHash_by_ID(_Whirlpool), skey);
end;

procedure hmac_Whirl_update(var ctx: THMAC_Context; data: pointer; dlen: word);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_Whirl_updateXL(var ctx: THMAC_Context; data: pointer; dlen: longint);
begin
  hmac_updateXL(ctx, data, dlen);
end;

procedure hmac_Whirl_final(var ctx: THMAC_Context; var mac: TWhirlDigest);
var
  whole: THashDigest;
begin
  hmac_final(ctx, whole);
  if @mac <> nil then
    Move(whole, mac, SizeOf(mac));
end;

end.
