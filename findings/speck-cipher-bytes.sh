#!/usr/bin/env bash
# The crate speck-cipher 0.0.1 and Crypto++ 8.7.0 read blocks and keys of Speck in opposite orders of bytes.
#
# The designers' paper prints words, the highest byte first, and the first word of a block or key last; their guide for
# implementers (2018) writes the same words into bytes from the lowest on. The crate takes the bytes as the paper prints
# them, Crypto++ as the guide writes them. Each gives the published result for the vector in its own order; a key or a
# ciphertext that is passed on as bytes has to be reversed as a whole.
#
# Output seen (the vector of Speck 64/128):
#   the guide's bytes: speck-cipher abb9ead4e845acfd, Crypto++ 8b024e4548a56f8c
#   the paper's bytes: speck-cipher 8c6fa548454e028b, Crypto++ fdac45e8d4eab9ab
. "$(dirname "$0")/common.sh"

mkdir -p rust/src
cat > rust/Cargo.toml <<'CODE'
[package]
name = "speck"
version = "0.1.0"
edition = "2021"

[dependencies]
cipher = "=0.4.4"
speck-cipher = "=0.0.1"

[workspace]
CODE
cat > rust/src/main.rs <<'CODE'
use cipher::{BlockEncrypt, KeyInit};
use speck_cipher::Speck64_128;

fn main() {
    let key = *b"\x00\x01\x02\x03\x08\x09\x0a\x0b\x10\x11\x12\x13\x18\x19\x1a\x1b";
    let block = *b"-Cutter;";
    for reversed in [false, true] {
        let (mut key, mut block) = (key, block);
        if reversed {
            key.reverse();
            block.reverse();
        }
        let mut block = block.into();
        Speck64_128::new(&key.into()).encrypt_block(&mut block);
        println!("{}", block.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    }
}
CODE
(cd rust && cargo run --quiet) > crate.out

version=8.7.0+git220824-1
apt-get download "libcrypto++-dev=$version" "libcrypto++8=$version" > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libcryptopp.so')")
cat > speck.cpp <<'CODE'
#include <cryptopp/modes.h>
#include <cryptopp/speck.h>
#include <algorithm>
#include <cstdio>
#include <cstring>

int main() {
    unsigned char key[] = {0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27}, block[8], result[8];
    std::memcpy(block, "-Cutter;", 8);
    for (int i = 0; i < 2; i++) {
        CryptoPP::ECB_Mode<CryptoPP::SPECK64>::Encryption(key, sizeof key).ProcessData(result, block, 8);
        for (unsigned char byte : result) std::printf("%02x", byte);
        std::puts("");
        std::reverse(key, key + sizeof key);
        std::reverse(block, block + 8);
    }
}
CODE
g++ -Iroot/usr/include speck.cpp -o speck -L"$libraries" -lcryptopp -Wl,-rpath,"$PWD/$libraries"
./speck > library.out
paste -d ' ' <(printf '%s\n' "the guide's bytes:" "the paper's bytes:") crate.out library.out |
    sed 's/^\(.*:\) \(.*\) \(.*\)$/\1 speck-cipher \2, Crypto++ \3/' | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
the guide's bytes: speck-cipher abb9ead4e845acfd, Crypto++ 8b024e4548a56f8c
the paper's bytes: speck-cipher 8c6fa548454e028b, Crypto++ fdac45e8d4eab9ab
END
