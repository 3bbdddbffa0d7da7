#!/bin/sh
# Prints flags for the compiler, as CARGO_ENCODED_RUSTFLAGS takes them, that leave the builder's folders out of what is
# built: the messages of panics name files of the crates by their paths. (Cargo's own setting for this, `trim-paths`, is
# not stable.) The flags that are set already come first.
set -eu

cd "$(dirname "$0")/.."
separator=$(printf '\037')
if [ -n "${CARGO_ENCODED_RUSTFLAGS-}" ]; then
    flags=$CARGO_ENCODED_RUSTFLAGS
else
    flags=
    for flag in ${RUSTFLAGS-}; do
        flags=$flags${flags:+$separator}$flag
    done
fi
# a later one that fits goes before an earlier one
map() { # folder, its name in what is built
    flags=$flags${flags:+$separator}--remap-path-prefix=$1=$2
}
map "$(${RUSTC:-rustc} --print sysroot)" /rust
map "${CARGO_HOME:-$HOME/.cargo}" /cargo
[ -z "${CARGO_TARGET_DIR-}" ] || map "$CARGO_TARGET_DIR" /bramah/target
map "$(pwd -P)" /bramah
printf %s "$flags"
