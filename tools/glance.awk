# Makes the table of the speeds at a glance, from those in docs/benchmarks.md: one message of 16 KiB, and batches of
# messages of 1 KiB, of each algorithm.
BEGIN {
    FS = " *\\| *"
    print "| | 16 KiB: MB/s | best peer | ratio | many of 1 KiB: MB/s | best peer | ratio |"
    print "| --- | ---: | --- | ---: | ---: | --- | ---: |"
}
$3 == "16 KiB" { one[$2] = $4 " | " $6 " " $7 " | " $8; names[++n] = $2 }
$3 ~ / x 1024 B$/ { many[$2] = $4 " | " $8 " " $9 " | " $10 }
END { for (i = 1; i <= n; i++) print "| " names[i] " | " one[names[i]] " | " (names[i] in many ? many[names[i]] : "| |") " |" }
