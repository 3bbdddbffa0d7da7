{ The program around the README's lines of Pascal: tools/bindings.sh puts them in place of the line README. }
program readme;

{$mode delphi}

uses
  SysUtils, bramah;

var
  aead: TBramahAeadScheme;
  digest, key, nonce, text, sealed: TBytes;
begin
  key := BramahRandom(32);
  nonce := BramahRandom(12);
  text := BytesOf('for you alone');
README
  if (Length(digest) <> 32) or (StringOf(text) <> 'for you alone') then
    Halt(1);
end.
