#!/bin/bash
# Makes what people install without a compiler: archives, Debian packages, the Python wheel, the sources.
#
#   packaging/dist.sh OUT [TARGET...]
#
# TARGET is x86_64-unknown-linux-musl or aarch64-unknown-linux-musl (an archive and a Debian package), x86_64-pc-windows-gnu
# (an archive), wheel, sdist or source; all of them by default. macOS is missing: linking for it needs Apple's SDK.
#
# OUT, a new folder, also gets a list of components (CycloneDX) for each target, SHA256SUMS and B3SUMS, which Bramah itself
# writes, and recipes for package managers. If DIST_KEY names a secret key of minisign, the lists are signed with it.
#
# Two runs on one commit make the same bytes. BRAMAH is a command that runs on this machine, for manual pages, completions
# and lists; by default it is built as the static one. For tests, DIST_COMMAND is a program to pack for every target, and
# DIST_LEVEL how hard to compress, 0 to 9.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '2,14p' "$0" | cut -c3-; exit 2; }
mkdir -p "$(dirname "$1")"
out=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
[ $# -gt 0 ] || set -- x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu wheel sdist source
[ ! -e "$out" ] || { echo "dist: $out already exists" >&2; exit 1; }

cd "$here/.."
umask 022
export LC_ALL=C TZ=UTC
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
[ -z "$(git status --porcelain 2>/dev/null)" ] || echo "dist: these are not the files of a commit: git status" >&2
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
say() { echo "dist: $* ($SECONDS s)" >&2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
made=$work/out
mkdir "$made"

# The command of this machine.
if [ -z "${BRAMAH-}" ]; then
    BRAMAH=$(packaging/command.sh "$(uname -m)-unknown-linux-musl")
fi
# `make install` takes no path with a blank
mkdir "$work/host"
cp "$BRAMAH" "$work/host/bramah"
bramah=$work/host/bramah

# Names that people know, for the parts of a target's name.
named() {
    case $1 in
        *-linux-musl) echo "${1%%-*}-linux" ;;
        *-windows-*) echo "${1%%-*}-windows" ;;
    esac
}

# Fills a folder with the command for a target and what belongs to it, below a prefix.
stage() { # folder, prefix, program, target
    make --silent install BRAMAH="$bramah" DESTDIR="$1" PREFIX="$2" LINKS=
    local documents=$1$2/share/doc/bramah name=bramah
    case $3 in *.exe) name=bramah.exe ;; esac
    rm "$1$2/bin/bramah"
    install -m 755 "$3" "$1$2/bin/$name"
    mkdir -p "$documents"
    cp LICENSE-APACHE LICENSE-MIT README.md CHANGELOG.md SECURITY.md "$documents/"
    cp "$work/$4/LICENSES-THIRD-PARTY.txt" "$documents/"
    cp "$made/bramah-$version-$(named "$4").cdx.json" "$documents/sbom.cdx.json"
}

command_for() { # target
    local target=$1 program name
    name=bramah-$version-$(named "$target")
    program=${DIST_COMMAND:-$(packaging/command.sh "$target")}
    mkdir "$work/$target"
    tools/licenses.py crates/bramah-cli "$target" "$work/$target/LICENSES-THIRD-PARTY.txt"
    packaging/sbom.py crates/bramah-cli "$target" "$made/$name.cdx.json"
    stage "$work/$target/$name" "" "$program" "$target"
    case $target in
        *-windows-*)
            "$bramah" completions powershell >"$work/$target/$name/share/bramah.ps1"
            packaging/pack.py zip "$work/$target/$name" "$made/$name.zip"
            ;;
        *)
            packaging/pack.py tar "$work/$target/$name" "$made/$name.tar.xz"
            debian_package "$target" "$program"
            ;;
    esac
    say "$name"
}

debian_package() { # target, program
    local root=$work/$1/deb architecture size
    case $1 in
        x86_64-*) architecture=amd64 ;;
        aarch64-*) architecture=arm64 ;;
    esac
    stage "$root" /usr "$2" "$1"
    find "$root/usr/share/man" -type f -exec gzip -9n {} +
    # Debian's name and place for the licences
    sed 's|which debian/rules$|whose licences are|; s|^ vendors: .*| in /usr/share/doc/bramah/LICENSES-THIRD-PARTY.txt.|' \
        debian/copyright >"$root/usr/share/doc/bramah/copyright"
    size=$(find "$root" -type f -printf '%s\n' | awk '{ k += int(($1 + 1023) / 1024) } END { print k }')
    mkdir "$root/DEBIAN"
    {
        echo "Package: bramah"
        echo "Version: $version"
        echo "Architecture: $architecture"
        sed -n 's/^Maintainer: /&/p; s/^Section: /&/p; s/^Priority: /&/p' debian/control
        echo "Installed-Size: $size"
        sed -n '/^Description: /,$p' debian/control
    } >"$root/DEBIAN/control"
    (cd "$root" && find usr -type f | sort | xargs md5sum) >"$root/DEBIAN/md5sums"
    packaging/pack.py deb "$root" "$made/bramah_${version}_$architecture.deb"
}

maturin_needed() {
    command -v maturin >/dev/null || { echo "dist: maturin not found; install it with pip" >&2; exit 1; }
}

wheel() {
    maturin_needed
    local directory components=$made/bramah-$version-wheel.cdx.json
    directory=$(realpath -m "${CARGO_TARGET_DIR:-target}")/dist
    packaging/sbom.py bindings/python "$(rustc -vV | sed -n 's/^host: //p')" "$components"
    CARGO_INCREMENTAL=0 CARGO_ENCODED_RUSTFLAGS="$(CARGO_TARGET_DIR=$directory tools/remap.sh)" \
        maturin build --quiet --profile library --locked --manifest-path bindings/python/Cargo.toml \
        --target-dir "$directory" --out "$made" --sbom-include "$components"
    packaging/no_folder.py "$PWD" "$made"/bramah-*.whl
    say "wheel"
}

sdist() {
    maturin_needed
    maturin sdist --manifest-path bindings/python/Cargo.toml --out "$made" >&2
    say "sdist"
}

sources() {
    git archive --format=tar --prefix="bramah-$version/" HEAD | xz "-${DIST_LEVEL:-9}" -T1 >"$made/bramah-$version-source.tar.xz"
    say "source"
}

for target; do
    case $target in
        wheel | sdist) "$target" ;;
        source) sources ;;
        *) command_for "$target" ;;
    esac
done

(
    cd "$made"
    "$bramah" hash -a sha256 --untagged -- * >"$work/SHA256SUMS"
    "$bramah" hash -a blake3 --untagged -- * >"$work/B3SUMS"
    mv "$work/SHA256SUMS" "$work/B3SUMS" .
    for list in SHA256SUMS B3SUMS; do
        [ -z "${DIST_KEY-}" ] || "$bramah" sign --key "$DIST_KEY" --trusted-comment "bramah $version" "$list"
    done
)
packaging/recipes.py "$made"
mv "$made" "$out"
say "$out: $(find "$out" -maxdepth 1 -type f | wc -l) files"
