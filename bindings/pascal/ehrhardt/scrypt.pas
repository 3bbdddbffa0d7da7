{ The routines of the unit scrypt of W. Ehrhardt (RFC 7914), over Bramah's C library: see docs/pascal-units.md. }
unit scrypt;

{$mode objfpc}{$H-}

interface

uses
  btypes, bramah_we;

const
  sc_kdf_err_mem = -1;
  sc_kdf_err_inv_nrp = -2;
  sc_kdf_err_64KB = -3;
  sc_kdf_err_big_endian = -4;

function scrypt_kdf(pPW: pointer; pLen: word; salt: pointer; sLen: longint; N: longint; r: longint; p: longint; var DK; dkLen: longint): integer;
function scrypt_kdfs(sPW: Str255; salt: pointer; sLen: longint; N: longint; r: longint; p: longint; var DK; dkLen: longint): integer;
function scrypt_kdfss(sPW: Str255; salt: Str255; N: longint; r: longint; p: longint; var DK; dkLen: longint): integer;

implementation

const
  BRAMAH_NO_MEMORY = 19;

function scrypt_kdf(pPW: pointer; pLen: word; salt: pointer; sLen: longint; N: longint; r: longint; p: longint; var DK; dkLen: longint): integer;
var
  options: POptions;
  status: longint;
begin
  if (N < 2) or (N and (N - 1) <> 0) or (r < 1) or (p < 1) or (sLen < 0) or ((pPW = nil) and (pLen > 0))
    or ((salt = nil) and (sLen > 0)) or (@DK = nil) then
    exit(sc_kdf_err_inv_nrp);
  if dkLen <= 0 then
    exit(0);
  if bramah_options_new(options) <> 0 then
    exit(sc_kdf_err_mem);
  status := bramah_options_set_number(options, 'n', N);
  if status = 0 then
    status := bramah_options_set_number(options, 'r', r);
  if status = 0 then
    status := bramah_options_set_number(options, 'lanes', p);
  if status = 0 then
    status := bramah_options_set_bytes(options, 'salt', salt, sLen);
  if status = 0 then
    status := WE_Derive('scrypt', pPW, pLen, options, @DK, dkLen);
  bramah_options_free(options);
  case status of
    0: Result := 0;
    BRAMAH_NO_MEMORY: Result := sc_kdf_err_mem;
  else
    Result := sc_kdf_err_inv_nrp;
  end;
end;

function scrypt_kdfs(sPW: Str255; salt: pointer; sLen: longint; N: longint; r: longint; p: longint; var DK; dkLen: longint): integer;
begin
  Result := scrypt_kdf(@sPW[1], Length(sPW), salt, sLen, N, r, p, DK, dkLen);
end;

function scrypt_kdfss(sPW: Str255; salt: Str255; N: longint; r: longint; p: longint; var DK; dkLen: longint): integer;
begin
  Result := scrypt_kdf(@sPW[1], Length(sPW), @salt[1], Length(salt), N, r, p, DK, dkLen);
end;

end.
