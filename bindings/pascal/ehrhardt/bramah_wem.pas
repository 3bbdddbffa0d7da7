{ OMAC, CMAC-PRF and EAX for the units with W. Ehrhardt's interface of block ciphers: see bramah_we.pas. }
unit bramah_wem;

{$mode objfpc}{$H-}{$Q-}{$R-}

interface

uses
  bramah_we;

function WE_OMAC_Init(const C: TWECipher; const Key; len: longint; bits: boolean; var ctx): longint;
function WE_OMAC_Update(const C: TWECipher; data: pointer; len: longint; var ctx): longint;
procedure WE_OMAC_Final(const C: TWECipher; OMAC2: boolean; var tag; var ctx);
{ CMAC-PRF-128 (RFC 4615). }
function WE_CPRF128(const C: TWECipher; const Key; keylen: word; msg: pointer; msglen: longint; var PRV): longint;
function WE_CPRF128_Selftest(const C: TWECipher): boolean;
function WE_EAX_Init(const C: TWECipher; const Key; len: longint; bits: boolean; const nonce; nLen: word;
  var hdr, msg, ctr, tag): longint;
function WE_EAX_Encrypt(const C: TWECipher; src, dst: pointer; len: longint; var msg, ctr): longint;
function WE_EAX_Decrypt(const C: TWECipher; src, dst: pointer; len: longint; var msg, ctr): longint;
procedure WE_EAX_Final(const C: TWECipher; var tag; var hdr, msg; const NonceTag);
{ A whole message: encryption if ptag is nil, and the tag is written to tag; else ptag has tLen bytes. }
function WE_EAX_Whole(const C: TWECipher; var tag; ptag: pointer; tLen: word; const Key; len: longint; bits: boolean;
  const nonce; nLen: word; hdr: pointer; hLen: word; src: pointer; sLen: longint; dst: pointer; decrypt: boolean): longint;
{ Chains whole blocks as CBC-MAC does. }
function Chain(const C: TWECipher; data: PByte; len: longint; sum: PByte; var ctx): longint;

implementation

function Chain(const C: TWECipher; data: PByte; len: longint; sum: PByte; var ctx): longint;
begin
  Result := 0;
  if (len > 0) and (bramah_record_chain(Store_Of(C, ctx), C.Store, sum, C.Block, data, len) <> 0) then
    Result := WE_Invalid_Key_Size;
end;

function WE_OMAC_Init(const C: TWECipher; const Key; len: longint; bits: boolean; var ctx): longint;
begin
  Result := WE_Init(C, Key, len, bits, 0, ctx);
end;

function WE_OMAC_Update(const C: TWECipher; data: pointer; len: longint; var ctx): longint;
var
  h: PWEHead;
  buf: PByte;
  n: longint;
  both: array[0..511] of byte;
begin
  if (@ctx = nil) or ((data = nil) and (len <> 0)) then
    exit(WE_NIL_Pointer);
  h := @ctx;
  if h^.bLen > C.Block then
    exit(WE_Invalid_Key_Size);
  buf := Buf_Of(C, ctx);
  Result := 0;
  { the last block stays in buf }
  while len > 0 do
  begin
    if h^.bLen = C.Block then
    begin
      { the blocks that follow go along, so that a short text takes one call }
      n := Least(len - 1, SizeOf(both) - C.Block);
      n := n - n mod C.Block;
      Move(buf^, both, C.Block);
      Move(data^, both[C.Block], n);
      Result := Chain(C, @both, C.Block + n, IV_Of(ctx), ctx);
      FillChar(both, C.Block + n, 0);
      if Result <> 0 then
        exit;
      h^.bLen := 0;
      data := data + n;
      len := len - n;
    end;
    if (h^.bLen = 0) and (len > C.Block) then
    begin
      n := len - 1;
      n := n - n mod C.Block;
      Result := Chain(C, data, n, IV_Of(ctx), ctx);
      if Result <> 0 then
        exit;
    end
    else
    begin
      n := Least(len, C.Block - h^.bLen);
      Move(data^, buf[h^.bLen], n);
      h^.bLen := h^.bLen + n;
    end;
    data := data + n;
    len := len - n;
  end;
end;

{ Multiplies a block, a big-endian number, by x in the field of OMAC, or divides it. }
procedure Times(var B: TWEBlock; len: longint);
var
  i: longint;
  top: byte;
begin
  top := B[0] shr 7;
  for i := 0 to len - 2 do
    B[i] := byte(B[i] shl 1) or B[i + 1] shr 7;
  B[len - 1] := byte(B[len - 1] shl 1);
  if len = 8 then
    B[7] := B[7] xor byte(-top) and $1B
  else
    B[len - 1] := B[len - 1] xor byte(-top) and $87;
end;

procedure Halved(var B: TWEBlock; len: longint);
var
  i: longint;
  low: byte;
begin
  low := byte(-(B[len - 1] and 1));
  for i := len - 1 downto 1 do
    B[i] := B[i] shr 1 or byte(B[i - 1] shl 7);
  B[0] := B[0] shr 1 xor low and $80;
  if len = 8 then
    B[7] := B[7] xor low and $0D
  else
    B[len - 1] := B[len - 1] xor low and $43;
end;

procedure WE_OMAC_Final(const C: TWECipher; OMAC2: boolean; var tag; var ctx);
var
  L: TWEBlock;
  h: PWEHead;
  buf: PByte;
begin
  if (@ctx = nil) or (@tag = nil) then
    exit;
  h := @ctx;
  FillChar(L, SizeOf(L), 0);
  if (h^.bLen > C.Block) or (One(C, WE_ECB_ENCRYPT, ctx, @L, @L) <> 0) then
  begin
    FillChar(tag, C.Block, 0);
    exit;
  end;
  buf := Buf_Of(C, ctx);
  if h^.bLen = C.Block then
    Times(L, C.Block)
  else
  begin
    buf[h^.bLen] := $80;
    FillChar(buf[h^.bLen + 1], C.Block - h^.bLen - 1, 0);
    h^.bLen := C.Block;
    if OMAC2 then
      Halved(L, C.Block)
    else
    begin
      Times(L, C.Block);
      Times(L, C.Block);
    end;
  end;
  WE_Xor(L, buf^, buf^, C.Block);
  Chain(C, buf, C.Block, IV_Of(ctx), ctx);
  Move(IV_Of(ctx)^, tag, C.Block);
  FillChar(L, SizeOf(L), 0);
end;

function WE_CPRF128(const C: TWECipher; const Key; keylen: word; msg: pointer; msglen: longint; var PRV): longint;
var
  local: TWEBlock;
  ctx: TWERoom;
begin
  if (@PRV = nil) or ((@Key = nil) and (keylen > 0)) then
    exit(WE_NIL_Pointer);
  FillChar(local, SizeOf(local), 0);
  Result := 0;
  if keylen = 16 then
    Move(Key, local, 16)
  else
  begin
    Result := WE_OMAC_Init(C, local, 16, false, ctx);
    if Result = 0 then
      Result := WE_OMAC_Update(C, @Key, keylen, ctx);
    if Result = 0 then
      WE_OMAC_Final(C, false, local, ctx);
  end;
  if Result = 0 then
    Result := WE_OMAC_Init(C, local, 16, false, ctx);
  if Result = 0 then
    Result := WE_OMAC_Update(C, msg, msglen, ctx);
  if Result = 0 then
    WE_OMAC_Final(C, false, PRV, ctx);
  FillChar(local, SizeOf(local), 0);
  FillChar(ctx, SizeOf(ctx), 0);
end;

{ Turns hexadecimal digits into bytes, and returns how many. }
function Bytes(const digits: string; var out_): longint;
var
  i, code: longint;
  b: byte;
begin
  Result := Length(digits) div 2;
  for i := 0 to Result - 1 do
  begin
    Val('$' + Copy(digits, 2 * i + 1, 2), b, code);
    PByte(@out_)[i] := b;
  end;
end;

{ Whether CMAC-PRF-128 has a known result. }
function Known(const C: TWECipher; const key, message, expected: string): boolean;
var
  k, m, e: array[0..127] of byte;
  tag: TWEBlock;
begin
  Bytes(expected, e);
  Result := (WE_CPRF128(C, k, Bytes(key, k), @m, Bytes(message, m), tag) = 0) and (CompareByte(tag, e, 16) = 0);
end;

function WE_CPRF128_Selftest(const C: TWECipher): boolean;
const
  { RFC 4615, section 4 }
  Message = '000102030405060708090a0b0c0d0e0f10111213';
  Key = '000102030405060708090a0b0c0d0e0fedcb';
  { NIST SP 800-38B, appendix D }
  Text = '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411';
  Key256 = '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4';
  Key192 = '8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b';
  Key128 = '2b7e151628aed2a6abf7158809cf4f3c';
begin
  if C.Name = 'aes' then
    Result := Known(C, Key, Message, '84a348a4a45d235babfffc0d2b4da09a')
      and Known(C, Copy(Key, 1, 32), Message, '980ae87b5f4c9c5214f5b6a8455e4c2d')
      and Known(C, Copy(Key, 1, 20), Message, '290d9e112edb09ee141fcf64c0b72f3d')
  else
    Result := Known(C, Key256, Text, '2d3684e91cb1b303a7db8648f25ee16c')
      and Known(C, Key192, Text, '42b9d47f4f58bc2985b6f82c23b121cb')
      and Known(C, Key128, Text, '5c18d119ccd6766144ac1866131d9f22');
end;

function WE_EAX_Init(const C: TWECipher; const Key; len: longint; bits: boolean; const nonce; nLen: word;
  var hdr, msg, ctr, tag): longint;
var
  number: TWEBlock;
begin
  if (@hdr = nil) or ((@nonce = nil) and (nLen > 0)) then
    exit(WE_NIL_Pointer);
  Result := WE_OMAC_Init(C, Key, len, bits, hdr);
  Move(hdr, msg, Length_Of(C));
  Move(hdr, ctr, Length_Of(C));
  FillChar(tag, C.Block, 0);
  if Result <> 0 then
    exit;
  FillChar(number, SizeOf(number), 0);
  Result := WE_OMAC_Update(C, @number, C.Block, ctr);
  if Result = 0 then
    Result := WE_OMAC_Update(C, @nonce, nLen, ctr);
  if Result = 0 then
  begin
    WE_OMAC_Final(C, false, tag, ctr);
    WE_CTR_Reset(C, tag, ctr);
    number[C.Block - 1] := 2;
    Result := WE_OMAC_Update(C, @number, C.Block, msg);
  end;
  if Result = 0 then
  begin
    number[C.Block - 1] := 1;
    Result := WE_OMAC_Update(C, @number, C.Block, hdr);
  end;
end;

function CTR_Plain(const C: TWECipher; src, dst: pointer; len: longint; var ctx): longint;
begin
  Result := Refused(C, false, src, dst, len, ctx);
  if Result = 0 then
    Result := Counted(C, 0, WE_CTR_BE, false, src, dst, len, ctx);
end;

function WE_EAX_Encrypt(const C: TWECipher; src, dst: pointer; len: longint; var msg, ctr): longint;
var
  copy: PByte;
begin
  copy := Lent(src, dst, len);
  if copy <> nil then
  begin
    Result := WE_EAX_Encrypt(C, copy, dst, len, msg, ctr);
    GiveBack(copy, len);
    exit;
  end;
  Result := CTR_Plain(C, src, dst, len, ctr);
  if (Result = 0) and (len > 0) then
    Result := WE_OMAC_Update(C, dst, len, msg);
end;

function WE_EAX_Decrypt(const C: TWECipher; src, dst: pointer; len: longint; var msg, ctr): longint;
var
  copy: PByte;
begin
  copy := Lent(src, dst, len);
  if copy <> nil then
  begin
    Result := WE_EAX_Decrypt(C, copy, dst, len, msg, ctr);
    GiveBack(copy, len);
    exit;
  end;
  Result := 0;
  if len > 0 then
    Result := WE_OMAC_Update(C, src, len, msg);
  if Result = 0 then
    Result := CTR_Plain(C, src, dst, len, ctr);
end;

procedure WE_EAX_Final(const C: TWECipher; var tag; var hdr, msg; const NonceTag);
var
  other: TWEBlock;
begin
  if @tag = nil then
    exit;
  WE_OMAC_Final(C, false, other, hdr);
  WE_OMAC_Final(C, false, tag, msg);
  WE_Xor(tag, other, tag, C.Block);
  WE_Xor(tag, NonceTag, tag, C.Block);
end;

function WE_EAX_Whole(const C: TWECipher; var tag; ptag: pointer; tLen: word; const Key; len: longint; bits: boolean;
  const nonce; nLen: word; hdr: pointer; hLen: word; src: pointer; sLen: longint; dst: pointer; decrypt: boolean): longint;
var
  copy: PByte;
  h, m, x: TWERoom;
  nonceTag, found: TWEBlock;
begin
  copy := Lent(src, dst, sLen);
  if copy <> nil then
  begin
    Result := WE_EAX_Whole(C, tag, ptag, tLen, Key, len, bits, nonce, nLen, hdr, hLen, copy, sLen, dst, decrypt);
    GiveBack(copy, sLen);
    exit;
  end;
  if ((src = nil) or (dst = nil)) and (sLen > 0) then
    exit(WE_NIL_Pointer);
  if decrypt and (tLen > C.Block) then
    exit(WE_EAX_Inv_TAG_Length);
  Result := WE_EAX_Init(C, Key, len, bits, nonce, nLen, h, m, x, nonceTag);
  if Result = 0 then
    Result := WE_OMAC_Update(C, hdr, hLen, h);
  if (Result = 0) and not decrypt then
  begin
    Result := WE_EAX_Encrypt(C, src, dst, sLen, m, x);
    if (Result = 0) and (@tag <> nil) then
      WE_EAX_Final(C, tag, h, m, nonceTag);
  end
  else if Result = 0 then
  begin
    if sLen > 0 then
      Result := WE_OMAC_Update(C, src, sLen, m);
    if (Result = 0) and (tLen > 0) then
    begin
      WE_EAX_Final(C, found, h, m, nonceTag);
      Result := WE_Compare(ptag, @found, tLen, WE_EAX_Verify_Tag);
      FillChar(found, SizeOf(found), 0);
    end;
    if Result = 0 then
      Result := CTR_Plain(C, src, dst, sLen, x);
  end;
  FillChar(h, Length_Of(C), 0);
  FillChar(m, Length_Of(C), 0);
  FillChar(x, Length_Of(C), 0);
end;

end.
