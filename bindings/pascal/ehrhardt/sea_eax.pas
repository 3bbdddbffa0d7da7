{ The routines of the unit sea_eax of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit sea_eax;

interface

uses
  bramah_we, bramah_wem, sea_base;


type
  TSEA_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TSEAContext;
    NonceTag: TSEABlock;
    tagsize, flags: word;
  end;

function SEA_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TSEA_EAXContext): integer;
function SEA_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TSEA_EAXContext): integer;
function SEA_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEA_EAXContext): integer;
function SEA_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEA_EAXContext): integer;
procedure SEA_EAX_Final(var tag: TSEABlock; var ctx: TSEA_EAXContext);

implementation

function SEA_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TSEA_EAXContext): integer;
begin
  SEA_EAX_Init := WE_EAX_Init(WE_SEA, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function SEA_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TSEA_EAXContext): integer;
begin
  SEA_EAX_Provide_Header := WE_OMAC_Update(WE_SEA, Hdr, hLen, ctx.HdrOMAC);
end;

function SEA_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TSEA_EAXContext): integer;
begin
  SEA_EAX_Encrypt := WE_EAX_Encrypt(WE_SEA, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function SEA_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TSEA_EAXContext): integer;
begin
  SEA_EAX_Decrypt := WE_EAX_Decrypt(WE_SEA, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure SEA_EAX_Final(var tag: TSEABlock; var ctx: TSEA_EAXContext);
begin
  WE_EAX_Final(WE_SEA, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

end.
