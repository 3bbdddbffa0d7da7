{ The routines of the unit crc64 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit crc64;

interface

uses
  bramah_weh;

type
  TCRC64 = packed record
    lo32, hi32: longint;
  end;

procedure CRC64Init(var CRC: TCRC64);
procedure CRC64Update(var CRC: TCRC64; Msg: pointer; Len: word);
procedure CRC64Final(var CRC: TCRC64);
function CRC64SelfTest: boolean;
procedure CRC64Full(var CRC: TCRC64; Msg: pointer; Len: word);
procedure CRC64File(const fname: string; var CRC: TCRC64; var buf; bsize: word; var Err: word);
procedure CRC64UpdateXL(var CRC: TCRC64; Msg: pointer; Len: longint);
procedure CRC64FullXL(var CRC: TCRC64; Msg: pointer; Len: longint);

implementation

procedure CRC64Init(var CRC: TCRC64);
begin
  int64(CRC) := -1;
end;

procedure CRC64Update(var CRC: TCRC64; Msg: pointer; Len: word);
var
  state: qword;
begin
  state := qword(CRC);
  WES_Update(wsCrc64, state, Msg, Len);
  int64(CRC) := int64(state);
end;

procedure CRC64Final(var CRC: TCRC64);
begin
  int64(CRC) := not int64(CRC);
end;

function CRC64SelfTest: boolean;
const
  Message: string[17] = '123456789';
var
  whole, parts: TCRC64;
  i: integer;
begin
  CRC64Full(whole, @Message[1], Length(Message));
  CRC64Init(parts);
  for i := 1 to Length(Message) do
    CRC64Update(parts, @Message[i], 1);
  CRC64Final(parts);
  CRC64SelfTest := (int64(whole) = $62EC59E3F1A4F00A) and (int64(parts) = $62EC59E3F1A4F00A);
end;

procedure CRC64Full(var CRC: TCRC64; Msg: pointer; Len: word);
begin
  CRC64Init(CRC);
  CRC64UpdateXL(CRC, Msg, Len);
  CRC64Final(CRC);
end;

procedure CRC64File(const fname: string; var CRC: TCRC64; var buf; bsize: word; var Err: word);
var
  from: ^TWEFile;
  n: longint;
begin
  New(from);
  WES_Open(from^, fname, Err);
  if Err = 0 then
  begin
    CRC64Init(CRC);
    repeat
      n := WES_Read(from^, Err);
      CRC64UpdateXL(CRC, @from^.Data, n);
    until n = 0;
    CRC64Final(CRC);
  end;
  Dispose(from);
end;

procedure CRC64UpdateXL(var CRC: TCRC64; Msg: pointer; Len: longint);
var
  state: qword;
begin
  state := qword(CRC);
  WES_Update(wsCrc64, state, Msg, Len);
  int64(CRC) := int64(state);
end;

procedure CRC64FullXL(var CRC: TCRC64; Msg: pointer; Len: longint);
begin
  CRC64Init(CRC);
  CRC64UpdateXL(CRC, Msg, Len);
  CRC64Final(CRC);
end;

end.
