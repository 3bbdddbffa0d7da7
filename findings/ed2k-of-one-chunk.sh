#!/usr/bin/env bash
# ed2k 0.0.2.2 (PyPI): the hash of a file of less than one chunk is MD4 of MD4, and not MD4.
#
# eDonkey and eMule hash chunks of 9,728,000 bytes by MD4, and the list of the digests by MD4 again if there is more than
# one; the MD4 of a single chunk is the hash itself. The package hashes the list of one digest too. For 9,728,000 bytes and
# more it agrees with RHash 1.4.3 (Debian 1.4.3-3), also in the empty chunk that eMule adds to whole chunks. So its hash of
# a smaller file is not the one in an ed2k link.
#
# Output seen (files of bytes a; ed2k, then RHash):
#   3 bytes:        264b2c1eb35ca767ad8cc1dbd6b7f555 and 918d7099b77c7a06634c62ccaf5ebac7
#   MD4, MD4 of it: 918d7099b77c7a06634c62ccaf5ebac7 and 264b2c1eb35ca767ad8cc1dbd6b7f555
#   9727999 bytes:  d44cb69c4eecd98a804007d7f36e7031 and 5461275e76837a313a0b2f67811c1023
#   9728000 bytes:  ee15063dd1e9c5bd5c0e4205c0b8e698 and ee15063dd1e9c5bd5c0e4205c0b8e698
#   9728001 bytes:  748c0171a2d42d28afb644ef3e17f4e7 and 748c0171a2d42d28afb644ef3e17f4e7
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install ed2k==0.0.2.2 pycryptodome==4.4.0
apt-get download rhash=1.4.3-3 librhash0=1.4.3-3 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(dirname "$(find "$PWD/root" -name 'librhash.so.0')")
export LD_LIBRARY_PATH
cat > compare.py <<'CODE'
import subprocess
from pathlib import Path

from Crypto.Hash import MD4
from ed2k import ed2k_hash

for length in 3, 9_727_999, 9_728_000, 9_728_001:
    text = b"a" * length
    Path("file").write_bytes(text)
    command = ["root/usr/bin/rhash", "--ed2k", "--simple", "file"]
    rhash = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[0]
    print(f"{f'{length} bytes:':15} {ed2k_hash(text)[1]} and {rhash}")
    if length == 3:
        once = MD4.new(text)
        print("MD4, MD4 of it:", once.hexdigest(), "and", MD4.new(once.digest()).hexdigest())
CODE
python/bin/python compare.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
3 bytes:        264b2c1eb35ca767ad8cc1dbd6b7f555 and 918d7099b77c7a06634c62ccaf5ebac7
MD4, MD4 of it: 918d7099b77c7a06634c62ccaf5ebac7 and 264b2c1eb35ca767ad8cc1dbd6b7f555
9727999 bytes:  d44cb69c4eecd98a804007d7f36e7031 and 5461275e76837a313a0b2f67811c1023
9728000 bytes:  ee15063dd1e9c5bd5c0e4205c0b8e698 and ee15063dd1e9c5bd5c0e4205c0b8e698
9728001 bytes:  748c0171a2d42d28afb644ef3e17f4e7 and 748c0171a2d42d28afb644ef3e17f4e7
END
