#!/bin/bash
# Runs the library's tests under AddressSanitizer, which also checks for leaks.
#
#   tools/asan.sh [cargo test arguments]
#
# Only the library and its tests are built with the sanitizer, since they contain all unsafe code. Crates of others are
# used as `make test` built them. The sanitizer checks the calls of comparisons and copies in the standard library.
set -euo pipefail

# Cargo runs the compiler through this script for crates of the workspace, and keeps the results separate from other
# builds. The compiler has the sanitizer, but only as an unstable feature.
if [ -n "${BRAMAH_ASAN:-}" ]; then
    # other runs include checks of arithmetic and debug assertions; without them, compilation takes a tenth less time
    [ "${CARGO_PKG_NAME:-}" != bramah ] ||
        set -- "$@" -Zsanitizer=address -Coverflow-checks=off -Cdebug-assertions=off
    RUSTC_BOOTSTRAP=1 exec "$@"
fi

cd "$(dirname "$0")/.."
# Portable code has no unsafe code, so it is not tested as a backend here; the kernels are compared with it.
if [ -z "${BRAMAH_TEST_BACKENDS:-}" ]; then
    cargo build --quiet --workspace --all-features --locked --example backends
    kernels=$("${CARGO_TARGET_DIR:-target}/debug/examples/backends" | grep -vx portable | paste -sd, -) || true
    [ -z "$kernels" ] || export BRAMAH_TEST_BACKENDS=$kernels
fi
export BRAMAH_ASAN=1 RUSTC_WORKSPACE_WRAPPER=$PWD/tools/asan.sh
# requests for more memory than there is return null, as without the sanitizer, since tests make such requests
export ASAN_OPTIONS=${ASAN_OPTIONS:-strict_string_checks=1:allocator_may_return_null=1}
export BRAMAH_TEST_QUICK=${BRAMAH_TEST_QUICK-1}
# the packages and features of `make test`; with others, all crates would be built again
run() { cargo test --workspace --all-features --locked "$@"; }
if [ $# -gt 0 ]; then
    run "$@"
else
    # Two test programs of the library are not run here: the test of keys on the stack scans stack frames, which the
    # sanitizer arranges differently, and the test of constant time would follow the sanitizer's own code. The unit
    # tests inside the library are not run either, since the library would be built twice.
    run --test vectors --test hash --test cipher --test mac --test kdf --test rustcrypto
fi
