{ The routines of the unit sha3_512 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sha3_512;

interface

uses
  bramah_weh, btypes, hash;

procedure SHA3_512Init(var Context: THashContext);
procedure SHA3_512Update(var Context: THashContext; Msg: pointer; Len: word);
procedure SHA3_512UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
procedure SHA3_512Final(var Context: THashContext; var Digest: TSHA3_512Digest);
procedure SHA3_512FinalEx(var Context: THashContext; var Digest: THashDigest);
procedure SHA3_512FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
procedure SHA3_512FinalBits(var Context: THashContext; var Digest: TSHA3_512Digest; BData: byte; bitlen: integer);
procedure SHA3_512FinalBits_LSB(var Context: THashContext; var Digest: TSHA3_512Digest; BData: byte; bitlen: integer);
function SHA3_512SelfTest: boolean;
procedure SHA3_512Full(var Digest: TSHA3_512Digest; Msg: pointer; Len: word);
procedure SHA3_512FullXL(var Digest: TSHA3_512Digest; Msg: pointer; Len: longint);
procedure SHA3_512File(const fname: string; var Digest: TSHA3_512Digest; var buf; bsize: word; var Err: word);

implementation

const
  OID: TOID_Vec = (2, 16, 840, 1, 101, 3, 4, 2, 10, -1, -1);

var
  Desc: THashDesc;

procedure SHA3_512Init(var Context: THashContext);
begin
  WEH_Init(Context.H, 'sha3-512');
end;

procedure SHA3_512Update(var Context: THashContext; Msg: pointer; Len: word);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA3_512UpdateXL(var Context: THashContext; Msg: pointer; Len: longint);
begin
  WEH_Update(Context.H, Msg, Len);
end;

procedure SHA3_512Final(var Context: THashContext; var Digest: TSHA3_512Digest);
begin
  WEH_Final(Context.H, Digest, 64);
end;

procedure SHA3_512FinalEx(var Context: THashContext; var Digest: THashDigest);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_Final(Context.H, Digest, 64);
end;

procedure SHA3_512FinalBitsEx(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);
begin
  WEH_Zero(Digest, SizeOf(Digest));
  WEH_FinalBits(Context.H, Digest, 64, BData, bitlen, wfSponge, 72);
end;

procedure SHA3_512FinalBits(var Context: THashContext; var Digest: TSHA3_512Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 64, BData, bitlen, wfSponge, 72);
end;

procedure SHA3_512FinalBits_LSB(var Context: THashContext; var Digest: TSHA3_512Digest; BData: byte; bitlen: integer);
begin
  WEH_FinalBits(Context.H, Digest, 64, WEH_Reversed(BData), bitlen, wfSponge, 72);
end;

function SHA3_512SelfTest: boolean;
begin
  SHA3_512SelfTest := WEH_Test('sha3-512',
    'b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0',
    '3c3a876da14034ab60627c077bb98f7e120a2a5370212dffb3385a18d4f38859ed311d0a9d5141ce9cc5c66ee689b266a8aa18ace8282a0e0db596c90b0a7b87');
end;

procedure SHA3_512Full(var Digest: TSHA3_512Digest; Msg: pointer; Len: word);
begin
  WEH_Full('sha3-512', Digest, 64, Msg, Len);
end;

procedure SHA3_512FullXL(var Digest: TSHA3_512Digest; Msg: pointer; Len: longint);
begin
  WEH_Full('sha3-512', Digest, 64, Msg, Len);
end;

procedure SHA3_512File(const fname: string; var Digest: TSHA3_512Digest; var buf; bsize: word; var Err: word);
begin
  WEH_File('sha3-512', fname, Digest, 64, Err);
end;

begin
  WEH_Describe(TWEDesc(pointer(@Desc)^), longint(_SHA3_512), 'SHA3-512', 72, 64, @OID, 9,
    @SHA3_512Init, @SHA3_512FinalEx, @SHA3_512UpdateXL, @SHA3_512FinalBitsEx);
  RegisterHash(_SHA3_512, @Desc);
end.
