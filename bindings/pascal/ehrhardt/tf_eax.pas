{ The routines of the unit tf_eax of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit tf_eax;

interface

uses
  bramah_we, bramah_wem, tf_base;


type
  TTF_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TTFContext;
    NonceTag: TTFBlock;
    tagsize, flags: word;
  end;

function TF_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TTF_EAXContext): integer;
function TF_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TTF_EAXContext): integer;
function TF_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTF_EAXContext): integer;
function TF_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTF_EAXContext): integer;
procedure TF_EAX_Final(var tag: TTFBlock; var ctx: TTF_EAXContext);

implementation

function TF_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TTF_EAXContext): integer;
begin
  TF_EAX_Init := WE_EAX_Init(WE_TF, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function TF_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TTF_EAXContext): integer;
begin
  TF_EAX_Provide_Header := WE_OMAC_Update(WE_TF, Hdr, hLen, ctx.HdrOMAC);
end;

function TF_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TTF_EAXContext): integer;
begin
  TF_EAX_Encrypt := WE_EAX_Encrypt(WE_TF, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function TF_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TTF_EAXContext): integer;
begin
  TF_EAX_Decrypt := WE_EAX_Decrypt(WE_TF, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure TF_EAX_Final(var tag: TTFBlock; var ctx: TTF_EAXContext);
begin
  WE_EAX_Final(WE_TF, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

end.
