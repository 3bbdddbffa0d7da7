#!/bin/bash
# Runs a Linux program on an emulated x86-64 processor with AVX-512 (F, BW, DQ, VL, CD, VBMI, VBMI2, IFMA,
# BITALG, VPOPCNTDQ), GFNI, VAES, VPCLMULQDQ and SHA, for machines whose own processor lacks them.
#
#   tools/emulate.sh PROGRAM [ARGUMENTS]      prints the program's output, and exits with its status
#   tools/emulate.sh --setup                  only prepares the emulator (also done on first use; takes about 3 minutes)
#   CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=tools/emulate.sh cargo test --target x86_64-unknown-linux-gnu
#
# EMULATE_DIR      where the emulator and the guest's kernel are kept (default: target/emulate)
# EMULATE_FILES    files and directories that the program reads; they are copied to the same paths in the guest
# EMULATE_MODEL    the processor model of Bochs: corei3_cnl with additions by default; corei7_skylake_x, corei7_haswell_4770, ryzen...
# EMULATE_MEMORY   the memory of the guest in MiB (default: 1024)
# EMULATE_TIMEOUT  the time limit in seconds (default: 7200); the status is 124 after it
# EMULATE_LOG      a file for the guest kernel's messages (slower)
#
# The shared libraries to which a program is linked are copied with it. The variables BRAMAH_*, RUST_* and CARGO_* are
# passed to the guest. The script needs a Debian machine with g++, make and xorriso, and no root rights: everything else
# is fetched as Debian packages.
#
# Bochs is built from Debian's source, because Debian's own build includes the debugger, which halves the speed. The
# default is the Cannon Lake model with later extensions added: Linux does not start on the Ice Lake, Tiger Lake and
# Sapphire Rapids models of Bochs 3.0.
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
dir=${EMULATE_DIR:-$here/../target/emulate}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
suite=trixie

fail() { echo "emulate: $*" >&2; exit 1; }

setup() {
    local need missing=
    for need in g++ make xorriso cpio dpkg-deb apt-get; do command -v "$need" >/dev/null || missing+=" $need"; done
    [ -z "$missing" ] || fail "install first:$missing"
    echo "emulate: making ready in $dir (once; some minutes)" >&2
    local apt=$dir/apt
    rm -rf "$apt" "$dir/unpacked" "$dir/source"
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/parts" "$dir/unpacked" "$dir/source"
    local signed="signed-by=/usr/share/keyrings/debian-archive-keyring.gpg" url
    # the Debian archive that this machine uses, found by the label of its index; not the security archive or another
    # one
    url=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 'Label: Debian' | sed -n 1p)
    [ -n "$url" ] || fail "apt knows no archive: run apt-get update"
    printf '%s\n' "deb [$signed arch=amd64] $url $suite main" "deb-src [$signed] $url $suite main" >"$apt/sources.list"
    : >"$apt/status"
    # Separate settings, so that the machine's packages and sources are neither used nor changed.
    local options=(-q -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o Dir::Etc::parts="$apt/parts" -o "Dir::State::lists=$apt/lists" -o "Dir::State::status=$apt/status"
        -o "Dir::Cache=$apt/cache" -o Acquire::Check-Valid-Until=false -o Acquire::Languages=none
        -o APT::Sandbox::User= -o APT::Architecture=amd64 -o APT::Architectures=amd64)
    apt-get "${options[@]}" update
    local kernel
    kernel=$(apt-cache "${options[@]}" depends linux-image-cloud-amd64 | sed -n 's/^ *Depends: \(linux-image-[^ ]*\)$/\1/p' | head -1)
    [ -n "$kernel" ] || fail "no kernel package found"
    (cd "$apt" && apt-get "${options[@]}" download "$kernel" isolinux syslinux-common bochsbios vgabios)
    local package
    for package in "$apt"/*.deb; do dpkg-deb -x "$package" "$dir/unpacked"; done
    # Only the archive is fetched: some mirrors lack the description with which "source" checks it, and apt checks the
    # digest in any case.
    (cd "$apt" && apt-get "${options[@]}" source --tar-only bochs)
    tar -C "$dir/source" --strip-components=1 -xf "$apt"/bochs_*.orig.tar.*
    (
        cd "$dir/source"
        CFLAGS="-O2 -w" CXXFLAGS="-O2 -w" ./configure --with-nogui --disable-plugins --disable-docbook \
            --enable-x86-64 --enable-cpu-level=6 --enable-avx --enable-evex --enable-all-optimizations \
            --enable-long-phy-address --enable-protection-keys --disable-stats
        make -j"$(nproc)"
        cp bochs "$dir/bochs"
    )
    cc -O2 -static -o "$dir/init" "$here/emulate-init.c"
    rm -rf "$dir/kernel" "$dir/boot"
    mkdir "$dir/boot"
    cp "$dir"/unpacked/boot/vmlinuz-* "$dir/boot/vmlinuz"
    cp "$dir"/unpacked/usr/lib/ISOLINUX/isolinux.bin "$dir"/unpacked/usr/lib/syslinux/modules/bios/ldlinux.c32 \
        "$dir"/unpacked/usr/share/bochs/BIOS-bochs-latest "$dir/boot/"
    cp -L "$dir"/unpacked/usr/share/bochs/VGABIOS-lgpl-latest "$dir/boot/" 2>/dev/null ||
        cp "$dir"/unpacked/usr/share/vgabios/vgabios.bin "$dir/boot/VGABIOS-lgpl-latest"
    rm -rf "$apt" "$dir/unpacked" "$dir/source"
    touch "$dir/ready-1"
}

[ $# -ge 1 ] || { sed -n '2,17p' "$0" | cut -c3-; exit 2; }
(
    flock 9
    [ -e "$dir/ready-1" ] || setup >"$dir/setup.log" || fail "see $dir/setup.log"
) 9>"$dir/lock"
[ "$1" != --setup ] || exit 0

program=$(readlink -f "$1")
[ -x "$program" ] || fail "$1: not a program"
shift

t=$(mktemp -d)
trap 'rm -rf "$t"' EXIT
mkdir -p "$t/root"/{emulate,proc,sys,dev/shm,tmp,"$PWD"} "$t/iso/isolinux"
cp "$dir/init" "$t/root/init"
cp "$program" "$t/root/emulate/program"
strip --strip-debug "$t/root/emulate/program" 2>/dev/null || true
printf '%s\0' "$program" "$@" >"$t/root/emulate/args"
printf '%s\0' "$PWD" >"$t/root/emulate/cwd"
{ printf '%s\0' PATH=/bin HOME=/tmp; env -0 | grep -z -E '^(BRAMAH|RUST|CARGO)_' || true; } >"$t/root/emulate/env"
# shellcheck disable=SC2086 # a list of paths
for file in ${EMULATE_FILES:-}; do
    file=$(readlink -f "$file")
    mkdir -p "$t/root$(dirname "$file")"
    cp -rL "$file" "$t/root$(dirname "$file")/"
done
# For a statically linked program, no libraries are found.
for file in $(ldd "$program" 2>/dev/null | grep -oE '/[^ ]+' | sort -u || true); do
    cp -L --parents "$file" "$t/root"
done

model=${EMULATE_MODEL:-'corei3_cnl, add_features="avx512vbmi2,avx512bitalg,avx512vpopcnt,gfni,vaes_vpclmulqdq"'}
if [ -n "${EMULATE_LOG:-}" ]; then
    messages="console=ttyS0,115200 earlyprintk=serial,ttyS0,115200 ignore_loglevel"
    serial="com1: enabled=1, mode=file, dev=$EMULATE_LOG"
else
    messages="quiet loglevel=0"
    serial="com1: enabled=0"
fi
cp "$dir/boot/isolinux.bin" "$dir/boot/ldlinux.c32" "$t/iso/isolinux/"
ln "$dir/boot/vmlinuz" "$t/iso/vmlinuz" 2>/dev/null || cp "$dir/boot/vmlinuz" "$t/iso/vmlinuz"
(cd "$t/root" && find . | cpio -o -H newc -R 0:0 --quiet) >"$t/iso/initrd"
# The guest's clock counts instructions, so nothing depends on the machine's speed. A reboot, which only a panic causes,
# is a triple fault and ends the emulator.
cat >"$t/iso/isolinux/isolinux.cfg" <<EOF
DEFAULT linux
LABEL linux
KERNEL /vmlinuz
INITRD /initrd
APPEND $messages panic=-1 reboot=t nokaslr mitigations=off tsc=reliable edd=off audit=0 apparmor=0 cryptomgr.notests init_on_alloc=0 random.trust_cpu=on rdinit=/init
EOF
xorriso -as mkisofs -quiet -o "$t/disc.iso" -b isolinux/isolinux.bin -c isolinux/boot.cat \
    -no-emul-boot -boot-load-size 4 -boot-info-table "$t/iso" 2>/dev/null
cat >"$t/bochsrc" <<EOF
cpu: model=$model, count=1, ips=2200000000, reset_on_triple_fault=0, ignore_bad_msrs=1
memory: guest=${EMULATE_MEMORY:-1024}, host=${EMULATE_MEMORY:-1024}
romimage: file=$dir/boot/BIOS-bochs-latest, options=fastboot
vgaromimage: file=$dir/boot/VGABIOS-lgpl-latest
ata0-master: type=cdrom, path=$t/disc.iso, status=inserted
boot: cdrom
$serial
port_e9_hack: enabled=1
display_library: nogui
clock: sync=none
log: $t/log
panic: action=fatal
error: action=report
info: action=ignore
EOF
status=0 on=
timeout --foreground "${EMULATE_TIMEOUT:-7200}" "$dir/bochs" -q -f "$t/bochsrc" </dev/null 2>"$t/stderr" |
    while IFS= read -r line; do # not awk, some of which wait for a block of input
        case $line in
            $'\001B') on=1 ;;
            $'\001E '*) echo "${line#* }" >"$t/status"; on= ;;
            *) [ -z "${on:-}" ] || printf '%s\n' "$line" ;;
        esac
    done || status=${PIPESTATUS[0]}
[ -s "$t/status" ] && exit "$(cat "$t/status")"
[ "$status" != 124 ] || { echo "emulate: over the time of ${EMULATE_TIMEOUT:-7200} s" >&2; exit 124; }
cat "$t/stderr" >&2
fail "the guest did not come to an end; EMULATE_LOG=file shows its messages"
