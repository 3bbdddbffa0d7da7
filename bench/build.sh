#!/bin/sh
# Builds the bench driver and every peer provider.
#   FORKY_ROOT=<root made by make-root.sh> sh build.sh
# C and C++ are compiled inside the root by chroot (so run it as root), the
# Rust providers by the cargo of this machine.  Everything built lies in
# $FORKY_ROOT/tmp/bramah-bench; nothing is written here.
set -eu
: "${FORKY_ROOT:?set FORKY_ROOT to the root that make-root.sh made}"
[ -x "$FORKY_ROOT/usr/bin/gcc" ] || { echo "build.sh: no gcc in $FORKY_ROOT: run make-root.sh first" >&2; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)
b=$FORKY_ROOT/tmp/bramah-bench
# what is there may be in use until the new is whole
rm -rf "$b/src" "$b/new"
mkdir -p "$b/new" "$b/cargo"
cp -r "$here" "$b/src"

cat > "$b/build-c.sh" <<'IN'
cd /tmp/bramah-bench/src/providers
o=/tmp/bramah-bench/new
w="-Wall -Wextra"
gcc -O2 $w ../bench.c -o $o/bench -ldl -lm || exit 1
cc() { n=$1; shift; gcc -O2 -fPIC -shared $w -Wno-deprecated-declarations -o "$o/$n.so" "$@" || echo "skipped $n"; }
cc openssl openssl.c -lcrypto
cc gostprov -DGOST openssl.c -lcrypto
cc gcrypt gcrypt.c -lgcrypt
cc nettle nettle.c -lnettle
cc sodium sodium.c -lsodium
cc tomcrypt tomcrypt.c -ltomcrypt
cc argon2 argon2.c -largon2
cc scrypt scrypt.c -lscrypt
cc b2 b2.c -lb2
cc blake3 blake3.c -lblake3
cc rhash rhash.c -lrhash
cc mcrypt mcrypt.c -lmcrypt
cc ipsecmb ipsecmb.c -lIPSec_MB
cc ippcp ippcp.c -lippcp
cxx() { n=$1; shift; g++ -std=c++20 -O2 -fPIC -shared -Wall -Wno-deprecated-declarations -o "$o/$n.so" "$@" || echo "skipped $n"; }
cxx cryptopp cryptopp.cc -lcryptopp &
cxx botan -I/usr/include/botan-3 botan.cc -lbotan-3
wait
dpkg-query -W -f '${Package} ${Version}\n' libssl-dev libengine-gost-openssl \
    libgcrypt20-dev libbotan-3-dev libcrypto++-dev nettle-dev libsodium-dev \
    libtomcrypt-dev libipsec-mb-dev libippcp-dev libargon2-dev libscrypt-dev libb2-dev \
    libblake3-dev librhash-dev libmcrypt-dev gcc >$o/versions.txt
IN
chroot "$FORKY_ROOT" sh /tmp/bramah-bench/build-c.sh

swap() { rm -rf "$b/out"; mv "$b/new" "$b/out"; }
command -v cargo >/dev/null || { echo "no cargo: the Rust providers are left out"; swap; exit 0; }
cd "$b/src/providers/rust"
# the newest versions the first time, the same ones after that
[ ! -e "$b/Cargo.lock" ] || cp "$b/Cargo.lock" .
rust() { # target directory, so, crate
    CARGO_TARGET_DIR=$b/cargo/$1 cargo build --release -q -p "$3" &&
        cp "$b/cargo/$1/release/lib$(echo "$3" | tr - _).so" "$b/new/$2.so" ||
        echo "skipped $2"
}
crates="rustcrypto rust-simd aws-lc ring-crate graviola-crate aegis-crate"
for c in $crates; do
    rust generic "$c" "$c"
done
cp Cargo.lock "$b/Cargo.lock"
for c in $crates; do
    cargo tree -q -p "$c" --depth 1 --prefix depth -e normal | sed -n 's/^1\([^ ]* v[^ ]*\).*/\1/p'
done | sort -u >>"$b/new/versions.txt"
rustc --version >>"$b/new/versions.txt"
# once more for this very machine, as a Rust user can
RUSTFLAGS='-C target-cpu=native --cfg chacha20_avx512'
export RUSTFLAGS
for c in rustcrypto rust-simd; do
    rust native "$c-native" "$c"
done
swap
