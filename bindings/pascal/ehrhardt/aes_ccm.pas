{ The routines of the unit aes_ccm of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_ccm;

interface

uses
  bramah_we, bramah_weg, aes_type;

function AES_CCM_Enc_AuthEx(var ctx: TAESContext; var tag: TAESBlock; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer;
function AES_CCM_Enc_Auth(var tag: TAESBlock; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer;
function AES_CCM_Dec_VeriEX(var ctx: TAESContext; ptag: pointer; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;
function AES_CCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;

implementation

function AES_CCM_Enc_AuthEx(var ctx: TAESContext; var tag: TAESBlock; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer;
begin
  AES_CCM_Enc_AuthEx := WE_CCM(WE_AES, ctx, false, tag, nil, tLen, nonce, nLen, hdr, hLen, ptp, pLen, ctp);
end;

function AES_CCM_Enc_Auth(var tag: TAESBlock; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ptp: pointer; pLen: longint; ctp: pointer): integer;
begin
  AES_CCM_Enc_Auth := WE_CCM_Whole(WE_AES, false, tag, nil, tLen, Key, KBytes, nonce, nLen, hdr, hLen, ptp, pLen, ctp);
end;

function AES_CCM_Dec_VeriEX(var ctx: TAESContext; ptag: pointer; tLen: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;
var
  none: TAESBlock;
begin
  AES_CCM_Dec_VeriEX := WE_CCM(WE_AES, ctx, true, none, ptag, tLen, nonce, nLen, hdr, hLen, ctp, cLen, ptp);
end;

function AES_CCM_Dec_Veri(ptag: pointer; tLen: word; const Key; KBytes: word; const nonce; nLen: word; hdr: pointer;
  hLen: word; ctp: pointer; cLen: longint; ptp: pointer): integer;
var
  none: TAESBlock;
begin
  AES_CCM_Dec_Veri := WE_CCM_Whole(WE_AES, true, none, ptag, tLen, Key, KBytes, nonce, nLen, hdr, hLen, ctp, cLen, ptp);
end;

end.
