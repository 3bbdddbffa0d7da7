{ The routines of the unit whirl512 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit whirl512;

interface

uses
  bramah_weh, btypes, hash;

procedure Whirl_Init(var Context: THashContext);
procedure Whirl_Update(var Context: THashContext; Msg: pointer; Len: word);
procedure Whirl_UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure Whirl_Final(var Context: THashContext; var Digest: TWhirlDigest);
procedure Whirl_FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure Whirl_FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure Whirl_FinalBits(var Context: THashContext; var Digest: TWhirlDigest; BData: byte; bitlen: integer);
function Whirl_SelfTest: boolean;
procedure Whirl_Full(var Digest: TWhirlDigest; Msg: pointer; Len: word);
procedure Whirl_FullXL(var Digest: TWhirlDigest; Msg: pointer; Len: longint);
procedure Whirl_File(const fname: string; var Digest: TWhirlDigest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (1, 0, 10118, 3, 0, 55, -1, -1, -1, -1, -1);

var
  Desc: THashDesc;

procedure Whirl_Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'whirlpool');
end;

procedure Whirl_Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure Whirl_UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure Whirl_Final(var Context: THashContext; var Digest: TWhirlDigest);
begin
  WEH_Final(Context.H, Digest, 64);
end;

procedure Whirl_FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 64);
end;

procedure Whirl_FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 64, BData, bitlen, wfBytes, 64);
end;

procedure Whirl_FinalBits(var Context: THashContext; var Digest: TWhirlDigest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 64, BData, bitlen, wfBytes, 64);
end;

function Whirl_SelfTest: boolean;
begin
  Whirl_SelfTest := WEH_Test('whirlpool',
    '4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5',
    '');
end;

procedure Whirl_Full(var Digest: TWhirlDigest; Msg: pointer; Len: word);
begin
  WEH_Full('whirlpool', Digest, 64, Msg, Len);
end;

procedure Whirl_FullXL(var Digest: TWhirlDigest; Msg: pointer; Len: longint);
begin
  WEH_Full('whirlpool', Digest, 64, Msg, Len);
end;

procedure Whirl_File(const fname: string; var Digest: TWhirlDigest; var buf; bsize: word; var Err: word);
begin
  WEH_File('whirlpool', fname, Digest, 64, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_Whirlpool), 'Whirlpool', 64, 64, @OID, 6,
    @Whirl_Init, @Whirl_FinalEx, @Whirl_UpdateXL, @Whirl_FinalBitsEx);
  RegisterHash(_Whirlpool, @Desc);
end.
