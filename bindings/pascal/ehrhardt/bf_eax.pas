{ The routines of the unit bf_eax of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit bf_eax;

interface

uses
  bramah_we, bramah_wem, bf_base;


type
  TBF_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TBFContext;
    NonceTag: TBFBlock;
    tagsize, flags: word;
  end;

function BF_EAX_Init(const Key; KeyBytes: word; const nonce; nLen: word; var ctx: TBF_EAXContext): integer;
function BF_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TBF_EAXContext): integer;
function BF_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBF_EAXContext): integer;
function BF_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBF_EAXContext): integer;
procedure BF_EAX_Final(var tag: TBFBlock; var ctx: TBF_EAXContext);

implementation

function BF_EAX_Init(const Key; KeyBytes: word; const nonce; nLen: word; var ctx: TBF_EAXContext): integer;
begin
  BF_EAX_Init := WE_EAX_Init(WE_BF, Key, KeyBytes, false, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function BF_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TBF_EAXContext): integer;
begin
  BF_EAX_Provide_Header := WE_OMAC_Update(WE_BF, Hdr, hLen, ctx.HdrOMAC);
end;

function BF_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TBF_EAXContext): integer;
begin
  BF_EAX_Encrypt := WE_EAX_Encrypt(WE_BF, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function BF_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TBF_EAXContext): integer;
begin
  BF_EAX_Decrypt := WE_EAX_Decrypt(WE_BF, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure BF_EAX_Final(var tag: TBFBlock; var ctx: TBF_EAXContext);
begin
  WE_EAX_Final(WE_BF, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

end.
