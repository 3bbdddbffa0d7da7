{ The types and routines of the unit hash of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. }
unit hash;

{$mode objfpc}{$H+}

interface

uses
  bramah_weh;

type
  { The hash functions. }
  THashAlgorithm = (_MD4, _MD5, _RIPEMD160, _SHA1, _SHA224, _SHA256, _SHA384, _SHA512, _Whirlpool, _SHA512_224, _SHA512_256,
    _SHA3_224, _SHA3_256, _SHA3_384, _SHA3_512, _Blake2S_224, _Blake2S_256, _Blake2B_384, _Blake2B_512);

const
  _RMD160 = _RIPEMD160;
  MaxBlockLen = 128;
  MaxDigestLen = 64;
  MaxStateLen = 16;
  MaxOIDLen = 11;
  C_HashSig = $3D7A;
  C_HashVers = $00020002;
  C_MinHash = _MD4;
  C_MaxHash = _Blake2B_512;
  HASHCTXSIZE = SizeOf(TWEHash);

type
  THashState = packed array[0..MaxStateLen - 1] of longint;
  THashBuffer = packed array[0..MaxBlockLen - 1] of byte;
  THashDigest = packed array[0..MaxDigestLen - 1] of byte;
  PHashDigest = ^THashDigest;
  THashBuf32 = packed array[0..MaxBlockLen div 4 - 1] of longint;
  THashDig32 = packed array[0..MaxDigestLen div 4 - 1] of longint;
  THMacBuffer = packed array[0..143] of byte;
  { A message in progress: copied by assignment, and never freed. }
  THashContext = record
    H: TWEHash;
  end;
  TMD4Digest = packed array[0..15] of byte;
  TMD5Digest = packed array[0..15] of byte;
  TRMD160Digest = packed array[0..19] of byte;
  TSHA1Digest = packed array[0..19] of byte;
  TSHA224Digest = packed array[0..27] of byte;
  TSHA256Digest = packed array[0..31] of byte;
  TSHA384Digest = packed array[0..47] of byte;
  TSHA512Digest = packed array[0..63] of byte;
  TSHA5_224Digest = packed array[0..27] of byte;
  TSHA5_256Digest = packed array[0..31] of byte;
  TWhirlDigest = packed array[0..63] of byte;
  TSHA3_224Digest = packed array[0..27] of byte;
  TSHA3_256Digest = packed array[0..31] of byte;
  TSHA3_384Digest = packed array[0..47] of byte;
  TSHA3_512Digest = packed array[0..63] of byte;
  TBlake2S_224Digest = packed array[0..27] of byte;
  TBlake2S_256Digest = packed array[0..31] of byte;
  TBlake2B_384Digest = packed array[0..47] of byte;
  TBlake2B_512Digest = packed array[0..63] of byte;
  HashInitProc = procedure(var Context: THashContext);
  HashUpdateXLProc = procedure(var Context: THashContext; Msg: pointer; Len: longint);
  HashFinalProc = procedure(var Context: THashContext; var Digest: THashDigest);
  HashFinalBitProc = procedure(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
  TOID_Vec = packed array[1..MaxOIDLen] of longint;
  POID_Vec = ^TOID_Vec;
  THashName = string[19];
  PHashDesc = ^THashDesc;
  { A hash function. Programs may register others. }
  THashDesc = packed record
    HSig, HDSize: word;
    HDVersion: longint;
    HBlockLen, HDigestlen: word;
    HInit: HashInitProc;
    HFinal: HashFinalProc;
    HUpdateXL: HashUpdateXLProc;
    HAlgNum: longint;
    HName: THashName;
    HPtrOID: POID_Vec;
    HLenOID, HFill: word;
    HFinalBit: HashFinalBitProc;
    HReserved: packed array[0..19] of byte;
  end;

const
  { The bits of a last byte, and the bit after them, by their number. }
  BitAPI_Mask: array[0..7] of byte = ($00, $80, $C0, $E0, $F0, $F8, $FC, $FE);
  BitAPI_PBit: array[0..7] of byte = ($80, $40, $20, $10, $08, $04, $02, $01);

procedure RegisterHash(AlgId: THashAlgorithm; PHash: PHashDesc);
function FindHash_by_ID(AlgoID: THashAlgorithm): PHashDesc;
function FindHash_by_Name(AlgoName: THashName): PHashDesc;
procedure HashFile(const fname: string; PHash: PHashDesc; var Digest: THashDigest; var buf; bsize: word; var Err: word);
procedure HashUpdate(PHash: PHashDesc; var Context: THashContext; Msg: pointer; Len: word);
procedure HashFullXL(PHash: PHashDesc; var Digest: THashDigest; Msg: pointer; Len: longint);
procedure HashFull(PHash: PHashDesc; var Digest: THashDigest; Msg: pointer; Len: word);
function HashSameDigest(PHash: PHashDesc; PD1: PHashDigest; PD2: PHashDigest): boolean;

implementation

var
  Registered: array[THashAlgorithm] of PHashDesc;

procedure RegisterHash(AlgId: THashAlgorithm; PHash: PHashDesc);
begin
  if WEH_Described(PHash) and (ord(AlgId) <= ord(C_MaxHash)) and (PHash^.HAlgNum = ord(AlgId)) and (PHash^.HDVersion = C_HashVers)
    and (PHash^.HDSize = SizeOf(THashDesc)) then
    Registered[AlgId] := PHash;
end;

function FindHash_by_ID(AlgoID: THashAlgorithm): PHashDesc;
begin
  Result := nil;
  if ord(AlgoID) <= ord(C_MaxHash) then
    Result := Registered[AlgoID];
  if not WEH_Described(Result) or (Result^.HAlgNum <> ord(AlgoID)) then
    Result := nil;
end;

function FindHash_by_Name(AlgoName: THashName): PHashDesc;
var
  id: THashAlgorithm;
begin
  AlgoName := UpCase(AlgoName);
  if AlgoName = 'RMD160' then
    AlgoName := 'RIPEMD160';
  for id := C_MinHash to C_MaxHash do
  begin
    Result := FindHash_by_ID(id);
    if (Result <> nil) and (UpCase(Result^.HName) = AlgoName) then
      exit;
  end;
  Result := nil;
end;

procedure HashUpdate(PHash: PHashDesc; var Context: THashContext; Msg: pointer; Len: word);
begin
  if WEH_Described(PHash) then
    PHash^.HUpdateXL(Context, Msg, Len);
end;

procedure HashFullXL(PHash: PHashDesc; var Digest: THashDigest; Msg: pointer; Len: longint);
var
  Context: THashContext;
begin
  if not WEH_Described(PHash) or (@Digest = nil) then
    exit;
  PHash^.HInit(Context);
  PHash^.HUpdateXL(Context, Msg, Len);
  PHash^.HFinal(Context, Digest);
end;

procedure HashFull(PHash: PHashDesc; var Digest: THashDigest; Msg: pointer; Len: word);
begin
  HashFullXL(PHash, Digest, Msg, Len);
end;

function HashSameDigest(PHash: PHashDesc; PD1: PHashDigest; PD2: PHashDigest): boolean;
begin
  Result := WEH_Described(PHash) and (PD1 <> nil) and (PD2 <> nil)
    and (CompareByte(PD1^, PD2^, PHash^.HDigestlen) = 0);
end;

procedure HashFile(const fname: string; PHash: PHashDesc; var Digest: THashDigest; var buf; bsize: word; var Err: word);
var
  Context: THashContext;
  from: ^TWEFile;
  n: longint;
begin
  Err := 204;
  if not WEH_Described(PHash) or (@Digest = nil) then
    exit;
  New(from);
  WES_Open(from^, fname, Err);
  if Err = 0 then
  begin
    PHash^.HInit(Context);
    repeat
      n := WES_Read(from^, Err);
      PHash^.HUpdateXL(Context, @from^.Data, n);
    until n = 0;
    PHash^.HFinal(Context, Digest);
  end;
  Dispose(from);
end;

end.
