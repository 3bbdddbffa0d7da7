#!/usr/bin/env bash
# hashrat 1.12 (Debian 1.13-1): -sha512 -hmac computes HMAC with a block of 64 bytes, and SHA-512 has one of 128.
#
# RFC 2104 fills the key up to the block of the hash function. hashrat fills it up to 64 bytes for all its functions, which
# is right for MD5, SHA-1 and SHA-256, so that its HMAC-SHA-512 is a function that other programs do not compute. Python's
# hmac is the one to compare with.
#
# Output seen (key "key", file "abc"; the first 8 bytes):
#   md5       equal
#   sha1      equal
#   sha256    equal
#   sha512    hashrat c124dcc44a49b11b, Python 3926a207c8c42b0c, a block of 64 c124dcc44a49b11b
. "$(dirname "$0")/common.sh"

apt-get download hashrat=1.13-1 > apt.log 2>&1
dpkg -x hashrat_*.deb root
printf abc > abc
cat > compare.py <<'CODE'
import hashlib
import hmac
import subprocess

key, message = b"key", b"abc"


def with_block(name, size):
    block = key.ljust(size, b"\0")
    inner = hashlib.new(name, bytes(byte ^ 0x36 for byte in block) + message).digest()
    return hashlib.new(name, bytes(byte ^ 0x5C for byte in block) + inner).hexdigest()


for name in "md5", "sha1", "sha256", "sha512":
    command = ["root/usr/bin/hashrat", "-" + name, "-hmac", "key", "-trad", "abc"]
    seen = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[0]
    right = hmac.new(key, message, name).hexdigest()
    assert with_block(name, hashlib.new(name).block_size) == right
    if seen == right:
        print(f"{name:9} equal")
    else:
        print(f"{name:9} hashrat {seen[:16]}, Python {right[:16]}, a block of 64 {with_block(name, 64)[:16]}")
CODE
python3 compare.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
md5       equal
sha1      equal
sha256    equal
sha512    hashrat c124dcc44a49b11b, Python 3926a207c8c42b0c, a block of 64 c124dcc44a49b11b
END
