{ The routines of the unit sha256 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sha256;

interface

uses
  bramah_weh, btypes, hash;

procedure SHA256Init(var Context: THashContext);
procedure SHA256Update(var Context: THashContext; Msg: pointer; Len: word);
procedure SHA256UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure SHA256Final(var Context: THashContext; var Digest: TSHA256Digest);
procedure SHA256FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure SHA256FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure SHA256FinalBits(var Context: THashContext; var Digest: TSHA256Digest; BData: byte; bitlen: integer);
function SHA256SelfTest: boolean;
procedure SHA256Full(var Digest: TSHA256Digest; Msg: pointer; Len: word);
procedure SHA256FullXL(var Digest: TSHA256Digest; Msg: pointer; Len: longint);
procedure SHA256File(const fname: string; var Digest: TSHA256Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (2, 16, 840, 1, 101, 3, 4, 2, 1, -1, -1);

var
  Desc: THashDesc;

procedure SHA256Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'sha256');
end;

procedure SHA256Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA256UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA256Final(var Context: THashContext; var Digest: TSHA256Digest);
begin
  WEH_Final(Context.H, Digest, 32);
end;

procedure SHA256FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 32);
end;

procedure SHA256FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 32, BData, bitlen, wfBig32, 64);
end;

procedure SHA256FinalBits(var Context: THashContext; var Digest: TSHA256Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 32, BData, bitlen, wfBig32, 64);
end;

function SHA256SelfTest: boolean;
begin
  SHA256SelfTest := WEH_Test('sha256',
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
end;

procedure SHA256Full(var Digest: TSHA256Digest; Msg: pointer; Len: word);
begin
  WEH_Full('sha256', Digest, 32, Msg, Len);
end;

procedure SHA256FullXL(var Digest: TSHA256Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('sha256', Digest, 32, Msg, Len);
end;

procedure SHA256File(const fname: string; var Digest: TSHA256Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('sha256', fname, Digest, 32, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_SHA256), 'SHA256', 64, 32, @OID, 9,
    @SHA256Init, @SHA256FinalEx, @SHA256UpdateXL, @SHA256FinalBitsEx);
  RegisterHash(_SHA256, @Desc);
end.
