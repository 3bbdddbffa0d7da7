{ The routines of the unit anu_eax of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit anu_eax;

interface

uses
  bramah_we, bramah_wem, anu_base;


type
  TANU_EAXContext = record
    HdrOMAC, MsgOMAC, ctr_ctx: TANUContext;
    NonceTag: TANUBlock;
    tagsize, flags: word;
  end;

function ANU_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TANU_EAXContext): integer;
function ANU_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TANU_EAXContext): integer;
function ANU_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANU_EAXContext): integer;
function ANU_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANU_EAXContext): integer;
procedure ANU_EAX_Final(var tag: TANUBlock; var ctx: TANU_EAXContext);
function ANU_EAX_Enc_Auth(var tag: TANUBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer;
function ANU_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;

implementation

function ANU_EAX_Init(const Key; KBits: word; const nonce; nLen: word; var ctx: TANU_EAXContext): integer;
begin
  ANU_EAX_Init := WE_EAX_Init(WE_ANU, Key, KBits, true, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag);
end;

function ANU_EAX_Provide_Header(Hdr: pointer; hLen: word; var ctx: TANU_EAXContext): integer;
begin
  ANU_EAX_Provide_Header := WE_OMAC_Update(WE_ANU, Hdr, hLen, ctx.HdrOMAC);
end;

function ANU_EAX_Encrypt(ptp: Pointer; ctp: Pointer; ILen: longint; var ctx: TANU_EAXContext): integer;
begin
  ANU_EAX_Encrypt := WE_EAX_Encrypt(WE_ANU, ptp, ctp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

function ANU_EAX_Decrypt(ctp: Pointer; ptp: Pointer; ILen: longint; var ctx: TANU_EAXContext): integer;
begin
  ANU_EAX_Decrypt := WE_EAX_Decrypt(WE_ANU, ctp, ptp, ILen, ctx.MsgOMAC, ctx.ctr_ctx);
end;

procedure ANU_EAX_Final(var tag: TANUBlock; var ctx: TANU_EAXContext);
begin
  WE_EAX_Final(WE_ANU, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag);
end;

function ANU_EAX_Enc_Auth(var tag: TANUBlock; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer; hLen: word;
  ptp: pointer; pLen: longint; ctp: pointer): integer;
begin
  ANU_EAX_Enc_Auth := WE_EAX_Whole(WE_ANU, tag, nil, 0, Key, KBits, true, nonce, nLen, Hdr, hLen, ptp, pLen, ctp, false);
end;

function ANU_EAX_Dec_Veri(ptag: pointer; tLen: word; const Key; KBits: word; const nonce; nLen: word; Hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;
var
  none: TANUBlock;
begin
  ANU_EAX_Dec_Veri := WE_EAX_Whole(WE_ANU, none, ptag, tLen, Key, KBits, true, nonce, nLen, Hdr, hLen, ctp, cLen, ptp, true);
end;

end.
