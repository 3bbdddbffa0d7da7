{ The routines of the unit aes_eax of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_eax;

interface

uses
  bramah_we, bramah_wem, aes_type;


type
  TAES_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TAESContext;
    NonceTag: TAESBlock;
    tagsize, flags: word;
  end;

function AES_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TAES_EAXContext): integer;
function AES_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TAES_EAXContext): integer;
function AES_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAES_EAXContext): integer;
function AES_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAES_EAXContext): integer;
procedure AES_EAX_Final(var tag: TAESBlock; var ctx: TAES_EAXContext);
function AES_EAX_Enc_Auth(var tag: TAESBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer;
function AES_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;

implementation

function AES_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TAES_EAXContext): integer;
begin
  AES_EAX_Init := WE_EAX_Init(WE_AES, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function AES_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TAES_EAXContext): integer;
begin
  AES_EAX_Provide_Header := WE_OMAC_Update(WE_AES, Hdr, hLen, ctx.HdrOMAC);
end;

function AES_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TAES_EAXContext): integer;
begin
  AES_EAX_Encrypt := WE_EAX_Encrypt(WE_AES, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function AES_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TAES_EAXContext): integer;
begin
  AES_EAX_Decrypt := WE_EAX_Decrypt(WE_AES, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure AES_EAX_Final(var tag: TAESBlock; var ctx: TAES_EAXContext);
begin
  WE_EAX_Final(WE_AES, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

function AES_EAX_Enc_Auth(var tag: TAESBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer;
begin
  AES_EAX_Enc_Auth := WE_EAX_Whole(WE_AES, tag, nil, 0, Key, KBits, true, nonce, nLen, Hdr, hLen, ptp, pLen, ctp, false);
end;

function AES_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;
var
  none: TAESBlock;
begin
  AES_EAX_Dec_Veri := WE_EAX_Whole(WE_AES, none, ptag, tLen, Key, KBits, true, nonce, nLen, Hdr, hLen, ctp, cLen, ptp, true);
end;

end.
