{ The routines of the unit sha3_384 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sha3_384;

interface

uses
  bramah_weh, btypes, hash;

procedure SHA3_384Init(var Context: THashContext);
procedure SHA3_384Update(var Context: THashContext; Msg: pointer; Len: word);
procedure SHA3_384UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure SHA3_384Final(var Context: THashContext; var Digest: TSHA3_384Digest);
procedure SHA3_384FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure SHA3_384FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure SHA3_384FinalBits(var Context: THashContext; var Digest: TSHA3_384Digest; BData: byte; bitlen: integer);
procedure SHA3_384FinalBits_LSB(var Context: THashContext; var Digest: TSHA3_384Digest; BData: byte; bitlen: integer);
function SHA3_384SelfTest: boolean;
procedure SHA3_384Full(var Digest: TSHA3_384Digest; Msg: pointer; Len: word);
procedure SHA3_384FullXL(var Digest: TSHA3_384Digest; Msg: pointer; Len: longint);
procedure SHA3_384File(const fname: string; var Digest: TSHA3_384Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (2, 16, 840, 1, 101, 3, 4, 2, 9, -1, -1);

var
  Desc: THashDesc;

procedure SHA3_384Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'sha3-384');
end;

procedure SHA3_384Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA3_384UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA3_384Final(var Context: THashContext; var Digest: TSHA3_384Digest);
begin
  WEH_Final(Context.H, Digest, 48);
end;

procedure SHA3_384FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 48);
end;

procedure SHA3_384FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 48, BData, bitlen, wfSponge, 104);
end;

procedure SHA3_384FinalBits(var Context: THashContext; var Digest: TSHA3_384Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 48, BData, bitlen, wfSponge, 104);
end;

procedure SHA3_384FinalBits_LSB(var Context: THashContext; var Digest: TSHA3_384Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 48, WEH_Reversed(BData), bitlen, wfSponge, 104);
end;

function SHA3_384SelfTest: boolean;
begin
  SHA3_384SelfTest := WEH_Test('sha3-384',
    'ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25',
    'eee9e24d78c1855337983451df97c8ad9eedf256c6334f8e948d252d5e0e76847aa0774ddb90a842190d2c558b4b8340');
end;

procedure SHA3_384Full(var Digest: TSHA3_384Digest; Msg: pointer; Len: word);
begin
  WEH_Full('sha3-384', Digest, 48, Msg, Len);
end;

procedure SHA3_384FullXL(var Digest: TSHA3_384Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('sha3-384', Digest, 48, Msg, Len);
end;

procedure SHA3_384File(const fname: string; var Digest: TSHA3_384Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('sha3-384', fname, Digest, 48, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_SHA3_384), 'SHA3-384', 104, 48, @OID, 9,
    @SHA3_384Init, @SHA3_384FinalEx, @SHA3_384UpdateXL, @SHA3_384FinalBitsEx);
  RegisterHash(_SHA3_384, @Desc);
end.
