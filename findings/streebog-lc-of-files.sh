#!/usr/bin/env bash
# streebog-lc 0.2.0 (PyPI): hash512_file computes Streebog with 256 bits. hash512_bytes computes it with 512.
#
# The package has two functions for files and two for bytes. GOST R 34.11-2012 begins with other values for 256 bits than for
# 512, so that the shorter digest is not a part of the longer one. The text is the first example of RFC 6986 (10.1), whose
# digests the RFC prints with the last byte first: 486f64c1917879417f... for 512 bits, and 00557be5e584fd52a4... for 256.
# gostcrypto 1.2.5 computes both to compare with.
#
# Output seen:
#   hash256_bytes 9d151eefd8590b89daa6ba6cb74af9275dd051026bb149a452fd84e5e57b5500 Streebog-256
#   hash256_file  9d151eefd8590b89daa6ba6cb74af9275dd051026bb149a452fd84e5e57b5500 Streebog-256
#   hash512_bytes 1b54d01a4af5b9d5cc3d86d68d285462b19abc2475222f35c085122be4ba1ffa Streebog-512 (the first half)
#   hash512_file  9d151eefd8590b89daa6ba6cb74af9275dd051026bb149a452fd84e5e57b5500 Streebog-256
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install streebog-lc==0.2.0 gostcrypto==1.2.5
printf 012345678901234567890123456789012345678901234567890123456789012 > text
cat > files.py <<'CODE'
import gostcrypto
import streebog_lc

with open("text", "rb") as file:
    text = file.read()
names = {gostcrypto.gosthash.new(f"streebog{bits}", data=text).hexdigest(): f"Streebog-{bits}" for bits in (256, 512)}
for bits in (256, 512):
    for kind, argument in (("bytes", text), ("file", "text")):
        name = f"hash{bits}_{kind}"
        digest = getattr(streebog_lc, name)(argument)
        half = " (the first half)" if len(digest) > 64 else ""
        print(f"{name:13} {digest[:64]} {names[digest]}{half}")
CODE
python/bin/python files.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
hash256_bytes 9d151eefd8590b89daa6ba6cb74af9275dd051026bb149a452fd84e5e57b5500 Streebog-256
hash256_file  9d151eefd8590b89daa6ba6cb74af9275dd051026bb149a452fd84e5e57b5500 Streebog-256
hash512_bytes 1b54d01a4af5b9d5cc3d86d68d285462b19abc2475222f35c085122be4ba1ffa Streebog-512 (the first half)
hash512_file  9d151eefd8590b89daa6ba6cb74af9275dd051026bb149a452fd84e5e57b5500 Streebog-256
END
