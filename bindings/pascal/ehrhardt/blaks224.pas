{ The routines of the unit blaks224 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit blaks224;

interface

uses
  bramah_weh, btypes, hash;

procedure Blaks224Init(var Context: THashContext);
procedure Blaks224Update(var Context: THashContext; Msg: pointer; Len: word);
procedure Blaks224UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure Blaks224Final(var Context: THashContext; var Digest: TBlake2S_224Digest);
procedure Blaks224FinalEx(var Context: THashContext; var Digest: THashDigest);
function Blaks224SelfTest: boolean;
procedure Blaks224Full(var Digest: TBlake2S_224Digest; Msg: pointer; Len: word);
procedure Blaks224FullXL(var Digest: TBlake2S_224Digest; Msg: pointer; Len: longint);
procedure Blaks224File(const fname: string; var Digest: TBlake2S_224Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (1, 3, 6, 1, 4, 1, 1722, 12, 2, 2, 7);

var
  Desc: THashDesc;

procedure Blaks224Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'blake2s-224');
end;

procedure Blaks224Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure Blaks224UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure Blaks224Final(var Context: THashContext; var Digest: TBlake2S_224Digest);
begin
  WEH_Final(Context.H, Digest, 28);
end;

procedure Blaks224FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 28);
end;

function Blaks224SelfTest: boolean;
begin
  Blaks224SelfTest := WEH_Test('blake2s-224',
    '0b033fc226df7abde29f67a05d3dc62cf271ef3dfea4d387407fbd55',
    '0a704b2294e76042150da14d37f2dfd9789707daee520ca55fbdf835');
end;

procedure Blaks224Full(var Digest: TBlake2S_224Digest; Msg: pointer; Len: word);
begin
  WEH_Full('blake2s-224', Digest, 28, Msg, Len);
end;

procedure Blaks224FullXL(var Digest: TBlake2S_224Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('blake2s-224', Digest, 28, Msg, Len);
end;

procedure Blaks224File(const fname: string; var Digest: TBlake2S_224Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('blake2s-224', fname, Digest, 28, Err);
end;

{ The function has no messages of bits: only those of whole bytes are taken. }
procedure NoBits(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  if bitlen = 0 then
    WEH_Final(Context.H, Digest, 28);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_Blake2S_224), 'Blake2S-224', 64, 28, @OID, 11,
    @Blaks224Init, @Blaks224FinalEx, @Blaks224UpdateXL, @NoBits);
  RegisterHash(_Blake2S_224, @Desc);
end.
