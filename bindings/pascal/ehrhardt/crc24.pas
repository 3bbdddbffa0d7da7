{ The routines of the unit crc24 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit crc24;

interface

uses
  bramah_weh;

type
  { A CRC in the order of OpenPGP. }
  TPGPDigest = array[0..2] of byte;

procedure Long2PGP(CRC: longint; var PGPCRC: TPGPDigest);
procedure CRC24Init(var CRC: longint);
procedure CRC24Update(var CRC: longint; Msg: pointer; Len: word);
procedure CRC24Final(var CRC: longint);
function CRC24SelfTest: boolean;
procedure CRC24Full(var CRC: longint; Msg: pointer; Len: word);
procedure CRC24File(const fname: string; var CRC: longint; var buf; bsize: word; var Err: word);
procedure CRC24UpdateXL(var CRC: longint; Msg: pointer; Len: longint);
procedure CRC24FullXL(var CRC: longint; Msg: pointer; Len: longint);

implementation

procedure Long2PGP(CRC: longint; var PGPCRC: TPGPDigest);
begin
  PGPCRC[0] := byte(CRC shr 16);
  PGPCRC[1] := byte(CRC shr 8);
  PGPCRC[2] := byte(CRC shr 0);
end;

procedure CRC24Init(var CRC: longint);
begin
  CRC := $B704CE;
end;

procedure CRC24Update(var CRC: longint; Msg: pointer; Len: word);
var
  state: qword;
begin
  state := dword(CRC);
  WES_Update(wsCrc24, state, Msg, Len);
  CRC := longint(state);
end;

procedure CRC24Final(var CRC: longint);
begin
  CRC := CRC and $FFFFFF;
end;

function CRC24SelfTest: boolean;
const
  Message: string[17] = '123456789';
var
  whole, parts: longint;
  i: integer;
begin
  CRC24Full(whole, @Message[1], Length(Message));
  CRC24Init(parts);
  for i := 1 to Length(Message) do
    CRC24Update(parts, @Message[i], 1);
  CRC24Final(parts);
  CRC24SelfTest := (whole = $21CF02) and (parts = $21CF02);
end;

procedure CRC24Full(var CRC: longint; Msg: pointer; Len: word);
begin
  CRC24Init(CRC);
  CRC24UpdateXL(CRC, Msg, Len);
  CRC24Final(CRC);
end;

procedure CRC24File(const fname: string; var CRC: longint; var buf; bsize: word; var Err: word);
var
  from: ^TWEFile;
  n: longint;
begin
  New(from);
  WES_Open(from^, fname, Err);
  if Err = 0 then
  begin
    CRC24Init(CRC);
    repeat
      n := WES_Read(from^, Err);
      CRC24UpdateXL(CRC, @from^.Data, n);
    until n = 0;
    CRC24Final(CRC);
  end;
  Dispose(from);
end;

procedure CRC24UpdateXL(var CRC: longint; Msg: pointer; Len: longint);
var
  state: qword;
begin
  state := dword(CRC);
  WES_Update(wsCrc24, state, Msg, Len);
  CRC := longint(state);
end;

procedure CRC24FullXL(var CRC: longint; Msg: pointer; Len: longint);
begin
  CRC24Init(CRC);
  CRC24UpdateXL(CRC, Msg, Len);
  CRC24Final(CRC);
end;

end.
