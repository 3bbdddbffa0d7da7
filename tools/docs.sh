#!/bin/sh
# Writes the generated parts of docs/: the table of algorithms, which the command prints, and the tables and charts of
# speeds, from the figures in bench/results. The table of algorithms names the backends of one architecture, so run this
# on x86-64.
set -eu
cd "$(dirname "$0")/.."
[ "$(uname -m)" = x86_64 ] || { echo "docs.sh: the tables are those of x86-64; this is $(uname -m)" >&2; exit 1; }

table=$(mktemp)
new=$(mktemp)
trap 'rm -f "$table" "$new"' EXIT

# put NAME FILE: writes the table between the marks of this name
put() {
    awk -v table="$table" -v name="$1" '
        $0 == "<!-- end of " name " -->" { if (!inside) exit 1; inside = 0; ended = 1 }
        !inside { print }
        index($0, "<!-- " name ":") == 1 { inside = 1; while ((getline line < table) > 0) print line }
        END { if (!ended) exit 1 }
    ' "$2" >"$new" || { echo "docs.sh: $2 lacks the marks around its table of $1" >&2; exit 1; }
    cmp -s "$2" "$new" || cat "$new" >"$2"
}

cargo run --quiet --package bramah-cli -- list --markdown >"$table"
put algorithms docs/algorithms.md
python3 bench/results.py
