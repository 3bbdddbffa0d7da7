{ The routines of the unit sha512 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sha512;

interface

uses
  bramah_weh, btypes, hash;

procedure SHA512Init(var Context: THashContext);
procedure SHA512Update(var Context: THashContext; Msg: pointer; Len: word);
procedure SHA512UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure SHA512Final(var Context: THashContext; var Digest: TSHA512Digest);
procedure SHA512FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure SHA512FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure SHA512FinalBits(var Context: THashContext; var Digest: TSHA512Digest; BData: byte; bitlen: integer);
function SHA512SelfTest: boolean;
procedure SHA512Full(var Digest: TSHA512Digest; Msg: pointer; Len: word);
procedure SHA512FullXL(var Digest: TSHA512Digest; Msg: pointer; Len: longint);
procedure SHA512File(const fname: string; var Digest: TSHA512Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (2, 16, 840, 1, 101, 3, 4, 2, 3, -1, -1);

var
  Desc: THashDesc;

procedure SHA512Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'sha512');
end;

procedure SHA512Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA512UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA512Final(var Context: THashContext; var Digest: TSHA512Digest);
begin
  WEH_Final(Context.H, Digest, 64);
end;

procedure SHA512FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 64);
end;

procedure SHA512FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 64, BData, bitlen, wfBig64, 128);
end;

procedure SHA512FinalBits(var Context: THashContext; var Digest: TSHA512Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 64, BData, bitlen, wfBig64, 128);
end;

function SHA512SelfTest: boolean;
begin
  SHA512SelfTest := WEH_Test('sha512',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    'e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b');
end;

procedure SHA512Full(var Digest: TSHA512Digest; Msg: pointer; Len: word);
begin
  WEH_Full('sha512', Digest, 64, Msg, Len);
end;

procedure SHA512FullXL(var Digest: TSHA512Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('sha512', Digest, 64, Msg, Len);
end;

procedure SHA512File(const fname: string; var Digest: TSHA512Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('sha512', fname, Digest, 64, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_SHA512), 'SHA512', 128, 64, @OID, 9,
    @SHA512Init, @SHA512FinalEx, @SHA512UpdateXL, @SHA512FinalBitsEx);
  RegisterHash(_SHA512, @Desc);
end.
