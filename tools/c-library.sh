#!/bin/bash
# Installs the C library from the archive that Cargo built.
#
#   tools/c-library.sh ARCHIVE PREFIX [DESTDIR]
#
# The script links the shared library from the archive, since rustc cannot link a library with versions of symbols. LIB
# is the directory for libraries in PREFIX, `lib` by default. SHARED_LIMIT and STATIC_LIMIT are the maximum sizes in
# bytes of the two stripped libraries; a larger library is an error.
set -euo pipefail
archive=$(realpath "$1") prefix=$2 dest=${3:+$(realpath -m "$3")}
cd "$(dirname "$0")/../crates/bramah-c"

lib=${LIB:-lib}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' ../../Cargo.toml | head -1)
soname=${version%%.*}
to=$dest$prefix
mkdir -p "$to/$lib/pkgconfig" "$to/$lib/cmake/bramah" "$to/include"

install -m 644 "$archive" "$to/$lib/libbramah.a"
strip --strip-debug "$to/$lib/libbramah.a"
${CC:-cc} -shared -o "$to/$lib/libbramah.so.$version" -Wl,-soname,"libbramah.so.$soname" \
    -Wl,--version-script=bramah.map -Wl,--gc-sections -Wl,-z,relro,-z,now \
    -Wl,--whole-archive "$archive" -Wl,--no-whole-archive -lgcc_s -lpthread -ldl -lm
strip --strip-unneeded "$to/$lib/libbramah.so.$version"
ln -sf "libbramah.so.$version" "$to/$lib/libbramah.so.$soname"
ln -sf "libbramah.so.$soname" "$to/$lib/libbramah.so"

(cd include && find . -name '*.h' -o -name '*.hpp') | while read -r header; do
    install -D -m 644 "include/$header" "$to/include/$header"
done
../../tools/cppcrypto-headers.sh "$to/include"
fill() {
    sed -e "s|@PREFIX@|$prefix|" -e "s|@LIB@|$lib|" -e "s|@VERSION@|$version|" -e "s|@SONAME@|$soname|" "$1" >"$2"
}
fill bramah.pc.in "$to/$lib/pkgconfig/bramah.pc"
fill bramah-compat.pc.in "$to/$lib/pkgconfig/bramah-compat.pc"
fill cppcrypto.pc.in "$to/$lib/pkgconfig/cppcrypto.pc"
fill bramah-config.cmake.in "$to/$lib/cmake/bramah/bramah-config.cmake"
fill bramah-config-version.cmake.in "$to/$lib/cmake/bramah/bramah-config-version.cmake"

size() { stat -Lc %s "$to/$lib/libbramah.$1"; }
echo "libbramah.so: $(size so) bytes; libbramah.a: $(size a) bytes, without debug information"
if [ "$(size so)" -gt "${SHARED_LIMIT:-$(size so)}" ] || [ "$(size a)" -gt "${STATIC_LIMIT:-$(size a)}" ]; then
    echo "c-library: more than the limits of $SHARED_LIMIT and $STATIC_LIMIT bytes" >&2
    exit 1
fi
