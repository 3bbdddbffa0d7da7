#!/bin/bash
# Tests the interfaces to other languages, all with the vectors of bindings/vectors.txt.
#
#   tools/bindings.sh [LANGUAGE...]
#
# Languages: c, cpp, go, pascal, python; all by default. PACKAGES selects what Cargo builds: by default the packages of
# `make test`; `PACKAGES="-p bramah-c"` builds only the C library.
set -euo pipefail
cd "$(dirname "$0")/.."
read -ra packages <<<"${PACKAGES:---workspace --all-features}"
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# one directory for each selection of languages, since several may be tested at the same time
out=$target/bindings${*:+-${*// /-}}
out=${out// /-}
rm -rf "$out"
mkdir -p "$out"

# the test compares the header with the sources, and Cargo builds the library for it
cargo test --quiet "${packages[@]}" --locked --test header
python3 bindings/vectors.py --check
python3 bindings/originals.py
tools/c-library.sh "$target/debug/deps/libbramah_c.a" "$out/root"
export PKG_CONFIG_PATH=$out/root/lib/pkgconfig LD_LIBRARY_PATH=$out/root/lib

step() { echo "bindings: $*"; }

# Writes the n-th example of a page between ```LANGUAGE and ``` to a file. Fails after the last example.
block() { # page, language, n, file
    awk -v language="$2" -v wanted="$3" \
        '$0 == "```" language { n++; inside = n == wanted; next } /^```/ { inside = 0 } inside' "$1" >"$4"
    [ -s "$4" ]
}

# Compiles the examples of a page, each of which is a whole file, and runs them.
examples() { # page, language, compiler and its arguments
    local page=$1 language=$2 i=0
    shift 2
    while i=$((i + 1)); block "$page" "$language" "$i" "$out/example$i.$language"; do
        "$@" -x "${compiler_language:?}" "$out/example$i.$language" -x none -o "$out/example" \
            $(pkg-config --cflags --libs bramah bramah-compat cppcrypto)
        (cd "$out" && ./example >/dev/null)
    done
    [ "$i" -gt 1 ] || { echo "bindings: $page has no examples in $language" >&2; return 1; }
}

# Writes a program with the README's example of a language: the example replaces the line `README` of the program around
# it.
readme() { # language, end of the file
    block README.md "$1" 1 "$out/lines" || { echo "bindings: README.md has no example in $1" >&2; return 1; }
    sed -e "/^ *README\$/ { r $out/lines" -e "d }" "bindings/readme/example.$2" >"$out/readme.$2"
}

# Compiles that program and runs it.
compiled_readme() { # language, compiler and its arguments
    local language=$1
    shift
    readme "$language" "$language"
    # shellcheck disable=SC2046
    "$@" "$out/readme.$language" -o "$out/readme" $(pkg-config --cflags --libs bramah)
    "$out/readme"
}

c() {
    local warnings="-std=c11 -Wall -Wextra -Wno-unused-function -Werror" sanitized
    step "C: shared library"
    for name in vectors interface files records compat; do
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
    for name in vectors interface files records compat; do
        sanitized=(-fsanitize=address,undefined -fno-sanitize-recover=all)
        # handles are null after they are freed, so no test reads freed memory: every report of the sanitizer is a bug
        # shellcheck disable=SC2046,SC2086
        cc -g -O1 $warnings "${sanitized[@]}" "bindings/c/$name.c" -o "$out/$name-asan" \
            $(pkg-config --cflags --libs bramah bramah-compat) -lpthread
        "$out/$name-asan" bindings/vectors.txt
    done
    step "C: fastpbkdf2 in one file"
    # 7: without SHA instructions, AVX2 and BMI2; 5: only AVX2; 1: without SHA instructions
    local alone=bindings/c/fastpbkdf2 renamed without compiler
    renamed=$(for f in sha1 sha256 sha512; do echo "-Dfastpbkdf2_hmac_$f=alone_$f"; done)
    for compiler in cc clang; do
        command -v "$compiler" >/dev/null || continue
        for without in 0 1 5 7; do
            # shellcheck disable=SC2046,SC2086
            "$compiler" -O2 -std=c99 -Wall -Wextra -pedantic -Werror $renamed "-DFASTPBKDF2_WITHOUT=$without" \
                -c "$alone/fastpbkdf2.c" -o "$out/alone.o" &&
                "$compiler" -O1 -std=c99 -Wall -Wextra -Werror "$alone/test.c" "$out/alone.o" -o "$out/alone" \
                    $(pkg-config --cflags --libs bramah)
            "$out/alone" bindings/vectors.txt
        done
    done
    step "C: examples"
    compiler_language=c examples docs/c.md c cc -std=c11 -Wall -Wextra -Werror
    compiler_language=c examples docs/originals.md c cc -std=c99 -Wall -Wextra -Werror
    compiled_readme c cc -std=c11 -Wall -Wextra -Werror
}

cpp() {
    local standard compiler warnings="-Wall -Wextra -pedantic -Werror"
    for compiler in c++ clang++; do
        command -v "$compiler" >/dev/null || continue
        # C++14 and 17 are only compiled and not run, since the library is the same
        for standard in 14 17; do
            step "C++$standard: $compiler"
            # shellcheck disable=SC2046,SC2086
            for name in vectors cppcrypto names; do
                "$compiler" -fsyntax-only "-std=c++$standard" $warnings "bindings/cpp/$name.cpp" \
                    $(pkg-config --cflags bramah cppcrypto)
            done
        done
        for standard in 11 20; do
            step "C++$standard: $compiler"
            # shellcheck disable=SC2046,SC2086
            for name in vectors cppcrypto names; do
                "$compiler" -O1 "-std=c++$standard" $warnings "bindings/cpp/$name.cpp" -o "$out/$name-cpp" \
                    $(pkg-config --cflags --libs bramah cppcrypto)
                "$out/$name-cpp" bindings/vectors.txt
            done
        done
    done
    step "C++ without exceptions"
    # shellcheck disable=SC2046
    c++ -std=c++11 -fno-exceptions -Wall -Wextra -Werror bindings/cpp/plain.cpp -o "$out/plain" \
        $(pkg-config --cflags --libs bramah)
    "$out/plain"
    step "C++: CMake"
    cmake -S bindings/cpp -B "$out/cmake" -DCMAKE_PREFIX_PATH="$out/root" >/dev/null
    cmake --build "$out/cmake" >/dev/null
    "$out/cmake/shared" bindings/vectors.txt
    env -u LD_LIBRARY_PATH "$out/cmake/static" bindings/vectors.txt
    step "C++: examples"
    compiler_language=c++ examples docs/c.md cpp c++ -std=c++17 -Wall -Wextra -Werror
    compiler_language=c++ examples docs/originals.md cpp c++ -std=c++11 -Wall -Wextra -Werror
    compiled_readme cpp c++ -std=c++17 -Wall -Wextra -Werror
}

# Calls a function with the file of each example of a page.
each_example() { # page, language, file without its end, its end, function
    local n=0
    while block "$1" "$2" $((n + 1)) "$3$n$4"; do
        "$5" "$3$n$4" "$n"
        n=$((n + 1))
    done
    [ "$n" -gt 0 ] || { echo "bindings: $1 has no examples in $2" >&2; return 1; }
}

go_tests() {
    local modules=$out/go/module newer
    # Go 1.25 or later; older versions can fetch it from the module proxy
    if ! go version | awk '{ split(substr($3, 3), v, "."); exit !(v[1] > 1 || v[2] >= 25) }'; then
        newer=golang.org/toolchain@v0.0.1-go1.26.8.linux-$(dpkg --print-architecture)
        (cd "$out" && go mod download "$newer")
        newer=$(go env GOMODCACHE)/$newer
        chmod -R u+rwX "$newer" && chmod +x "$newer"/bin/* "$newer"/pkg/tool/*/*
        export PATH=$newer/bin:$PATH GOROOT=$newer
    fi
    export GOTOOLCHAIN=local GOFLAGS=-mod=mod
    mkdir -p "$out/go"
    cp -r bindings/go "$modules"
    cp bindings/vectors.txt "$out/go/"
    rm -rf "$modules/lib"
    step "Go: without the library"
    # Go takes the package from its cache if the same files were once built in this folder, whatever became of the library
    date +"// %s %N" >>"$modules/library.h"
    if (cd "$modules" && go build .) >"$out/go/without" 2>&1 ||
        ! grep -q 'The C library of Bramah is missing. Run `make go`' "$out/go/without"; then
        cat "$out/go/without" >&2
        echo "bindings: go build does not say that the C library is missing" >&2
        return 1
    fi
    cp bindings/go/library.h "$modules/"
    mkdir "$modules/lib"
    cp "$out/root/lib/libbramah.a" "$out/root/include/bramah.h" "$modules/lib/"
    [ -z "$(gofmt -l bindings/go)" ] || { echo "bindings: gofmt would change $(gofmt -l bindings/go)" >&2; return 1; }
    step "Go: static library"
    (cd "$modules" && go vet ./... && go test ./...)
    step "Go: shared library"
    (cd "$modules" && go test -tags bramah_dynamic ./...)
    step "Go: examples"
    run_go() { # file, number
        mkdir -p "$modules/example$2"
        mv "$1" "$modules/example$2/main.go"
        (cd "$modules" && go run "./example$2" >/dev/null)
    }
    each_example docs/go.md go "$out/go/example" .go run_go
    each_example docs/originals.md go "$out/go/original" .go run_go
    readme go go
    run_go "$out/readme.go" -readme
}

python() {
    local environment=$target/python-environment
    step "Python: what the tests use"
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check -r bindings/python/requirements.txt
    step "Python: licences"
    tools/licenses.py --check
    step "Python: wheel"
    # Makes the Python module from the build of `make test`: maturin would build the library again, with fewer features.
    # Examples are built with the features of the tests' crates, too.
    cat >"$out/cargo" <<END
#!/bin/bash
[ "\$1" = rustc ] || exec cargo "\$@"
exec cargo build ${packages[*]} --locked --lib --example backends --message-format json-render-diagnostics
END
    chmod +x "$out/cargo"
    CARGO=$out/cargo "$environment/bin/maturin" build --quiet --profile dev --locked \
        --manifest-path bindings/python/Cargo.toml --out "$out/wheels"
    # in a development build, what debuggers read in the library contains paths; a release has none of it
    python3 packaging/no_folder.py "$PWD" "$out"/wheels/*.whl .so
    "$environment/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$out"/wheels/*.whl
    step "Python: tests"
    (cd bindings/python && PYTHONDONTWRITEBYTECODE=1 "$environment/bin/python" -m pytest)
    # BRAMAH_TEST_SPARK=1 asks for it: it downloads 450 MB, and needs Java 17
    if [ "${BRAMAH_TEST_SPARK:-0}" = 1 ]; then
        step "Python: a local Spark"
        # shellcheck disable=SC2046
        env $(bindings/python/clusters/pyspark.sh "$environment/bin/python" "$target/pyspark") PYTHONDONTWRITEBYTECODE=1 \
            "$environment/bin/python" bindings/python/clusters/local_spark.py classic
    fi
    step "Python: types"
    (cd "$out" && "$environment/bin/python" -m mypy.stubtest bramah)
    step "Python: examples"
    local beside=$PWD/bindings/python/fastpbkdf2
    run_python() { (cd "$out" && PYTHONPATH=$beside PYTHONDONTWRITEBYTECODE=1 "$environment/bin/python" -W error "$1" >/dev/null); }
    each_example docs/python.md python "$out/example" .py run_python
    each_example docs/columns.md python "$out/example" .py run_python
    each_example docs/originals.md python "$out/original" .py run_python
    readme python py
    run_python "$out/readme.py"
}

pascal() {
    mkdir -p "$out/pascal"
    compile() { # file, more arguments of fpc
        fpc -O2 -Sew -vew -l- -Fl"$out/root/lib" -FU"$out/pascal" -FE"$out/pascal" -Fubindings/pascal \
            -Fubindings/pascal/ehrhardt -Fubindings/pascal/ehrhardt/tests "${@:2}" "$1" \
            >"$out/pascal/log" || { cat "$out/pascal/log" >&2; return 1; }
    }
    step "Pascal"
    compile bindings/pascal/testbramah.pas
    "$out/pascal/testbramah" bindings/vectors.txt
    step "Pascal: examples"
    run_pascal() {
        compile "$1"
        "${1%.pas}" >/dev/null
    }
    each_example docs/pascal.md pascal "$out/pascal/example" .pas run_pascal
    step "Pascal: W. Ehrhardt's interface"
    python3 bindings/pascal/ehrhardt/units.py --check
    python3 bindings/pascal/ehrhardt/tests/testunits.py "$out/pascal"
    local program mode
    for program in "$out"/pascal/testblocks_*.pas; do
        compile "$program"
        "${program%.pas}" bindings/vectors.txt
        compile "$program" -dDLL -o"${program%.pas}_intf"
        "${program%.pas}_intf" bindings/vectors.txt
    done
    compile "$out/pascal/testmessages.pas"
    "$out/pascal/testmessages" bindings/vectors.txt
    step "Pascal: calls that are wrong"
    compile "$out/pascal/testbad.pas"
    "$out/pascal/testbad" "$out" </dev/null
    # tests a program without the library: the loader must name the missing library, unless it is installed in the
    # system
    if ! LD_LIBRARY_PATH='' "$out/pascal/testbad" "$out" </dev/null >"$out/pascal/without" 2>&1; then
        grep -q 'libbramah\.so\.0' "$out/pascal/without" || { cat "$out/pascal/without" >&2; return 1; }
    fi
    # compiles the units as for programs in other modes
    for mode in fpc delphi tp; do
        mkdir -p "$out/pascal/$mode"
        compile "$out/pascal/allunits.pas" -M$mode -FU"$out/pascal/$mode"
    done
    step "Pascal: examples of W. Ehrhardt's interface"
    each_example docs/pascal-units.md pascal "$out/pascal/unit" .pas run_pascal
}

for language in "${@:-c cpp go pascal python}"; do
    for one in $language; do
        # the Go tests call a command of this name
        [ "$one" = go ] && one=go_tests
        "$one"
    done
done
