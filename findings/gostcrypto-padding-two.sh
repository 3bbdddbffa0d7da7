#!/usr/bin/env bash
# gostcrypto 1.2.5, PAD_MODE_2 in ECB: a text that is no multiple of the block is encrypted with a block of zeros too much.
#
# The second padding of GOST R 34.13-2015 (4.1.2) adds a bit 1 and then zeros up to the next whole block, and a whole block
# only to a text of whole blocks. gostcrypto does so for whole blocks. For all others it fills up the last block with the
# bit and zeros, and then adds another block, of zeros, whose ciphertext under this key is 94be...8ea0. So its result for
# 15 bytes has 32 bytes where the standard's has 16, and the two are equal in the first 16.
#
# Output seen (Kuznyechik, the key of the standard's examples, the first bytes of its text):
#   a block of zeros: 94bec15e269cf1e506f02b994c0a8ea0
#   15 bytes: 8028cb7453978c8637f4bd4fed9c646294bec15e269cf1e506f02b994c0a8ea0
#   16 bytes: 7f679d90bebc24305a468d42b9d4edcd75e23c2ca8520e4d2aab2c649d93f3fd
#   17 bytes: 7f679d90bebc24305a468d42b9d4edcd6710e5e733caef3091e5520553d1a4e794bec15e269cf1e506f02b994c0a8ea0
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install gostcrypto==1.2.5
cat > padding.py <<'CODE'
from gostcrypto import gostcipher

KEY = bytearray.fromhex("8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef")
TEXT = bytearray.fromhex("1122334455667700ffeeddccbbaa998800112233445566778899aabbcceeff0a")


def encrypt(text, padding):
    cipher = gostcipher.new("kuznechik", KEY[:], gostcipher.MODE_ECB, pad_mode=padding)
    return cipher.encrypt(bytearray(text)).hex()


print("a block of zeros:", encrypt(bytes(16), gostcipher.PAD_MODE_1))
for length in 15, 16, 17:
    print(length, "bytes:", encrypt(TEXT[:length], gostcipher.PAD_MODE_2))
CODE
python/bin/python padding.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
a block of zeros: 94bec15e269cf1e506f02b994c0a8ea0
15 bytes: 8028cb7453978c8637f4bd4fed9c646294bec15e269cf1e506f02b994c0a8ea0
16 bytes: 7f679d90bebc24305a468d42b9d4edcd75e23c2ca8520e4d2aab2c649d93f3fd
17 bytes: 7f679d90bebc24305a468d42b9d4edcd6710e5e733caef3091e5520553d1a4e794bec15e269cf1e506f02b994c0a8ea0
END
