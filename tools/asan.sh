#!/bin/bash
# Runs the library's tests under AddressSanitizer, which also checks for leaks.
#
#   tools/asan.sh [cargo test arguments]
#
# The sanitizer is in nightly only; the toolchain is installed with rustup if it is missing.
# Compares and copies in the standard library are checked at the calls; the library itself is not built anew.
set -euo pipefail

cd "$(dirname "$0")/.."
toolchain=${TOOLCHAIN:-nightly}
target=$(rustc -vV | sed -n 's/^host: //p')
rustup run "$toolchain" rustc --version >/dev/null 2>&1 ||
    rustup toolchain install "$toolchain" --profile minimal --no-self-update

# The target is named so that build scripts and macros, which run in the compiler, stay without the sanitizer.
# A directory of its own: the flags would have everything else built anew.
export RUSTFLAGS="-Zsanitizer=address ${RUSTFLAGS:-}"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target/asan}
# memory that cannot be had is refused, as without the sanitizer: tests ask for it
export ASAN_OPTIONS=${ASAN_OPTIONS:-strict_string_checks=1:allocator_may_return_null=1}
export BRAMAH_TEST_QUICK=${BRAMAH_TEST_QUICK-1}
run() { cargo "+$toolchain" test --locked --target "$target" "$@"; }
if [ $# -gt 0 ]; then
    run "$@"
else
    # The library, which all unsafe code is in. Two of its tests are left to the other runs: that for keys on the
    # stack scans frames which the sanitizer lays out in its own way, and that for constant time would follow
    # the sanitizer's own code. Those within the library would have it built twice.
    run -p bramah --all-features --test vectors --test hash --test cipher --test mac --test kdf --test rustcrypto
fi
