#!/bin/sh
# Prints flags for the compiler, as CARGO_ENCODED_RUSTFLAGS takes them, for what is given to others. The flags that are set
# already come first.
#
# Most leave the builder's folders out of what is built: the messages of panics name files of the crates by their paths.
# (Cargo's own setting for this, `trim-paths`, is not stable.)
#
# For Linux, functions are called directly. Otherwise the compiler lets every call between crates go through a table of addresses
# (7,800 in the command, all of which are filled in when it starts), which the linker can avoid only for calls that the compiler
# has marked, and no stable option has it mark them. The build scripts of what is linked ask for what this flag takes away:
# that all addresses are found, and protected from writing, before the program runs. CARGO_BUILD_TARGET is the target, if it
# is not the builder's own system: linkers of other systems do not know what the compiler makes of this flag.
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
# a later one that fits goes before an earlier one
map() { # folder, its name in what is built
    flags=$flags${flags:+$separator}--remap-path-prefix=$1=$2
}
map "$(${RUSTC:-rustc} --print sysroot)" /rust
map "${CARGO_HOME:-$HOME/.cargo}" /cargo
[ -z "${CARGO_TARGET_DIR-}" ] || map "$CARGO_TARGET_DIR" /bramah/target
map "$(pwd -P)" /bramah
printf %s "$flags"
