{ The routines of the unit sha1 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sha1;

interface

uses
  bramah_weh, btypes, hash;

procedure SHA1Init(var Context: THashContext);
procedure SHA1Update(var Context: THashContext; Msg: pointer; Len: word);
procedure SHA1UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure SHA1Final(var Context: THashContext; var Digest: TSHA1Digest);
procedure SHA1FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure SHA1FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure SHA1FinalBits(var Context: THashContext; var Digest: TSHA1Digest; BData: byte; bitlen: integer);
function SHA1SelfTest: boolean;
procedure SHA1Full(var Digest: TSHA1Digest; Msg: pointer; Len: word);
procedure SHA1FullXL(var Digest: TSHA1Digest; Msg: pointer; Len: longint);
procedure SHA1File(const fname: string; var Digest: TSHA1Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (1, 3, 14, 3, 2, 26, -1, -1, -1, -1, -1);

var
  Desc: THashDesc;

procedure SHA1Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'sha1');
end;

procedure SHA1Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA1UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA1Final(var Context: THashContext; var Digest: TSHA1Digest);
begin
  WEH_Final(Context.H, Digest, 20);
end;

procedure SHA1FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 20);
end;

procedure SHA1FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 20, BData, bitlen, wfBig32, 64);
end;

procedure SHA1FinalBits(var Context: THashContext; var Digest: TSHA1Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 20, BData, bitlen, wfBig32, 64);
end;

function SHA1SelfTest: boolean;
begin
  SHA1SelfTest := WEH_Test('sha1',
    'a9993e364706816aba3e25717850c26c9cd0d89d',
    '34aa973cd4c4daa4f61eeb2bdbad27316534016f');
end;

procedure SHA1Full(var Digest: TSHA1Digest; Msg: pointer; Len: word);
begin
  WEH_Full('sha1', Digest, 20, Msg, Len);
end;

procedure SHA1FullXL(var Digest: TSHA1Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('sha1', Digest, 20, Msg, Len);
end;

procedure SHA1File(const fname: string; var Digest: TSHA1Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('sha1', fname, Digest, 20, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_SHA1), 'SHA1', 64, 20, @OID, 6,
    @SHA1Init, @SHA1FinalEx, @SHA1UpdateXL, @SHA1FinalBitsEx);
  RegisterHash(_SHA1, @Desc);
end.
