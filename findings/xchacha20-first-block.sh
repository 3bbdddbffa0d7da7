#!/usr/bin/env bash
# XChaCha20 without a counter: Crypto++ 8.7.0 begins with block 1 of the keystream, PyCryptodome 4.4.0 with block 0.
#
# The draft of XChaCha (draft-irtf-cfrg-xchacha) leaves the first counter to the user; 1 is that of the text in the AEAD
# with Poly1305, whose key is taken from block 0. Crypto++ takes 1 for XChaCha20 alone; for ChaCha and ChaChaTLS it
# takes 0. So the first 64 bytes of what PyCryptodome writes have no counterpart in Crypto++.
#
# Output seen (key 00..1f, nonce 00..17, 16 bytes of keystream):
#   PyCryptodome, byte 0  e53a61cef151e81401067de33adfc02e
#   PyCryptodome, byte 64 9ec20f7f90d28dae334426cecb52a8e8
#   Crypto++, byte 0      9ec20f7f90d28dae334426cecb52a8e8
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install pycryptodome==4.4.0
python/bin/python - > seen <<'CODE'
from Crypto.Cipher import ChaCha20

stream = ChaCha20.new(key=bytes(range(32)), nonce=bytes(range(24))).encrypt(bytes(80))
print("PyCryptodome, byte 0 ", stream[:16].hex())
print("PyCryptodome, byte 64", stream[64:].hex())
CODE

version=8.7.0+git220824-1
apt-get download "libcrypto++-dev=$version" "libcrypto++8=$version" > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libcryptopp.so')")
cat > stream.cpp <<'CODE'
#include <cryptopp/chacha.h>
#include <cstdio>

int main() {
    unsigned char key[32], nonce[24], stream[16] = {0};
    for (int i = 0; i < 32; i++) key[i] = i;
    for (int i = 0; i < 24; i++) nonce[i] = i;
    CryptoPP::XChaCha20::Encryption cipher;
    cipher.SetKeyWithIV(key, sizeof key, nonce, sizeof nonce);
    cipher.ProcessData(stream, stream, sizeof stream);
    std::printf("Crypto++, byte 0      ");
    for (unsigned char byte : stream) std::printf("%02x", byte);
    std::puts("");
}
CODE
g++ -Iroot/usr/include stream.cpp -o stream -L"$libraries" -lcryptopp -Wl,-rpath,"$PWD/$libraries"
./stream >> seen
cat seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
PyCryptodome, byte 0  e53a61cef151e81401067de33adfc02e
PyCryptodome, byte 64 9ec20f7f90d28dae334426cecb52a8e8
Crypto++, byte 0      9ec20f7f90d28dae334426cecb52a8e8
END
