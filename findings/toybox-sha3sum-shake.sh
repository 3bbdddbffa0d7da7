#!/usr/bin/env bash
# toybox 0.8.9 (Debian 0.8.9+dfsg-1): sha3sum -S computes a SHAKE function of NIST's for -a 128 and -a 256 only. Without
# -a, and with 512, it computes functions that FIPS 202 does not have.
#
# The number after -a chooses both the capacity, twice as many bits, and the length of the result. FIPS 202 has SHAKE with
# the capacities 256 and 512. The default of 224 bits gives a sponge with the padding of SHAKE and the capacity 448, so
# that `sha3sum -S` of "abc" is a beginning of neither SHAKE128 nor SHAKE256 of "abc"; -a 512 has the capacity 1024. Python's
# hashlib computes the two standard functions to compare with.
#
# Output seen:
#   -S        4a3f19e02937ee92dc04e83d82b8bfa8d15945296db48e52dc32889c neither
#   -S -a 128 5881092dd818bf5cf8a3ddb793fbcba7 shake_128
#   -S -a 256 483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739 shake_256
#   -S -a 512 72c6b83fd487efa24eff9ec9e7a0e26043dbc48f73237d8a neither
. "$(dirname "$0")/common.sh"

apt-get download toybox=0.8.9+dfsg-1 > apt.log 2>&1
dpkg -x toybox_*.deb root
toybox=root/bin/toybox
printf abc > abc

cat > which.py <<'CODE'
import hashlib
import sys

options, seen = sys.argv[1:]
names = [name for name in ("shake_128", "shake_256") if hashlib.new(name, b"abc").hexdigest(len(seen) // 2) == seen]
print(f"{options:9}", seen if len(seen) < 128 else seen[:48], *names or ["neither"])
CODE
for options in "-S" "-S -a 128" "-S -a 256" "-S -a 512"; do
    # shellcheck disable=SC2086
    python3 which.py "$options" "$("$toybox" sha3sum -b $options abc)"
done | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
-S        4a3f19e02937ee92dc04e83d82b8bfa8d15945296db48e52dc32889c neither
-S -a 128 5881092dd818bf5cf8a3ddb793fbcba7 shake_128
-S -a 256 483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739 shake_256
-S -a 512 72c6b83fd487efa24eff9ec9e7a0e26043dbc48f73237d8a neither
END
