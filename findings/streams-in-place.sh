#!/usr/bin/env bash
# Crypto++ 8.7.0 (Debian 8.7.0+git220824-1): HC-128, HC-256 and Rabbit in place replace the text by zeros.
#
# ProcessData may be given the same memory for input and output, as for Salsa20 or AES in CTR. These three write their
# keystream to the output first and add the input then, which by that time is the keystream. So every whole group of the
# cipher (16 bytes, of HC-128 64) becomes zeros, whatever key and text are, and the text is lost; only the bytes after the
# last whole group are right. With separate memory, all are right.
#
# Output seen (100 bytes; "equal" is to the ciphertext in separate memory):
#   Salsa20 equal, 0 bytes are zero
#   HC-128  not equal, 64 bytes are zero
#   HC-256  not equal, 96 bytes are zero
#   Rabbit  not equal, 96 bytes are zero
. "$(dirname "$0")/common.sh"

version=8.7.0+git220824-1
apt-get download "libcrypto++-dev=$version" "libcrypto++8=$version" > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libcryptopp.so')")
cat > place.cpp <<'CODE'
#include <cryptopp/hc128.h>
#include <cryptopp/hc256.h>
#include <cryptopp/rabbit.h>
#include <cryptopp/salsa.h>
#include <algorithm>
#include <cstdio>
#include <cstring>

template <class Cipher>
static void run(const char *name, int key_length, int iv_length) {
    unsigned char key[32], iv[32], text[100], apart[100];
    for (int i = 0; i < 32; i++) key[i] = iv[i] = i + 1;
    for (int i = 0; i < 100; i++) text[i] = i;
    typename Cipher::Encryption first, second;
    first.SetKeyWithIV(key, key_length, iv, iv_length);
    second.SetKeyWithIV(key, key_length, iv, iv_length);
    first.ProcessData(apart, text, sizeof text);
    second.ProcessData(text, text, sizeof text);
    std::printf("%-7s %s, %d bytes are zero\n", name, std::memcmp(apart, text, sizeof text) ? "not equal" : "equal",
                (int)std::count(text, text + sizeof text, 0));
}

int main() {
    run<CryptoPP::Salsa20>("Salsa20", 32, 8);
    run<CryptoPP::HC128>("HC-128", 16, 16);
    run<CryptoPP::HC256>("HC-256", 32, 32);
    run<CryptoPP::RabbitWithIV>("Rabbit", 16, 8);
}
CODE
g++ -Iroot/usr/include place.cpp -o place -L"$libraries" -lcryptopp -Wl,-rpath,"$PWD/$libraries"
./place | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
Salsa20 equal, 0 bytes are zero
HC-128  not equal, 64 bytes are zero
HC-256  not equal, 96 bytes are zero
Rabbit  not equal, 96 bytes are zero
END
