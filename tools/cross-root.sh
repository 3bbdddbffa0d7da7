#!/bin/bash
# Makes a Debian root that holds a Rust cross-compiler and emulators for tools/cross-test.sh.
#
#   tools/cross-root.sh ROOT        as root; needs only Debian's packages; 2 to 3 minutes, 4 GB
#   SUITE=forky tools/cross-root.sh ROOT
#
# The suite must be recent: QEMU supports SHA-NI only from version 8.2 on.
set -euo pipefail

[ $# -eq 1 ] || { sed -n '2,7p' "$0" | cut -c3-; exit 2; }
suite=${SUITE:-forky}
root=$(mkdir -p "$1" && cd "$1" && pwd)
[ -e "$root/.complete" ] && exit 0

say() { echo "cross-root: $* (${SECONDS} s)"; }

if ! command -v debootstrap >/dev/null; then
    apt-get -q update >/dev/null
    apt-get -q -y install debootstrap >/dev/null
fi
# An older debootstrap does not know the name of the suite, but all recent suites are installed in the same way.
scripts=/usr/share/debootstrap/scripts
[ -e "$scripts/$suite" ] || ln -s sid "$scripts/$suite"

log=$root.log
[ -x "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" >"$log" 2>&1
say "base system"

# The index of a mirror may be out of date; its signature is checked nevertheless.
cat >"$root/etc/apt/apt.conf.d/99cross" <<'EOF'
Acquire::Check-Valid-Until "false";
Acquire::Languages "none";
APT::Install-Recommends "false";
EOF
cat >"$root/etc/dpkg/dpkg.cfg.d/99cross" <<'EOF'
path-exclude=/usr/share/doc/*
path-exclude=/usr/share/man/*
path-exclude=/usr/share/locale/*
force-unsafe-io
EOF
cp -L /etc/resolv.conf "$root/etc/resolv.conf"

foreign="arm64 i386 s390x armhf"
for arch in $foreign; do chroot "$root" dpkg --add-architecture "$arch"; done
chroot "$root" apt-get -q update >>"$log" 2>&1
chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get -q -y install \
    rustc cargo gcc libc6-dev qemu-user nodejs lld libstd-rust-dev-wasm32 \
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross \
    gcc-i686-linux-gnu libc6-dev-i386-cross \
    gcc-s390x-linux-gnu libc6-dev-s390x-cross \
    gcc-arm-linux-gnueabihf libc6-dev-armhf-cross >>"$log" 2>&1
say "compilers and emulators"

# Only the libraries are extracted from the foreign packages; installing a package would also install a foreign LLVM.
for arch in $foreign; do
    chroot "$root" sh -ec "cd /tmp && apt-get -q download libstd-rust-dev:$arch &&
        dpkg-deb --fsys-tarfile libstd-rust-dev_*_$arch.deb | tar -x -C / --wildcards './usr/lib/rustlib/*' &&
        rm -f libstd-rust-dev_*_$arch.deb" >>"$log" 2>&1
done
chroot "$root" apt-get clean
touch "$root/.complete"
say "Rust's library for: $(ls "$root/usr/lib/rustlib" | grep -e - | tr '\n' ' ')"
