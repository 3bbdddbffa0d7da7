{ The routines of the unit blakb384 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit blakb384;

interface

uses
  bramah_weh, btypes, hash;

procedure Blakb384Init(var Context: THashContext);
procedure Blakb384Update(var Context: THashContext; Msg: pointer; Len: word);
procedure Blakb384UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure Blakb384Final(var Context: THashContext; var Digest: TBlake2B_384Digest);
procedure Blakb384FinalEx(var Context: THashContext; var Digest: THashDigest);
function Blakb384SelfTest: boolean;
procedure Blakb384Full(var Digest: TBlake2B_384Digest; Msg: pointer; Len: word);
procedure Blakb384FullXL(var Digest: TBlake2B_384Digest; Msg: pointer; Len: longint);
procedure Blakb384File(const fname: string; var Digest: TBlake2B_384Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (1, 3, 6, 1, 4, 1, 1722, 12, 2, 1, 12);

var
  Desc: THashDesc;

procedure Blakb384Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'blake2b-384');
end;

procedure Blakb384Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure Blakb384UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure Blakb384Final(var Context: THashContext; var Digest: TBlake2B_384Digest);
begin
  WEH_Final(Context.H, Digest, 48);
end;

procedure Blakb384FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 48);
end;

function Blakb384SelfTest: boolean;
begin
  Blakb384SelfTest := WEH_Test('blake2b-384',
    '6f56a82c8e7ef526dfe182eb5212f7db9df1317e57815dbda46083fc30f54ee6c66ba83be64b302d7cba6ce15bb556f4',
    '92650b7746765a98701ec2077c3603127c62525c8543477c8519d6cc53ac5a9f0098ed56eb7aaf03ca50bfe046e7bba3');
end;

procedure Blakb384Full(var Digest: TBlake2B_384Digest; Msg: pointer; Len: word);
begin
  WEH_Full('blake2b-384', Digest, 48, Msg, Len);
end;

procedure Blakb384FullXL(var Digest: TBlake2B_384Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('blake2b-384', Digest, 48, Msg, Len);
end;

procedure Blakb384File(const fname: string; var Digest: TBlake2B_384Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('blake2b-384', fname, Digest, 48, Err);
end;

{ The function has no messages of bits: only those of whole bytes are taken. }
procedure NoBits(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  if bitlen = 0 then
    WEH_Final(Context.H, Digest, 48);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_Blake2B_384), 'Blake2B-384', 128, 48, @OID, 11,
    @Blakb384Init, @Blakb384FinalEx, @Blakb384UpdateXL, @NoBits);
  RegisterHash(_Blake2B_384, @Desc);
end.
