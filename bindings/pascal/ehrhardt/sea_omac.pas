{ The routines of the unit sea_omac of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sea_omac;

interface

uses
  bramah_we, bramah_wem, sea_base;

function SEA_OMAC_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer;
function SEA_OMAC_Update(data: pointer; ILen: longint; var ctx: TSEAContext): integer;
procedure SEA_OMAC_Final(var tag: TSEABlock; var ctx: TSEAContext);
procedure SEA_OMAC1_Final(var tag: TSEABlock; var ctx: TSEAContext);
procedure SEA_OMAC2_Final(var tag: TSEABlock; var ctx: TSEAContext);
function SEA_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TSEAContext): integer;

implementation

function SEA_OMAC_Init(const Key; KeyBits: word; var ctx: TSEAContext): integer;
begin
  SEA_OMAC_Init := WE_OMAC_Init(WE_SEA, Key, KeyBits, true, ctx);
end;

function SEA_OMAC_Update(data: pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_OMAC_Update := WE_OMAC_Update(WE_SEA, data, ILen, ctx);
end;

procedure SEA_OMAC_Final(var tag: TSEABlock; var ctx: TSEAContext);
begin
  WE_OMAC_Final(WE_SEA, false, tag, ctx);
end;

procedure SEA_OMAC1_Final(var tag: TSEABlock; var ctx: TSEAContext);
begin
  WE_OMAC_Final(WE_SEA, false, tag, ctx);
end;

procedure SEA_OMAC2_Final(var tag: TSEABlock; var ctx: TSEAContext);
begin
  WE_OMAC_Final(WE_SEA, true, tag, ctx);
end;

function SEA_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TSEAContext): integer;
begin
  SEA_OMAC_UpdateXL := WE_OMAC_Update(WE_SEA, data, ILen, ctx);
end;

end.
