{ The routines of the unit rmd160 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit rmd160;

interface

uses
  bramah_weh, btypes, hash;

procedure RMD160Init(var Context: THashContext);
procedure RMD160Update(var Context: THashContext; Msg: pointer; Len: word);
procedure RMD160UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure RMD160Final(var Context: THashContext; var Digest: TRMD160Digest);
procedure RMD160FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure RMD160FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure RMD160FinalBits(var Context: THashContext; var Digest: TRMD160Digest; BData: byte; bitlen: integer);
function RMD160SelfTest: boolean;
procedure RMD160Full(var Digest: TRMD160Digest; Msg: pointer; Len: word);
procedure RMD160FullXL(var Digest: TRMD160Digest; Msg: pointer; Len: longint);
procedure RMD160File(const fname: string; var Digest: TRMD160Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (1, 3, 36, 3, 2, 1, -1, -1, -1, -1, -1);

var
  Desc: THashDesc;

procedure RMD160Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'ripemd160');
end;

procedure RMD160Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure RMD160UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure RMD160Final(var Context: THashContext; var Digest: TRMD160Digest);
begin
  WEH_Final(Context.H, Digest, 20);
end;

procedure RMD160FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 20);
end;

procedure RMD160FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 20, BData, bitlen, wfLittle, 64);
end;

procedure RMD160FinalBits(var Context: THashContext; var Digest: TRMD160Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 20, BData, bitlen, wfLittle, 64);
end;

function RMD160SelfTest: boolean;
begin
  RMD160SelfTest := WEH_Test('ripemd160',
    '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc',
    '52783243c1697bdbe16d37f97f68f08325dc1528');
end;

procedure RMD160Full(var Digest: TRMD160Digest; Msg: pointer; Len: word);
begin
  WEH_Full('ripemd160', Digest, 20, Msg, Len);
end;

procedure RMD160FullXL(var Digest: TRMD160Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('ripemd160', Digest, 20, Msg, Len);
end;

procedure RMD160File(const fname: string; var Digest: TRMD160Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('ripemd160', fname, Digest, 20, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_RIPEMD160), 'RIPEMD160', 64, 20, @OID, 6,
    @RMD160Init, @RMD160FinalEx, @RMD160UpdateXL, @RMD160FinalBitsEx);
  RegisterHash(_RIPEMD160, @Desc);
end.
