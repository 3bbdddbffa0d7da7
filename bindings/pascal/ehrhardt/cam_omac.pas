{ The routines of the unit cam_omac of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit cam_omac;

interface

uses
  bramah_we, bramah_wem, cam_base;

function CAM_OMAC_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer;
function CAM_OMAC_Update(data: pointer; ILen: longint; var ctx: TCAMContext): integer;
procedure CAM_OMAC_Final(var tag: TCAMBlock; var ctx: TCAMContext);
procedure CAM_OMAC1_Final(var tag: TCAMBlock; var ctx: TCAMContext);
procedure CAM_OMAC2_Final(var tag: TCAMBlock; var ctx: TCAMContext);
function CAM_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TCAMContext): integer;

implementation

function CAM_OMAC_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer;
begin
  CAM_OMAC_Init := WE_OMAC_Init(WE_CAM, Key, KeyBits, true, ctx);
end;

function CAM_OMAC_Update(data: pointer; ILen: longint; var ctx: TCAMContext): integer;
begin
  CAM_OMAC_Update := WE_OMAC_Update(WE_CAM, data, ILen, ctx);
end;

procedure CAM_OMAC_Final(var tag: TCAMBlock; var ctx: TCAMContext);
begin
  WE_OMAC_Final(WE_CAM, false, tag, ctx);
end;

procedure CAM_OMAC1_Final(var tag: TCAMBlock; var ctx: TCAMContext);
begin
  WE_OMAC_Final(WE_CAM, false, tag, ctx);
end;

procedure CAM_OMAC2_Final(var tag: TCAMBlock; var ctx: TCAMContext);
begin
  WE_OMAC_Final(WE_CAM, true, tag, ctx);
end;

function CAM_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TCAMContext): integer;
begin
  CAM_OMAC_UpdateXL := WE_OMAC_Update(WE_CAM, data, ILen, ctx);
end;

end.
