#!/bin/bash
# Builds the command for a target, reproducibly, and prints the path of the program.
#
#   packaging/command.sh TARGET        x86_64-unknown-linux-musl, aarch64-unknown-linux-musl or x86_64-pc-windows-gnu
#
# For Linux it needs rustup only: the targets with musl have a C library, and LLD comes with the compiler. For Windows it
# needs MinGW-w64 (Debian's package gcc-mingw-w64-x86-64). The program depends on the sources and the version of Rust, not
# on the folder, the time or the user.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$1
host=$(rustc -vV | sed -n 's/^host: //p')
export CARGO_INCREMENTAL=0
# a panic ends the command without a backtrace, so symbols would serve nobody
flags=(-C strip=symbols)
case $target in
    *-linux-musl)
        linker=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld
        ;;
    x86_64-pc-windows-gnu)
        linker=x86_64-w64-mingw32-gcc
        case $(realpath -m "${CARGO_TARGET_DIR:-target}") in
            *[[:blank:]]*)
                echo "dist: MinGW's dlltool cannot build in a path with a blank; set CARGO_TARGET_DIR to another one" >&2
                exit 1
                ;;
        esac
        # a program for Windows has the time of linking in its header, unless the linker is told
        flags+=(-C link-arg=-Wl,--no-insert-timestamp)
        command -v $linker >/dev/null ||
            { echo "dist: $linker not found; install MinGW-w64, or leave $target out of DIST_TARGETS" >&2; exit 1; }
        ;;
    *)
        echo "dist: $target: unknown target" >&2
        exit 2
        ;;
esac
variable=${target//-/_}
export "CARGO_TARGET_${variable^^}_LINKER=$linker"
rustup target add "$target" >&2

directory=$(realpath -m "${CARGO_TARGET_DIR:-target}")/dist
CARGO_ENCODED_RUSTFLAGS="$(CARGO_BUILD_TARGET=$target CARGO_TARGET_DIR=$directory tools/remap.sh)" \
    cargo rustc --release -p bramah-cli --bin bramah --locked --target "$target" --target-dir "$directory" -- "${flags[@]}" >&2
program=$directory/$target/release/bramah
[ -e "$program" ] || program=$program.exe
echo "$program"
