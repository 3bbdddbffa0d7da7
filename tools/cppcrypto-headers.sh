#!/bin/bash
# Writes headers with the names of cppcrypto 0.12, each of which includes bramah/cppcrypto.hpp. They are for programs
# that include <cppcrypto/sha256.h>, or "sha256.h" with the folder in the include path.
#
#   tools/cppcrypto-headers.sh INCLUDE
#
# INCLUDE is the folder that contains bramah/cppcrypto.hpp; the headers are written to bramah/compat/cppcrypto in it.
set -euo pipefail
to=$1/bramah/compat/cppcrypto
names="anubis argon2 aria blake blake2 block_cipher camellia cast6 cbc cppcrypto crypto_hash ctr groestl hmac jh kalyna kupyna \
    kuznyechik mars md5 pbkdf2 rijndael scrypt serpent sha1 sha256 sha3 sha512 skein1024 skein256 skein512 sm3 sm4 streebog \
    threefish twofish whirlpool"
mkdir -p "$to"
for name in $names; do
    guard=BRAMAH_COMPAT_CPPCRYPTO_$(echo "$name" | tr '[:lower:]' '[:upper:]')_H
    printf '%s\n' "/* The header $name.h of cppcrypto 0.12: the interface as a whole. */" \
        "#ifndef $guard" "#define $guard" '#include "../../cppcrypto.hpp"' '#endif' >"$to/$name.h"
    chmod 644 "$to/$name.h"
done
