#!/usr/bin/env bash
# Open Source Tripwire 2.4.3.7 (Debian 2.4.3.7-4+b15): the base64 of siggen is a number in base 64; decoders give other bytes.
#
# The manual says "base64 notation". Base64 (RFC 4648) divides the bits from the left and fills the last digit with zeros; siggen
# divides them from the right and fills the first digit, as in a number. The alphabet is that of RFC 4648, so a decoder takes the
# digits without an error (once "=" is appended, which siggen leaves out), and gives bytes that are shifted by 4 bits or 2. Read
# as a number, the digits give the digest of siggen -h, which coreutils 9.1 confirms.
#
# Output seen (of abc: siggen, the same by RFC 4648, what a decoder of RFC 4648 makes of siggen's):
#   CRC32 BIqnii                      SKp4og==                     048aa78a
#   MD5   CQAVCYPNJPsNaWP30o4X9y      kAFQmDzST7DWlj99KOF/cg==     0900150983cd24fb0d6963f7d28e17f7
#   SHA   KmZPjZHBoFquj4lcXhQwmyc0Nid qZk+NkcGgWq6PiVxeFDCbJzQ2J0= 2a664f8d91c1a05aae8f895c5e14309b27343627
. "$(dirname "$0")/common.sh"

apt-get download tripwire=2.4.3.7-4+b15 coreutils=9.1-1 > apt.log 2>&1
for package in *.deb; do dpkg-deb -x "$package" root; done
printf 'abc' > text
cat > digits.py <<'CODE'
import base64
import string
import subprocess

ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"


def run(*command):
    return subprocess.check_output(command, text=True).split()[0]


for name, option, tool in (("CRC32", "-C", "cksum"), ("MD5", "-M", "md5sum"), ("SHA", "-S", "sha1sum")):
    digits = run("root/usr/sbin/siggen", "-t", option, "text")
    digest = run("root/usr/sbin/siggen", "-t", "-h", option, "text")
    assert int(digest, 16) == int(run("root/usr/bin/" + tool, "text"), 10 if tool == "cksum" else 16)
    number = 0
    for digit in digits:
        number = number * 64 + ALPHABET.index(digit)
    assert number == int(digest, 16)
    decoded = base64.b64decode(digits + "=" * (-len(digits) % 4), validate=True)
    print(f"{name:5} {digits:27} {base64.b64encode(bytes.fromhex(digest)).decode():28} {decoded.hex()}")
CODE
python3 digits.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
CRC32 BIqnii                      SKp4og==                     048aa78a
MD5   CQAVCYPNJPsNaWP30o4X9y      kAFQmDzST7DWlj99KOF/cg==     0900150983cd24fb0d6963f7d28e17f7
SHA   KmZPjZHBoFquj4lcXhQwmyc0Nid qZk+NkcGgWq6PiVxeFDCbJzQ2J0= 2a664f8d91c1a05aae8f895c5e14309b27343627
END
