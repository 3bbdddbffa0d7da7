{ The routines of the unit sha5_256 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sha5_256;

interface

uses
  bramah_weh, btypes, hash;

procedure SHA5_256Init(var Context: THashContext);
procedure SHA5_256Update(var Context: THashContext; Msg: pointer; Len: word);
procedure SHA5_256UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure SHA5_256Final(var Context: THashContext; var Digest: TSHA5_256Digest);
procedure SHA5_256FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure SHA5_256FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure SHA5_256FinalBits(var Context: THashContext; var Digest: TSHA5_256Digest; BData: byte; bitlen: integer);
function SHA5_256SelfTest: boolean;
procedure SHA5_256Full(var Digest: TSHA5_256Digest; Msg: pointer; Len: word);
procedure SHA5_256FullXL(var Digest: TSHA5_256Digest; Msg: pointer; Len: longint);
procedure SHA5_256File(const fname: string; var Digest: TSHA5_256Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (2, 16, 840, 1, 101, 3, 4, 2, 6, -1, -1);

var
  Desc: THashDesc;

procedure SHA5_256Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'sha512-256');
end;

procedure SHA5_256Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA5_256UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA5_256Final(var Context: THashContext; var Digest: TSHA5_256Digest);
begin
  WEH_Final(Context.H, Digest, 32);
end;

procedure SHA5_256FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 32);
end;

procedure SHA5_256FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 32, BData, bitlen, wfBig64, 128);
end;

procedure SHA5_256FinalBits(var Context: THashContext; var Digest: TSHA5_256Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 32, BData, bitlen, wfBig64, 128);
end;

function SHA5_256SelfTest: boolean;
begin
  SHA5_256SelfTest := WEH_Test('sha512-256',
    '53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23',
    '9a59a052930187a97038cae692f30708aa6491923ef5194394dc68d56c74fb21');
end;

procedure SHA5_256Full(var Digest: TSHA5_256Digest; Msg: pointer; Len: word);
begin
  WEH_Full('sha512-256', Digest, 32, Msg, Len);
end;

procedure SHA5_256FullXL(var Digest: TSHA5_256Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('sha512-256', Digest, 32, Msg, Len);
end;

procedure SHA5_256File(const fname: string; var Digest: TSHA5_256Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('sha512-256', fname, Digest, 32, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_SHA512_256), 'SHA512/256', 128, 32, @OID, 9,
    @SHA5_256Init, @SHA5_256FinalEx, @SHA5_256UpdateXL, @SHA5_256FinalBitsEx);
  RegisterHash(_SHA512_256, @Desc);
end.
