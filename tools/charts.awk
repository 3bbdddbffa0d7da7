# Draws a bar chart, as SVG, of the speeds in docs/benchmarks.md: -v kind=one for one message of 16 KiB, -v kind=many for
# many messages of 1 KiB. Each algorithm has two bars, of Bramah and of the best peer; the larger figure is bold. The
# picture follows the reader's choice of light or dark.
BEGIN {
    FS = " *\\| *"
    rows = split("md5 sha1 sha256 sha512 sha3-256 blake2b blake2sp blake3 sm3 tiger", names, " ")
    title = kind == "one" ? "One message of 16 KiB" : "Many messages of 1 KiB"
}
kind == "one" && $3 == "16 KiB" && !($2 in ours) { ours[$2] = $4; peer[$2] = $6; theirs[$2] = $7 }
kind == "many" && $3 ~ / x 1024 B$/ && !($2 in ours) { ours[$2] = $4; peer[$2] = $8; theirs[$2] = $9 }
END {
    for (i = 1; i <= rows; i++) {
        name = names[i]
        if (!(name in ours)) { print "charts.awk: no figures of " name > "/dev/stderr"; exit 1 }
        if (ours[name] + 0 > most) most = ours[name] + 0
        if (theirs[name] + 0 > most) most = theirs[name] + 0
    }
    left = 84; wide = 420; top = 58; pitch = 38
    height = top + pitch * rows + 6
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 %d\" width=\"760\" height=\"%d\" role=\"img\">\n", height, height
    printf "<title>%s: MB/s of Bramah and of the best peer</title>\n", title
    print "<style>"
    print "text { font: 13px system-ui, -apple-system, \"Segoe UI\", \"DejaVu Sans\", sans-serif; fill: #1f2328 }"
    print ".title { font-size: 16px; font-weight: 600 } .best { font-weight: 700 } .quiet { fill: #59636e }"
    print ".ours { fill: #0969da } .peer { fill: #afb8c1 }"
    print "@media (prefers-color-scheme: dark) {"
    print "text { fill: #e6edf3 } .quiet { fill: #9198a1 } .ours { fill: #4493f8 } .peer { fill: #59636e }"
    print "}"
    print "</style>"
    printf "<text x=\"0\" y=\"18\" class=\"title\">%s, MB/s</text>\n", title
    print "<rect x=\"0\" y=\"30\" width=\"12\" height=\"12\" class=\"ours\"/><text x=\"18\" y=\"41\">Bramah</text>"
    print "<rect x=\"84\" y=\"30\" width=\"12\" height=\"12\" class=\"peer\"/><text x=\"102\" y=\"41\" class=\"quiet\">best of the other libraries, by name</text>"
    for (i = 1; i <= rows; i++) {
        name = names[i]
        y = top + pitch * (i - 1)
        printf "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", left - 8, y + 19, name
        bar("ours", y, ours[name] + 0, ours[name], ours[name] + 0 >= theirs[name] + 0, "")
        bar("peer", y + 15, theirs[name] + 0, theirs[name], theirs[name] + 0 >= ours[name] + 0, peer[name])
    }
    print "</svg>"
}
# Draws a bar at the height y, its figure after it, and the name of a peer.
function bar(class, y, value, figure, best, label) {
    length_ = wide * value / most
    printf "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"13\" class=\"%s\"/>", left, y, length_, class
    printf "<text x=\"%.1f\" y=\"%d\"%s>%s<tspan dx=\"6\" class=\"quiet\" font-weight=\"400\">%s</tspan></text>\n", left + length_ + 6, y + 11, best ? " class=\"best\"" : "", figure, label
}
