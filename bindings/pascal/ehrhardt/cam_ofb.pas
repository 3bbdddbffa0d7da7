{ The routines of the unit cam_ofb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit cam_ofb;

interface

uses
  bramah_we, cam_base;

function CAM_OFB_Init(const Key; KeyBits: word; const IV: TCAMBlock; var ctx: TCAMContext): integer;
procedure CAM_OFB_Reset(const IV: TCAMBlock; var ctx: TCAMContext);
function CAM_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
function CAM_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer;

implementation

function CAM_OFB_Init(const Key; KeyBits: word; const IV: TCAMBlock; var ctx: TCAMContext): integer;
begin
  CAM_OFB_Init := WE_Init_IV(WE_CAM, Key, KeyBits, true, 0, IV, ctx);
end;

procedure CAM_OFB_Reset(const IV: TCAMBlock; var ctx: TCAMContext);
begin
  WE_Reset_IV(WE_CAM, IV, ctx);
end;

function CAM_OFB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
begin
  CAM_OFB_Encrypt := WE_OFB_Apply(WE_CAM, ptp, ctp, ILen, ctx);
end;

function CAM_OFB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
begin
  CAM_OFB_Decrypt := WE_OFB_Apply(WE_CAM, ctp, ptp, ILen, ctx);
end;

end.
