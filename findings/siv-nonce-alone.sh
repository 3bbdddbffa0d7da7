#!/usr/bin/env bash
# AES-SIV with a nonce and no associated data: Nettle 3.8.1 and cryptography 50.0.2 / PyCryptodome 4.4.0 do not agree.
#
# RFC 5297 authenticates a list of strings. Nettle's function takes associated data and a nonce, and always has both in
# the list, so that no associated data is an empty string before the nonce. PyCryptodome puts a string into the list for
# each call of update(), and the nonce after them; without a call, the nonce stands alone, as it does in cryptography
# if the list is [nonce]. A message of the one is refused by the other until the empty string is named (or an empty
# update() is made) there.
#
# Output seen (tag, then ciphertext; key 00..1f, nonce 00..0f, text 00..13):
#   Nettle                  cfcc01b472ab51896762cbf12db7193cface327d78cc75a88480671f2cf70ebcd345133a
#   cryptography [n]        edc02902ed006ea596ae64c5ff33d4bca30c7361c8bba230d009a531bb4b448d6cd81764
#   cryptography ["", n]    cfcc01b472ab51896762cbf12db7193cface327d78cc75a88480671f2cf70ebcd345133a
#   PyCryptodome            edc02902ed006ea596ae64c5ff33d4bca30c7361c8bba230d009a531bb4b448d6cd81764
#   PyCryptodome update("") cfcc01b472ab51896762cbf12db7193cface327d78cc75a88480671f2cf70ebcd345133a
. "$(dirname "$0")/common.sh"

apt-get download nettle-dev=3.8.1-2 libnettle8=3.8.1-2 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libnettle.so')")
cat > siv.c <<'CODE'
#include <nettle/siv-cmac.h>
#include <stdio.h>

int main(void) {
    uint8_t key[32], nonce[16], text[20], sealed[36];
    for (int i = 0; i < 32; i++) key[i] = i;
    for (int i = 0; i < 16; i++) nonce[i] = i;
    for (int i = 0; i < 20; i++) text[i] = i;
    struct siv_cmac_aes128_ctx context;
    siv_cmac_aes128_set_key(&context, key);
    siv_cmac_aes128_encrypt_message(&context, sizeof nonce, nonce, 0, (const uint8_t *)"", sizeof sealed, sealed, text);
    printf("Nettle                  ");
    for (int i = 0; i < 36; i++) printf("%02x", sealed[i]);
    puts("");
}
CODE
gcc -Iroot/usr/include -I"$(dirname "$(dirname "$(find root -name siv-cmac.h)")")" siv.c -o siv \
    -L"$libraries" -lnettle -Wl,-rpath,"$PWD/$libraries"

python3 -m venv python
python/bin/pip -q install cryptography==50.0.2 pycryptodome==4.4.0
cat > siv.py <<'CODE'
from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

key, nonce, text = bytes(range(32)), bytes(range(16)), bytes(range(20))
print("cryptography [n]       ", AESSIV(key).encrypt(text, [nonce]).hex())
print('cryptography ["", n]   ', AESSIV(key).encrypt(text, [b"", nonce]).hex())
for name, strings in [("PyCryptodome           ", []), ('PyCryptodome update("")', [b""])]:
    siv = AES.new(key, AES.MODE_SIV, nonce=nonce)
    for string in strings:
        siv.update(string)
    sealed, tag = siv.encrypt_and_digest(text)
    print(name, (tag + sealed).hex())
CODE
(./siv; python/bin/python siv.py) | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
Nettle                  cfcc01b472ab51896762cbf12db7193cface327d78cc75a88480671f2cf70ebcd345133a
cryptography [n]        edc02902ed006ea596ae64c5ff33d4bca30c7361c8bba230d009a531bb4b448d6cd81764
cryptography ["", n]    cfcc01b472ab51896762cbf12db7193cface327d78cc75a88480671f2cf70ebcd345133a
PyCryptodome            edc02902ed006ea596ae64c5ff33d4bca30c7361c8bba230d009a531bb4b448d6cd81764
PyCryptodome update("") cfcc01b472ab51896762cbf12db7193cface327d78cc75a88480671f2cf70ebcd345133a
END
