{ The routines of the unit crc32 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit crc32;

interface

uses
  bramah_weh;

procedure CRC32Init(var CRC: longint);
procedure CRC32Update(var CRC: longint; Msg: pointer; Len: word);
procedure CRC32Final(var CRC: longint);
function CRC32SelfTest: boolean;
procedure CRC32Full(var CRC: longint; Msg: pointer; Len: word);
procedure CRC32File(const fname: string; var CRC: longint; var buf; bsize: word; var Err: word);
procedure CRC32UpdateXL(var CRC: longint; Msg: pointer; Len: longint);
procedure CRC32FullXL(var CRC: longint; Msg: pointer; Len: longint);

implementation

procedure CRC32Init(var CRC: longint);
begin
  CRC := -1;
end;

procedure CRC32Update(var CRC: longint; Msg: pointer; Len: word);
var
  state: qword;
begin
  state := dword(CRC);
  WES_Update(wsCrc32, state, Msg, Len);
  CRC := longint(state);
end;

procedure CRC32Final(var CRC: longint);
begin
  CRC := not CRC;
end;

function CRC32SelfTest: boolean;
const
  Message: string[17] = '123456789';
var
  whole, parts: longint;
  i: integer;
begin
  CRC32Full(whole, @Message[1], Length(Message));
  CRC32Init(parts);
  for i := 1 to Length(Message) do
    CRC32Update(parts, @Message[i], 1);
  CRC32Final(parts);
  CRC32SelfTest := (whole = longint($CBF43926)) and (parts = longint($CBF43926));
end;

procedure CRC32Full(var CRC: longint; Msg: pointer; Len: word);
begin
  CRC32Init(CRC);
  CRC32UpdateXL(CRC, Msg, Len);
  CRC32Final(CRC);
end;

procedure CRC32File(const fname: string; var CRC: longint; var buf; bsize: word; var Err: word);
var
  from: ^TWEFile;
  n: longint;
begin
  New(from);
  WES_Open(from^, fname, Err);
  if Err = 0 then
  begin
    CRC32Init(CRC);
    repeat
      n := WES_Read(from^, Err);
      CRC32UpdateXL(CRC, @from^.Data, n);
    until n = 0;
    CRC32Final(CRC);
  end;
  Dispose(from);
end;

procedure CRC32UpdateXL(var CRC: longint; Msg: pointer; Len: longint);
var
  state: qword;
begin
  state := dword(CRC);
  WES_Update(wsCrc32, state, Msg, Len);
  CRC := longint(state);
end;

procedure CRC32FullXL(var CRC: longint; Msg: pointer; Len: longint);
begin
  CRC32Init(CRC);
  CRC32UpdateXL(CRC, Msg, Len);
  CRC32Final(CRC);
end;

end.
