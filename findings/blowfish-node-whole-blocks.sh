#!/usr/bin/env bash
# blowfish-node 1.1.4: the paddings ONE_AND_ZEROS and LAST_BYTE add nothing to a text of whole blocks, so that one which ends
# as a padding does loses its end.
#
# A bit 1 and zeros (ISO/IEC 7816-4), and zeros with a last byte that says how many bytes to remove (ANSI X9.23), are there
# in every padded text: whole blocks get one block more. This package adds that block for PKCS5 only, but its decryption
# looks for the padding all the same. The ciphertext of whole blocks is not that of other programs, either. PyCryptodome
# 4.4.0 has the three paddings to compare with.
#
# Output seen (Blowfish in ECB, key 00..0f: the text, the ciphertext, and what the same program decrypts it to):
#   PKCS5         package      0102030405060701 fe9e15533888ee1095fcb249bf3d4145 0102030405060701
#   PKCS5         PyCryptodome 0102030405060701 fe9e15533888ee1095fcb249bf3d4145 0102030405060701
#   ONE_AND_ZEROS package      0102030405068000 d700bf386c1dc532 010203040506
#   ONE_AND_ZEROS PyCryptodome 0102030405068000 d700bf386c1dc532d9f7fdae8b99e3ca 0102030405068000
#   ONE_AND_ZEROS package      010203 b5d4a9f0e673dfc1 010203
#   ONE_AND_ZEROS PyCryptodome 010203 b5d4a9f0e673dfc1 010203
#   LAST_BYTE     package      0102030405060702 27632ec050d0e58f 010203040506
#   LAST_BYTE     PyCryptodome 0102030405060702 27632ec050d0e58fcfd9d474ab9db979 0102030405060702
#   LAST_BYTE     package      010203 77b8a0f70c277122 010203
#   LAST_BYTE     PyCryptodome 010203 77b8a0f70c277122 010203
. "$(dirname "$0")/common.sh"

npm init -y > /dev/null
npm install --silent blowfish-node@1.1.4
python3 -m venv python
python/bin/pip -q install pycryptodome==4.4.0
cat > package.js <<'CODE'
const Blowfish = require('blowfish-node');
const key = Uint8Array.from({ length: 16 }, (_, i) => i);
const hex = bytes => Buffer.from(bytes).toString('hex');

const [padding, text] = process.argv.slice(2);
const cipher = new Blowfish(key.buffer, Blowfish.MODE.ECB, Blowfish.PADDING[padding]);
const sealed = cipher.encode(new Uint8Array(Buffer.from(text, 'hex')).buffer);
console.log(padding.padEnd(13), 'package     ', text, hex(sealed), hex(cipher.decode(sealed, Blowfish.TYPE.UINT8_ARRAY)));
CODE
cat > other.py <<'CODE'
import sys

from Crypto.Cipher import Blowfish
from Crypto.Util.Padding import pad, unpad

padding, text = sys.argv[1:]
style = {"PKCS5": "pkcs7", "ONE_AND_ZEROS": "iso7816", "LAST_BYTE": "x923"}[padding]
cipher = Blowfish.new(bytes(range(16)), Blowfish.MODE_ECB)
sealed = cipher.encrypt(pad(bytes.fromhex(text), 8, style))
print(f"{padding:13} PyCryptodome {text} {sealed.hex()} {unpad(cipher.decrypt(sealed), 8, style).hex()}")
CODE
for case in PKCS5:0102030405060701 ONE_AND_ZEROS:0102030405068000 ONE_AND_ZEROS:010203 LAST_BYTE:0102030405060702 \
    LAST_BYTE:010203; do
    node package.js "${case%:*}" "${case#*:}"
    python/bin/python other.py "${case%:*}" "${case#*:}"
done | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
PKCS5         package      0102030405060701 fe9e15533888ee1095fcb249bf3d4145 0102030405060701
PKCS5         PyCryptodome 0102030405060701 fe9e15533888ee1095fcb249bf3d4145 0102030405060701
ONE_AND_ZEROS package      0102030405068000 d700bf386c1dc532 010203040506
ONE_AND_ZEROS PyCryptodome 0102030405068000 d700bf386c1dc532d9f7fdae8b99e3ca 0102030405068000
ONE_AND_ZEROS package      010203 b5d4a9f0e673dfc1 010203
ONE_AND_ZEROS PyCryptodome 010203 b5d4a9f0e673dfc1 010203
LAST_BYTE     package      0102030405060702 27632ec050d0e58f 010203040506
LAST_BYTE     PyCryptodome 0102030405060702 27632ec050d0e58fcfd9d474ab9db979 0102030405060702
LAST_BYTE     package      010203 77b8a0f70c277122 010203
LAST_BYTE     PyCryptodome 010203 77b8a0f70c277122 010203
END
