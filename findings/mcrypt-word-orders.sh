#!/usr/bin/env bash
# libmcrypt 2.5.8 (Debian 2.5.8-7): CAST-256 with the bytes of each word reversed, and SAFER+ with the order of words.
#
# RFC 2612 reads words of CAST-256 from the highest byte on; libmcrypt reads those of the key, of the block and of the
# result from the lowest. SAFER+ is defined on bytes; libmcrypt takes the four words of four bytes of a block, and all those
# of a key, from the last to the first, where libtomcrypt 1.18.2 takes them in order. Each gives the same result when key,
# block and result are put into its order. Twofish, Serpent, CAST-128, XTEA and Rijndael are as elsewhere.
#
# Output seen (CAST-256: the first vector of RFC 2612; SAFER+: key and block of libtomcrypt's self-test):
#   CAST-256 RFC 2612    c842a08972b43d20836c91d1b7530f6b
#   CAST-256 as given    8be69de71f0900cfc47482636bdfce05
#   CAST-256 reordered   c842a08972b43d20836c91d1b7530f6b
#   SAFER+   libtomcrypt e01fb60a0cff54467f0d59f90939a5dc
#   SAFER+   as given    bef15fb9b82c998b68086e198cc24e5a
#   SAFER+   reordered   e01fb60a0cff54467f0d59f90939a5dc
. "$(dirname "$0")/common.sh"

apt-get download libmcrypt4=2.5.8-7 libmcrypt-dev=2.5.8-7 libtomcrypt1=1.18.2-6 libtomcrypt-dev=1.18.2-6 \
    libtommath1=1.2.0-6+deb12u1 libgmp10=2:6.2.1+dfsg1-1.1 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libmcrypt.so')")
cat > orders.c <<'CODE'
#include <mcrypt.h>
#include <stdio.h>
#include <tomcrypt.h>

/* Writes input to output with byte i at i ^ bytes, and each byte of word i at word i ^ words. */
static void order(const unsigned char *input, unsigned char *output, int bytes, int words) {
    for (int i = 0; i < 16; i++) output[i ^ bytes ^ (words * 4)] = input[i];
}

static void show(const char *label, const unsigned char *block) {
    printf("%s ", label);
    for (int i = 0; i < 16; i++) printf("%02x", block[i]);
    puts("");
}

static void run(const char *label, const char *name, const unsigned char *key, const unsigned char *block, int bytes,
                int words) {
    unsigned char k[16], b[16], result[16];
    order(key, k, bytes, words);
    order(block, b, bytes, words);
    MCRYPT cipher = mcrypt_module_open((char *)name, NULL, "ecb", NULL);
    mcrypt_generic_init(cipher, k, 16, NULL);
    mcrypt_generic(cipher, b, 16);
    mcrypt_generic_end(cipher);
    order(b, result, bytes, words);
    show(label, result);
}

int main(void) {
    const unsigned char cast_key[] = {0x23, 0x42, 0xbb, 0x9e, 0xfa, 0x38, 0x54, 0x2c,
                                      0x0a, 0xf7, 0x56, 0x47, 0xf2, 0x9f, 0x61, 0x5d};
    const unsigned char cast_block[16] = {0};
    const unsigned char safer_key[] = {41, 35, 190, 132, 225, 108, 214, 174, 82, 144, 73, 241, 241, 187, 233, 235};
    const unsigned char safer_block[] = {179, 166, 219, 60, 135, 12, 62, 153, 36, 94, 13, 28, 6, 183, 71, 222};
    puts("CAST-256 RFC 2612    c842a08972b43d20836c91d1b7530f6b");
    run("CAST-256 as given   ", "cast-256", cast_key, cast_block, 0, 0);
    run("CAST-256 reordered  ", "cast-256", cast_key, cast_block, 3, 0);
    symmetric_key libtomcrypt;
    unsigned char result[16];
    saferp_setup(safer_key, 16, 0, &libtomcrypt);
    saferp_ecb_encrypt(safer_block, result, &libtomcrypt);
    show("SAFER+   libtomcrypt", result);
    run("SAFER+   as given   ", "saferplus", safer_key, safer_block, 0, 0);
    run("SAFER+   reordered  ", "saferplus", safer_key, safer_block, 0, 3);
}
CODE
gcc -Iroot/usr/include orders.c -o orders -L"$libraries" -lmcrypt -ltomcrypt -Wl,-rpath-link,"$libraries"
LD_LIBRARY_PATH=$libraries ./orders | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
CAST-256 RFC 2612    c842a08972b43d20836c91d1b7530f6b
CAST-256 as given    8be69de71f0900cfc47482636bdfce05
CAST-256 reordered   c842a08972b43d20836c91d1b7530f6b
SAFER+   libtomcrypt e01fb60a0cff54467f0d59f90939a5dc
SAFER+   as given    bef15fb9b82c998b68086e198cc24e5a
SAFER+   reordered   e01fb60a0cff54467f0d59f90939a5dc
END
