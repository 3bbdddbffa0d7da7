{ The routines of the unit cam_ecb of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit cam_ecb;

interface

uses
  bramah_we, cam_base;

function CAM_ECB_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer;
procedure CAM_ECB_Reset(var ctx: TCAMContext);
function CAM_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
function CAM_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer;

implementation

function CAM_ECB_Init(const Key; KeyBits: word; var ctx: TCAMContext): integer;
begin
  CAM_ECB_Init := WE_Init(WE_CAM, Key, KeyBits, true, 0, ctx);
end;

procedure CAM_ECB_Reset(var ctx: TCAMContext);
begin
  WE_Reset(ctx);
end;

function CAM_ECB_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
begin
  CAM_ECB_Encrypt := WE_ECB(WE_CAM, false, ptp, ctp, ILen, ctx);
end;

function CAM_ECB_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
begin
  CAM_ECB_Decrypt := WE_ECB(WE_CAM, true, ctp, ptp, ILen, ctx);
end;

end.
