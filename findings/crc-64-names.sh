#!/usr/bin/env bash
# CRC-64 without another name: four different checksums in six packages; and what is called ECMA-182 is two of them.
#
# The packages crc and crccheck mean the function of ECMA-182 (highest bit first), hash-wasm that of .xz (lowest bit first,
# ones at the beginning and inverted at the end), crcmod and Perl's Digest::CRC the polynomial of ISO 3309 with the lowest
# bit first and zeros at the beginning, and ClickHouse the polynomial of .xz with zeros. crc64-ecma182 of npm computes
# that of .xz. ClickHouse's CRC32IEEE has zeros at the beginning and no inversion too, so that it is not what Go and
# others call IEEE; that is its CRC32. With zeros at the beginning, zero bytes in front of a text do not change the sum.
#
# Output seen (of the text 123456789):
#   crc 8.0.0 Crc64.CRC64             6c40df5f0b497347 CRC-64/ECMA-182
#   crccheck 1.3.1 Crc64              6c40df5f0b497347 CRC-64/ECMA-182
#   crcmod 1.7 crc-64                 46a5a9388a5beffe ISO 3309, reflected, zeros
#   Digest::CRC 0.24 crc64            46a5a9388a5beffe ISO 3309, reflected, zeros
#   hash-wasm 4.13.0 crc64            995dc9bbdf1939fa CRC-64/XZ
#   crc64-ecma182 1.0.0 crc64         995dc9bbdf1939fa CRC-64/XZ
#   ClickHouse (chdb 4.4.0) CRC64     2b9c7ee4e2780c8a ECMA-182, reflected, zeros
#   ClickHouse (chdb 4.4.0) CRC32     cbf43926 CRC-32
#   ClickHouse (chdb 4.4.0) CRC32IEEE 2dfd2d88 CRC-32 with zeros
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install crc==8.0.0 crccheck==1.3.1 crcmod==1.7 chdb==4.4.0 chdb-core==26.9.0
apt-get download libdigest-crc-perl=0.24-1+b1 > apt.log 2>&1
dpkg -x libdigest-crc-perl_*.deb root
npm init -y > /dev/null
npm install --silent hash-wasm@4.13.0 crc64-ecma182@1.0.0
export PERL5LIB
PERL5LIB=$(dirname "$(dirname "$(find "$PWD/root" -name CRC.pm)")")
cat > sums.py <<'CODE'
import subprocess

import chdb
import crc
import crccheck.crc
import crcmod.predefined

TEXT = b"123456789"


def model(width, polynomial, reflected, ones):
    """The CRC of TEXT bit by bit: the register begins with zeros or ones, and with ones it is inverted at the end."""
    top, mask = 1 << (width - 1), (1 << width) - 1
    register = mask if ones else 0
    for byte in TEXT:
        for i in range(8):
            bit = byte >> (i if reflected else 7 - i) & 1
            register = (register << 1) & mask ^ (polynomial if (register & top != 0) != bit else 0)
    if reflected:
        register = int(f"{register:0{width}b}"[::-1], 2)
    return register ^ (mask if ones else 0)


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def query(function):
    return str(chdb.query(f"SELECT hex({function}('{TEXT.decode()}'))", "TSV")).strip()


ECMA, ISO = 0x42F0E1EBA9EA3693, 0x1B
names = {
    model(64, ECMA, False, False): "CRC-64/ECMA-182",
    model(64, ECMA, True, True): "CRC-64/XZ",
    model(64, ECMA, True, False): "ECMA-182, reflected, zeros",
    model(64, ISO, True, True): "CRC-64/GO-ISO",
    model(64, ISO, True, False): "ISO 3309, reflected, zeros",
    model(32, 0x04C11DB7, True, True): "CRC-32",
    model(32, 0x04C11DB7, True, False): "CRC-32 with zeros",
}
wasm = 'require("hash-wasm").crc64("123456789").then(console.log)'
ecma = 'console.log(BigInt(require("crc64-ecma182").crc64(Buffer.from("123456789")).readBigUInt64LE()).toString(16))'
sums = {
    "crc 8.0.0 Crc64.CRC64": crc.Calculator(crc.Crc64.CRC64).checksum(TEXT),
    "crccheck 1.3.1 Crc64": crccheck.crc.Crc64.calc(TEXT),
    "crcmod 1.7 crc-64": crcmod.predefined.mkCrcFun("crc-64")(TEXT),
    "Digest::CRC 0.24 crc64": int(output("perl", "-MDigest::CRC=crc64", "-e", 'printf "%x", crc64("123456789")'), 16),
    "hash-wasm 4.13.0 crc64": int(output("node", "-e", wasm), 16),
    "crc64-ecma182 1.0.0 crc64": int(output("node", "-e", ecma), 16),
}
for name in "CRC64", "CRC32", "CRC32IEEE":
    sums["ClickHouse (chdb 4.4.0) " + name] = int(query(name), 16)
for label, value in sums.items():
    print(f"{label:33} {value:x} {names.get(value, 'unknown')}")
CODE
python/bin/python sums.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
crc 8.0.0 Crc64.CRC64             6c40df5f0b497347 CRC-64/ECMA-182
crccheck 1.3.1 Crc64              6c40df5f0b497347 CRC-64/ECMA-182
crcmod 1.7 crc-64                 46a5a9388a5beffe ISO 3309, reflected, zeros
Digest::CRC 0.24 crc64            46a5a9388a5beffe ISO 3309, reflected, zeros
hash-wasm 4.13.0 crc64            995dc9bbdf1939fa CRC-64/XZ
crc64-ecma182 1.0.0 crc64         995dc9bbdf1939fa CRC-64/XZ
ClickHouse (chdb 4.4.0) CRC64     2b9c7ee4e2780c8a ECMA-182, reflected, zeros
ClickHouse (chdb 4.4.0) CRC32     cbf43926 CRC-32
ClickHouse (chdb 4.4.0) CRC32IEEE 2dfd2d88 CRC-32 with zeros
END
