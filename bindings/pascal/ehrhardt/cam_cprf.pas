{ The routines of the unit cam_cprf of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit cam_cprf;

interface

uses
  bramah_we, bramah_wem, cam_base;

function CAM_CPRF128(const Key; KeyBytes: word; msg: pointer; msglen: longint; var PRV: TCAMBlock): integer;
function CAM_CPRF128_selftest: boolean;

implementation

function CAM_CPRF128(const Key; KeyBytes: word; msg: pointer; msglen: longint; var PRV: TCAMBlock): integer;
begin
  CAM_CPRF128 := WE_CPRF128(WE_CAM, Key, KeyBytes, msg, msglen, PRV);
end;

function CAM_CPRF128_selftest: boolean;
begin
  CAM_CPRF128_selftest := WE_CPRF128_Selftest(WE_CAM);
end;

end.
