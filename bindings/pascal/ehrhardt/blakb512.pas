{ The routines of the unit blakb512 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit blakb512;

interface

uses
  bramah_weh, btypes, hash;

procedure Blakb512Init(var Context: THashContext);
procedure Blakb512Update(var Context: THashContext; Msg: pointer; Len: word);
procedure Blakb512UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure Blakb512Final(var Context: THashContext; var Digest: TBlake2B_512Digest);
function Blakb512SelfTest: boolean;
procedure Blakb512Full(var Digest: TBlake2B_512Digest; Msg: pointer; Len: word);
procedure Blakb512FullXL(var Digest: TBlake2B_512Digest; Msg: pointer; Len: longint);
procedure Blakb512FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure Blakb512File(const fname: string; var Digest: TBlake2B_512Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (1, 3, 6, 1, 4, 1, 1722, 12, 2, 1, 16);

var
  Desc: THashDesc;

procedure Blakb512Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'blake2b-512');
end;

procedure Blakb512Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure Blakb512UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure Blakb512Final(var Context: THashContext; var Digest: TBlake2B_512Digest);
begin
  WEH_Final(Context.H, Digest, 64);
end;

function Blakb512SelfTest: boolean;
begin
  Blakb512SelfTest := WEH_Test('blake2b-512',
    'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
    '98fb3efb7206fd19ebf69b6f312cf7b64e3b94dbe1a17107913975a793f177e1d077609d7fba363cbba00d05f7aa4e4fa8715d6428104c0a75643b0ff3fd3eaf');
end;

procedure Blakb512Full(var Digest: TBlake2B_512Digest; Msg: pointer; Len: word);
begin
  WEH_Full('blake2b-512', Digest, 64, Msg, Len);
end;

procedure Blakb512FullXL(var Digest: TBlake2B_512Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('blake2b-512', Digest, 64, Msg, Len);
end;

procedure Blakb512FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 64);
end;

procedure Blakb512File(const fname: string; var Digest: TBlake2B_512Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('blake2b-512', fname, Digest, 64, Err);
end;

{ The function has no messages of bits: only those of whole bytes are taken. }
procedure NoBits(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  if bitlen = 0 then
    WEH_Final(Context.H, Digest, 64);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_Blake2B_512), 'Blake2B-512', 128, 64, @OID, 11,
    @Blakb512Init, @Blakb512FinalEx, @Blakb512UpdateXL, @NoBits);
  RegisterHash(_Blake2B_512, @Desc);
end.
