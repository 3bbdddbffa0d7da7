# The scripts for Windows source this file from the repository's root. They need Wine and MinGW-w64, which this file
# installs if there is apt-get and it runs as root, and Rust's library for Windows. It sets `target`, `compiler` and
# `dir`.

target=x86_64-pc-windows-gnu
compiler=x86_64-w64-mingw32-gcc
if ! command -v wine >/dev/null || ! command -v $compiler >/dev/null; then
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null ||
        { echo "${0##*/}: wine and $compiler are needed" >&2; exit 1; }
    apt-get -q update >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends wine wine64 gcc-mingw-w64-x86-64 >/dev/null
fi
rustup target add $target

dir=$(realpath "${CARGO_TARGET_DIR:-target}")/windows
mkdir -p "$dir/dlls"
export WINEDEBUG=-all WINEPREFIX=$dir/prefix

# Rust's library takes random bytes from a DLL that Wine has from version 9 on; the replacement here calls an older
# function.
cat >"$dir/dlls/random.c" <<'END'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T len) {
    while (len > 0) {
        ULONG part = len > 1 << 20 ? 1 << 20 : (ULONG)len;
        if (!RtlGenRandom(data, part)) return FALSE;
        data += part;
        len -= part;
    }
    return TRUE;
}
END
$compiler -O2 -shared -o "$dir/dlls/bcryptprimitives.dll" "$dir/dlls/random.c" -ladvapi32
export WINEPATH
WINEPATH=$(winepath -w "$dir/dlls" 2>/dev/null)

export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$compiler CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine
