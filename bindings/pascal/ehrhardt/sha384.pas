{ The routines of the unit sha384 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sha384;

interface

uses
  bramah_weh, btypes, hash;

procedure SHA384Init(var Context: THashContext);
procedure SHA384Update(var Context: THashContext; Msg: pointer; Len: word);
procedure SHA384UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure SHA384Final(var Context: THashContext; var Digest: TSHA384Digest);
procedure SHA384FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure SHA384FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure SHA384FinalBits(var Context: THashContext; var Digest: TSHA384Digest; BData: byte; bitlen: integer);
function SHA384SelfTest: boolean;
procedure SHA384Full(var Digest: TSHA384Digest; Msg: pointer; Len: word);
procedure SHA384FullXL(var Digest: TSHA384Digest; Msg: pointer; Len: longint);
procedure SHA384File(const fname: string; var Digest: TSHA384Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (2, 16, 840, 1, 101, 3, 4, 2, 2, -1, -1);

var
  Desc: THashDesc;

procedure SHA384Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'sha384');
end;

procedure SHA384Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA384UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA384Final(var Context: THashContext; var Digest: TSHA384Digest);
begin
  WEH_Final(Context.H, Digest, 48);
end;

procedure SHA384FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 48);
end;

procedure SHA384FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 48, BData, bitlen, wfBig64, 128);
end;

procedure SHA384FinalBits(var Context: THashContext; var Digest: TSHA384Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 48, BData, bitlen, wfBig64, 128);
end;

function SHA384SelfTest: boolean;
begin
  SHA384SelfTest := WEH_Test('sha384',
    'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
    '9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985');
end;

procedure SHA384Full(var Digest: TSHA384Digest; Msg: pointer; Len: word);
begin
  WEH_Full('sha384', Digest, 48, Msg, Len);
end;

procedure SHA384FullXL(var Digest: TSHA384Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('sha384', Digest, 48, Msg, Len);
end;

procedure SHA384File(const fname: string; var Digest: TSHA384Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('sha384', fname, Digest, 48, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_SHA384), 'SHA384', 128, 48, @OID, 9,
    @SHA384Init, @SHA384FinalEx, @SHA384UpdateXL, @SHA384FinalBitsEx);
  RegisterHash(_SHA384, @Desc);
end.
