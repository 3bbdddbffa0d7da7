#!/bin/bash
# Tests these scripts quickly, with a command that is already built: nothing is compiled.
#
#   packaging/check.sh BRAMAH
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# a path with a blank, as a clone may have
mkdir "$work/a folder"
BRAMAH="$work/a folder/bramah"
cp "$1" "$BRAMAH"
export BRAMAH DIST_COMMAND=$BRAMAH DIST_LEVEL=0
fail() { echo "packaging/check.sh: $*" >&2; exit 1; }

targets=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu source)
"$here/dist.sh" "$work/one" "${targets[@]}" 2>"$work/log" || { cat "$work/log" >&2; exit 1; }
"$here/verify.sh" "$work/one"
ls "$work/one"/*.deb >/dev/null

# packing depends on neither the folder nor the time nor the permissions of the builder
mkdir "$work/x" "$work/y y"
for folder in "$work/x" "$work/y y"; do
    mkdir -p "$folder/p/DEBIAN" "$folder/p/b"
    echo control >"$folder/p/DEBIAN/control"
    echo two >"$folder/p/b/2"
    echo one >"$folder/p/1"
    chmod 755 "$folder/p/1"
done
chmod 600 "$work/x/p/b/2"
touch -d 2001-01-01 "$work/x/p/1"
for kind in tar zip deb; do
    for folder in "$work/x" "$work/y y"; do
        SOURCE_DATE_EPOCH=1700000000 "$here/pack.py" $kind "$folder/p" "$folder/out.$kind"
    done
    cmp "$work/x/out.$kind" "$work/y y/out.$kind"
done

# what tools of others read out of them
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$here/../Cargo.toml")
mkdir "$work/tar" "$work/zip"
tar -C "$work/tar" -xf "$work/one/bramah-$version-x86_64-linux.tar.xz" --strip-components=1
cmp "$work/tar/bin/bramah" "$BRAMAH"
"$work/tar/bin/bramah" hash -m abc >/dev/null
python3 -m zipfile -e "$work/one/bramah-$version-x86_64-windows.zip" "$work/zip"
cmp "$work/zip/bramah-$version-x86_64-windows/bin/bramah" "$BRAMAH"
if command -v dpkg-deb >/dev/null; then
    package=$work/one/bramah_${version}_arm64.deb
    [ "$(dpkg-deb --field "$package" Package Version Architecture | tr '\n' ' ')" = \
        "Package: bramah Version: $version Architecture: arm64 " ] || fail "the fields of the Debian package are wrong"
    dpkg-deb --extract "$package" "$work/deb"
    (cd "$work/deb" && dpkg-deb --ctrl-tarfile "$package" | tar -xO ./md5sums | "$BRAMAH" check --quiet -a md5)
    cmp "$work/deb/usr/bin/bramah" "$BRAMAH"
fi

# every recipe is filled in, and its digests are those in the list
recipes=$(cd "$here/recipes" && find . -type f | sort)
[ "$recipes" = "$(cd "$work/one/recipes" && find . -type f | sort)" ] || fail "a recipe is missing"
! grep -rnE '@[A-Z]' "$work/one/recipes" || fail "a recipe is not filled in"
grep -rhoE '\b[0-9a-f]{64}\b' "$work/one/recipes" | while read -r digest; do
    grep -q "^$digest  bramah-$version-" "$work/one/SHA256SUMS" || fail "$digest: no file has this digest"
done
bash -n "$work/one/recipes/PKGBUILD"
python3 -m json.tool "$work/one/recipes/bramah.json" >/dev/null

# the list of components names all crates that the licences name, and every component that others depend on
python3 - "$work/one/bramah-$version-x86_64-linux.cdx.json" "$work/tar/share/doc/bramah/LICENSES-THIRD-PARTY.txt" <<'END'
import json, re, sys
bill = json.load(open(sys.argv[1]))
names = {(one["name"], one["version"]) for one in bill["components"]}
licences = set(re.findall(r"^([A-Za-z0-9_-]+) (\d\S*) \(", open(sys.argv[2]).read(), re.M))
assert len(licences) > 50 and licences <= names, licences - names
references = {one["bom-ref"] for one in bill["components"]} | {bill["metadata"]["component"]["bom-ref"]}
assert {ref for one in bill["dependencies"] for ref in [one["ref"], *one["dependsOn"]]} == references
assert all(one.get("hashes") or one["name"].startswith(("bramah", "rust-std")) for one in bill["components"])
END

# a change of one byte is noticed, and so is a file that no list names
cp -r "$work/one" "$work/changed"
printf x | dd of="$work/changed/bramah-$version-x86_64-linux.tar.xz" bs=1 seek=1000 conv=notrunc status=none
! "$here/verify.sh" "$work/changed" >/dev/null 2>&1 || fail "a changed archive was verified"
cp -r "$work/one" "$work/more"
touch "$work/more/another.zip"
! "$here/verify.sh" "$work/more" >/dev/null 2>&1 || fail "a file that is not in the lists was accepted"
# and with a key, a list without a signature is not enough
"$BRAMAH" keygen --sign --no-passphrase -o "$work/key" 2>/dev/null
! "$here/verify.sh" "$work/one" "$work/key.pub" >/dev/null 2>&1 || fail "lists without a signature were accepted"
for list in SHA256SUMS B3SUMS; do "$BRAMAH" sign --key "$work/key" "$work/one/$list"; done
"$here/verify.sh" "$work/one" "$work/key.pub" 2>/dev/null
echo "packaging: passed ($SECONDS s)"
