#!/bin/sh
# Makes the Debian root that holds the peers and the tools of cli.py: as root, from Debian packages
# alone, about a minute and 1 GB.
#   sh make-root.sh ROOT
# SUITE chooses another suite than forky.  Running it again adds what is missing.
set -eu
[ $# -eq 1 ] || { echo "usage: make-root.sh ROOT" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "make-root.sh: run as root (debootstrap and chroot need it)" >&2; exit 1; }
mkdir -p "$1"
r=$(cd "$1" && pwd)
suite=${SUITE:-forky}
log=$r.log
: >"$log"
trap '[ $? -eq 0 ] || { tail -n 20 "$log" >&2; echo "make-root.sh: failed; the whole log is $log" >&2; }' EXIT
apt="apt-get -q -y -o DPkg::Lock::Timeout=300"

if ! command -v debootstrap >/dev/null; then
    { $apt update && $apt install debootstrap; } >>"$log" 2>&1
fi
# an older debootstrap does not know the suite by name
scripts=/usr/share/debootstrap/scripts
[ -e "$scripts/$suite" ] || ln -s sid "$scripts/$suite"
[ -x "$r/usr/bin/apt-get" ] ||
    debootstrap --variant=minbase --include=ca-certificates "$suite" "$r" >>"$log" 2>&1
# a mirror's index may be past its date; signatures are still checked
cat >"$r/etc/apt/apt.conf.d/99bench" <<X
Acquire::Check-Valid-Until "false";
APT::Install-Recommends "false";
Acquire::Languages "none";
X
cp -L /etc/resolv.conf "$r/etc/resolv.conf"
chroot "$r" $apt update >>"$log" 2>&1
chroot "$r" env DEBIAN_FRONTEND=noninteractive $apt install gcc g++ libc6-dev \
    libssl-dev openssl-provider-legacy libengine-gost-openssl libgcrypt20-dev \
    libbotan-3-dev libcrypto++-dev nettle-dev libsodium-dev libtomcrypt-dev \
    libipsec-mb-dev libippcp-dev libargon2-dev libscrypt-dev libb2-dev libblake3-dev \
    librhash-dev libmcrypt-dev b3sum rhash openssl hashdeep time >>"$log" 2>&1
echo "peers are in $r"
