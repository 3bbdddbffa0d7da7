#!/bin/sh
# Prints compiler flags for builds that are distributed, in the form of CARGO_ENCODED_RUSTFLAGS. The flags that are
# already set come first.
#
# Most of the flags remove the builder's folders from the result, since the messages of panics contain the paths of the
# crates' files. (Cargo's own setting for this, `trim-paths`, is not stable.)
#
# On Linux, one flag makes the code call functions directly. Without it, every call between crates uses a table of
# addresses (with 7,800 entries in the command, all of which are set at its start). The linker can avoid this only for
# calls that the compiler has marked, and no stable option makes it mark them. The flag has a side effect, so build
# scripts set the linker options for it: all addresses must be resolved, and protected from writing, before the program
# runs. CARGO_BUILD_TARGET is the target, if it is not the builder's own system; linkers of other systems do not support
# what this flag generates.
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
case ${CARGO_BUILD_TARGET:-$(${RUSTC:-rustc} -vV)} in
    *-linux-*) flags=$flags${flags:+$separator}-Crelro-level=partial ;;
esac
# if several flags match a path, the last one applies
map() { # folder, its name in what is built
    flags=$flags${flags:+$separator}--remap-path-prefix=$1=$2
}
map "$(${RUSTC:-rustc} --print sysroot)" /rust
map "${CARGO_HOME:-$HOME/.cargo}" /cargo
[ -z "${CARGO_TARGET_DIR-}" ] || map "$CARGO_TARGET_DIR" /bramah/target
map "$(pwd -P)" /bramah
printf %s "$flags"
