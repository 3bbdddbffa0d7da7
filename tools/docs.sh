#!/bin/sh
# Writes the parts of the documentation that the command makes: the table of algorithms in README.md.
# The table names the backends of one architecture, so this is to run on x86-64.
set -eu
cd "$(dirname "$0")/.."
[ "$(uname -m)" = x86_64 ] || { echo "docs.sh: the tables are those of x86-64; this is $(uname -m)" >&2; exit 1; }

table=$(mktemp)
new=$(mktemp)
trap 'rm -f "$table" "$new"' EXIT
cargo run --quiet --package bramah-cli -- list --markdown >"$table"
awk -v table="$table" '
    /^<!-- end of algorithms -->$/ { if (!inside) exit 1; inside = 0; ended = 1 }
    !inside { print }
    /^<!-- algorithms: / { inside = 1; while ((getline line < table) > 0) print line }
    END { if (!ended) exit 1 }
' README.md >"$new" || { echo "docs.sh: README.md lacks the marks around its table of algorithms" >&2; exit 1; }
cmp -s README.md "$new" || cat "$new" >README.md
