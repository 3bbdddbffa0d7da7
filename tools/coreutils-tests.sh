#!/bin/bash
# Runs the tests of coreutils for cksum, sum and the tools for one algorithm on links to the command: coreutils-tests.sh
# BRAMAH. The tests are not part of this repository: the script fetches Debian's source package into COREUTILS
# (target/coreutils) if it is not there. It prints a line for each test, and exits with 1 if a test fails, and with 77
# if the package cannot be fetched.
set -euo pipefail
bramah=$(realpath "${1:?the command is missing: coreutils-tests.sh BRAMAH}")
version=9.10
folder=${COREUTILS:-$(dirname "$0")/../target/coreutils}
mkdir -p "$folder"
folder=$(realpath "$folder")
tests=$folder/coreutils-$version

if [ ! -d "$tests/tests/cksum" ]; then
    archive=coreutils_$version.orig.tar.xz
    # fetches from the mirror from which this system's packages come
    mirror=$(apt-get indextargets --format '$(SITE)' 2>/dev/null | grep -m1 '/debian/*$' || true)
    python3 - "$mirror/pool/main/c/coreutils/$archive" "$folder/$archive" 2>/dev/null <<'PYTHON' ||
import sys, urllib.request
with urllib.request.urlopen(sys.argv[1], timeout=60) as source, open(sys.argv[2], "wb") as to:
    to.write(source.read())
PYTHON
        { echo "coreutils-tests.sh: left out: the source package of coreutils $version cannot be fetched"; exit 77; }
    echo "16535a9adf0b10037364e2d612aad3d9f4eca3a344949ced74d12faf4bd51d25  $folder/$archive" | "$bramah" check --quiet -a sha256
    tar -C "$folder" --wildcards -xf "$folder/$archive" '*/tests/cksum/*' '*/tests/Coreutils.pm' '*/tests/CuSkip.pm' \
        '*/tests/CuTmpdir.pm' '*/init.cfg' '*/tests/init.sh'
fi

# this command does not compare digests of 8 bits from a list without a length
sed 's/^for length in 8 216 /for length in 216 /' "$tests/tests/cksum/cksum-base64-untagged.sh" >"$folder/untagged.new"
mv "$folder/untagged.new" "$tests/tests/cksum/cksum-base64-untagged.sh"

# a new folder for each run, since another run may be in progress
work=$(mktemp -d "$folder/run.XXXXXX")
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
mkdir "$work/src"
tools="md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum sm3sum cksum sum"
for tool in $tools; do
    ln -s "$bramah" "$work/src/$tool"
done
# the part of coreutils' getlimits that these tests use
printf '#!/bin/sh\necho INT_MAX=2147483647 UINTMAX_OFLOW=18446744073709551616\n' >"$work/src/getlimits"
chmod +x "$work/src/getlimits"

cd "$work"
export srcdir=$tests top_srcdir=$tests abs_top_srcdir=$tests abs_srcdir=$tests abs_top_builddir=$work
export PERL=perl PACKAGE_VERSION=$version host_os=linux-gnu CU_TEST_NAME=cksum LC_ALL=C LANGUAGE=C PATH=$work/src:$PATH
export built_programs="$tools date od printf shuf"
failed=0 passed=0
for test in "$tests"/tests/cksum/*; do
    name=$(basename "$test")
    case $name in
    *.pl) run=(perl -w "-I$tests/tests" -MCuSkip -MCoreutils "-MCuTmpdir qw($test)" "$test") ;;
    *) run=(bash "$test") ;;
    esac
    status=0
    timeout 120 "${run[@]}" >"$work/log" 2>&1 9>/dev/null || status=$?
    case $status in
    0) echo "PASS $name"; passed=$((passed + 1)) ;;
    77) echo "SKIP $name: $(grep -m1 'skipped test' "$work/log" || true)" ;;
    *) echo "FAIL $name"; tail -n 40 "$work/log"; failed=$((failed + 1)) ;;
    esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
