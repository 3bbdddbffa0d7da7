#!/bin/bash
# Runs the library's tests for other processors, in a root that tools/cross-root.sh made.
#
#   tools/cross-test.sh ROOT [cargo test arguments]           (as root)
#   TARGETS="s390x-unknown-linux-gnu" CPUS="" tools/cross-test.sh ROOT
#
# TARGETS   the targets to compile for; default: arm64, 32-bit x86, big-endian s390x, 32-bit Arm, WebAssembly
# CPUS      QEMU's names of the x86-64 processors to run as, for the choice made at run time
#
# Each run's output is in ROOT/w/NAME.log. Ends with 1 if any run failed.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,10p' "$0" | cut -c3-; exit 2; }
root=$(cd "$1" && pwd)
shift
repo=$(cd "$(dirname "$0")/.." && pwd)
targets=${TARGETS-aarch64-unknown-linux-gnu i686-unknown-linux-gnu s390x-unknown-linux-gnu armv7-unknown-linux-gnueabihf wasm32-wasip1}
cpus=${CPUS-qemu64 Nehalem Haswell EPYC max}
[ $# -gt 0 ] || set -- -p bramah

# A mount of its own namespace: nothing is left mounted in the root afterwards.
if [ -z "${BRAMAH_UNSHARED:-}" ]; then
    BRAMAH_UNSHARED=1 exec unshare --mount "$(readlink -f "$0")" "$root" "$@"
fi
mkdir -p "$root/w"
exec 9>"$root/w/lock"
flock -n 9 || { echo "cross-test: another run is using $root" >&2; exit 1; }
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"

# The sources are copied, and the dependencies too: nothing is fetched from inside. The copies are of
# this moment, or cargo would take what it built of older ones for theirs.
w=$root/w
rm -rf "$w/src"
mkdir -p "$w/src" "$w/.cargo"
tar -C "$repo" --exclude=./target --exclude=./.git -c . | tar -C "$w/src" -x -m --no-same-owner
(cd "$w/src" && cargo vendor --locked --quiet "$w/vendor" >/dev/null)
cat >"$w/.cargo/config.toml" <<'EOF'
[source.crates-io]
replace-with = "copied"
[source.copied]
directory = "/w/vendor"
[net]
offline = true
EOF

cat >"$w/env" <<'EOF'
export HOME=/w CARGO_HOME=/w/.cargo CARGO_TARGET_DIR=/w/target PATH=/usr/bin:/bin
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu -cpu max"
export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc
export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER="qemu-s390x -L /usr/s390x-linux-gnu -cpu max"
export CARGO_TARGET_ARMV7_UNKNOWN_LINUX_GNUEABIHF_LINKER=arm-linux-gnueabihf-gcc
export CARGO_TARGET_ARMV7_UNKNOWN_LINUX_GNUEABIHF_RUNNER="qemu-arm -L /usr/arm-linux-gnueabihf -cpu max"
export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER=i686-linux-gnu-gcc
# No emulator: an x86-64 processor runs 32-bit programs itself, with every SIMD level it has.
export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_RUNNER="/usr/i686-linux-gnu/lib/ld-linux.so.2 --library-path /usr/i686-linux-gnu/lib"
export CARGO_TARGET_WASM32_WASIP1_LINKER=wasm-ld
export CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings /w/src/tools/wasi.mjs"
EOF

fail=0
# run NAME COMMAND: one line of result, the tests counted over all of the suite's programs
run() {
    local name=$1 start=$SECONDS verdict=pass
    shift
    chroot "$root" bash -c ". /w/env; cd /w/src; $*" >"$w/$name.log" 2>&1 </dev/null || { verdict=FAIL; fail=1; }
    local count
    count=$(awk '/^test result/ { p += $4; f += $6; i += $8 } END { printf "%d passed, %d failed, %d ignored", p, f, i }' "$w/$name.log")
    printf '%-32s %s  %s  (%d s)\n' "$name" "$verdict" "$count" $((SECONDS - start))
    if [ "$verdict" = FAIL ]; then grep -aE '^(error|test .*FAILED|thread .*panicked)|^  left|^ right' "$w/$name.log" | head -20 | sed 's/^/    /' || true; fi
}

args=$(printf '%q ' "$@")
for target in $targets; do
    case $target in
        wasm32-*) flags="-C target-feature=+simd128" ;;
        *) flags= ;;
    esac
    case $target in
        i686-*) quick= ;;
        *) quick="BRAMAH_TEST_QUICK=1" ;;
    esac
    run "$target" "$quick RUSTFLAGS='$flags' cargo test --no-fail-fast --target $target $args"
done
for cpu in $cpus; do
    run "x86_64-as-$cpu" "BRAMAH_TEST_QUICK=1 CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER='qemu-x86_64 -cpu $cpu' cargo test --no-fail-fast --target x86_64-unknown-linux-gnu $args"
done
exit $fail
