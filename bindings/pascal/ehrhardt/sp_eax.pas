{ The routines of the unit sp_eax of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sp_eax;

interface

uses
  bramah_we, bramah_wem, sp_base;


type
  TSP_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TSPContext;
    NonceTag: TSPBlock;
    tagsize, flags: word;
  end;

function SP_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TSP_EAXContext): integer;
function SP_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TSP_EAXContext): integer;
function SP_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSP_EAXContext): integer;
function SP_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSP_EAXContext): integer;
procedure SP_EAX_Final(var tag: TSPBlock; var ctx: TSP_EAXContext);

implementation

function SP_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TSP_EAXContext): integer;
begin
  SP_EAX_Init := WE_EAX_Init(WE_SP, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function SP_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TSP_EAXContext): integer;
begin
  SP_EAX_Provide_Header := WE_OMAC_Update(WE_SP, Hdr, hLen, ctx.HdrOMAC);
end;

function SP_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSP_EAXContext): integer;
begin
  SP_EAX_Encrypt := WE_EAX_Encrypt(WE_SP, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function SP_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSP_EAXContext): integer;
begin
  SP_EAX_Decrypt := WE_EAX_Decrypt(WE_SP, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure SP_EAX_Final(var tag: TSPBlock; var ctx: TSP_EAXContext);
begin
  WE_EAX_Final(WE_SP, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

end.
