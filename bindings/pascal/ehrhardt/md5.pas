{ The routines of the unit md5 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit md5;

interface

uses
  bramah_weh, btypes, hash;

procedure MD5Init(var Context: THashContext);
procedure MD5Update(var Context: THashContext; Msg: pointer; Len: word);
procedure MD5UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure MD5Final(var Context: THashContext; var Digest: TMD5Digest);
procedure MD5FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure MD5FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure MD5FinalBits(var Context: THashContext; var Digest: TMD5Digest; BData: byte; bitlen: integer);
function MD5SelfTest: boolean;
procedure MD5Full(var Digest: TMD5Digest; Msg: pointer; Len: word);
procedure MD5FullXL(var Digest: TMD5Digest; Msg: pointer; Len: longint);
procedure MD5File(const fname: string; var Digest: TMD5Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (1, 2, 840, 113549, 2, 5, -1, -1, -1, -1, -1);

var
  Desc: THashDesc;

procedure MD5Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'md5');
end;

procedure MD5Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure MD5UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure MD5Final(var Context: THashContext; var Digest: TMD5Digest);
begin
  WEH_Final(Context.H, Digest, 16);
end;

procedure MD5FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 16);
end;

procedure MD5FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 16, BData, bitlen, wfLittle, 64);
end;

procedure MD5FinalBits(var Context: THashContext; var Digest: TMD5Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 16, BData, bitlen, wfLittle, 64);
end;

function MD5SelfTest: boolean;
begin
  MD5SelfTest := WEH_Test('md5',
    '900150983cd24fb0d6963f7d28e17f72',
    '7707d6ae4e027c70eea2a935c2296f21');
end;

procedure MD5Full(var Digest: TMD5Digest; Msg: pointer; Len: word);
begin
  WEH_Full('md5', Digest, 16, Msg, Len);
end;

procedure MD5FullXL(var Digest: TMD5Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('md5', Digest, 16, Msg, Len);
end;

procedure MD5File(const fname: string; var Digest: TMD5Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('md5', fname, Digest, 16, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_MD5), 'MD5', 64, 16, @OID, 6,
    @MD5Init, @MD5FinalEx, @MD5UpdateXL, @MD5FinalBitsEx);
  RegisterHash(_MD5, @Desc);
end.
