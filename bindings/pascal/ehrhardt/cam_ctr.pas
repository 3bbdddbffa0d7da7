{ The routines of the unit cam_ctr of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit cam_ctr;

interface

uses
  bramah_we, cam_base;

function CAM_CTR_Init(const Key; KeyBits: word; const CTR: TCAMBlock; var ctx: TCAMContext): integer;
procedure CAM_CTR_Reset(const CTR: TCAMBlock; var ctx: TCAMContext);
function CAM_CTR_Seek(const iCTR: TCAMBlock; SOL: longint; SOH: longint; var ctx: TCAMContext): integer;
function CAM_CTR_Seek64(const iCTR: TCAMBlock; SO: int64; var ctx: TCAMContext): integer;
function CAM_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
function CAM_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
function CAM_SetIncProc(IncP: TCAMIncProc; var ctx: TCAMContext): integer;
procedure CAM_IncMSBFull(var CTR: TCAMBlock);
procedure CAM_IncLSBFull(var CTR: TCAMBlock);
procedure CAM_IncMSBPart(var CTR: TCAMBlock);
procedure CAM_IncLSBPart(var CTR: TCAMBlock);

implementation

const
  Incs: TWEIncs = (@CAM_IncMSBFull, @CAM_IncLSBFull, @CAM_IncMSBPart, @CAM_IncLSBPart);

function CAM_CTR_Init(const Key; KeyBits: word; const CTR: TCAMBlock; var ctx: TCAMContext): integer;
begin
  CAM_CTR_Init := WE_CTR_Init(WE_CAM, Key, KeyBits, true, CTR, nil, ctx);
end;

procedure CAM_CTR_Reset(const CTR: TCAMBlock; var ctx: TCAMContext);
begin
  WE_CTR_Reset(WE_CAM, CTR, ctx);
end;

function CAM_CTR_Seek(const iCTR: TCAMBlock; SOL: longint; SOH: longint; var ctx: TCAMContext): integer;
begin
  CAM_CTR_Seek := WE_CTR_Seek(WE_CAM, Incs, false, iCTR, SOL, SOH, ctx);
end;

function CAM_CTR_Seek64(const iCTR: TCAMBlock; SO: int64; var ctx: TCAMContext): integer;
begin
  CAM_CTR_Seek64 := WE_CTR_Seek(WE_CAM, Incs, false, iCTR, longint(SO), longint(SO shr 32), ctx);
end;

function CAM_CTR_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
begin
  CAM_CTR_Encrypt := WE_CTR(WE_CAM, Incs, false, ptp, ctp, ILen, ctx);
end;

function CAM_CTR_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAMContext): integer;
begin
  CAM_CTR_Decrypt := WE_CTR(WE_CAM, Incs, false, ctp, ptp, ILen, ctx);
end;

function CAM_SetIncProc(IncP: TCAMIncProc; var ctx: TCAMContext): integer;
var
  p: pointer absolute IncP;
begin
  CAM_SetIncProc := WE_SetIncProc(p, ctx);
end;

procedure CAM_IncMSBFull(var CTR: TCAMBlock);
begin
  WE_Inc(CTR, 15, 0);
end;

procedure CAM_IncLSBFull(var CTR: TCAMBlock);
begin
  WE_Inc(CTR, 0, 15);
end;

procedure CAM_IncMSBPart(var CTR: TCAMBlock);
begin
  WE_Inc(CTR, 15, 8);
end;

procedure CAM_IncLSBPart(var CTR: TCAMBlock);
begin
  WE_Inc(CTR, 0, 7);
end;

end.
