#!/bin/sh
# Writes the parts of README.md that are made: the table of algorithms, by the command, and the
# table of speeds, from docs/benchmarks.md.
# The first names the backends of one architecture, so this is to run on x86-64.
set -eu
cd "$(dirname "$0")/.."
[ "$(uname -m)" = x86_64 ] || { echo "docs.sh: the tables are those of x86-64; this is $(uname -m)" >&2; exit 1; }

table=$(mktemp)
new=$(mktemp)
trap 'rm -f "$table" "$new"' EXIT

# put NAME: the table goes between the marks of that name
put() {
    awk -v table="$table" -v name="$1" '
        $0 == "<!-- end of " name " -->" { if (!inside) exit 1; inside = 0; ended = 1 }
        !inside { print }
        index($0, "<!-- " name ":") == 1 { inside = 1; while ((getline line < table) > 0) print line }
        END { if (!ended) exit 1 }
    ' README.md >"$new" || { echo "docs.sh: README.md lacks the marks around its table of $1" >&2; exit 1; }
    cmp -s README.md "$new" || cat "$new" >README.md
}

cargo run --quiet --package bramah-cli -- list --markdown >"$table"
put algorithms

# one message of 16 KiB, and batches of 1 KiB, of each algorithm
awk -F ' *\\| *' '
    BEGIN {
        print "| | 16 KiB: MB/s | best peer | ratio | many of 1 KiB: MB/s | best peer | ratio |"
        print "| --- | ---: | --- | ---: | ---: | --- | ---: |"
    }
    $3 == "16 KiB" { one[$2] = $4 " | " $6 " " $7 " | " $8; names[++n] = $2 }
    $3 ~ / x 1024 B$/ { many[$2] = $4 " | " $8 " " $9 " | " $10 }
    END { for (i = 1; i <= n; i++) print "| " names[i] " | " one[names[i]] " | " many[names[i]] " |" }
' docs/benchmarks.md >"$table"
put benchmarks
