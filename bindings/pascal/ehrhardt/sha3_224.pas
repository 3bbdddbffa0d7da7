{ The routines of the unit sha3_224 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sha3_224;

interface

uses
  bramah_weh, btypes, hash;

procedure SHA3_224Init(var Context: THashContext);
procedure SHA3_224Update(var Context: THashContext; Msg: pointer; Len: word);
procedure SHA3_224UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure SHA3_224Final(var Context: THashContext; var Digest: TSHA3_224Digest);
procedure SHA3_224FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure SHA3_224FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure SHA3_224FinalBits(var Context: THashContext; var Digest: TSHA3_224Digest; BData: byte; bitlen: integer);
procedure SHA3_224FinalBits_LSB(var Context: THashContext; var Digest: TSHA3_224Digest; BData: byte; bitlen: integer);
function SHA3_224SelfTest: boolean;
procedure SHA3_224Full(var Digest: TSHA3_224Digest; Msg: pointer; Len: word);
procedure SHA3_224FullXL(var Digest: TSHA3_224Digest; Msg: pointer; Len: longint);
procedure SHA3_224File(const fname: string; var Digest: TSHA3_224Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (2, 16, 840, 1, 101, 3, 4, 2, 7, -1, -1);

var
  Desc: THashDesc;

procedure SHA3_224Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'sha3-224');
end;

procedure SHA3_224Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA3_224UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA3_224Final(var Context: THashContext; var Digest: TSHA3_224Digest);
begin
  WEH_Final(Context.H, Digest, 28);
end;

procedure SHA3_224FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 28);
end;

procedure SHA3_224FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 28, BData, bitlen, wfSponge, 144);
end;

procedure SHA3_224FinalBits(var Context: THashContext; var Digest: TSHA3_224Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 28, BData, bitlen, wfSponge, 144);
end;

procedure SHA3_224FinalBits_LSB(var Context: THashContext; var Digest: TSHA3_224Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 28, WEH_Reversed(BData), bitlen, wfSponge, 144);
end;

function SHA3_224SelfTest: boolean;
begin
  SHA3_224SelfTest := WEH_Test('sha3-224',
    'e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf',
    'd69335b93325192e516a912e6d19a15cb51c6ed5c15243e7a7fd653c');
end;

procedure SHA3_224Full(var Digest: TSHA3_224Digest; Msg: pointer; Len: word);
begin
  WEH_Full('sha3-224', Digest, 28, Msg, Len);
end;

procedure SHA3_224FullXL(var Digest: TSHA3_224Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('sha3-224', Digest, 28, Msg, Len);
end;

procedure SHA3_224File(const fname: string; var Digest: TSHA3_224Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('sha3-224', fname, Digest, 28, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_SHA3_224), 'SHA3-224', 144, 28, @OID, 9,
    @SHA3_224Init, @SHA3_224FinalEx, @SHA3_224UpdateXL, @SHA3_224FinalBitsEx);
  RegisterHash(_SHA3_224, @Desc);
end.
