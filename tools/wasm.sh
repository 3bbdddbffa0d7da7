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

rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true
# the versions that package-lock.json names; again only if they have changed
if ! cmp -s bindings/wasm/package-lock.json "$tools/.of"; then
    npm ci --prefix bindings/wasm --ignore-scripts --no-audit --no-fund --loglevel=error
    cp bindings/wasm/package-lock.json "$tools/.of"
fi

# One function in a module of its own, without the standard library; then the pieces with many functions.
small="sha256 sha512 blake3"
full="hashes kdf ciphers age lists"
separator=$(printf '\037')
for kind in simd plain; do
    case $kind in
        plain) suffix= feature= ;;
        simd) suffix=.simd feature=${separator}-Ctarget-feature=+simd128 ;;
    esac
    # where the builder's folders are is not in what is built
    flags=$(CARGO_BUILD_TARGET=wasm32-unknown-unknown CARGO_TARGET_DIR=$target tools/remap.sh)
    flags=$flags$separator--cfg${separator}getrandom_backend=\"custom\"$feature
    for pieces in small full; do
        built=$target/wasm/$kind-$pieces
        case $pieces in
            small) profile=wasm-small ;;
            full) profile=wasm ;;
        esac
        eval "names=\$$pieces"
        # shellcheck disable=SC2046,SC2154
        CARGO_ENCODED_RUSTFLAGS=$flags $cargo build --profile "$profile" --locked --target wasm32-unknown-unknown --target-dir "$built" \
            -p bramah-wasm --features $pieces $(printf ' --example %s' $names)
        mkdir -p "$target/wasm/modules"
        for name in $names; do
            module=$built/wasm32-unknown-unknown/$profile/examples/$name.wasm
            made=$target/wasm/modules/$name$suffix.wasm
            # a tenth of a small module; of a large one a thirtieth, for many minutes
            case $pieces in
                small) node "$tools/binaryen/bin/wasm-opt" -O3 --all-features --disable-relaxed-simd --strip-debug --strip-producers \
                    --strip-target-features "$module" -o "$made" ;;
                full) cp "$module" "$made" ;;
            esac
        done
    done
done

rm -rf "$out"
mkdir -p "$out/dist"
cp bindings/wasm/package.json bindings/wasm/README.md LICENSE-MIT LICENSE-APACHE "$out/"
cp bindings/wasm/src/*.js bindings/wasm/src/*.d.ts "$target"/wasm/modules/*.wasm "$out/dist/"
(cd "$out" && npm pack --silent --ignore-scripts --pack-destination .. >/dev/null)
[ ! -e web/assemble.mjs ] || [ $# -gt 0 ] || node web/assemble.mjs "$out/dist" "$target/wasm/page"
# for the tests in the source folder, whose modules are named from there
ln -sfn "$out/dist" bindings/wasm/dist
echo "$out: $(du -sk "$out/dist" | cut -f1) KiB"
for module in "$out"/dist/*.wasm; do
    printf '%8d %8d %s\n' "$(wc -c <"$module")" "$(gzip -9c "$module" | wc -c)" "$(basename "$module")"
done
