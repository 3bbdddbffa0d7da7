{ What the tests of the units share. }
unit testwe;

{$mode objfpc}{$H+}{$Q-}{$R-}

interface

var
  Failures: longint = 0;
  Checks: longint = 0;

procedure Check(const what: string; right: boolean);
procedure Same(const what: string; const a, b; len: longint);
procedure Equal(const what: string; found, wanted: longint);
{ Turns hexadecimal digits into bytes, and returns how many. }
function Hex(const digits: string; var bytes): longint;
{ Fills bytes with numbers that a seed determines. }
procedure Fill(var bytes; len: longint; seed: longint);
{ Reads vectors: each line of a kind calls work; Field returns a field of it. }
type
  TLine = procedure(const name: string);
procedure EachLine(const path, kind: string; work: TLine);
function Field(const name: string): string;
{ The bytes of a field, and their number. }
function Bytes(const name: string; var bytes_): longint;
procedure Report(const name: string);

implementation

var
  line: string;

procedure Check(const what: string; right: boolean);
begin
  Inc(Checks);
  if not right then
  begin
    Inc(Failures);
    if Failures <= 40 then
      WriteLn('FAILED: ', what);
  end;
end;

procedure Same(const what: string; const a, b; len: longint);
begin
  Check(what, CompareByte(a, b, len) = 0);
end;

procedure Equal(const what: string; found, wanted: longint);
begin
  if found <> wanted then
    WriteLn(what, ': ', found, ', but ', wanted, ' is right');
  Check(what, found = wanted);
end;

function Hex(const digits: string; var bytes): longint;
var
  i, code: longint;
  b: byte;
begin
  Result := Length(digits) div 2;
  for i := 0 to Result - 1 do
  begin
    Val('$' + Copy(digits, 2 * i + 1, 2), b, code);
    PByte(@bytes)[i] := b;
  end;
end;

procedure Fill(var bytes; len: longint; seed: longint);
var
  i: longint;
  s: dword;
begin
  s := dword(seed) * 2654435761 + 1;
  for i := 0 to len - 1 do
  begin
    s := s * 1664525 + 1013904223;
    PByte(@bytes)[i] := s shr 24;
  end;
end;

procedure EachLine(const path, kind: string; work: TLine);
var
  f: Text;
begin
  Assign(f, path);
  Reset(f);
  while not EOF(f) do
  begin
    ReadLn(f, line);
    if Copy(line, 1, Length(kind) + 1) = kind + ' ' then
      work(Field('name'));
  end;
  Close(f);
end;

function Field(const name: string): string;
var
  at, i: longint;
begin
  at := Pos(' ' + name + '=', line);
  if at = 0 then
    exit('');
  at := at + Length(name) + 2;
  i := at;
  while (i <= Length(line)) and (line[i] <> ' ') do
    Inc(i);
  Result := Copy(line, at, i - at);
end;

function Bytes(const name: string; var bytes_): longint;
begin
  Result := Hex(Field(name), bytes_);
end;

procedure Report(const name: string);
begin
  if Failures > 0 then
  begin
    WriteLn(name, ': ', Failures, ' of ', Checks, ' checks failed');
    Halt(1);
  end;
  WriteLn(name, ': ', Checks, ' checks');
end;

end.
