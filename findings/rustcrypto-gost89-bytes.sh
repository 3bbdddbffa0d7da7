#!/usr/bin/env bash
# The crate magma 0.9.0: its types for GOST 28147-89 (Gost89Test, Gost89CryptoProA and others) read keys and blocks in the
# byte order of Magma, and not in that of GOST 28147-89.
#
# GOST R 34.12-2015 reads a block and a key from the highest byte on; GOST 28147-89, as RFC 5830 has it, from the lowest.
# The crate changes the S-boxes of Magma only. So its Gost89Test and libgcrypt 1.10.1's GCRY_CIPHER_GOST28147, which has
# the same S-boxes by default, give different results. They agree when the bytes of the block, those of each word of the
# key and those of the result are put in the opposite order.
#
# Output seen (key 00..1f, block 00..07):
#   magma     546854d2463f2c8a
#   libgcrypt d48f98745d38b9d2
#   magma, with the bytes in the opposite order: d48f98745d38b9d2
. "$(dirname "$0")/common.sh"

version=1.10.1-3+deb12u1
apt-get download "libgcrypt20-dev=$version" "libgcrypt20=$version" libgpg-error-dev=1.46-1 libgpg-error0=1.46-1 \
    > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libgcrypt.so')")
shared=$(dirname "$(find root -name 'libgpg-error.so.0')")
cat > block.c <<'CODE'
#include <gcrypt.h>
#include <stdio.h>

int main(void) {
    unsigned char key[32], block[8];
    gcry_cipher_hd_t cipher;
    for (int i = 0; i < 32; i++) key[i] = i;
    for (int i = 0; i < 8; i++) block[i] = i;
    gcry_check_version(NULL);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    gcry_cipher_open(&cipher, GCRY_CIPHER_GOST28147, GCRY_CIPHER_MODE_ECB, 0);
    gcry_cipher_setkey(cipher, key, sizeof key);
    gcry_cipher_encrypt(cipher, block, sizeof block, NULL, 0);
    printf("libgcrypt ");
    for (int i = 0; i < 8; i++) printf("%02x", block[i]);
    puts("");
}
CODE
gcc -I"$(dirname "$(find root -name gcrypt.h)")" -I"$(dirname "$(find root -name gpg-error.h)")" block.c -o block \
    -L"$libraries" -L"$shared" -lgcrypt -lgpg-error -Wl,-rpath,"$PWD/$libraries:$PWD/$shared"

mkdir -p rust/src
cat > rust/Cargo.toml <<'CODE'
[package]
name = "gost89"
version = "0.1.0"
edition = "2021"

[dependencies]
magma = "=0.9.0"

[workspace]
CODE
cat > rust/src/main.rs <<'CODE'
use magma::{
    Gost89Test,
    cipher::{BlockEncrypt, KeyInit},
};

fn encrypt(key: &[u8], block: &[u8]) -> Vec<u8> {
    let mut block = *magma::cipher::Block::<Gost89Test>::from_slice(block);
    Gost89Test::new_from_slice(key).unwrap().encrypt_block(&mut block);
    block.to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn main() {
    let (key, block): (Vec<u8>, Vec<u8>) = ((0..32).collect(), (0..8).collect());
    println!("magma     {}", hex(&encrypt(&key, &block)));
    let words: Vec<u8> = key.chunks(4).flat_map(|word| word.iter().rev().copied()).collect();
    let back: Vec<u8> = block.into_iter().rev().collect();
    let result: Vec<u8> = encrypt(&words, &back).into_iter().rev().collect();
    println!("magma, with the bytes in the opposite order: {}", hex(&result));
}
CODE
(cd rust && cargo run --quiet) > rust.out
{ sed -n 1p rust.out; ./block; sed -n 2p rust.out; } | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
magma     546854d2463f2c8a
libgcrypt d48f98745d38b9d2
magma, with the bytes in the opposite order: d48f98745d38b9d2
END
