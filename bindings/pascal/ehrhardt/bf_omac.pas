{ The routines of the unit bf_omac of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit bf_omac;

interface

uses
  bramah_we, bramah_wem, bf_base;

function BF_OMAC_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer;
function BF_OMAC_Update(data: pointer; ILen: longint; var ctx: TBFContext): integer;
procedure BF_OMAC_Final(var tag: TBFBlock; var ctx: TBFContext);
procedure BF_OMAC1_Final(var tag: TBFBlock; var ctx: TBFContext);
procedure BF_OMAC2_Final(var tag: TBFBlock; var ctx: TBFContext);
function BF_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TBFContext): integer;

implementation

function BF_OMAC_Init(const Key; KeyBytes: word; var ctx: TBFContext): integer;
begin
  BF_OMAC_Init := WE_OMAC_Init(WE_BF, Key, KeyBytes, false, ctx);
end;

function BF_OMAC_Update(data: pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_OMAC_Update := WE_OMAC_Update(WE_BF, data, ILen, ctx);
end;

procedure BF_OMAC_Final(var tag: TBFBlock; var ctx: TBFContext);
begin
  WE_OMAC_Final(WE_BF, false, tag, ctx);
end;

procedure BF_OMAC1_Final(var tag: TBFBlock; var ctx: TBFContext);
begin
  WE_OMAC_Final(WE_BF, false, tag, ctx);
end;

procedure BF_OMAC2_Final(var tag: TBFBlock; var ctx: TBFContext);
begin
  WE_OMAC_Final(WE_BF, true, tag, ctx);
end;

function BF_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TBFContext): integer;
begin
  BF_OMAC_UpdateXL := WE_OMAC_Update(WE_BF, data, ILen, ctx);
end;

end.
