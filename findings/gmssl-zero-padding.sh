#!/usr/bin/env bash
# gmssl 3.2.2 (PyPI): SM4 with padding_mode=ZERO pads with zeros in ECB, of which decryption removes one; CBC pads by PKCS #7.
#
# The package has two modes of padding, PKCS7 and ZERO. crypt_cbc does not look at the mode: it pads by PKCS #7 and removes that
# when it decrypts. crypt_ecb with ZERO adds 1 to 16 zeros and decrypts to a text with all of them but one. Whole blocks that
# another program encrypted without padding raise a TypeError unless they end in a zero. PKCS7, the mode of an object to which
# none is given, is right in both. cryptography 50.0.2 decrypts without removing a padding, which shows what was added.
#
# Output seen (padding_mode=ZERO: the padded text, and what the package decrypts it to):
#   ECB  3 bytes: 01020300000000000000000000000000
#       decrypted: 010203000000000000000000000000
#   ECB 16 bytes: 0102030405060708090a0b0c0d0e0f1000000000000000000000000000000000
#       decrypted: 0102030405060708090a0b0c0d0e0f10000000000000000000000000000000
#   CBC  3 bytes: 0102030d0d0d0d0d0d0d0d0d0d0d0d0d
#       decrypted: 010203
#   CBC 16 bytes: 0102030405060708090a0b0c0d0e0f1010101010101010101010101010101010
#       decrypted: 0102030405060708090a0b0c0d0e0f10
#   ECB 16 bytes without padding: TypeError, 'int' object is not iterable
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install gmssl==3.2.2 cryptography==50.0.2
cat > padding.py <<'CODE'
import warnings
from cryptography.hazmat.primitives.ciphers import Cipher, modes

warnings.simplefilter("ignore")
from cryptography.hazmat.primitives.ciphers.algorithms import SM4
from gmssl.sm4 import SM4_DECRYPT, SM4_ENCRYPT, ZERO, CryptSM4

key = bytes.fromhex("0123456789abcdeffedcba9876543210")
iv = bytes(range(16))


def other(name):
    return Cipher(SM4(key), modes.ECB() if name == "ECB" else modes.CBC(iv))


def package(name, direction, text):
    cipher = CryptSM4(padding_mode=ZERO)
    cipher.set_key(key, direction)
    return cipher.crypt_ecb(text) if name == "ECB" else cipher.crypt_cbc(iv, text)


# The example of GB/T 32907-2016 and of draft-ribose-cfrg-sm4: a block that is its own key.
assert other("ECB").encryptor().update(key).hex() == "681edf34d206965e86b3e94f536e4246"
for name in "ECB", "CBC":
    for text in b"\1\2\3", bytes(range(1, 17)):
        encrypted = package(name, SM4_ENCRYPT, text)
        padded = other(name).decryptor().update(encrypted)
        print(f"{name} {len(text):>2} bytes: {padded.hex()}")
        print(f"    decrypted: {package(name, SM4_DECRYPT, encrypted).hex()}")
encrypted = other("ECB").encryptor().update(bytes(range(1, 17)))
try:
    print(f"ECB 16 bytes without padding: {package('ECB', SM4_DECRYPT, encrypted).hex()}")
except TypeError as error:
    print(f"ECB 16 bytes without padding: TypeError, {error}")
CODE
python/bin/python padding.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
ECB  3 bytes: 01020300000000000000000000000000
    decrypted: 010203000000000000000000000000
ECB 16 bytes: 0102030405060708090a0b0c0d0e0f1000000000000000000000000000000000
    decrypted: 0102030405060708090a0b0c0d0e0f10000000000000000000000000000000
CBC  3 bytes: 0102030d0d0d0d0d0d0d0d0d0d0d0d0d
    decrypted: 010203
CBC 16 bytes: 0102030405060708090a0b0c0d0e0f1010101010101010101010101010101010
    decrypted: 0102030405060708090a0b0c0d0e0f10
ECB 16 bytes without padding: TypeError, 'int' object is not iterable
END
