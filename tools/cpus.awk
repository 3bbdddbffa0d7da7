# Makes the tables of docs/cpus.md from the pages of several CPUs, given as files in the order of their names, which are
# -v cpus="Zen 5;Zen 3;..": how many rows are ahead of the best peer on each, the speed of one message of 16 KiB, and the rows
# that are behind.
function ratio_class(r) { return r >= 1 ? "ahead" : r >= 0.97 ? "tie" : "behind" }
FNR == 1 { cpu = names[++read]; column = 0; sizes = "" }
BEGIN {
    FS = " *\\| *"
    count = split(cpus, names, ";")
}
# the header of a table says in which column the ratio is
/^\|/ && / ratio \|/ {
    for (i = 2; i < NF; i++) { if ($i == "ratio") column = i; if ($i == "best peer") peer = i }
    inside = 1
    glance = /16 KiB: MB\/s/
    next
}
!/^\|/ { inside = 0 }
!inside || glance || /^\| ---/ || $column !~ /^[0-9.]+$/ { next }
{
    rows[cpu, ratio_class($column)]++
    if ($column < 0.97) {
        if (!((cpu, $2) in late)) order[cpu, ++lates[cpu]] = $2
        late[cpu, $2] = late[cpu, $2] ", " $3 " " $column
    }
    if ($3 == "16 KiB") {
        if (!($2 in known)) { known[$2] = 1; algorithms[++n] = $2 }
        speed[cpu, $2] = $4 " (" $column ")"
    }
}
END {
    print "| rows | " join_names() " |"
    printf "| --- |"; for (i = 1; i <= count; i++) printf " ---: |"; print ""
    split("ahead tie behind", classes, " ")
    words["ahead"] = "at least as fast as the best peer"
    words["tie"] = "slower by up to 3 %"
    words["behind"] = "slower by more"
    for (c = 1; c <= 3; c++) {
        printf "| %s |", words[classes[c]]
        for (i = 1; i <= count; i++) printf " %d |", rows[names[i], classes[c]]
        print ""
    }
    print "\n## One message of 16 KiB\n\nMB/s on one core and, in brackets, the ratio to the best peer there.\n"
    print "| | " join_names() " |"
    printf "| --- |"; for (i = 1; i <= count; i++) printf " ---: |"; print ""
    for (a = 1; a <= n; a++) {
        printf "| %s |", algorithms[a]
        for (i = 1; i <= count; i++) printf " %s |", speed[names[i], algorithms[a]]
        print ""
    }
    print "\n## Slower than the best peer by more than 3 %"
    for (i = 1; i <= count; i++) {
        printf "\n%s:\n\n", names[i]
        for (l = 1; l <= lates[names[i]]; l++) {
            name = order[names[i], l]
            print "- " name ": " substr(late[names[i], name], 3)
        }
    }
}
function join_names(    text, i) { for (i = 1; i <= count; i++) text = text (i > 1 ? " | " : "") names[i]; return text }
