#!/bin/bash
# Verifies what packaging/dist.sh made, with Bramah itself.
#
#   packaging/verify.sh FOLDER [KEY]
#
# KEY is the public key of the author (RW..., or a file): with it, the lists must be signed. BRAMAH is the command to
# verify with, `bramah` by default. The exit code is 0 only if every file is in both lists with its digest, and every
# archive has the command, its manual, its licences and its list of components.
set -euo pipefail
[ $# -ge 1 ] && [ $# -le 2 ] || { sed -n '2,8p' "$0" | cut -c3-; exit 2; }
bramah=${BRAMAH:-bramah}
case $bramah in */*) bramah=$(realpath "$bramah") ;; esac
key=${2-}
[ ! -e "$key" ] || key=$(realpath "$key")
cd "$1"
fail() { echo "verify: $*" >&2; exit 1; }

for list in SHA256SUMS:sha256 B3SUMS:blake3; do
    algorithm=${list#*:} list=${list%:*}
    "$bramah" check --strict --quiet --inside -a "$algorithm" ${key:+--signed-by "$key"} "$list"
    # the lists name every file, not only some
    for file in *; do
        case $file in *SUMS | *SUMS.minisig | recipes) continue ;; esac
        grep -qF "  $file" "$list" || fail "$file: not in $list"
    done
done

# Prints the names in an archive.
names() {
    case $1 in
        *.zip | *.whl) python3 -m zipfile -l "$1" | awk 'NR > 1 { print $1 }' ;;
        *.deb) ar p "$1" data.tar.xz | tar -tJ ;;
        *) tar -tf "$1" ;;
    esac
}

for archive in *.zip *.tar.xz *.deb; do
    case $archive in \** | *-source.tar.xz) continue ;; esac
    listed=$(names "$archive")
    for part in 'bin/bramah(\.exe)?' 'share/man/man1/bramah-hash\.1(\.gz)?' 'doc/bramah/LICENSE-MIT' \
        'doc/bramah/LICENSES-THIRD-PARTY\.txt' 'doc/bramah/sbom\.cdx\.json' 'share/bash-completion/completions/bramah'; do
        grep -qE "/$part\$" <<<"$listed" || fail "$archive: no file $part"
    done
done
echo "verify: $(grep -c . SHA256SUMS) files are as listed${key:+ and signed}"
