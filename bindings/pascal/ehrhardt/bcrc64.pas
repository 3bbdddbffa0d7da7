{ The routines of the unit bcrc64 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit bcrc64;

interface

uses
  bramah_weh;

type
  TCRC64b = packed record
    lo32, hi32: longint;
  end;

procedure bCRC64Init(var CRC: TCRC64b);
procedure bCRC64Update(var CRC: TCRC64b; Msg: pointer; Len: word);
procedure bCRC64Final(var CRC: TCRC64b);
function bCRC64SelfTest: boolean;
procedure bCRC64Full(var CRC: TCRC64b; Msg: pointer; Len: word);
procedure bCRC64File(const fname: string; var CRC: TCRC64b; var buf; bsize: word; var Err: word);
procedure bCRC64UpdateXL(var CRC: TCRC64b; Msg: pointer; Len: longint);
procedure bCRC64FullXL(var CRC: TCRC64b; Msg: pointer; Len: longint);

implementation

procedure bCRC64Init(var CRC: TCRC64b);
begin
  int64(CRC) := -1;
end;

procedure bCRC64Update(var CRC: TCRC64b; Msg: pointer; Len: word);
var
  state: qword;
begin
  state := qword(CRC);
  WES_Update(wsCrc64, state, Msg, Len);
  int64(CRC) := int64(state);
end;

procedure bCRC64Final(var CRC: TCRC64b);
begin
  int64(CRC) := not int64(CRC);
end;

function bCRC64SelfTest: boolean;
const
  Message: string[17] = '123456789';
var
  whole, parts: TCRC64b;
  i: integer;
begin
  bCRC64Full(whole, @Message[1], Length(Message));
  bCRC64Init(parts);
  for i := 1 to Length(Message) do
    bCRC64Update(parts, @Message[i], 1);
  bCRC64Final(parts);
  bCRC64SelfTest := (int64(whole) = $62EC59E3F1A4F00A) and (int64(parts) = $62EC59E3F1A4F00A);
end;

procedure bCRC64Full(var CRC: TCRC64b; Msg: pointer; Len: word);
begin
  bCRC64Init(CRC);
  bCRC64UpdateXL(CRC, Msg, Len);
  bCRC64Final(CRC);
end;

procedure bCRC64File(const fname: string; var CRC: TCRC64b; var buf; bsize: word; var Err: word);
var
  from: ^TWEFile;
  n: longint;
begin
  New(from);
  WES_Open(from^, fname, Err);
  if Err = 0 then
  begin
    bCRC64Init(CRC);
    repeat
      n := WES_Read(from^, Err);
      bCRC64UpdateXL(CRC, @from^.Data, n);
    until n = 0;
    bCRC64Final(CRC);
  end;
  Dispose(from);
end;

procedure bCRC64UpdateXL(var CRC: TCRC64b; Msg: pointer; Len: longint);
var
  state: qword;
begin
  state := qword(CRC);
  WES_Update(wsCrc64, state, Msg, Len);
  int64(CRC) := int64(state);
end;

procedure bCRC64FullXL(var CRC: TCRC64b; Msg: pointer; Len: longint);
begin
  bCRC64Init(CRC);
  bCRC64UpdateXL(CRC, Msg, Len);
  bCRC64Final(CRC);
end;

end.
