#!/usr/bin/env bash
# FFmpeg 9.0.2 (imageio-ffmpeg 0.8.1): the hash murmur3 has the seed 725acc55daddca55, which other libraries cannot take.
#
# -f hash, framehash and streamhash have murmur3, MurmurHash3 of 128 bits for 64-bit machines. The seed of that function has 32
# bits, and is 0 unless somebody chooses another; FFmpeg sets both halves of the state to a constant of 64 bits, which no option
# changes. So mmh3 5.3.1 computes it under no seed, and the lower 32 bits of the constant give a third value. The function below
# takes a seed of any width: it is mmh3's with 0 and with 32 bits, and FFmpeg's with the constant.
#
# Output seen (texts of 9 and of 40 bytes: FFmpeg; mmh3 with the seeds 0 and daddca55; the function with 725acc55daddca55):
#   9  ffmpeg           6f6c9d4af0c3264ff7fae80bfa381103
#   9  0                a4cc66db5e64843c05a11e3ac7faf899
#   9  daddca55         9ad14f9bd485e202116a5bf2b17a894a
#   9  725acc55daddca55 6f6c9d4af0c3264ff7fae80bfa381103
#   40 ffmpeg           81ed38cb060b7327eebfa60aa1c324c1
#   40 0                64808c41d854a0c3ad124c9730ca01a0
#   40 daddca55         a03cd7a8c949b800a06f0c174feb2c32
#   40 725acc55daddca55 81ed38cb060b7327eebfa60aa1c324c1
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install imageio-ffmpeg==0.8.1 mmh3==5.3.1
cat > seeds.py <<'CODE'
import struct
import subprocess

import imageio_ffmpeg
import mmh3

MASK = 2**64 - 1
SEED = 0x725ACC55DADDCA55


def rotate(x, bits):
    return (x << bits | x >> 64 - bits) & MASK


def finish(x):
    x = (x ^ x >> 33) * 0xFF51AFD7ED558CCD & MASK
    x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53 & MASK
    return x ^ x >> 33


def murmur3(text, seed):
    """MurmurHash3_x64_128, with a seed of up to 64 bits in both halves of the state."""
    one, two = 0x87C37B91114253D5, 0x4CF5AD432745937F
    low = high = seed
    whole = len(text) // 16 * 16
    for at in range(0, len(text), 16):
        first, second = struct.unpack("<QQ", text[at : at + 16].ljust(16, b"\0"))
        low ^= rotate(first * one & MASK, 31) * two & MASK
        if at < whole:
            low = ((rotate(low, 27) + high) * 5 + 0x52DCE729) & MASK
        high ^= rotate(second * two & MASK, 33) * one & MASK
        if at < whole:
            high = ((rotate(high, 31) + low) * 5 + 0x38495AB5) & MASK
    low, high = low ^ len(text), high ^ len(text)
    low = (low + high) & MASK
    high = (high + low) & MASK
    low, high = finish(low), finish(high)
    low = (low + high) & MASK
    return struct.pack("<QQ", low, (high + low) & MASK).hex()


def ffmpeg(name, text):
    open("text", "wb").write(text)
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-f", "data", "-i", "text", "-map", "0", "-c", "copy"]
    return subprocess.check_output([*command, "-f", "hash", "-hash", name, "-"], text=True).strip().split("=")[1]


assert ffmpeg("CRC32", b"123456789") == "cbf43926"  # FFmpeg hashes the bytes of the file, and nothing else
for text in (b"123456789", bytes(range(40))):
    print(f"{len(text):<2} ffmpeg           {ffmpeg('murmur3', text)}")
    for seed in (0, SEED & 2**32 - 1):
        other = mmh3.hash_bytes(text, seed, True).hex()
        assert other == murmur3(text, seed)
        print(f"{len(text):<2} {seed:<16x} {other}")
    print(f"{len(text):<2} {SEED:<16x} {murmur3(text, SEED)}")
CODE
python/bin/python seeds.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
9  ffmpeg           6f6c9d4af0c3264ff7fae80bfa381103
9  0                a4cc66db5e64843c05a11e3ac7faf899
9  daddca55         9ad14f9bd485e202116a5bf2b17a894a
9  725acc55daddca55 6f6c9d4af0c3264ff7fae80bfa381103
40 ffmpeg           81ed38cb060b7327eebfa60aa1c324c1
40 0                64808c41d854a0c3ad124c9730ca01a0
40 daddca55         a03cd7a8c949b800a06f0c174feb2c32
40 725acc55daddca55 81ed38cb060b7327eebfa60aa1c324c1
END
