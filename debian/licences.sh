#!/bin/sh
# Copies the licences of vendored crates: licences.sh FOLDER NAME-VERSION...
set -eu
to=$1
shift
for crate; do
    from=debian/vendor/$crate
    [ -d "$from" ] || continue   # the workspace's own
    mkdir -p "$to/$crate"
    find "$from" -maxdepth 1 -type f \( -iname 'licen[sc]e*' -o -iname 'copying*' -o -iname 'notice*' -o -iname 'copyright*' \) \
        -exec cp {} "$to/$crate/" \;
    # a crate without a file says its licence in one line
    rmdir "$to/$crate" 2>/dev/null && sed -n 's/^license = //p' "$from/Cargo.toml" >"$to/$crate.license" || true
done
