#!/usr/bin/env bash
# blowfish 0.6.1 (PyPI): with ciphertext stealing, the last block of a text of whole blocks is encrypted twice.
#
# CBC with ciphertext stealing has three variants (CS1, CS2, CS3 in NIST's addendum to SP 800-38A), which have the same last two
# blocks in this order or in the opposite one. encrypt_cbc_cts writes CS3 if the last block is not whole. If it is whole, the
# function writes what CBC writes, but for the last block, which it encrypts once more; that is none of the variants. encrypt_ecb_cts
# does so with the last block of ECB. The package decrypts its own texts. PyCryptodome 4.4.0 has ECB and CBC to compare with.
#
# Output seen (key 00..0f, IV 64..6b, texts 00, 01 and so on):
#   15 bytes: 32c7e3320b5466b940705bf623e7cd CS3, decrypted
#   16 bytes: 40705bf623e7cd852800d0a5e78863a0 the last block of CBC encrypted again, decrypted
#       CBC: 40705bf623e7cd8583a8cd3524127246
#   17 bytes: 40705bf623e7cd851af9becbc38d906283 CS3, decrypted
#   23 bytes: 40705bf623e7cd85bed4a9c89946e3ca83a8cd35241272 CS3, decrypted
#   24 bytes: 40705bf623e7cd8583a8cd3524127246e7debf744b0bf24f the last block of CBC encrypted again, decrypted
#       CBC: 40705bf623e7cd8583a8cd35241272462a40577095cf3732
#   ECB, 16: 866f5e72e59a1951985da08bafc27b60 the last block of ECB encrypted again
#       ECB: 866f5e72e59a19517ed71bb6156c4468
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install blowfish==0.6.1 pycryptodome==4.4.0
cat > steal.py <<'CODE'
import blowfish
from Crypto.Cipher import Blowfish

KEY, IV = bytes(range(16)), bytes(range(100, 108))


def ecb(text):
    return Blowfish.new(KEY, Blowfish.MODE_ECB).encrypt(text)


def cbc(text):
    return Blowfish.new(KEY, Blowfish.MODE_CBC, IV).encrypt(text)


def stolen(text, swapped):
    """CBC with ciphertext stealing: CS3, or CS1, whose order is that of CBC."""
    blocks, last = cbc(text + bytes(-len(text) % 8)), len(text) % 8 or 8
    rest, shorter, end = blocks[:-16], blocks[-16:-8][:last], blocks[-8:]
    return rest + (end + shorter if swapped else shorter + end)


cipher = blowfish.Cipher(KEY)
for length in 15, 16, 17, 23, 24:
    text = bytes(range(length))
    ours = b"".join(cipher.encrypt_cbc_cts(text, IV))
    forms = {stolen(text, True): "CS3", stolen(text, False): "CS1"}
    if length % 8 == 0:
        forms[cbc(text)[:-8] + ecb(cbc(text)[-8:])] = "the last block of CBC encrypted again"
    back = b"".join(cipher.decrypt_cbc_cts(ours, IV)) == text
    print(f"{length} bytes: {ours.hex()} {forms.get(ours)}{', decrypted' if back else ''}")
    if length % 8 == 0:
        print(f"    CBC: {cbc(text).hex()}")
text = bytes(range(16))
ours = b"".join(cipher.encrypt_ecb_cts(text))
again = ours == ecb(text)[:8] + ecb(ecb(text)[8:])
print(f"ECB, 16: {ours.hex()} {'the last block of ECB encrypted again' if again else 'something else'}")
print(f"    ECB: {ecb(text).hex()}")
CODE
python/bin/python steal.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
15 bytes: 32c7e3320b5466b940705bf623e7cd CS3, decrypted
16 bytes: 40705bf623e7cd852800d0a5e78863a0 the last block of CBC encrypted again, decrypted
    CBC: 40705bf623e7cd8583a8cd3524127246
17 bytes: 40705bf623e7cd851af9becbc38d906283 CS3, decrypted
23 bytes: 40705bf623e7cd85bed4a9c89946e3ca83a8cd35241272 CS3, decrypted
24 bytes: 40705bf623e7cd8583a8cd3524127246e7debf744b0bf24f the last block of CBC encrypted again, decrypted
    CBC: 40705bf623e7cd8583a8cd35241272462a40577095cf3732
ECB, 16: 866f5e72e59a1951985da08bafc27b60 the last block of ECB encrypted again
    ECB: 866f5e72e59a19517ed71bb6156c4468
END
