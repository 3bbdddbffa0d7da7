{ The routines of the unit sha224 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sha224;

interface

uses
  bramah_weh, btypes, hash;

procedure SHA224Init(var Context: THashContext);
procedure SHA224Update(var Context: THashContext; Msg: pointer; Len: word);
procedure SHA224UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure SHA224Final(var Context: THashContext; var Digest: TSHA224Digest);
procedure SHA224FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure SHA224FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure SHA224FinalBits(var Context: THashContext; var Digest: TSHA224Digest; BData: byte; bitlen: integer);
function SHA224SelfTest: boolean;
procedure SHA224Full(var Digest: TSHA224Digest; Msg: pointer; Len: word);
procedure SHA224FullXL(var Digest: TSHA224Digest; Msg: pointer; Len: longint);
procedure SHA224File(const fname: string; var Digest: TSHA224Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (2, 16, 840, 1, 101, 3, 4, 2, 4, -1, -1);

var
  Desc: THashDesc;

procedure SHA224Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'sha224');
end;

procedure SHA224Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA224UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA224Final(var Context: THashContext; var Digest: TSHA224Digest);
begin
  WEH_Final(Context.H, Digest, 28);
end;

procedure SHA224FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 28);
end;

procedure SHA224FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 28, BData, bitlen, wfBig32, 64);
end;

procedure SHA224FinalBits(var Context: THashContext; var Digest: TSHA224Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 28, BData, bitlen, wfBig32, 64);
end;

function SHA224SelfTest: boolean;
begin
  SHA224SelfTest := WEH_Test('sha224',
    '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7',
    '20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67');
end;

procedure SHA224Full(var Digest: TSHA224Digest; Msg: pointer; Len: word);
begin
  WEH_Full('sha224', Digest, 28, Msg, Len);
end;

procedure SHA224FullXL(var Digest: TSHA224Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('sha224', Digest, 28, Msg, Len);
end;

procedure SHA224File(const fname: string; var Digest: TSHA224Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('sha224', fname, Digest, 28, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_SHA224), 'SHA224', 64, 28, @OID, 9,
    @SHA224Init, @SHA224FinalEx, @SHA224UpdateXL, @SHA224FinalBitsEx);
  RegisterHash(_SHA224, @Desc);
end.
