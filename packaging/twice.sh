#!/bin/bash
# Makes the archives twice, from two clean clones in different folders, and fails unless they are equal byte for byte.
#
#   packaging/twice.sh [TARGET...]      as packaging/dist.sh; the default is all
#
# It takes twice the time of `make dist`: 10 minutes of CPU time and more for each target. KEEP names a new folder for the
# archives of the first run.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# folders whose names differ in length, too, and have no blanks: MinGW's dlltool splits a path at each of them
for folder in one/clone another-folder/of-the-same-commit; do
    git clone --quiet --no-hardlinks "$here" "$work/$folder"
    (cd "$work/$folder" && env -u CARGO_TARGET_DIR -u BRAMAH packaging/dist.sh "$work/$folder.out" "$@")
    rm -rf "${work:?}/$folder"
done
diff -r "$work/one/clone.out" "$work/another-folder/of-the-same-commit.out" || { echo "twice: the archives differ" >&2; exit 1; }
echo "twice: equal: $(find "$work/one/clone.out" -type f | wc -l) files"
[ -z "${KEEP-}" ] || mv "$work/one/clone.out" "$KEEP"
