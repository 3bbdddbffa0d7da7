{ The routines of the unit adler32 of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit adler32;

interface

uses
  bramah_weh;

procedure Adler32Init(var adler: longint);
procedure Adler32Update(var adler: longint; Msg: pointer; Len: word);
procedure Adler32Final(var adler: longint);
function Adler32SelfTest: boolean;
procedure Adler32Full(var adler: longint; Msg: pointer; Len: word);
procedure Adler32File(const fname: string; var adler: longint; var buf; bsize: word; var Err: word);
procedure Adler32UpdateXL(var adler: longint; Msg: pointer; Len: longint);
procedure Adler32FullXL(var adler: longint; Msg: pointer; Len: longint);

implementation

procedure Adler32Init(var adler: longint);
begin
  adler := 1;
end;

procedure Adler32Update(var adler: longint; Msg: pointer; Len: word);
begin
  WES_Adler(adler, Msg, Len);
end;

procedure Adler32Final(var adler: longint);
begin
  { nothing is changed at the end };
end;

function Adler32SelfTest: boolean;
const
  Message: string[17] = '123456789';
var
  whole, parts: longint;
  i: integer;
begin
  Adler32Full(whole, @Message[1], Length(Message));
  Adler32Init(parts);
  for i := 1 to Length(Message) do
    Adler32Update(parts, @Message[i], 1);
  Adler32Final(parts);
  Adler32SelfTest := (whole = $91E01DE) and (parts = $91E01DE);
end;

procedure Adler32Full(var adler: longint; Msg: pointer; Len: word);
begin
  Adler32Init(adler);
  Adler32UpdateXL(adler, Msg, Len);
  Adler32Final(adler);
end;

procedure Adler32File(const fname: string; var adler: longint; var buf; bsize: word; var Err: word);
var
  from: ^TWEFile;
  n: longint;
begin
  New(from);
  WES_Open(from^, fname, Err);
  if Err = 0 then
  begin
    Adler32Init(adler);
    repeat
      n := WES_Read(from^, Err);
      Adler32UpdateXL(adler, @from^.Data, n);
    until n = 0;
    Adler32Final(adler);
  end;
  Dispose(from);
end;

procedure Adler32UpdateXL(var adler: longint; Msg: pointer; Len: longint);
begin
  WES_Adler(adler, Msg, Len);
end;

procedure Adler32FullXL(var adler: longint; Msg: pointer; Len: longint);
begin
  Adler32Init(adler);
  Adler32UpdateXL(adler, Msg, Len);
  Adler32Final(adler);
end;

end.
