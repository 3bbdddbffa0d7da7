{ The routines of the unit aes_omac of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_omac;

interface

uses
  bramah_we, bramah_wem, aes_type;

function AES_OMAC_Init(const Key; KeyBits: word; var ctx: TAESContext): integer;
function AES_OMAC_Update(data: pointer; ILen: longint; var ctx: TAESContext): integer;
procedure AES_OMAC_Final(var tag: TAESBlock; var ctx: TAESContext);
procedure AES_OMAC1_Final(var tag: TAESBlock; var ctx: TAESContext);
procedure AES_OMAC2_Final(var tag: TAESBlock; var ctx: TAESContext);
function AES_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TAESContext): integer;
procedure AES_OMACx_Final(OMAC2: boolean; var tag: TAESBlock; var ctx: TAESContext);

implementation

function AES_OMAC_Init(const Key; KeyBits: word; var ctx: TAESContext): integer;
begin
  AES_OMAC_Init := WE_OMAC_Init(WE_AES, Key, KeyBits, true, ctx);
end;

function AES_OMAC_Update(data: pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_OMAC_Update := WE_OMAC_Update(WE_AES, data, ILen, ctx);
end;

procedure AES_OMAC_Final(var tag: TAESBlock; var ctx: TAESContext);
begin
  WE_OMAC_Final(WE_AES, false, tag, ctx);
end;

procedure AES_OMAC1_Final(var tag: TAESBlock; var ctx: TAESContext);
begin
  WE_OMAC_Final(WE_AES, false, tag, ctx);
end;

procedure AES_OMAC2_Final(var tag: TAESBlock; var ctx: TAESContext);
begin
  WE_OMAC_Final(WE_AES, true, tag, ctx);
end;

function AES_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TAESContext): integer;
begin
  AES_OMAC_UpdateXL := WE_OMAC_Update(WE_AES, data, ILen, ctx);
end;

procedure AES_OMACx_Final(OMAC2: boolean; var tag: TAESBlock; var ctx: TAESContext);
begin
  WE_OMAC_Final(WE_AES, OMAC2, tag, ctx);
end;

end.
