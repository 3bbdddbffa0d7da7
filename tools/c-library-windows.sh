#!/bin/bash
# Builds the C library for Windows, bramah.dll with its import library, and runs its vectors under Wine.
#
#   tools/c-library-windows.sh [DIRECTORY]
#
# Leaves the DLL, its import library libbramah.dll.a, the static library and the headers in DIRECTORY. PROFILE is the
# profile of Cargo, `library` by default. It needs the programs that tools/wine.sh names.
set -euo pipefail
cd "$(dirname "$0")/.."

. tools/wine.sh

profile=${PROFILE:-library}
out=${1:-$dir/c}
mkdir -p "$out"

cargo build --profile "$profile" -p bramah-c --locked --target $target --target-dir "$dir"
directory=$profile
[ "$profile" != dev ] || directory=debug
cp "$dir/$target/$directory/libbramah_c.a" "$out/libbramah.a"
cp -r crates/bramah-c/include "$out/"
tools/cppcrypto-headers.sh "$out/include"

# the DLL exports exactly the functions that the headers declare
{
    echo "LIBRARY bramah.dll"
    echo EXPORTS
    cat crates/bramah-c/include/bramah.h crates/bramah-c/include/bramah/compat/*.h |
        sed -nE 's/^(BRAMAH_|LIB_PUBLIC |void fastpbkdf2).*$/&/p' |
        grep -oE '\*?\b[a-z0-9_]+\(' | tr -d '*(' | sort -u
} >"$out/bramah.def"
# with the whole archive, Rust's own import stubs would be linked twice, so only the exported functions and their
# dependencies are linked
sed '1,2d; s/.*/-Wl,-u,&/' "$out/bramah.def" >"$out/exported"
$compiler -shared -o "$out/bramah.dll" "$out/bramah.def" -Wl,--out-implib,"$out/libbramah.dll.a" -Wl,--gc-sections \
    @"$out/exported" "$out/libbramah.a" \
    -static-libgcc -lws2_32 -luserenv -lntdll -lbcrypt -ladvapi32 -lkernel32
x86_64-w64-mingw32-strip "$out/bramah.dll"

$compiler -O1 -std=c11 -D__USE_MINGW_ANSI_STDIO=1 -Wall -Wextra -Werror bindings/c/vectors.c -o "$out/vectors.exe" -I"$out/include" \
    "$out/libbramah.dll.a"
$compiler -O1 -std=c11 -D__USE_MINGW_ANSI_STDIO=1 -DBRAMAH_STATIC bindings/c/vectors.c -o "$out/static.exe" -I"$out/include" \
    "$out/libbramah.a" -lws2_32 -luserenv -lntdll -lbcrypt -ladvapi32

for program in vectors static; do
    (cd "$out" && wine "$program.exe" "$(winepath -w "$OLDPWD/bindings/vectors.txt" 2>/dev/null)")
done
