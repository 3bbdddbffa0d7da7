{ The routines of the unit cam_ccm of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit cam_ccm;

interface

uses
  bramah_we, bramah_weg, cam_base;

function CAM_CCM_Enc_AuthEx(var ctx: TCAMContext; var tag: TCAMBlock; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer;
function CAM_CCM_Enc_Auth(var tag: TCAMBlock; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer;
function CAM_CCM_Dec_VeriEX(var ctx: TCAMContext; ptag: pointer; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;
function CAM_CCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;

implementation

function CAM_CCM_Enc_AuthEx(var ctx: TCAMContext; var tag: TCAMBlock; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer;
begin
  CAM_CCM_Enc_AuthEx := WE_CCM(WE_CAM, ctx, false, tag, nil, tLen, nonce, nLen, hdr, hLen, ptp, pLen, ctp);
end;

function CAM_CCM_Enc_Auth(var tag: TCAMBlock; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer;
begin
  CAM_CCM_Enc_Auth := WE_CCM_Whole(WE_CAM, false, tag, nil, tLen, Key, KBytes, nonce, nLen, hdr, hLen, ptp, pLen, ctp);
end;

function CAM_CCM_Dec_VeriEX(var ctx: TCAMContext; ptag: pointer; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;
var
  none: TCAMBlock;
begin
  CAM_CCM_Dec_VeriEX := WE_CCM(WE_CAM, ctx, true, none, ptag, tLen, nonce, nLen, hdr, hLen, ctp, cLen, ptp);
end;

function CAM_CCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;
var
  none: TCAMBlock;
begin
  CAM_CCM_Dec_Veri := WE_CCM_Whole(WE_CAM, true, none, ptag, tLen, Key, KBytes, nonce, nLen, hdr, hLen, ctp, cLen, ptp);
end;

end.
