{ The routines of the unit fcrc32 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit fcrc32;

interface

uses
  bramah_weh;

procedure FCRC32Init(var CRC: longint);
procedure FCRC32Update(var CRC: longint; Msg: pointer; Len: word);
procedure FCRC32Final(var CRC: longint);
function FCRC32SelfTest: boolean;
procedure FCRC32Full(var CRC: longint; Msg: pointer; Len: word);
procedure FCRC32File(const fname: string; var CRC: longint; var buf; bsize: word; var Err: word);
procedure FCRC32UpdateXL(var CRC: longint; Msg: pointer; Len: longint);
procedure FCRC32FullXL(var CRC: longint; Msg: pointer; Len: longint);

implementation

procedure FCRC32Init(var CRC: longint);
begin
  CRC := -1;
end;

procedure FCRC32Update(var CRC: longint; Msg: pointer; Len: word);
var
  state: qword;
begin
  state := dword(CRC);
  WES_Update(wsCrc32, state, Msg, Len);
  CRC := longint(state);
end;

procedure FCRC32Final(var CRC: longint);
begin
  CRC := not CRC;
end;

function FCRC32SelfTest: boolean;
const
  Message: string[17] = '123456789';
var
  whole, parts: longint;
  i: integer;
begin
  FCRC32Full(whole, @Message[1], Length(Message));
  FCRC32Init(parts);
  for i := 1 to Length(Message) do
    FCRC32Update(parts, @Message[i], 1);
  FCRC32Final(parts);
  FCRC32SelfTest := (whole = longint($CBF43926)) and (parts = longint($CBF43926));
end;

procedure FCRC32Full(var CRC: longint; Msg: pointer; Len: word);
begin
  FCRC32Init(CRC);
  FCRC32UpdateXL(CRC, Msg, Len);
  FCRC32Final(CRC);
end;

procedure FCRC32File(const fname: string; var CRC: longint; var buf; bsize: word; var Err: word);
var
  from: ^TWEFile;
  n: longint;
begin
  New(from);
  WES_Open(from^, fname, Err);
  if Err = 0 then
  begin
    FCRC32Init(CRC);
    repeat
      n := WES_Read(from^, Err);
      FCRC32UpdateXL(CRC, @from^.Data, n);
    until n = 0;
    FCRC32Final(CRC);
  end;
  Dispose(from);
end;

procedure FCRC32UpdateXL(var CRC: longint; Msg: pointer; Len: longint);
var
  state: qword;
begin
  state := dword(CRC);
  WES_Update(wsCrc32, state, Msg, Len);
  CRC := longint(state);
end;

procedure FCRC32FullXL(var CRC: longint; Msg: pointer; Len: longint);
begin
  FCRC32Init(CRC);
  FCRC32UpdateXL(CRC, Msg, Len);
  FCRC32Final(CRC);
end;

end.
