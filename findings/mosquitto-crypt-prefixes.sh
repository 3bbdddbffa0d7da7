#!/usr/bin/env bash
# Mosquitto 2.0.11 (Debian 2.0.11-1.2+deb12u2): $6$ and $7$ in its password files are not those of crypt(3).
#
# In crypt(3), $6$ is SHA-512-crypt and $7$ is scrypt. mosquitto_passwd writes $6$SALT$HASH for SHA-512 of password and salt,
# once, and $7$101$SALT$HASH, which is its default, for PBKDF2 with HMAC-SHA-512 and 101 iterations. Both have base64 of RFC
# 4648, the salt is the decoded one. So crypt(3) takes the first for a string of its own, reports no error, and gives another;
# the second it refuses. Whoever imports accounts must not choose the algorithm by the prefix.
#
# Output seen (the prefix; bytes of salt and hash; whether hashlib computes the hash; what crypt(3) of libxcrypt makes of it):
#   -H sha512        $6$     12 64 SHA-512 of password and salt       another string with $6$
#   -H sha512-pbkdf2 $7$101$ 12 64 PBKDF2-HMAC-SHA-512 of 101 rounds  refused
. "$(dirname "$0")/common.sh"

apt-get download mosquitto=2.0.11-1.2+deb12u2 libcrypt1=1:4.4.33-2 > apt.log 2>&1
for package in *.deb; do dpkg-deb -x "$package" root; done
cat > prefixes.py <<'CODE'
import base64
import ctypes
import glob
import hashlib
import os
import subprocess

crypt = ctypes.CDLL(os.path.abspath(glob.glob("root/**/libcrypt.so.1", recursive=True)[0])).crypt
crypt.restype = ctypes.c_char_p
for name in ("sha512", "sha512-pbkdf2"):
    with open(os.open("passwords", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w"):
        pass
    subprocess.run(["root/usr/bin/mosquitto_passwd", "-H", name, "-b", "passwords", "user", "example"], check=True)
    user, text = open("passwords").read().strip().split(":")
    fields = text.split("$")
    salt, hashed = base64.b64decode(fields[-2], validate=True), base64.b64decode(fields[-1], validate=True)
    if hashed == hashlib.sha512(b"example" + salt).digest():
        what = "SHA-512 of password and salt"
    elif len(fields) == 5 and hashed == hashlib.pbkdf2_hmac("sha512", b"example", salt, int(fields[2])):
        what = f"PBKDF2-HMAC-SHA-512 of {fields[2]} rounds"
    else:
        what = "something else"
    result = (crypt(b"example", text.encode()) or b"*0").decode()
    result = "the same" if result == text else "refused" if result.startswith("*") else "another string with " + result[:3]
    print(f"-H {name:13} {'$'.join(fields[:-2])+'$':7} {len(salt)} {len(hashed)} {what:34} {result}")
CODE
python3 prefixes.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
-H sha512        $6$     12 64 SHA-512 of password and salt       another string with $6$
-H sha512-pbkdf2 $7$101$ 12 64 PBKDF2-HMAC-SHA-512 of 101 rounds  refused
END
