#!/bin/bash
# Runs the tests once for each backend that this CPU has as the one in use: BRAMAH_BACKEND names it. (The
# library's tests also name every backend themselves.)
#
#   tools/each-backend.sh [BACKEND...]
set -euo pipefail

cd "$(dirname "$0")/.."
# the same packages and features as `make test` has: otherwise all of them would be built once more
cargo_test() { cargo test --quiet --workspace --all-features --locked "$@"; }
if [ $# -eq 0 ]; then
    cargo build --quiet --workspace --all-features --locked --example backends
    mapfile -t names < <("${CARGO_TARGET_DIR:-target}/debug/examples/backends")
    set -- "${names[@]}"
fi
[ $# -gt 0 ] || { echo "each-backend: the library names no backend" >&2; exit 1; }
for backend; do
    echo "== BRAMAH_BACKEND=$backend"
    # What names backends itself is limited to this one: `make test` has run it on all. So under one, portable,
    # everything runs once more, but for what would be the same again: all backends of the self-test, every vector
    # through the command, as the library's tests run them here too, and four gigabytes. Under the others, those of the
    # library's tests run that do not name backends.
    export BRAMAH_BACKEND=$backend BRAMAH_TEST_BACKENDS=$backend BRAMAH_TEST_QUICK=1
    cargo_test --lib --test vectors --test rustcrypto
    if [ "$backend" = portable ]; then
        cargo_test --test hash --test cipher --test mac --test kdf --test residue --test constant_time
        cargo_test --test command -- --skip every_backend --skip every_vector --skip beyond_4_gib
    fi
done
echo "${#} backends: $*"
