{ The routines of the unit aes_cprf of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit aes_cprf;

interface

uses
  bramah_we, bramah_wem, aes_type;

function AES_CPRF128(const Key; KeyBytes: word; msg: pointer; msglen: longint; var PRV: TAESBlock): integer;
function AES_CPRF128_selftest: boolean;

implementation

function AES_CPRF128(const Key; KeyBytes: word; msg: pointer; msglen: longint; var PRV: TAESBlock): integer;
begin
  AES_CPRF128 := WE_CPRF128(WE_AES, Key, KeyBytes, msg, msglen, PRV);
end;

function AES_CPRF128_selftest: boolean;
begin
  AES_CPRF128_selftest := WE_CPRF128_Selftest(WE_AES);
end;

end.
