#!/usr/bin/env bash
# gostcrypto 1.2.5: Streebog hashes the beginning of a block twice if a piece of the text ends where that block ends.
#
# update keeps the rest of a block for the next call, and does not let go of it when the next piece fills the block exactly.
# So the digest is another than that of the whole text, whose pieces the documentation of update allows to be of any size.
# Pieces of whole blocks are right, and so are pieces of which none fills a block that another began. RHash 1.4.3 (Debian
# 1.4.3-3) is the one to compare with.
#
# Output seen (Streebog-256 of 00, 01, 02 and so on):
#    63 bytes: whole right, by 64 right, by 32 right, by 7 right
#    64 bytes: whole right, by 64 right, by 32 3fc8f18a, by 7 7ce566fd
#    65 bytes: whole right, by 64 right, by 32 052d13b6, by 7 right
#   128 bytes: whole right, by 64 right, by 32 eb47fff0, by 7 3f963f59
#   129 bytes: whole right, by 64 right, by 32 2c5f7435, by 7 right
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install gostcrypto==1.2.5
apt-get download rhash=1.4.3-3 librhash0=1.4.3-3 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(dirname "$(find "$PWD/root" -name 'librhash.so.0')")
export LD_LIBRARY_PATH
cat > pieces.py <<'CODE'
import subprocess
from pathlib import Path

from gostcrypto import gosthash

for length in 63, 64, 65, 128, 129:
    text = bytes(range(length))
    Path("file").write_bytes(text)
    command = ["root/usr/bin/rhash", "--gost12-256", "--simple", "file"]
    right = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[0]
    digests = []
    for size in length, 64, 32, 7:
        function = gosthash.new("streebog256")
        for i in range(0, length, size):
            function.update(bytearray(text[i:i + size]))
        digests.append(function.hexdigest())
    words = [digest[:8] if digest != right else "right" for digest in digests]
    print(f"{length:3} bytes: whole {words[0]}, by 64 {words[1]}, by 32 {words[2]}, by 7 {words[3]}")
CODE
python/bin/python pieces.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
 63 bytes: whole right, by 64 right, by 32 right, by 7 right
 64 bytes: whole right, by 64 right, by 32 3fc8f18a, by 7 7ce566fd
 65 bytes: whole right, by 64 right, by 32 052d13b6, by 7 right
128 bytes: whole right, by 64 right, by 32 eb47fff0, by 7 3f963f59
129 bytes: whole right, by 64 right, by 32 2c5f7435, by 7 right
END
