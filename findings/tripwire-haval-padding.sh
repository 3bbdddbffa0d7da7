#!/usr/bin/env bash
# Open Source Tripwire 2.4.3.7 (Debian 2.4.3.7-4+b15): its HAVAL has the padding of the first version, and is not the HAVAL of others.
#
# Tripwire computes HAVAL with 3 passes and 128 bits, which its manual calls "a 128-bit hash code". There are two HAVALs: the
# author's first program appended the byte 80 to the text, and the corrected one, which others have, appends 01. Tripwire has 80.
# libmhash 0.9.9.9 computes the function of today. The script pads a text by hand with either byte, has libmhash compress these
# blocks, and takes the result out of libmhash's saved state: with 01 it is the digest of libmhash, and with 80 that of Tripwire.
#
# Output seen (bytes of the text; libmhash, padded with 01; Tripwire, padded with 80):
#   0   c68f39913f901f3ddf44c707357a7d70 the same; 1bdc556b29ad02ec09af8c66477f2a87 the same
#   3   9e40ed883fb63e985d299b40cda2b8f2 the same; c79c31129c3fe87e506b46c6913c52ac the same
#   200 b6c564a5931a13625a50e6f7346067f5 the same; 535d76cae8ff46208f0a76d6bfe13609 the same
. "$(dirname "$0")/common.sh"

apt-get download tripwire=2.4.3.7-4+b15 libmhash2=0.9.9.9-9 > apt.log 2>&1
for package in *.deb; do dpkg-deb -x "$package" root; done
cat > haval.py <<'CODE'
import ctypes
import struct
import subprocess

mhash = ctypes.CDLL("root/usr/lib/x86_64-linux-gnu/libmhash.so.2")
mhash.mhash_init.restype = ctypes.c_void_p
HAVAL128 = 13


def hashed(text):
    """The saved state after the text, and the digest of the text."""
    instance = ctypes.c_void_p(mhash.mhash_init(HAVAL128))
    mhash.mhash(instance, text, len(text))
    saved, size = ctypes.create_string_buffer(4096), ctypes.c_int(4096)
    mhash.mhash_save_state_mem(instance, saved, ctypes.byref(size))
    digest = ctypes.create_string_buffer(64)
    mhash.mhash_deinit(instance, digest)
    return saved.raw, digest.raw[:16].hex()


# The eight words of the state are those that begin as the fraction of pi.
PLACE = hashed(b"")[0].index(struct.pack("<8I", 0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344,
                                         0xA4093822, 0x299F31D0, 0x082EFA98, 0xEC4E6C89))


def padded_by_hand(text, byte):
    blocks = text + bytes([byte])
    blocks += bytes((118 - len(blocks)) % 128)
    blocks += bytes([(128 & 3) << 6 | 3 << 3 | 1, 128 >> 2]) + struct.pack("<Q", 8 * len(text))  # bits, passes, version
    words = struct.unpack("<8I", hashed(blocks)[0][PLACE:PLACE + 32])
    digest = []
    for place, turn in enumerate((8, 16, 24, 0)):  # HAVAL's folding of 256 bits to 128
        mixed = sum(words[7 - word] & 0xFF << 8 * ((place - word) % 4) for word in range(4))
        mixed = mixed >> turn | mixed << 32 - turn & 0xFFFFFFFF
        digest.append((words[place] + mixed) & 0xFFFFFFFF)
    return struct.pack("<4I", *digest).hex()


for text in (b"", b"abc", b"x" * 200):
    with open("text", "wb") as file:
        file.write(text)
    tripwire = subprocess.check_output(["root/usr/sbin/siggen", "-t", "-h", "-H", "text"], text=True).strip()
    today = hashed(text)[1]
    same = ["the same" if one == two else two for one, two in
            ((today, padded_by_hand(text, 0x01)), (tripwire, padded_by_hand(text, 0x80)))]
    print(f"{len(text):<3} {today} {same[0]}; {tripwire} {same[1]}")
CODE
python3 haval.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
0   c68f39913f901f3ddf44c707357a7d70 the same; 1bdc556b29ad02ec09af8c66477f2a87 the same
3   9e40ed883fb63e985d299b40cda2b8f2 the same; c79c31129c3fe87e506b46c6913c52ac the same
200 b6c564a5931a13625a50e6f7346067f5 the same; 535d76cae8ff46208f0a76d6bfe13609 the same
END
