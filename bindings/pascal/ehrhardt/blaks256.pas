{ The routines of the unit blaks256 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit blaks256;

interface

uses
  bramah_weh, btypes, hash;

procedure Blaks256Init(var Context: THashContext);
procedure Blaks256Update(var Context: THashContext; Msg: pointer; Len: word);
procedure Blaks256UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure Blaks256Final(var Context: THashContext; var Digest: TBlake2S_256Digest);
procedure Blaks256FinalEx(var Context: THashContext; var Digest: THashDigest);
function Blaks256SelfTest: boolean;
procedure Blaks256Full(var Digest: TBlake2S_256Digest; Msg: pointer; Len: word);
procedure Blaks256FullXL(var Digest: TBlake2S_256Digest; Msg: pointer; Len: longint);
procedure Blaks256File(const fname: string; var Digest: TBlake2S_256Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (1, 3, 6, 1, 4, 1, 1722, 12, 2, 2, 8);

var
  Desc: THashDesc;

procedure Blaks256Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'blake2s-256');
end;

procedure Blaks256Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure Blaks256UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure Blaks256Final(var Context: THashContext; var Digest: TBlake2S_256Digest);
begin
  WEH_Final(Context.H, Digest, 32);
end;

procedure Blaks256FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 32);
end;

function Blaks256SelfTest: boolean;
begin
  Blaks256SelfTest := WEH_Test('blake2s-256',
    '508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982',
    'bec0c0e6cde5b67acb73b81f79a67a4079ae1c60dac9d2661af18e9f8b50dfa5');
end;

procedure Blaks256Full(var Digest: TBlake2S_256Digest; Msg: pointer; Len: word);
begin
  WEH_Full('blake2s-256', Digest, 32, Msg, Len);
end;

procedure Blaks256FullXL(var Digest: TBlake2S_256Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('blake2s-256', Digest, 32, Msg, Len);
end;

procedure Blaks256File(const fname: string; var Digest: TBlake2S_256Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('blake2s-256', fname, Digest, 32, Err);
end;

{ The function has no messages of bits: only those of whole bytes are taken. }
procedure NoBits(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  if bitlen = 0 then
    WEH_Final(Context.H, Digest, 32);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_Blake2S_256), 'Blake2S-256', 64, 32, @OID, 11,
    @Blaks256Init, @Blaks256FinalEx, @Blaks256UpdateXL, @NoBits);
  RegisterHash(_Blake2S_256, @Desc);
end.
