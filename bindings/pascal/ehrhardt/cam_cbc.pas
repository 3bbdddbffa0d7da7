{ The routines of the unit cam_cbc of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit cam_cbc;

interface

uses
  bramah_we, cam_base;

function CAM_CBC_Init(const Key; KeyBits: word; const IV: TCAMBlock; var ctx: TCAMContext): integer;
procedure CAM_CBC_Reset(const IV: TCAMBlock; var ctx: TCAMContext);
function CAM_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
function CAM_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer;

implementation

function CAM_CBC_Init(const Key; KeyBits: word; const IV: TCAMBlock; var ctx: TCAMContext): integer;
begin
  CAM_CBC_Init := WE_Init_IV(WE_CAM, Key, KeyBits, true, 0, IV, ctx);
end;

procedure CAM_CBC_Reset(const IV: TCAMBlock; var ctx: TCAMContext);
begin
  WE_Reset_IV(WE_CAM, IV, ctx);
end;

function CAM_CBC_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
begin
  CAM_CBC_Encrypt := WE_CBC(WE_CAM, false, ptp, ctp, ILen, ctx);
end;

function CAM_CBC_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
begin
  CAM_CBC_Decrypt := WE_CBC(WE_CAM, true, ctp, ptp, ILen, ctx);
end;

end.
