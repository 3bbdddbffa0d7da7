#!/usr/bin/env bash
# ClickHouse 26.9.2.1 (chdb-core 26.9.0): metroHash64 is metrohash64_1, and not the class MetroHash64 that other libraries have.
#
# The sources of MetroHash have three functions of 64 bits: metrohash64_1, metrohash64_2 and the class MetroHash64, with other
# constants and rotations each. ClickHouse has the first, under the name of the last, so that a column of metroHash64 is not
# what metrohash 0.4.1 computes. The function below is that of ClickHouse for 0 to 63 bytes; the last of these texts, the digits
# of the authors' own tests, has their value of metrohash64_1, and metrohash's has that of the class.
#
# Output seen (seed 0; the text, ClickHouse, metrohash64_1, metrohash):
#   123456789 5f14d0079620b61e 5f14d0079620b61e a84ac60a21e27385
#   63 digits 400e735c4f048f65 400e735c4f048f65 ad4b7006ae3d756b
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install --no-deps chdb==4.4.0 chdb-core==26.9.0 metrohash==0.4.1
cat > metro.py <<'CODE'
import struct

import chdb
import metrohash

MASK = 2**64 - 1
DIGITS = b"012345678901234567890123456789012345678901234567890123456789012"


def clickhouse(text):
    return str(chdb.query(f"select lower(hex(metroHash64(unhex('{text.hex()}'))))", "TSV")).strip().zfill(16)


def rotate(x, bits):
    return (x >> bits | x << 64 - bits) & MASK


def metrohash64_1(text):
    k0, k1, k2, k3 = 0xC83A91E1, 0x8648DBDB, 0x7BDEC03B, 0x2F5870A5
    state = (k2 * k0 + len(text)) & MASK
    at = 0
    if len(text) >= 32:
        v = [state] * 4
        while len(text) - at >= 32:
            for lane, k in enumerate((k0, k1, k2, k3)):
                v[lane] = (v[lane] + struct.unpack_from("<Q", text, at)[0] * k) & MASK
                v[lane] = (rotate(v[lane], 29) + v[lane ^ 2]) & MASK
                at += 8
        v[2] ^= rotate(((v[0] + v[3]) * k0 + v[1]) & MASK, 33) * k1 & MASK
        v[3] ^= rotate(((v[1] + v[2]) * k1 + v[0]) & MASK, 33) * k0 & MASK
        v[0] ^= rotate(((v[0] + v[2]) * k0 + v[3]) & MASK, 33) * k1 & MASK
        v[1] ^= rotate(((v[1] + v[3]) * k1 + v[2]) & MASK, 33) * k0 & MASK
        state = (state + (v[0] ^ v[1])) & MASK
    if len(text) - at >= 16:
        first, second = struct.unpack_from("<QQ", text, at)
        first = rotate((state + first * k0) & MASK, 33) * k1 & MASK
        second = rotate((state + second * k1) & MASK, 33) * k2 & MASK
        first ^= (rotate(first * k0 & MASK, 35) + second) & MASK
        second ^= (rotate(second * k3 & MASK, 35) + first) & MASK
        state = (state + second) & MASK
        at += 16
    for form, size, bits in (("<Q", 8, 33), ("<I", 4, 15), ("<H", 2, 13), ("<B", 1, 25)):
        if len(text) - at >= size:
            state = (state + struct.unpack_from(form, text, at)[0] * k3) & MASK
            state ^= rotate(state, bits) * k1 & MASK
            at += size
    state = (state ^ rotate(state, 33)) * k0 & MASK
    return f"{state ^ rotate(state, 33):016x}"


for size in range(64):
    assert clickhouse(DIGITS[:size]) == metrohash64_1(DIGITS[:size])
# The values of the authors' tests, the lowest byte first: metrohash64_1, then the class MetroHash64.
assert metrohash64_1(DIGITS) == bytes.fromhex("658f044f5c730e40")[::-1].hex()
assert metrohash.hash64_int(DIGITS, 0) == int.from_bytes(bytes.fromhex("6b753dae06704bad"), "little")
for name, text in (("123456789", b"123456789"), ("63 digits", DIGITS)):
    print(name, clickhouse(text), metrohash64_1(text), f"{metrohash.hash64_int(text, 0):016x}")
CODE
python/bin/python metro.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
123456789 5f14d0079620b61e 5f14d0079620b61e a84ac60a21e27385
63 digits 400e735c4f048f65 400e735c4f048f65 ad4b7006ae3d756b
END
