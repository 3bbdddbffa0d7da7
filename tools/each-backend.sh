#!/bin/bash
# Runs the library's tests once for each backend that this CPU has as the one in use: BRAMAH_BACKEND names it. (Most
# of them also name every backend themselves, which `make test` has run.)
#
#   tools/each-backend.sh [BACKEND...]
set -euo pipefail

cd "$(dirname "$0")/.."
# the same packages and features as `make test` has: otherwise all of them would be built once more
same=(--workspace --all-features --locked)
if [ $# -eq 0 ]; then
    cargo build --quiet "${same[@]}" --example backends
    mapfile -t names < <("${CARGO_TARGET_DIR:-target}/debug/examples/backends")
    set -- "${names[@]}"
fi
[ $# -gt 0 ] || { echo "each-backend: the library names no backend" >&2; exit 1; }

# The library's programs alone are run: other packages depend on what a backend computes, and not on which it is.
built=$(CARGO_TERM_COLOR=never CARGO_TERM_QUIET=false cargo test "${same[@]}" --no-run 2>&1) || { echo "$built" >&2; exit 1; }
run() { # file or folder of the tests in crates/bramah, or a crate of the library, for its unit tests
    local program name=${1##*/} file="$1[./].*" folder=crates/bramah
    case $1 in bramah*) name=${1//-/_} file="unittests src/lib.rs" folder=crates/$1 ;; esac
    program=$(sed -n "s|^ *Executable $file (\(.*/deps/$name-[0-9a-f]*\))\$|\1|p" <<<"$built")
    [ -x "$program" ] || { echo "each-backend: no program of the tests in $1: '$program'" >&2; exit 1; }
    program=$(realpath "$program")
    (cd "$folder" && "$program" --quiet)
}
for backend; do
    echo "== BRAMAH_BACKEND=$backend"
    # Tests that name backends themselves have been run by `make test`, and find no backend of the name `none`. On each
    # backend run those that take the one in use; key derivation, which takes long, on portable alone.
    export BRAMAH_BACKEND=$backend BRAMAH_TEST_BACKENDS=none BRAMAH_TEST_QUICK=1
    tests=(bramah-machine bramah-primitives bramah-block bramah-hash bramah tests/rustcrypto tests/hash tests/cipher tests/mac)
    [ "$backend" != portable ] || tests+=(tests/kdf)
    for test in "${tests[@]}"; do run "$test"; done
done
echo "${#} backends: $*"
