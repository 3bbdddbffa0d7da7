#!/usr/bin/env bash
# Crypto++ 8.7.0 (Debian 8.7.0+git220824-1): SKIPJACK takes key, block and result with their bytes reversed.
#
# The test vector that NIST printed with the algorithm (1998) is key 00998877665544332211, block 33221100ddccbbaa,
# result 2587cae27a12d300. Given these bytes in this order, Crypto++ writes something else; given key and block from the
# last byte to the first, it writes the printed result from the last byte to the first. So a file that Crypto++ encrypted
# is read by other libraries only after every block, and the key, were reversed.
#
# Output seen:
#   as printed: c3069674579678b3
#   reversed:   00d3127ae2ca8725
. "$(dirname "$0")/common.sh"

version=8.7.0+git220824-1
apt-get download "libcrypto++-dev=$version" "libcrypto++8=$version" > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libcryptopp.so')")

cat > skipjack.cpp <<'CODE'
#include <algorithm>
#include <cstdio>
#include <cryptopp/skipjack.h>

static void show(const char *label, const unsigned char (&block)[8]) {
    std::printf("%s", label);
    for (unsigned char byte : block) std::printf("%02x", byte);
    std::puts("");
}

int main() {
    unsigned char key[10] = {0x00, 0x99, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11};
    unsigned char block[8] = {0x33, 0x22, 0x11, 0x00, 0xdd, 0xcc, 0xbb, 0xaa}, result[8];
    CryptoPP::SKIPJACK::Encryption(key, sizeof key).ProcessBlock(block, result);
    show("as printed: ", result);
    std::reverse(key, key + sizeof key);
    std::reverse(block, block + sizeof block);
    CryptoPP::SKIPJACK::Encryption(key, sizeof key).ProcessBlock(block, result);
    show("reversed:   ", result);
}
CODE
g++ -Iroot/usr/include skipjack.cpp -o skipjack -L"$libraries" -lcryptopp -Wl,-rpath,"$PWD/$libraries"
./skipjack | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
as printed: c3069674579678b3
reversed:   00d3127ae2ca8725
END
