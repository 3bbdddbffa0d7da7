#!/bin/bash
# Runs the tests once for each backend that this CPU has, the command's for portable alone, as the one in
# use: BRAMAH_BACKEND names it. (The library's tests also name every backend themselves.)
#
#   tools/each-backend.sh [BACKEND...]
set -euo pipefail

cd "$(dirname "$0")/.."
# with all features, as the tests were built: the library is not built once more
if [ $# -eq 0 ]; then
    mapfile -t names < <(cargo run --quiet --locked -p bramah --all-features --example backends)
    set -- "${names[@]}"
fi
[ $# -gt 0 ] || { echo "each-backend: the library names no backend" >&2; exit 1; }
for backend; do
    echo "== BRAMAH_BACKEND=$backend"
    # What names backends itself is limited to this one: `make test` has run it on all. So under one, portable,
    # everything runs once more but the stepping of constant_time, and under the others what of the library
    # does not name them.
    export BRAMAH_BACKEND=$backend BRAMAH_TEST_BACKENDS=$backend BRAMAH_TEST_QUICK=1 BRAMAH_NO_PTRACE=1
    if [ "$backend" = portable ]; then
        cargo test --quiet --workspace --all-features --locked
    else
        cargo test --quiet -p bramah --all-features --locked --lib --test vectors --test rustcrypto
    fi
done
echo "${#} backends: $*"
