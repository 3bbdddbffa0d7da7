#!/bin/sh
# Builds the npm package into target/wasm/package, and its archive beside it: the modules, each with SIMD and without, and the
# JavaScript of bindings/wasm. It needs cargo, npm and nothing else.
#
#   tools/wasm.sh [FOLDER]
#
# FOLDER is for another copy of the package; a second build of the same sources is equal to the byte.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(cd "$target" && pwd -P)
out=${1:-$target/wasm/package}
cargo=${CARGO:-cargo}
tools=bindings/wasm/node_modules
export CARGO_INCREMENTAL=0
[ ! -d bindings/wasm/dist ] || rm -rf bindings/wasm/dist
rm -rf "$target/wasm/modules"

rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true
# the versions that package-lock.json names; again only if they have changed
if ! cmp -s bindings/wasm/package-lock.json "$tools/.of"; then
    npm ci --prefix bindings/wasm --ignore-scripts --no-audit --no-fund --loglevel=error
    cp bindings/wasm/package-lock.json "$tools/.of"
fi

# Each line has a feature of the crate, which names the families of algorithms, and the modules that are compiled with it: FILE, or
# FILE=SOURCE if the source in `pieces` has another name. Modules of a single function have no standard library. There is one module
# of lists, without SIMD.
modules="
small sha256 sha512 blake3
sha2 sha2=hashes
sha3 sha3=hashes
blake blake=hashes
checksums checksums=hashes
md md=hashes
legacy legacy=hashes
national national=hashes
skein skein=hashes
whirlpool whirlpool=hashes
other other=hashes
ciphers ciphers
kdf kdf
full all-ciphers=ciphers all-kdf=kdf age
lists lists
"
separator=$(printf '\037')
for kind in simd plain; do
    case $kind in
        plain) suffix= feature= accepted= ;;
        simd) suffix=.simd feature=${separator}-Ctarget-feature=+simd128 accepted=--enable-simd ;;
    esac
    # what the compiler uses, and engines have had since 2022
    accepted="--mvp-features --enable-bulk-memory --enable-multivalue --enable-mutable-globals
        --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext $accepted"
    # where the builder's folders are is not in what is built
    flags=$(CARGO_BUILD_TARGET=wasm32-unknown-unknown CARGO_TARGET_DIR=$target tools/remap.sh)
    flags=$flags$separator--cfg${separator}getrandom_backend=\"custom\"$feature
    mkdir -p "$target/wasm/modules"
    echo "$modules" | while read -r feature names; do
        [ -n "$feature" ] || continue
        profile=wasm
        case $kind,$feature in
            *,small) passes=-O3 ;;
            simd,lists) continue ;;
            *,lists) profile=wasm-small passes=-Oz ;;
            # it finds functions that are equal: up to a third of a module of hash functions, which takes 20 seconds
            *) passes=-Oz ;;
        esac
        built=$target/wasm/$kind
        # shellcheck disable=SC2046
        CARGO_ENCODED_RUSTFLAGS=$flags $cargo build --profile $profile --locked --target wasm32-unknown-unknown --target-dir "$built" \
            -p bramah-wasm --features "$feature" $(printf ' --example %s' $(echo "$names" | sed 's/[^ ]*=//g'))
        for name in $names; do
            node "$tools/binaryen/bin/wasm-opt" $passes $accepted --strip-debug --strip-producers \
                --strip-target-features "$built/wasm32-unknown-unknown/$profile/examples/${name#*=}.wasm" -o "$target/wasm/modules/${name%=*}$suffix.wasm"
        done
    done
done

rm -rf "$out"
mkdir -p "$out/dist"
cp bindings/wasm/package.json bindings/wasm/README.md LICENSE-MIT LICENSE-APACHE "$out/"
cp bindings/wasm/src/*.js bindings/wasm/src/*.d.ts "$target"/wasm/modules/*.wasm "$out/dist/"
# shellcheck disable=SC2046
node tools/wasm-functions.mjs "$target/wasm/modules" $(echo "$modules" | sed -n 's/.* \(.*\)=hashes/\1/p') >"$out/dist/functions.js"
(cd "$out" && npm pack --silent --ignore-scripts --pack-destination .. >/dev/null)
[ ! -e web/assemble.mjs ] || [ $# -gt 0 ] || node web/assemble.mjs "$out/dist" "$target/wasm/page"
# for the tests in the source folder, whose modules are named from there
ln -sfn "$out/dist" bindings/wasm/dist
echo "$out: $(du -sk "$out/dist" | cut -f1) KiB"
for module in "$out"/dist/*.wasm; do
    printf '%8d %8d %s\n' "$(wc -c <"$module")" "$(gzip -9c "$module" | wc -c)" "$(basename "$module")"
done
