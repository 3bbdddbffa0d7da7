#!/bin/bash
# Runs the library's tests under AddressSanitizer, which also checks for leaks.
#
#   tools/asan.sh [cargo test arguments]
#
# Only the library and its tests are built for it: all unsafe code is there, and what others wrote is used as
# `make test` built it. Compares and copies in the standard library are checked at the calls.
set -euo pipefail

# Below, Cargo is told to run the compiler by way of this script for what is the workspace's own, and keeps what
# comes of it apart. The compiler has the sanitizer, but calls it unstable.
if [ -n "${BRAMAH_ASAN:-}" ]; then
    # checks of arithmetic and debug assertions are left to the other runs: without them it compiles in a tenth less time
    [ "${CARGO_PKG_NAME:-}" != bramah ] ||
        set -- "$@" -Zsanitizer=address -Coverflow-checks=off -Cdebug-assertions=off
    RUSTC_BOOTSTRAP=1 exec "$@"
fi

cd "$(dirname "$0")/.."
# Portable code has no unsafe code, and kernels are compared with it: as a backend of its own it is left to the other runs.
if [ -z "${BRAMAH_TEST_BACKENDS:-}" ]; then
    cargo build --quiet --workspace --all-features --locked --example backends
    kernels=$("${CARGO_TARGET_DIR:-target}/debug/examples/backends" | grep -vx portable | paste -sd, -) || true
    [ -z "$kernels" ] || export BRAMAH_TEST_BACKENDS=$kernels
fi
export BRAMAH_ASAN=1 RUSTC_WORKSPACE_WRAPPER=$PWD/tools/asan.sh
# memory that cannot be had is refused, as without the sanitizer: tests ask for it
export ASAN_OPTIONS=${ASAN_OPTIONS:-strict_string_checks=1:allocator_may_return_null=1}
export BRAMAH_TEST_QUICK=${BRAMAH_TEST_QUICK-1}
# the same packages and features as `make test` has: otherwise all of them would be built once more
run() { cargo test --workspace --all-features --locked "$@"; }
if [ $# -gt 0 ]; then
    run "$@"
else
    # Two of the library's tests are left to the other runs: that for keys on the stack scans frames which the
    # sanitizer lays out in its own way, and that for constant time would follow the sanitizer's own code. Those
    # within the library would have it built twice.
    run --test vectors --test hash --test cipher --test mac --test kdf --test rustcrypto
fi
