{ The routines of the unit bcrc32 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit bcrc32;

interface

uses
  bramah_weh;

procedure bCRC32Init(var CRC: longint);
procedure bCRC32Update(var CRC: longint; Msg: pointer; Len: word);
procedure bCRC32Final(var CRC: longint);
function bCRC32SelfTest: boolean;
procedure bCRC32Full(var CRC: longint; Msg: pointer; Len: word);
procedure bCRC32File(const fname: string; var CRC: longint; var buf; bsize: word; var Err: word);
procedure bCRC32UpdateXL(var CRC: longint; Msg: pointer; Len: longint);
procedure bCRC32FullXL(var CRC: longint; Msg: pointer; Len: longint);

implementation

procedure bCRC32Init(var CRC: longint);
begin
  CRC := -1;
end;

procedure bCRC32Update(var CRC: longint; Msg: pointer; Len: word);
var
  state: qword;
begin
  state := dword(CRC);
  WES_Update(wsCrc32, state, Msg, Len);
  CRC := longint(state);
end;

procedure bCRC32Final(var CRC: longint);
begin
  CRC := not CRC;
end;

function bCRC32SelfTest: boolean;
const
  Message: string[17] = '123456789';
var
  whole, parts: longint;
  i: integer;
begin
  bCRC32Full(whole, @Message[1], Length(Message));
  bCRC32Init(parts);
  for i := 1 to Length(Message) do
    bCRC32Update(parts, @Message[i], 1);
  bCRC32Final(parts);
  bCRC32SelfTest := (whole = longint($CBF43926)) and (parts = longint($CBF43926));
end;

procedure bCRC32Full(var CRC: longint; Msg: pointer; Len: word);
begin
  bCRC32Init(CRC);
  bCRC32UpdateXL(CRC, Msg, Len);
  bCRC32Final(CRC);
end;

procedure bCRC32File(const fname: string; var CRC: longint; var buf; bsize: word; var Err: word);
var
  from: ^TWEFile;
  n: longint;
begin
  New(from);
  WES_Open(from^, fname, Err);
  if Err = 0 then
  begin
    bCRC32Init(CRC);
    repeat
      n := WES_Read(from^, Err);
      bCRC32UpdateXL(CRC, @from^.Data, n);
    until n = 0;
    bCRC32Final(CRC);
  end;
  Dispose(from);
end;

procedure bCRC32UpdateXL(var CRC: longint; Msg: pointer; Len: longint);
var
  state: qword;
begin
  state := dword(CRC);
  WES_Update(wsCrc32, state, Msg, Len);
  CRC := longint(state);
end;

procedure bCRC32FullXL(var CRC: longint; Msg: pointer; Len: longint);
begin
  bCRC32Init(CRC);
  bCRC32UpdateXL(CRC, Msg, Len);
  bCRC32Final(CRC);
end;

end.
