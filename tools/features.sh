#!/usr/bin/env bash
# Compiles each family of the library alone, as for a program that needs only this family.
#
#   tools/features.sh            type-checks each family, and the library without any
#   tools/features.sh FAMILY..   type-checks these
#   tools/features.sh test       runs the tests of a few families, each compiled alone, except for what a registry needs
#
# The families are the members of the groups in the feature `all` in crates/bramah/Cargo.toml.
set -euo pipefail
cd "$(dirname "$0")/.."

# code that a single family does not use is allowed in the crates
export RUSTFLAGS="${RUSTFLAGS:-} -D warnings"

families() {
    python3 - <<'END'
import tomllib

features = tomllib.load(open("crates/bramah/Cargo.toml", "rb"))["features"]
groups = [name for name in features["all"] if "/" not in name]
families = [family for group in groups for family in features[group]]
assert len(families) == len(set(families)), "a family is in two groups"
apart = {"default", "std", "alloc", "registry", "random", "wasm_js", "rustcrypto", "all", *groups}
left_out = {name for name in features if not name.startswith("_")} - apart - set(families)
assert not left_out, f"in no group: {left_out}"
print("\n".join(families))
END
}

if [ "${1:-}" = test ]; then
    # compiled without optimisation for a single test run, since optimisation would take longer than the tests
    export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_CODEGEN_UNITS=16
    for family in sha2 aes chacha argon2 camellia; do
        echo "== $family"
        cargo run --quiet -p families --features "program,bramah/$family" --locked
    done
    exit
fi

list=("$@")
if [ "${#list[@]}" = 0 ]; then
    names=$(families)
    mapfile -t list <<<"$names"
    cargo check --quiet -p bramah --no-default-features --locked
fi
for family in "${list[@]}"; do
    cargo check --quiet -p bramah --no-default-features --features "$family" --locked ||
        { echo "the feature $family alone does not compile" >&2; exit 1; }
done
echo "${#list[@]} families compile alone"
