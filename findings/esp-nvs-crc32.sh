#!/usr/bin/env bash
# The CRC-32 of ESP-IDF's NVS (esp-idf-nvs-partition-gen 0.3.0): that of zlib but for its beginning, which is zero.
#
# Pages, entries and their data have a "CRC32" in a partition for non-volatile storage. The generator calls zlib.crc32 with
# the second argument ffffffff, which is not the initial register: zlib inverts it, as it inverts the result. So the register
# begins with 0 and ends inverted. That is neither CRC-32 (begins with ffffffff, inverted) nor CRC-32/JAMCRC (ffffffff, not
# inverted), nor any other CRC with this polynomial in the catalogue of CRC RevEng; in crcmod 1.7 it is rev, initCrc=ffffffff,
# xorOut=ffffffff. The register being zero, zero bytes at the beginning of a text do not change the checksum.
#
# Output seen (the CRC in the partition; CRC-32; JAMCRC; from zero and inverted, bit by bit and by crcmod):
#   header b9ba2d84 e584185b 1a7be7a4 b9ba2d84 b9ba2d84
#   number 1b1c208e 6493a898 9b6c5767 1b1c208e 1b1c208e
#   string 1cb109c0 00c49e49 ff3b61b6 1cb109c0 1cb109c0
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install esp-idf-nvs-partition-gen==0.3.0 crcmod==1.7
printf 'key,type,encoding,value\nspace,namespace,,\nnumber,data,u8,7\ntext,data,string,123456789\n' > entries.csv
python/bin/python -m esp_idf_nvs_partition_gen generate entries.csv partition.bin 0x3000 > generate.log
cat > crc.py <<'CODE'
import struct
import zlib

import crcmod


def bits(text):
    register = 0
    for byte in text:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (0xEDB88320 if register & 1 else 0)
    return register ^ 2**32 - 1


partition = open("partition.bin", "rb").read()
other = crcmod.mkCrcFun(0x104C11DB7, rev=True, initCrc=2**32 - 1, xorOut=2**32 - 1)
# The first page: a header of 32 bytes, a bitmap of as many, then entries of as many; the third is followed by its text.
namespace, number, text = (partition[at : at + 32] for at in (64, 96, 128))
assert number[8:].startswith(b"number\0") and partition[160:170] == b"123456789\0"
for name, covered, stored in (
    ("header", partition[4:28], partition[28:32]),
    ("number", number[:4] + number[8:], number[4:8]),
    ("string", partition[160:170], text[28:32]),
):
    crc = zlib.crc32(covered)
    found = struct.unpack("<I", stored)[0]
    print(f"{name} {found:08x} {crc:08x} {crc ^ 2**32 - 1:08x} {bits(covered):08x} {other(covered):08x}")
CODE
python/bin/python crc.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
header b9ba2d84 e584185b 1a7be7a4 b9ba2d84 b9ba2d84
number 1b1c208e 6493a898 9b6c5767 1b1c208e 1b1c208e
string 1cb109c0 00c49e49 ff3b61b6 1cb109c0 1cb109c0
END
