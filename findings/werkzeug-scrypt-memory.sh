#!/usr/bin/env bash
# Werkzeug 3.1.9: scrypt with few blocks (n of 64 and less, with r = 8 and p = 1) fails for want of memory, which is there.
#
# The limit that Werkzeug passes to hashlib.scrypt is 132 n r p bytes. OpenSSL, which computes it, needs about
# 128 r (n + p + 2): for a small n, the part that does not grow with n is more than what 132 leaves above 128. So the
# smallest n that works is 128, and a string that another program made with n = 64 cannot be checked either, although
# hashlib computes the same key when the limit has room for it.
#
# Output seen:
#   n = 16: ValueError, memory limit exceeded
#   n = 64: ValueError, memory limit exceeded
#   n = 128: made, and checked
#   hashlib with n = 64 and a limit of 1 MiB: 64 bytes
#   check of that string with n = 64: ValueError, memory limit exceeded
. "$(dirname "$0")/common.sh"

python3 -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check werkzeug==3.1.9 markupsafe==3.0.3
cat >"$work/try.py" <<'PYTHON'
import hashlib
from werkzeug.security import check_password_hash, generate_password_hash

def reason(error):
    return f"{type(error).__name__}, " + ("memory limit exceeded" if "memory limit" in str(error) else str(error))

for n in (16, 64, 128):
    try:
        made = generate_password_hash("a password", f"scrypt:{n}:8:1")
        print(f"n = {n}: made, and", "checked" if check_password_hash(made, "a password") else "refused")
    except ValueError as error:
        print(f"n = {n}:", reason(error))
key = hashlib.scrypt(b"a password", salt=b"salt", n=64, r=8, p=1, maxmem=1 << 20, dklen=64)
print("hashlib with n = 64 and a limit of 1 MiB:", len(key), "bytes")
try:
    print("check of that string:", check_password_hash(f"scrypt:64:8:1$salt${key.hex()}", "a password"))
except ValueError as error:
    print("check of that string with n = 64:", reason(error))
PYTHON
"$work/env/bin/python" "$work/try.py" >"$work/seen"
cat "$work/seen"
diff - "$work/seen" <<'EXPECTED'
n = 16: ValueError, memory limit exceeded
n = 64: ValueError, memory limit exceeded
n = 128: made, and checked
hashlib with n = 64 and a limit of 1 MiB: 64 bytes
check of that string with n = 64: ValueError, memory limit exceeded
EXPECTED
