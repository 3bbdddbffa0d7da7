#!/bin/bash
# Runs the library's tests once for each backend that this CPU can run, with this backend in use: BRAMAH_BACKEND names
# it. (Most tests also name every backend themselves; `make test` runs these.)
#
#   tools/each-backend.sh [BACKEND...]
set -euo pipefail

cd "$(dirname "$0")/.."
# the packages and features of `make test`; with others, all crates would be built again
same=(--workspace --all-features --locked)
cargo build --quiet "${same[@]}" --example backends
names() { "${CARGO_TARGET_DIR:-target}/debug/examples/backends" "$@"; }
if [ $# -eq 0 ]; then
    mapfile -t all < <(names)
    set -- "${all[@]}"
fi
hashes=" $(names hashes | xargs) " others=" $(names others | xargs) "
[ $# -gt 0 ] || { echo "each-backend: the library names no backend" >&2; exit 1; }

# Only the library's test programs are run: other packages depend on the results of a backend, and not on which backend
# it is.
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
    # `make test` runs the tests that name backends themselves; here they find no backend with the name `none`. The
    # tests that use the backend in use run on each backend; key derivation, which takes a long time, runs only on
    # portable.
    export BRAMAH_BACKEND=$backend BRAMAH_TEST_BACKENDS=none BRAMAH_TEST_QUICK=1
    tests=(bramah-machine bramah-primitives tests/rustcrypto tests/mac)
    # hash functions are tested on the backends that one of them has, and ciphers on those of all other algorithms; so a
    # composition of a cipher with HMAC does not run on each backend of the hash function
    [[ $hashes != *" $backend "* ]] || tests+=(bramah-hash tests/hash)
    [[ $others != *" $backend "* ]] || tests+=(bramah-block bramah tests/cipher)
    [ "$backend" != portable ] || tests+=(tests/kdf)
    for test in "${tests[@]}"; do run "$test"; done
done
echo "${#} backends: $*"
