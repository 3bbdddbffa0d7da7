{ The routines of the unit aes_cmac of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_cmac;

interface

uses
  bramah_we, bramah_wem, aes_type;

function AES_CMAC_Init(const Key; KeyBits: word; var ctx: TAESContext): integer;
function AES_CMAC_Update(data: pointer; ILen: longint; var ctx: TAESContext): integer;
procedure AES_CMAC_Final(var tag: TAESBlock; var ctx: TAESContext);
function AES_CMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TAESContext): integer;

implementation

function AES_CMAC_Init(const Key; KeyBits: word; var ctx: TAESContext): integer;
begin
  AES_CMAC_Init := WE_OMAC_Init(WE_AES, Key, KeyBits, true, ctx);
end;

function AES_CMAC_Update(data: pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_CMAC_Update := WE_OMAC_Update(WE_AES, data, ILen, ctx);
end;

procedure AES_CMAC_Final(var tag: TAESBlock; var ctx: TAESContext);
begin
  WE_OMAC_Final(WE_AES, false, tag, ctx);
end;

function AES_CMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_CMAC_UpdateXL := WE_OMAC_Update(WE_AES, data, ILen, ctx);
end;

end.
