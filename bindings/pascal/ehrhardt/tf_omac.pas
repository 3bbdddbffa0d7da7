{ The routines of the unit tf_omac of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit tf_omac;

interface

uses
  bramah_we, bramah_wem, tf_base;

function TF_OMAC_Init(const Key; KeyBits: word; var ctx: TTFContext): integer;
function TF_OMAC_Update(data: pointer; ILen: longint; var ctx: TTFContext): integer;
procedure TF_OMAC_Final(var tag: TTFBlock; var ctx: TTFContext);
procedure TF_OMAC1_Final(var tag: TTFBlock; var ctx: TTFContext);
procedure TF_OMAC2_Final(var tag: TTFBlock; var ctx: TTFContext);
function TF_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TTFContext): integer;

implementation

function TF_OMAC_Init(const Key; KeyBits: word; var ctx: TTFContext): integer;
begin
  TF_OMAC_Init := WE_OMAC_Init(WE_TF, Key, KeyBits, true, ctx);
end;

function TF_OMAC_Update(data: pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_OMAC_Update := WE_OMAC_Update(WE_TF, data, ILen, ctx);
end;

procedure TF_OMAC_Final(var tag: TTFBlock; var ctx: TTFContext);
begin
  WE_OMAC_Final(WE_TF, false, tag, ctx);
end;

procedure TF_OMAC1_Final(var tag: TTFBlock; var ctx: TTFContext);
begin
  WE_OMAC_Final(WE_TF, false, tag, ctx);
end;

procedure TF_OMAC2_Final(var tag: TTFBlock; var ctx: TTFContext);
begin
  WE_OMAC_Final(WE_TF, true, tag, ctx);
end;

function TF_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TTFContext): integer;
begin
  TF_OMAC_UpdateXL := WE_OMAC_Update(WE_TF, data, ILen, ctx);
end;

end.
