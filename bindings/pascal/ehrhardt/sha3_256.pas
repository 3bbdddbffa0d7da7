{ The routines of the unit sha3_256 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sha3_256;

interface

uses
  bramah_weh, btypes, hash;

procedure SHA3_256Init(var Context: THashContext);
procedure SHA3_256Update(var Context: THashContext; Msg: pointer; Len: word);
procedure SHA3_256UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure SHA3_256Final(var Context: THashContext; var Digest: TSHA3_256Digest);
procedure SHA3_256FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure SHA3_256FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure SHA3_256FinalBits(var Context: THashContext; var Digest: TSHA3_256Digest; BData: byte; bitlen: integer);
procedure SHA3_256FinalBits_LSB(var Context: THashContext; var Digest: TSHA3_256Digest; BData: byte; bitlen: integer);
function SHA3_256SelfTest: boolean;
procedure SHA3_256Full(var Digest: TSHA3_256Digest; Msg: pointer; Len: word);
procedure SHA3_256FullXL(var Digest: TSHA3_256Digest; Msg: pointer; Len: longint);
procedure SHA3_256File(const fname: string; var Digest: TSHA3_256Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (2, 16, 840, 1, 101, 3, 4, 2, 8, -1, -1);

var
  Desc: THashDesc;

procedure SHA3_256Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'sha3-256');
end;

procedure SHA3_256Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA3_256UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA3_256Final(var Context: THashContext; var Digest: TSHA3_256Digest);
begin
  WEH_Final(Context.H, Digest, 32);
end;

procedure SHA3_256FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 32);
end;

procedure SHA3_256FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 32, BData, bitlen, wfSponge, 136);
end;

procedure SHA3_256FinalBits(var Context: THashContext; var Digest: TSHA3_256Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 32, BData, bitlen, wfSponge, 136);
end;

procedure SHA3_256FinalBits_LSB(var Context: THashContext; var Digest: TSHA3_256Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 32, WEH_Reversed(BData), bitlen, wfSponge, 136);
end;

function SHA3_256SelfTest: boolean;
begin
  SHA3_256SelfTest := WEH_Test('sha3-256',
    '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532',
    '5c8875ae474a3634ba4fd55ec85bffd661f32aca75c6d699d0cdcb6c115891c1');
end;

procedure SHA3_256Full(var Digest: TSHA3_256Digest; Msg: pointer; Len: word);
begin
  WEH_Full('sha3-256', Digest, 32, Msg, Len);
end;

procedure SHA3_256FullXL(var Digest: TSHA3_256Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('sha3-256', Digest, 32, Msg, Len);
end;

procedure SHA3_256File(const fname: string; var Digest: TSHA3_256Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('sha3-256', fname, Digest, 32, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_SHA3_256), 'SHA3-256', 136, 32, @OID, 9,
    @SHA3_256Init, @SHA3_256FinalEx, @SHA3_256UpdateXL, @SHA3_256FinalBitsEx);
  RegisterHash(_SHA3_256, @Desc);
end.
