{ The routines of the unit sha5_224 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sha5_224;

interface

uses
  bramah_weh, btypes, hash;

procedure SHA5_224Init(var Context: THashContext);
procedure SHA5_224Update(var Context: THashContext; Msg: pointer; Len: word);
procedure SHA5_224UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure SHA5_224Final(var Context: THashContext; var Digest: TSHA5_224Digest);
procedure SHA5_224FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure SHA5_224FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure SHA5_224FinalBits(var Context: THashContext; var Digest: TSHA5_224Digest; BData: byte; bitlen: integer);
function SHA5_224SelfTest: boolean;
procedure SHA5_224Full(var Digest: TSHA5_224Digest; Msg: pointer; Len: word);
procedure SHA5_224FullXL(var Digest: TSHA5_224Digest; Msg: pointer; Len: longint);
procedure SHA5_224File(const fname: string; var Digest: TSHA5_224Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (2, 16, 840, 1, 101, 3, 4, 2, 5, -1, -1);

var
  Desc: THashDesc;

procedure SHA5_224Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'sha512-224');
end;

procedure SHA5_224Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA5_224UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA5_224Final(var Context: THashContext; var Digest: TSHA5_224Digest);
begin
  WEH_Final(Context.H, Digest, 28);
end;

procedure SHA5_224FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 28);
end;

procedure SHA5_224FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 28, BData, bitlen, wfBig64, 128);
end;

procedure SHA5_224FinalBits(var Context: THashContext; var Digest: TSHA5_224Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 28, BData, bitlen, wfBig64, 128);
end;

function SHA5_224SelfTest: boolean;
begin
  SHA5_224SelfTest := WEH_Test('sha512-224',
    '4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa',
    '37ab331d76f0d36de422bd0edeb22a28accd487b7a8453ae965dd287');
end;

procedure SHA5_224Full(var Digest: TSHA5_224Digest; Msg: pointer; Len: word);
begin
  WEH_Full('sha512-224', Digest, 28, Msg, Len);
end;

procedure SHA5_224FullXL(var Digest: TSHA5_224Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('sha512-224', Digest, 28, Msg, Len);
end;

procedure SHA5_224File(const fname: string; var Digest: TSHA5_224Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('sha512-224', fname, Digest, 28, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_SHA512_224), 'SHA512/224', 128, 28, @OID, 9,
    @SHA5_224Init, @SHA5_224FinalEx, @SHA5_224UpdateXL, @SHA5_224FinalBitsEx);
  RegisterHash(_SHA512_224, @Desc);
end.
