#!/usr/bin/env bash
# hashrat 1.12 (Debian 1.13-1): -a85 and -z85 write four of the five characters of each group, and the alphabet of -z85 has 9
# twice.
#
# Ascii85 and Z85 write four bytes as five digits to the base 85. hashrat leaves the last digit of every group out, so that a
# digest cannot be read back: 85 values of each four bytes look the same. In its alphabet for Z85 a second 9 stands where
# ZeroMQ's specification (32/Z85) has a, and all later characters are one place too far. With -64, the digest is whole.
#
# Output seen (MD5 of "abc", 900150983cd24fb0d6963f7d28e17f72):
#   -a85    O9&14OR$es8O.,fY
#   Ascii85 O9&1F4OR$0es8OK.,fYr
#   -z85    Jn5fiJM3^@mJca!T
#   Z85     Ko5gBjKN3f!%nKGdb/U@
#   -a85 is Ascii85 without each fifth character
#   -z85 is Z85 without each fifth character, with an alphabet that has 9 twice
. "$(dirname "$0")/common.sh"

apt-get download hashrat=1.13-1 > apt.log 2>&1
dpkg -x hashrat_*.deb root
printf abc > abc
cat > compare.py <<'CODE'
import base64
import hashlib
import subprocess

Z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"


def hashrat(function, encoding):
    command = ["root/usr/bin/hashrat", "-" + function, encoding, "-trad", "abc"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("  abc")[0]


def z85(digest):
    values = [int.from_bytes(digest[i:i + 4], "big") for i in range(0, len(digest), 4)]
    return "".join(Z85[value // 85**place % 85] for value in values for place in (4, 3, 2, 1, 0))


def without_fifth(text):
    return "".join(text[i:i + 4] for i in range(0, len(text), 5))


functions = "md5", "sha1", "sha256", "sha512"
digests = [hashlib.new(function, b"abc").digest() for function in functions]
print("-a85   ", hashrat("md5", "-a85"))
print("Ascii85", base64.a85encode(digests[0]).decode())
print("-z85   ", hashrat("md5", "-z85"))
print("Z85    ", z85(digests[0]))
if all(hashrat(f, "-a85") == without_fifth(base64.a85encode(d).decode()) for f, d in zip(functions, digests)):
    print("-a85 is Ascii85 without each fifth character")
nines = str.maketrans(Z85, Z85[:10] + Z85[9:-1])
if all(hashrat(f, "-z85") == without_fifth(z85(d)).translate(nines) for f, d in zip(functions, digests)):
    print("-z85 is Z85 without each fifth character, with an alphabet that has 9 twice")
CODE
python3 compare.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
-a85    O9&14OR$es8O.,fY
Ascii85 O9&1F4OR$0es8OK.,fYr
-z85    Jn5fiJM3^@mJca!T
Z85     Ko5gBjKN3f!%nKGdb/U@
-a85 is Ascii85 without each fifth character
-z85 is Z85 without each fifth character, with an alphabet that has 9 twice
END
