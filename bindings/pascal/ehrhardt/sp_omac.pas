{ The routines of the unit sp_omac of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sp_omac;

interface

uses
  bramah_we, bramah_wem, sp_base;

function SP_OMAC_Init(const Key; KeyBits: word; var ctx: TSPContext): integer;
function SP_OMAC_Update(data: pointer; ILen: longint; var ctx: TSPContext): integer;
procedure SP_OMAC_Final(var tag: TSPBlock; var ctx: TSPContext);
procedure SP_OMAC1_Final(var tag: TSPBlock; var ctx: TSPContext);
procedure SP_OMAC2_Final(var tag: TSPBlock; var ctx: TSPContext);
function SP_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TSPContext): integer;

implementation

function SP_OMAC_Init(const Key; KeyBits: word; var ctx: TSPContext): integer;
begin
  SP_OMAC_Init := WE_OMAC_Init(WE_SP, Key, KeyBits, true, ctx);
end;

function SP_OMAC_Update(data: pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_OMAC_Update := WE_OMAC_Update(WE_SP, data, ILen, ctx);
end;

procedure SP_OMAC_Final(var tag: TSPBlock; var ctx: TSPContext);
begin
  WE_OMAC_Final(WE_SP, false, tag, ctx);
end;

procedure SP_OMAC1_Final(var tag: TSPBlock; var ctx: TSPContext);
begin
  WE_OMAC_Final(WE_SP, false, tag, ctx);
end;

procedure SP_OMAC2_Final(var tag: TSPBlock; var ctx: TSPContext);
begin
  WE_OMAC_Final(WE_SP, true, tag, ctx);
end;

function SP_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TSPContext): integer;
begin
  SP_OMAC_UpdateXL := WE_OMAC_Update(WE_SP, data, ILen, ctx);
end;

end.
