{ The routines of the unit md4 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit md4;

interface

uses
  bramah_weh, btypes, hash;

procedure MD4Init(var Context: THashContext);
procedure MD4Update(var Context: THashContext; Msg: pointer; Len: word);
procedure MD4UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure MD4Final(var Context: THashContext; var Digest: TMD4Digest);
procedure MD4FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure MD4FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure MD4FinalBits(var Context: THashContext; var Digest: TMD4Digest; BData: byte; bitlen: integer);
function MD4SelfTest: boolean;
procedure MD4Full(var Digest: TMD4Digest; Msg: pointer; Len: word);
procedure MD4FullXL(var Digest: TMD4Digest; Msg: pointer; Len: longint);
procedure MD4File(const fname: string; var Digest: TMD4Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (1, 2, 840, 113549, 2, 4, -1, -1, -1, -1, -1);

var
  Desc: THashDesc;

procedure MD4Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'md4');
end;

procedure MD4Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure MD4UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure MD4Final(var Context: THashContext; var Digest: TMD4Digest);
begin
  WEH_Final(Context.H, Digest, 16);
end;

procedure MD4FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 16);
end;

procedure MD4FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 16, BData, bitlen, wfLittle, 64);
end;

procedure MD4FinalBits(var Context: THashContext; var Digest: TMD4Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 16, BData, bitlen, wfLittle, 64);
end;

function MD4SelfTest: boolean;
begin
  MD4SelfTest := WEH_Test('md4',
    'a448017aaf21d8525fc10ae87aa6729d',
    'bbce80cc6bb65e5c6745e30d4eeca9a4');
end;

procedure MD4Full(var Digest: TMD4Digest; Msg: pointer; Len: word);
begin
  WEH_Full('md4', Digest, 16, Msg, Len);
end;

procedure MD4FullXL(var Digest: TMD4Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('md4', Digest, 16, Msg, Len);
end;

procedure MD4File(const fname: string; var Digest: TMD4Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('md4', fname, Digest, 16, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_MD4), 'MD4', 64, 16, @OID, 6,
    @MD4Init, @MD4FinalEx, @MD4UpdateXL, @MD4FinalBitsEx);
  RegisterHash(_MD4, @Desc);
end.
