#!/usr/bin/env bash
# minisign 0.11 (Debian 0.11-1): a secret key that -W leaves unencrypted says in its first line that it is encrypted, and its
# checksum is zeros.
#
# The two bytes after the algorithm tell how the key is encrypted: `Sc` for scrypt, and zeros for -W. The last 32 bytes are
# the BLAKE2b checksum of number and key, which is computed for encrypted keys alone. A reader that believes the comment asks for
# a passphrase in vain, and one that compares the checksum of every key refuses this one.
#
# Output seen:
#   untrusted comment: minisign encrypted secret key
#   encryption 0000, checksum 0000000000000000000000000000000000000000000000000000000000000000
. "$(dirname "$0")/common.sh"

apt-get download minisign=0.11-1 libsodium23=1.0.18-1+deb12u1 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(dirname "$(find "$PWD/root" -name 'libsodium.so.23')")
export LD_LIBRARY_PATH
root/usr/bin/minisign -G -W -p public -s secret > made.log
{
    head -n 1 secret
    bytes=$(sed -n 2p secret | base64 -d | od -An -v -tx1 | tr -d ' \n')
    echo "encryption ${bytes:4:4}, checksum ${bytes: -64}"
} | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
untrusted comment: minisign encrypted secret key
encryption 0000, checksum 0000000000000000000000000000000000000000000000000000000000000000
END
