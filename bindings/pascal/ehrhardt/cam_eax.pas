{ The routines of the unit cam_eax of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit cam_eax;

interface

uses
  bramah_we, bramah_wem, cam_base;


type
  TCAM_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TCAMContext;
    NonceTag: TCAMBlock;
    tagsize, flags: word;
  end;

function CAM_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TCAM_EAXContext): integer;
function CAM_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TCAM_EAXContext): integer;
function CAM_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAM_EAXContext): integer;
function CAM_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAM_EAXContext): integer;
procedure CAM_EAX_Final(var tag: TCAMBlock; var ctx: TCAM_EAXContext);
function CAM_EAX_Enc_Auth(var tag: TCAMBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer;
function CAM_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;

implementation

function CAM_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TCAM_EAXContext): integer;
begin
  CAM_EAX_Init := WE_EAX_Init(WE_CAM, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function CAM_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TCAM_EAXContext): integer;
begin
  CAM_EAX_Provide_Header := WE_OMAC_Update(WE_CAM, Hdr, hLen, ctx.HdrOMAC);
end;

function CAM_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TCAM_EAXContext): integer;
begin
  CAM_EAX_Encrypt := WE_EAX_Encrypt(WE_CAM, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function CAM_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TCAM_EAXContext): integer;
begin
  CAM_EAX_Decrypt := WE_EAX_Decrypt(WE_CAM, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure CAM_EAX_Final(var tag: TCAMBlock; var ctx: TCAM_EAXContext);
begin
  WE_EAX_Final(WE_CAM, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

function CAM_EAX_Enc_Auth(var tag: TCAMBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer;
begin
  CAM_EAX_Enc_Auth := WE_EAX_Whole(WE_CAM, tag, nil, 0, Key, KBits, true, nonce, nLen, Hdr, hLen, ptp, pLen, ctp, false);
end;

function CAM_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;
var
  none: TCAMBlock;
begin
  CAM_EAX_Dec_Veri := WE_EAX_Whole(WE_CAM, none, ptag, tLen, Key, KBits, true, nonce, nLen, Hdr, hLen, ctp, cLen, ptp, true);
end;

end.
