{ The routines of the unit sha3 of W. Ehrhardt: SHA-3 and SHAKE with messages and outputs of bits, over Bramah's C library: see
  docs/pascal-units.md. }
unit sha3;

{$mode objfpc}{$H-}

interface

uses
  bramah_weh;

const
  SHA3_ERR_INVALID_ALG = 1;
  SHA3_ERR_WRONG_FINAL = 2;

type
  { A message in progress: copied by assignment, and never freed. }
  TSpongeState = record
    H: TWEHash;
    { The bytes of a block and of a digest, which is 0 for SHAKE. }
    rate, fixedOutputLength: word;
    Error: smallint;
  end;
  TSHA3State = TSpongeState;
  TSHA3_Algo = (__SHA3_224, __SHA3_256, __SHA3_384, __SHA3_512, __SHAKE_128, __SHAKE_256);

var
  { The last error of a unit's routine that returns none; it is set by no routine here. }
  SHA3_LastError: integer = 0;

function SHA3_Init(var state: TSHA3State; algo: TSHA3_Algo): integer;
function SHA3_UpdateXL(var state: TSHA3State; Msg: pointer; Len: longint): integer;
function SHA3_Update(var state: TSHA3State; Msg: pointer; Len: word): integer;
function SHA3_FinalHash(var state: TSHA3State; digest: pointer): integer;
function SHA3_FinalBit_LSB(var state: TSHA3State; bits: byte; bitlen: integer; hashval: pointer; numbits: longint): integer;
function SHA3_FinalBit(var state: TSHA3State; bits: byte; bitlen: integer; hashval: pointer; numbits: longint): integer;

implementation

function SHA3_Init(var state: TSHA3State; algo: TSHA3_Algo): integer;
const
  Names: array[0..5] of string[9] = ('sha3-224', 'sha3-256', 'sha3-384', 'sha3-512', 'shake128', 'shake256');
  Rates: array[0..5] of word = (144, 136, 104, 72, 168, 136);
  Digests: array[0..5] of word = (28, 32, 48, 64, 0, 0);
begin
  if @state = nil then
    exit(SHA3_ERR_INVALID_ALG);
  FillChar(state, SizeOf(state), 0);
  if ord(algo) > 5 then
  begin
    state.Error := SHA3_ERR_INVALID_ALG;
    exit(SHA3_ERR_INVALID_ALG);
  end;
  WEH_Init(state.H, Names[ord(algo)]);
  state.rate := Rates[ord(algo)];
  state.fixedOutputLength := Digests[ord(algo)];
  Result := 0;
end;

{ What keeps a state from taking part of a message: an error of before, the end of the message, or that it was never initialised. }
function Refused(var state: TSHA3State): integer;
begin
  Result := SHA3_ERR_INVALID_ALG;
  if (@state = nil) or (state.rate < 72) or (state.rate > 168) or (state.fixedOutputLength > 64) then
    exit;
  Result := state.Error;
  if (Result = 0) and not WEH_Valid(state.H) then
    Result := SHA3_ERR_WRONG_FINAL;
end;

function SHA3_UpdateXL(var state: TSHA3State; Msg: pointer; Len: longint): integer;
begin
  Result := Refused(state);
  if Result = 0 then
    WEH_Update(state.H, Msg, Len);
end;

function SHA3_Update(var state: TSHA3State; Msg: pointer; Len: word): integer;
begin
  Result := SHA3_UpdateXL(state, Msg, Len);
end;

function SHA3_FinalHash(var state: TSHA3State; digest: pointer): integer;
begin
  Result := Refused(state);
  if (Result = 0) and (state.fixedOutputLength = 0) then
  begin
    state.Error := SHA3_ERR_WRONG_FINAL;
    Result := SHA3_ERR_WRONG_FINAL;
  end;
  if (Result = 0) and (digest <> nil) then
    WEH_Final(state.H, digest^, state.fixedOutputLength);
end;

function SHA3_FinalBit_LSB(var state: TSHA3State; bits: byte; bitlen: integer; hashval: pointer; numbits: longint): integer;
var
  number, bytes: longint;
begin
  Result := Refused(state);
  if (Result <> 0) or (hashval = nil) or (numbits <= 0) then
    exit;
  bitlen := bitlen and 7;
  number := bits and (1 shl bitlen - 1);
  { what tells SHA-3 and SHAKE from each other, and the bit that ends the message }
  if state.fixedOutputLength = 0 then
    number := number or ($1F shl bitlen)
  else
    number := number or (6 shl bitlen);
  bytes := numbits div 8 + ord(numbits and 7 <> 0);
  WEH_Squeeze(state.H, number, hashval, bytes, state.rate);
  if numbits and 7 <> 0 then
    PByte(hashval)[bytes - 1] := PByte(hashval)[bytes - 1] and (1 shl (numbits and 7) - 1);
end;

function SHA3_FinalBit(var state: TSHA3State; bits: byte; bitlen: integer; hashval: pointer; numbits: longint): integer;
begin
  Result := SHA3_FinalBit_LSB(state, WEH_Reversed(bits), bitlen, hashval, numbits);
end;

end.
