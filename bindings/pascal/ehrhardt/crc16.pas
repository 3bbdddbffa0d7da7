{ The routines of the unit crc16 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit crc16;

interface

uses
  bramah_weh;

procedure CRC16Init(var CRC: word);
procedure CRC16Update(var CRC: word; Msg: pointer; Len: word);
procedure CRC16Final(var CRC: word);
function CRC16SelfTest: boolean;
procedure CRC16Full(var CRC: word; Msg: pointer; Len: word);
procedure CRC16File(const fname: string; var CRC: word; var buf; bsize: word; var Err: word);
procedure CRC16UpdateXL(var CRC: word; Msg: pointer; Len: longint);
procedure CRC16FullXL(var CRC: word; Msg: pointer; Len: longint);

implementation

procedure CRC16Init(var CRC: word);
begin
  CRC := 0;
end;

procedure CRC16Update(var CRC: word; Msg: pointer; Len: word);
var
  state: qword;
begin
  state := CRC;
  WES_Update(wsCrc16, state, Msg, Len);
  CRC := word(state);
end;

procedure CRC16Final(var CRC: word);
begin
  { nothing is changed at the end };
end;

function CRC16SelfTest: boolean;
const
  Message: string[17] = 'CatMouse987654321';
var
  whole, parts: word;
  i: integer;
begin
  CRC16Full(whole, @Message[1], Length(Message));
  CRC16Init(parts);
  for i := 1 to Length(Message) do
    CRC16Update(parts, @Message[i], 1);
  CRC16Final(parts);
  CRC16SelfTest := (whole = $E556) and (parts = $E556);
end;

procedure CRC16Full(var CRC: word; Msg: pointer; Len: word);
begin
  CRC16Init(CRC);
  CRC16UpdateXL(CRC, Msg, Len);
  CRC16Final(CRC);
end;

procedure CRC16File(const fname: string; var CRC: word; var buf; bsize: word; var Err: word);
var
  from: ^TWEFile;
  n: longint;
begin
  New(from);
  WES_Open(from^, fname, Err);
  if Err = 0 then
  begin
    CRC16Init(CRC);
    repeat
      n := WES_Read(from^, Err);
      CRC16UpdateXL(CRC, @from^.Data, n);
    until n = 0;
    CRC16Final(CRC);
  end;
  Dispose(from);
end;

procedure CRC16UpdateXL(var CRC: word; Msg: pointer; Len: longint);
var
  state: qword;
begin
  state := CRC;
  WES_Update(wsCrc16, state, Msg, Len);
  CRC := word(state);
end;

procedure CRC16FullXL(var CRC: word; Msg: pointer; Len: longint);
begin
  CRC16Init(CRC);
  CRC16UpdateXL(CRC, Msg, Len);
  CRC16Final(CRC);
end;

end.
