{ CCM, GCM and XTS for the units with W. Ehrhardt's interface of block ciphers: see bramah_we.pas. }
unit bramah_weg;

{$mode objfpc}{$H-}{$Q-}{$R-}

interface

uses
  bramah_we, bramah_wem;

function WE_CCM(const C: TWECipher; var ctx; decrypt: boolean; var tag; ptag: pointer; tLen: word; const nonce; nLen: word;
  hdr: pointer; hLen: word; src: pointer; sLen: longint; dst: pointer): longint;
function WE_CCM_Whole(const C: TWECipher; decrypt: boolean; var tag; ptag: pointer; tLen: word; const Key; len: longint;
  const nonce; nLen: word; hdr: pointer; hLen: word; src: pointer; sLen: longint; dst: pointer): longint;
function WE_GCM_Init(const C: TWECipher; const Key; len: longint; var ctx; var gcm: TWEGcm): longint;
function WE_GCM_Reset_IV(const C: TWECipher; IV: pointer; IV_len: word; var ctx; var gcm: TWEGcm): longint;
function WE_GCM_AAD(data: pointer; len: longint; var ctx; var gcm: TWEGcm): longint;
function WE_GCM_Crypt(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx; var gcm: TWEGcm): longint;
function WE_GCM_Final(const C: TWECipher; var tag; var ctx; var gcm: TWEGcm): longint;
function WE_GCM_Whole(const C: TWECipher; decrypt: boolean; var tag; ptag: pointer; tLen: word; const Key; len: longint;
  IV: pointer; IV_len: word; AAD: pointer; aLen: longint; src: pointer; sLen: longint; dst: pointer;
  var ctx; var gcm: TWEGcm): longint;
{ a := a * b in the field of GHASH. }
procedure WE_gf_mul(var a; const b);
function WE_XTS(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; const twk; var main, tweak): longint;

implementation

{ The whole of CCM, except for the comparison of the tag. }
function CCM_Core(const C: TWECipher; var ctx; decrypt: boolean; var tag: TWEBlock; tLen: word; nonce: PByte; nLen: word;
  hdr: PByte; hLen: word; src: PByte; sLen: longint; dst: PByte): longint;
var
  sum, block: TWEBlock;
  L, k: longint;
  rest: int64;

  { Chains bytes, with zeros after them. }
  function Padded(data: PByte; len: longint): longint;
  var
    whole: longint;
    last: TWEBlock;
  begin
    whole := len - len mod 16;
    Result := Chain(C, data, whole, @sum, ctx);
    if (Result = 0) and (whole < len) then
    begin
      FillChar(last, SizeOf(last), 0);
      Move(data[whole], last, len - whole);
      Result := Chain(C, @last, 16, @sum, ctx);
    end;
  end;

begin
  if @ctx = nil then
    exit(WE_NIL_Pointer);
  if (sLen > 0) and ((src = nil) or (dst = nil)) then
    exit(WE_NIL_Pointer);
  if odd(tLen) or (tLen < 4) or (tLen > 16) then
    exit(WE_CCM_Tag_length);
  if (hLen > 0) and (hdr = nil) then
    exit(WE_NIL_Pointer);
  if hLen >= $FF00 then
    exit(WE_CCM_Hdr_length);
  if (nLen < 7) or (nLen > 13) then
    exit(WE_CCM_Nonce_length);
  if nonce = nil then
    exit(WE_NIL_Pointer);
  if sLen < 0 then
    sLen := 0;
  L := 15 - nLen;
  if (L < 4) and (sLen shr (8 * L) > 0) then
    exit(WE_CCM_Nonce_length);
  { the first block: flags, nonce, length }
  FillChar(sum, SizeOf(sum), 0);
  FillChar(block, SizeOf(block), 0);
  block[0] := ((tLen - 2) shl 2) or (L - 1);
  if hLen > 0 then
    block[0] := block[0] or 64;
  Move(nonce^, block[1], nLen);
  rest := sLen;
  for k := 15 downto 16 - L do
  begin
    block[k] := byte(rest);
    rest := rest shr 8;
  end;
  Result := Chain(C, @block, 16, @sum, ctx);
  if Result <> 0 then
    exit;
  if hLen > 0 then
  begin
    { the header after its length, of two bytes }
    FillChar(block, SizeOf(block), 0);
    block[0] := hLen shr 8;
    block[1] := hLen and $FF;
    k := Least(hLen, 14);
    Move(hdr^, block[2], k);
    Result := Chain(C, @block, 16, @sum, ctx);
    if Result = 0 then
      Result := Padded(hdr + k, hLen - k);
  end;
  if (Result = 0) and not decrypt then
    Result := Padded(src, sLen);
  { the counter 0 masks the tag }
  FillChar(block, SizeOf(block), 0);
  block[0] := L - 1;
  Move(nonce^, block[1], nLen);
  if Result = 0 then
    Result := One(C, WE_ECB_ENCRYPT, ctx, @block, @tag);
  block[15] := 1;
  k := sLen - sLen mod 16;
  if Result = 0 then
    Result := Apply(C, ctx, WE_CTR_BE32, @block, src, dst, k);
  if (Result = 0) and (k < sLen) then
  begin
    Result := One(C, WE_ECB_ENCRYPT, ctx, @block, @block);
    WE_Xor(src[k], block, dst[k], sLen - k);
  end;
  if (Result = 0) and decrypt then
    Result := Padded(dst, sLen);
  WE_Xor(tag, sum, tag, 16);
end;

function WE_CCM(const C: TWECipher; var ctx; decrypt: boolean; var tag; ptag: pointer; tLen: word; const nonce; nLen: word;
  hdr: pointer; hLen: word; src: pointer; sLen: longint; dst: pointer): longint;
var
  copy: PByte;
  found: TWEBlock;
begin
  copy := Lent(src, dst, sLen);
  if copy <> nil then
  begin
    Result := WE_CCM(C, ctx, decrypt, tag, ptag, tLen, nonce, nLen, hdr, hLen, copy, sLen, dst);
    GiveBack(copy, sLen);
    exit;
  end;
  if decrypt and (ptag = nil) then
    exit(WE_NIL_Pointer);
  Result := CCM_Core(C, ctx, decrypt, found, tLen, @nonce, nLen, hdr, hLen, src, sLen, dst);
  if (Result = 0) and decrypt then
    Result := WE_Compare(ptag, @found, tLen, WE_CCM_Verify_Tag);
  if (Result = 0) and not decrypt and (@tag <> nil) then
    Move(found, tag, 16);
  if decrypt and (Result <> 0) and (dst <> nil) and (sLen > 0) then
    FillChar(dst^, sLen, 0);
  FillChar(found, SizeOf(found), 0);
end;

function WE_CCM_Whole(const C: TWECipher; decrypt: boolean; var tag; ptag: pointer; tLen: word; const Key; len: longint;
  const nonce; nLen: word; hdr: pointer; hLen: word; src: pointer; sLen: longint; dst: pointer): longint;
var
  ctx: TWERoom;
begin
  Result := WE_Init(C, Key, len, false, 0, ctx);
  if Result = 0 then
    Result := WE_CCM(C, ctx, decrypt, tag, ptag, tLen, nonce, nLen, hdr, hLen, src, sLen, dst);
  FillChar(ctx, Length_Of(C), 0);
end;

procedure WE_gf_mul(var a; const b);
var
  sum: TWEBlock;
begin
  if (@a = nil) or (@b = nil) then
    exit;
  FillChar(sum, SizeOf(sum), 0);
  bramah_record_ghash(@b, 16, @sum, 16, @a, 16);
  Move(sum, a, 16);
end;

{ Adds bytes to a sum of GHASH, of which count were added before: those of a block that has begun are added to the sum, which is
  multiplied when the block is complete. }
procedure Hash(var gcm: TWEGcm; var sum; var count: int64; data: PByte; len: longint);
var
  at, n: longint;
  zeros: TWEBlock;
begin
  at := count and 15;
  count := count + len;
  if at > 0 then
  begin
    n := Least(len, 16 - at);
    WE_Xor(data^, PByte(@sum)[at], PByte(@sum)[at], n);
    if at + n < 16 then
      exit;
    FillChar(zeros, SizeOf(zeros), 0);
    bramah_record_ghash(@gcm.ghash_h, 16, @sum, 16, @zeros, 16);
    data := data + n;
    len := len - n;
  end;
  n := len - len mod 16;
  if n > 0 then
    bramah_record_ghash(@gcm.ghash_h, 16, @sum, 16, data, n);
  WE_Xor(data[n], sum, sum, len - n);
end;

{ Ends a sum of GHASH: zeros follow the block that has begun. }
procedure Complete(var gcm: TWEGcm; var sum; count: int64);
var
  zeros: TWEBlock;
begin
  if count and 15 = 0 then
    exit;
  FillChar(zeros, SizeOf(zeros), 0);
  bramah_record_ghash(@gcm.ghash_h, 16, @sum, 16, @zeros, 16);
end;

function WE_GCM_Init(const C: TWECipher; const Key; len: longint; var ctx; var gcm: TWEGcm): longint;
begin
  if (@ctx = nil) or (@gcm = nil) then
    exit(WE_NIL_Pointer);
  FillChar(gcm, SizeOf(gcm), 0);
  Result := WE_Init(C, Key, len, true, 0, ctx);
  if Result = 0 then
    Result := One(C, WE_ECB_ENCRYPT, ctx, @gcm.ghash_h, @gcm.ghash_h);
end;

function WE_GCM_Reset_IV(const C: TWECipher; IV: pointer; IV_len: word; var ctx; var gcm: TWEGcm): longint;
var
  first: PByte;
  count: int64;
  lengths: TWEBlock;
begin
  if (@ctx = nil) or (@gcm = nil) or ((IV = nil) and (IV_len > 0)) then
    exit(WE_NIL_Pointer);
  first := IV_Of(ctx);
  FillChar(first^, 16, 0);
  if IV_len = 12 then
  begin
    Move(IV^, first^, 12);
    first[15] := 1;
  end
  else
  begin
    count := 0;
    Hash(gcm, first^, count, IV, IV_len);
    Complete(gcm, first^, count);
    FillChar(lengths, SizeOf(lengths), 0);
    lengths[13] := (longint(IV_len) shl 3) shr 16;
    lengths[14] := byte((longint(IV_len) shl 3) shr 8);
    lengths[15] := byte(longint(IV_len) shl 3);
    bramah_record_ghash(@gcm.ghash_h, 16, first, 16, @lengths, 16);
  end;
  Move(first[12], gcm.y0_val, 4);
  WE_Inc(first^, 15, 12);
  FillChar(gcm.aad_ghv, 16, 0);
  FillChar(gcm.txt_ghv, 16, 0);
  gcm.aad_cnt := 0;
  gcm.atx_cnt := 0;
  WE_Reset(ctx);
  Result := 0;
end;

function WE_GCM_AAD(data: pointer; len: longint; var ctx; var gcm: TWEGcm): longint;
begin
  if (@ctx = nil) or (@gcm = nil) then
    exit(WE_NIL_Pointer);
  if len <= 0 then
    exit(0);
  if data = nil then
    exit(WE_NIL_Pointer);
  if TWEHead(ctx).Flag and 2 <> 0 then
    exit(WE_GCM_Auth_After_Final);
  Hash(gcm, gcm.aad_ghv, gcm.aad_cnt, data, len);
  Result := 0;
end;

function WE_GCM_Crypt(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; var ctx; var gcm: TWEGcm): longint;
var
  copy: PByte;
begin
  copy := Lent(src, dst, len);
  if copy <> nil then
  begin
    Result := WE_GCM_Crypt(C, decrypt, copy, dst, len, ctx, gcm);
    GiveBack(copy, len);
    exit;
  end;
  if (@ctx = nil) or (@gcm = nil) then
    exit(WE_NIL_Pointer);
  if len <= 0 then
    exit(0);
  Result := Refused(C, false, src, dst, len, ctx);
  if (Result = 0) and (TWEHead(ctx).Flag and 2 <> 0) then
    Result := WE_GCM_Auth_After_Final;
  if Result <> 0 then
    exit;
  if decrypt then
    Hash(gcm, gcm.txt_ghv, gcm.atx_cnt, src, len);
  Result := Counted(C, 0, WE_CTR_BE32, false, src, dst, len, ctx);
  if (Result = 0) and not decrypt then
    Hash(gcm, gcm.txt_ghv, gcm.atx_cnt, dst, len);
end;

function WE_GCM_Final(const C: TWECipher; var tag; var ctx; var gcm: TWEGcm): longint;
var
  power, lengths, mask: TWEBlock;
  blocks: int64;
  i: longint;
begin
  if (@ctx = nil) or (@gcm = nil) or (@tag = nil) then
    exit(WE_NIL_Pointer);
  if TWEHead(ctx).Flag and 2 <> 0 then
    exit(WE_GCM_Auth_After_Final);
  TWEHead(ctx).Flag := TWEHead(ctx).Flag or 2;
  Complete(gcm, gcm.aad_ghv, gcm.aad_cnt);
  Complete(gcm, gcm.txt_ghv, gcm.atx_cnt);
  { the text follows the associated data, whatever order they came in: its sum is that of a message of its own }
  blocks := (gcm.atx_cnt + 15) shr 4;
  if (gcm.aad_cnt > 0) and (blocks > 0) then
  begin
    Move(gcm.ghash_h, power, 16);
    while true do
    begin
      if odd(blocks) then
        WE_gf_mul(gcm.aad_ghv, power);
      blocks := blocks shr 1;
      if blocks = 0 then
        break;
      mask := power;
      WE_gf_mul(power, mask);
    end;
  end;
  WE_Xor(gcm.aad_ghv, gcm.txt_ghv, gcm.aad_ghv, 16);
  for i := 0 to 7 do
  begin
    lengths[7 - i] := byte(qword(gcm.aad_cnt shl 3) shr (8 * i));
    lengths[15 - i] := byte(qword(gcm.atx_cnt shl 3) shr (8 * i));
  end;
  bramah_record_ghash(@gcm.ghash_h, 16, @gcm.aad_ghv, 16, @lengths, 16);
  Move(IV_Of(ctx)^, mask, 16);
  Move(gcm.y0_val, mask[12], 4);
  Result := One(C, WE_ECB_ENCRYPT, ctx, @mask, @mask);
  if Result = 0 then
    WE_Xor(gcm.aad_ghv, mask, tag, 16)
  else
    FillChar(tag, 16, 0);
end;

function WE_GCM_Whole(const C: TWECipher; decrypt: boolean; var tag; ptag: pointer; tLen: word; const Key; len: longint;
  IV: pointer; IV_len: word; AAD: pointer; aLen: longint; src: pointer; sLen: longint; dst: pointer;
  var ctx; var gcm: TWEGcm): longint;
var
  copy: PByte;
  found: TWEBlock;
begin
  copy := Lent(src, dst, sLen);
  if copy <> nil then
  begin
    Result := WE_GCM_Whole(C, decrypt, tag, ptag, tLen, Key, len, IV, IV_len, AAD, aLen, copy, sLen, dst, ctx, gcm);
    GiveBack(copy, sLen);
    exit;
  end;
  if (@ctx = nil) or (@gcm = nil) then
    exit(WE_NIL_Pointer);
  Result := WE_GCM_Init(C, Key, len, ctx, gcm);
  if Result = 0 then
    Result := WE_GCM_Reset_IV(C, IV, IV_len, ctx, gcm);
  if Result = 0 then
    Result := WE_GCM_AAD(AAD, aLen, ctx, gcm);
  if (Result = 0) and not decrypt then
  begin
    if (sLen > 0) and ((src = nil) or (dst = nil)) then
      Result := WE_NIL_Pointer
    else
      Result := WE_GCM_Crypt(C, false, src, dst, sLen, ctx, gcm);
    if Result = 0 then
      Result := WE_GCM_Final(C, tag, ctx, gcm);
  end
  else if Result = 0 then
  begin
    if sLen < 0 then
      sLen := 0;
    if tLen > 16 then
      tLen := 16;
    if (sLen > 0) and ((src = nil) or (dst = nil)) then
      Result := WE_NIL_Pointer
    else
    begin
      if sLen > 0 then
        Hash(gcm, gcm.txt_ghv, gcm.atx_cnt, src, sLen);
      { the tag first, which leaves the counter as it is }
      Result := WE_GCM_Final(C, found, ctx, gcm);
      if Result = 0 then
        Result := WE_Compare(ptag, @found, tLen, WE_GCM_Verify_Tag);
      if Result = 0 then
        Result := Counted(C, 0, WE_CTR_BE32, false, src, dst, sLen, ctx);
    end;
  end;
  FillChar(ctx, Length_Of(C), 0);
  FillChar(gcm, SizeOf(gcm), 0);
end;

function WE_XTS(const C: TWECipher; decrypt: boolean; src, dst: pointer; len: longint; const twk; var main, tweak): longint;
var
  copy: PByte;
  whole, short, operation: longint;
  t, previous, one_, two: TWEBlock;
begin
  copy := Lent(src, dst, len);
  if copy <> nil then
  begin
    Result := WE_XTS(C, decrypt, copy, dst, len, twk, main, tweak);
    GiveBack(copy, len);
    exit;
  end;
  if (@tweak = nil) or (@twk = nil) then
    exit(WE_NIL_Pointer);
  Result := RefusedBlocks(C, decrypt, src, dst, len, main, whole, short);
  if Result = 0 then
    Result := One(C, WE_ECB_ENCRYPT, tweak, @twk, @t);
  operation := WE_XTS_ENCRYPT + ord(decrypt);
  if Result = 0 then
    Result := Apply(C, main, operation, @t, src, dst, whole);
  if (Result <> 0) or (short = 0) then
    exit;
  src := src + whole;
  dst := dst + whole;
  { ciphertext stealing: the last two tweaks change places in decryption }
  previous := t;
  if decrypt then
  begin
    Move(src^, two, 16);
    { a block that only moves the tweak on }
    Result := Apply(C, main, operation, @t, @two, @one_, 16);
  end;
  if Result = 0 then
    Result := Apply(C, main, operation, @t, src, @one_, 16);
  two := one_;
  Move(PByte(src)[16], two, short);
  if decrypt then
    t := previous;
  if Result = 0 then
    Result := Apply(C, main, operation, @t, @two, @two, 16);
  Move(two, dst^, 16);
  Move(one_, PByte(dst)[16], short);
end;

end.
