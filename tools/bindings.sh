#!/bin/bash
# Tests the interfaces to other languages, all with the vectors of bindings/vectors.txt.
#
#   tools/bindings.sh [LANGUAGE...]
#
# Languages: c and cpp; all by default. PACKAGES chooses what Cargo builds: what `make test` has built by default, and
# `PACKAGES="-p bramah-c"` the C library alone.
set -euo pipefail
cd "$(dirname "$0")/.."
read -ra packages <<<"${PACKAGES:---workspace --all-features}"
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
out=$target/bindings
rm -rf "$out"
mkdir -p "$out"

# the test compares the header with the sources, and Cargo builds the library for it
cargo test --quiet "${packages[@]}" --locked --test header
python3 bindings/vectors.py --check
tools/c-library.sh "$target/debug/deps/libbramah_c.a" "$out/root"
export PKG_CONFIG_PATH=$out/root/lib/pkgconfig LD_LIBRARY_PATH=$out/root/lib

step() { echo "bindings: $*"; }

# Compiles the examples between ```LANGUAGE and ``` of a page, each a whole file, and runs them.
examples() { # page, language, compiler and its arguments
    local page=$1 language=$2 i=0
    shift 2
    while i=$((i + 1)); awk -v language="$language" -v wanted="$i" \
        '$0 == "```" language { n++; inside = n == wanted; next } /^```/ { inside = 0 } inside' "$page" \
        >"$out/example$i.$language" && [ -s "$out/example$i.$language" ]; do
        "$@" -x "${compiler_language:?}" "$out/example$i.$language" -x none -o "$out/example" \
            $(pkg-config --cflags --libs bramah bramah-compat)
        (cd "$out" && ./example >/dev/null)
    done
    [ "$i" -gt 1 ] || { echo "bindings: $page has no examples in $language" >&2; return 1; }
}

c() {
    local warnings="-std=c11 -Wall -Wextra -Wno-unused-function -Werror" sanitized
    step "C: shared library"
    for name in vectors interface compat; do
        # shellcheck disable=SC2046,SC2086
        cc -O1 $warnings "bindings/c/$name.c" -o "$out/$name" $(pkg-config --cflags --libs bramah bramah-compat) -lpthread
        "$out/$name" bindings/vectors.txt
    done
    step "C: static library"
    # shellcheck disable=SC2046,SC2086
    cc -O1 $warnings bindings/c/vectors.c -o "$out/static" $(pkg-config --cflags bramah) \
        -Wl,-Bstatic $(pkg-config --libs-only-L --libs-only-l bramah) -Wl,-Bdynamic \
        $(pkg-config --static --libs-only-l bramah | sed 's/-lbramah//')
    env -u LD_LIBRARY_PATH "$out/static" bindings/vectors.txt
    step "C: AddressSanitizer"
    for name in vectors interface compat; do
        sanitized=(-fsanitize=address,undefined -fno-sanitize-recover=all)
        # freed handles are null, so no test reads freed memory: what the sanitizer reports is a bug
        # shellcheck disable=SC2046,SC2086
        cc -g -O1 $warnings "${sanitized[@]}" "bindings/c/$name.c" -o "$out/$name-asan" \
            $(pkg-config --cflags --libs bramah bramah-compat) -lpthread
        "$out/$name-asan" bindings/vectors.txt
    done
    step "C: examples"
    for page in README.md docs/c.md; do
        compiler_language=c examples $page c cc -std=c11 -Wall -Wextra -Werror
    done
}

cpp() {
    local standard
    for standard in 17 20; do
        step "C++$standard"
        # shellcheck disable=SC2046
        for name in vectors cppcrypto; do
            c++ -O1 "-std=c++$standard" -Wall -Wextra -Werror "bindings/cpp/$name.cpp" -o "$out/$name-cpp" \
                $(pkg-config --cflags --libs bramah)
            "$out/$name-cpp" bindings/vectors.txt
        done
    done
    step "C++ without exceptions"
    # shellcheck disable=SC2046
    c++ -std=c++17 -fno-exceptions -Wall -Wextra -Werror bindings/cpp/plain.cpp -o "$out/plain" \
        $(pkg-config --cflags --libs bramah)
    "$out/plain"
    step "C++: CMake"
    cmake -S bindings/cpp -B "$out/cmake" -DCMAKE_PREFIX_PATH="$out/root" >/dev/null
    cmake --build "$out/cmake" >/dev/null
    "$out/cmake/shared" bindings/vectors.txt
    env -u LD_LIBRARY_PATH "$out/cmake/static" bindings/vectors.txt
    step "C++: examples"
    for page in README.md docs/c.md; do
        compiler_language=c++ examples $page cpp c++ -std=c++17 -Wall -Wextra -Werror
    done
}

for language in "${@:-c cpp}"; do
    for one in $language; do "$one"; done
done
