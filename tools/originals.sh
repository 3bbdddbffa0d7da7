#!/bin/bash
# Runs the tests of the projects that Bramah can replace with Bramah's library, if the registries have these tests. They
# are fetched into a temporary folder, which is removed.
#
#   tools/originals.sh ARCHIVE
#
# ARCHIVE is the C library as Cargo built it. It needs a C compiler, Python 3 with pip, and Go.
set -euo pipefail
archive=$(realpath "$1")
cd "$(dirname "$0")/.."
top=$PWD
work=$(mktemp -d)
# Go makes the folders of its modules read-only
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
tools/c-library.sh "$archive" "$work/root" >/dev/null
export PKG_CONFIG_PATH=$work/root/lib/pkgconfig LD_LIBRARY_PATH=$work/root/lib
step() { echo "originals: $*"; }
missing() { step "$*: cannot be had from the registry, and is not run"; }
run=0

cd "$work"
# Runs fastpbkdf2's test program, which is in the sources of the Python package, with the library and with the single
# file.
if python3 -m pip download --quiet --no-deps --no-binary :all: fastpbkdf2==0.2; then
    tar xzf fastpbkdf2-0.2.tar.gz
    mkdir c
    tar xzf fastpbkdf2-0.2/src/fastpbkdf2.tar.gz -C c --strip-components 1
    step "fastpbkdf2: its C tests on the library"
    # shellcheck disable=SC2046
    cc -std=c99 -O2 c/testfastpbkdf2.c -o library $(pkg-config --cflags --libs bramah bramah-compat)
    ./library | grep -c 'test passed'
    step "fastpbkdf2: its C tests on the one file"
    cc -std=c99 -O2 c/testfastpbkdf2.c "$top/bindings/c/fastpbkdf2/fastpbkdf2.c" -o alone
    ./alone | grep -c 'test passed'
    run=$((run + 2))
else
    missing fastpbkdf2
fi

# Copies our Go module with the libraries that it links.
cp -r "$top/bindings/go" go
mkdir -p go/lib
cp root/lib/libbramah.a root/include/bramah.h go/lib/

# Fetches a Go module outside of any other module, and prints its folder. Prints nothing if the proxy does not have the
# module.
go_module() { # path
    mkdir -p none
    (cd none && GOFLAGS=-modcacherw go mod download -json "$1@latest" 2>/dev/null || true) |
        sed -n 's/^\t"Dir": "\(.*\)",$/\1/p'
}

# Runs the tests of go-fastpbkdf2 in our package of the same name. They need the PBKDF2 module with which they compare.
dir=$(go_module github.com/ctz/go-fastpbkdf2)
if [ -n "$dir" ]; then
    step "go-fastpbkdf2: its tests"
    cp "$dir/fastpbkdf2_test.go" go/fastpbkdf2/original_test.go
    (cd go && go get golang.org/x/crypto/pbkdf2 && go test -run TestSHA ./fastpbkdf2)
    run=$((run + 1))
else
    missing go-fastpbkdf2
fi

# Compiles the Go bindings of blake2b-opt, which have no tests, unchanged, and links them with our library.
dir=$(go_module github.com/AudriusButkevicius/blake2b-opt)
if [ -n "$dir" ]; then
    step "blake2b-opt: its Go bindings, linked with the library"
    mkdir bound
    cp -r "$dir/." bound
    chmod -R u+w bound
    cp root/lib/libbramah.a bound/blake2b.lib
    cat >bound/bound_test.go <<'END'
package blake2

import (
	"encoding/hex"
	"testing"
)

func TestABC(t *testing.T) {
	if got := hex.EncodeToString(Hash([]byte("abc"))); got[:16] != "ba80a53f981c4d0d" {
		t.Error(got)
	}
}
END
    [ -f bound/go.mod ] || (cd bound && go mod init blake2)
    (cd bound && CGO_LDFLAGS="-L$work/bound -lgcc_s -lpthread -ldl -lm" CGO_CFLAGS_ALLOW=-static go test .)
    run=$((run + 1))
else
    missing "blake2b-opt for Go"
fi

[ "$run" -gt 0 ] || { echo "originals: nothing could be fetched" >&2; exit 1; }
step "$run run"
