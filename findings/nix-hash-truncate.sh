#!/usr/bin/env bash
# Nix 2.8.0 (Debian nix-bin 2.8.0-1.1+b1): nix-hash --truncate does not truncate; it folds a digest to 160 bits by XOR.
#
# The manual says: truncate hashes longer than 160 bits (such as SHA-256) to 160 bits. Bytes 20 to 31 of SHA-256 are not left
# out, but added to bytes 0 to 11 by XOR, and so are all 64 bytes of SHA-512. Without --truncate, nix-hash prints what
# coreutils 9.1 prints. The paths of Nix's store have digests that are folded so, which is why the option is there.
#
# Output seen (of abc: SHA-256 and SHA-512, cut to 160 bits; nix-hash --truncate; the fold by the function below):
#   sha256 cut    ba7816bf8f01cfea414140de5dae2223b00361a3
#   sha256 nix    2c6f6c233b11308bb34155735dae2223b00361a3
#   sha256 folded 2c6f6c233b11308bb34155735dae2223b00361a3
#   sha512 cut    ddaf35a193617abacc417349ae20413112e6fa4e
#   sha512 nix    c7f0d3bf3a017fe1c259e4f0eb8e30151f33f2a9
#   sha512 folded c7f0d3bf3a017fe1c259e4f0eb8e30151f33f2a9
. "$(dirname "$0")/common.sh"

apt-get download nix-bin=2.8.0-1.1+b1 coreutils=9.1-1 \
    libboost-context1.74.0=1.74.0+ds1-21 libcpuid16=0.6.2+repack1-1 libgc1=1:8.2.2-3 > apt.log 2>&1
for package in *.deb; do dpkg-deb -x "$package" root; done
printf 'abc' > text
cat > fold.py <<'CODE'
import os
import subprocess

LIBRARIES = os.path.abspath("root/usr/lib/nix") + ":" + os.path.abspath("root/usr/lib/x86_64-linux-gnu")


def nix(*options):
    environment = dict(os.environ, LD_LIBRARY_PATH=LIBRARIES)
    command = ["root/usr/bin/nix-hash", "--flat", *options, "text"]
    return subprocess.check_output(command, env=environment, text=True).strip()


for name in ("sha256", "sha512"):
    digest = subprocess.check_output([f"root/usr/bin/{name}sum", "text"], text=True).split()[0]
    assert nix("--type", name) == digest
    folded = bytearray(20)
    for at, byte in enumerate(bytes.fromhex(digest)):
        folded[at % 20] ^= byte
    print(name, "cut   ", digest[:40])
    print(name, "nix   ", nix("--truncate", "--type", name))
    print(name, "folded", folded.hex())
CODE
python3 fold.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
sha256 cut    ba7816bf8f01cfea414140de5dae2223b00361a3
sha256 nix    2c6f6c233b11308bb34155735dae2223b00361a3
sha256 folded 2c6f6c233b11308bb34155735dae2223b00361a3
sha512 cut    ddaf35a193617abacc417349ae20413112e6fa4e
sha512 nix    c7f0d3bf3a017fe1c259e4f0eb8e30151f33f2a9
sha512 folded c7f0d3bf3a017fe1c259e4f0eb8e30151f33f2a9
END
