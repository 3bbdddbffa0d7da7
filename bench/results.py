#!/usr/bin/env python3
"""The figures of docs/benchmarks.md, which are in bench/results/: NAME.csv has the rows of a CPU, NAME.toml its runs.

    results.py                  writes the tables of docs/benchmarks.md and docs/lengths.md, and the charts docs/speed-*.svg
    results.py --check          fails unless they are what the figures give, and unless the figures agree with each other
    results.py --show NAME      prints all rows of a CPU as a table in Markdown; NAME is zen5, say
    results.py --behind NAME    prints those that are slower than the best peer by more than 3 %

Needs Python 3.11. report.py --save puts the rows of a run there.
"""
import csv
import fnmatch
import math
import pathlib
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"
PAGE = ROOT / "docs" / "benchmarks.md"
LENGTHS = ROOT / "docs" / "lengths.md"
MOST_LINES = 150
# in the order of the page
CPUS = ["zen5", "zen4", "xeon", "zen3", "skylake", "zen1"]
# rows at the sizes that measure.py draws; its causes say, of each row that is behind, why
HELD_OUT = "held-out-skylake"
# figure and peer_figure are in `unit`, cycles per byte, way and peer_way of many messages `batch` or `one by one`;
# backend is empty for the one that the library chooses
COLUMNS = ("algorithm mode size messages unit backend figure cycles way million_messages peer peer_version peer_way peer_figure "
           "ratio ratio_of_medians run commit").split()
TIE = 0.97
S_BOXES = ("anubis", "aria", "camellia", "kalyna", "kuznyechik", "magma", "seed", "sm4", "twofish")
AUTHENTICATED = ("gcm", "ccm", "ocb", "eax", "siv", "kw")
FAMILIES = ["Hash functions, one message", "Hash functions, many messages", "HMAC and Poly1305", "Key derivation",
            "ChaCha and Salsa20", "ChaCha20-Poly1305", "AEGIS, Ascon and Deoxys-II", "AES in its modes",
            "AES in GCM, CCM, OCB, EAX, SIV, key wrap", "Ciphers with S-boxes, and Twofish", "Other block ciphers",
            "A key for each message"]
SPEEDS = ("md5;sha1;sha256;sha512;sha3-256;blake2b;blake2s;blake3;groestl-256;kupyna-256;skein-512;sm3;streebog-256;whirlpool;"
          "hmac-sha256 mac;poly1305 mac;chacha20 stream-enc;chacha20-poly1305 aead-enc;aegis-128l aead-enc;aegis-256 aead-enc;"
          "aes-128 cbc-enc;aes-128 cbc-dec;aes-128 ctr-enc;aes-128 xts-enc;aes-128 gcm-enc;aes-256 gcm-enc;aes-128 ocb-enc;"
          "camellia-128 ctr-enc;kuznyechik ctr-enc;serpent-256 ctr-enc;twofish-256 ctr-enc;3des ctr-enc").split(";")


class Cpu:
    """The rows of a CPU, as dictionaries of strings, and what it is and how they were measured, as the two files have it."""

    def __init__(self, name):
        self.file = name
        with open(RESULTS / f"{name}.csv", encoding="utf-8", newline="") as file:
            table = csv.reader(file)
            if next(table) != COLUMNS:
                sys.exit(f"results.py: {name}.csv: the columns are to be: {','.join(COLUMNS)}")
            self.rows = []
            for line in table:
                if len(line) != len(COLUMNS):
                    sys.exit(f"results.py: {name}.csv:{table.line_num}: {len(line)} fields instead of {len(COLUMNS)}")
                self.rows.append(dict(zip(COLUMNS, line)))
        self.about = tomllib.loads((RESULTS / f"{name}.toml").read_text(encoding="utf-8"))
        self.name = self.about["name"]
        # what the page is of
        self.chosen = [row for row in self.rows if not row["backend"]]

    def faults(self):
        """Returns what is wrong with the figures."""
        runs, used = self.about["runs"], {row["run"] for row in self.rows}
        found = [f"{self.file}: no row is of the run {run}" for run in runs if run not in used]
        found += [f"{self.file}: {self.file}.toml lacks the run {run}" for run in sorted(used) if run not in runs]
        for row in self.rows:
            where = f"{self.file}.csv: {label(row)}, {size(row)}"
            try:
                ours, sizes = float(row["figure"]), (int(row["size"]), int(row["messages"]))
                if ours <= 0 or min(sizes) <= 0:
                    found.append(f"{where}: not above 0")
                if row["peer"]:
                    ratio, exact = float(row["ratio"]), ours / float(row["peer_figure"])
                    # the figures are rounded to two digits at least, and the ratio to hundredths
                    if abs(ratio - exact) > 0.006 + 0.012 * exact:
                        found.append(f"{where}: the ratio is {exact:.2f} by the figures, and {ratio} by itself")
                    float(row["ratio_of_medians"])
            except ValueError as error:
                found.append(f"{where}: {error}")
            if family(row) not in FAMILIES:
                found.append(f"{where}: of no family that results.py knows")
        if "causes" in self.about:
            slow = [row for row in self.chosen if behind(row)]
            found += [f"{self.file}: {label(row)}, {size(row)} is slower than {row['peer']}, and no cause is written down"
                      for row in slow if not self.cause(row)]
            found += [f"{self.file}: no row has the cause: {cause['text']}" for cause in self.about["causes"]
                      if not any(self.cause(row) is cause for row in slow)]
        return found

    def cause(self, row):
        """Returns the first cause whose patterns and greatest size have the row, if there is one. Rows of many messages are named
        `sha256 many`."""
        name = label(row) + (" many" if row["mode"] == "many" else "")
        for cause in self.about.get("causes", []):
            if int(row["size"]) <= cause.get("most", math.inf) and any(fnmatch.fnmatch(name, glob) for glob in cause["rows"]):
                return cause
        return None

    def save(self, rows, run, table):
        """Puts rows of a new run in the place of the same rows of older ones, and its table into the description."""
        key = lambda row: (row["algorithm"], row["mode"], str(row["size"]), str(row["messages"]), row["backend"])
        new = {key(row): row for row in rows}
        measured, kept = set(new), []
        for row in self.rows:
            if key(row) in new:
                kept.append(new.pop(key(row)))
            elif key(row) not in measured and row["run"] != run:
                kept.append(row)
        self.rows = kept + list(new.values())
        with open(RESULTS / f"{self.file}.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)
        used = {row["run"] for row in self.rows}
        path = RESULTS / f"{self.file}.toml"
        start, *old = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n[runs.")
        old = [part for part in old if part.partition("]")[0] in used - {run}]
        path.write_text("\n\n[runs.".join([start, *old, f"{run}]\n{table.rstrip()}"]) + "\n", encoding="utf-8")


def label(row):
    return row["algorithm"] if row["mode"] in ("hash", "many") else f"{row['algorithm']} {row['mode']}"


def size(row):
    n = int(row["size"])
    if row["mode"] == "many":
        return f"{int(row['messages']):,} x {n} B"
    for unit, k in ("MiB", 1 << 20), ("KiB", 1 << 10):
        if n >= k and n % k == 0:
            return f"{n // k} {unit}"
    return f"{n} B"


def family(row):
    algorithm, mode = row["algorithm"], row["mode"]
    if mode in ("hash", "many"):
        return FAMILIES[mode == "many"]
    if row["unit"] != "MB/s":
        return "Key derivation"
    if mode.startswith("new-"):
        return "A key for each message"
    if mode == "mac":
        return "HMAC and Poly1305"
    if mode.startswith("stream"):
        return "ChaCha and Salsa20"
    if algorithm.endswith("chacha20-poly1305"):
        return "ChaCha20-Poly1305"
    if algorithm.startswith(("aegis", "ascon", "deoxys")):
        return "AEGIS, Ascon and Deoxys-II"
    if algorithm.startswith(("aes-", "xaes-")):
        return FAMILIES[8 if mode.startswith(AUTHENTICATED) or algorithm.startswith("xaes") else 7]
    return FAMILIES[9 if algorithm.startswith(S_BOXES) else 10]


def behind(row):
    return bool(row["peer"]) and float(row["ratio"]) < TIE


def table(heads, lines):
    """Returns a table in Markdown, with all columns but the first to the right."""
    rows = [heads, ["---"] + ["---:"] * (len(heads) - 1), *lines]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def cpus(all_cpus):
    lines = []
    for cpu in all_cpus:
        ratios = [float(row["ratio"]) for row in cpu.chosen if row["peer"]]
        dates = sorted(run["date"] for run in cpu.about["runs"].values())
        lines.append([
            f"**{cpu.name}**: {cpu.about['cpu']}; {cpu.about['has']}",
            f"{dates[0]} to {dates[-1].strftime('%d')}" if dates[0] < dates[-1] else str(dates[0]), f"{len(cpu.rows):,}",
            f"{sum(r >= 1 for r in ratios):,}", f"{sum(TIE <= r < 1 for r in ratios)}", f"{sum(r < TIE for r in ratios)}",
            f"[rows](../bench/results/{cpu.file}.csv), [runs](../bench/results/{cpu.file}.toml)",
        ])
    return table(["CPU", "measured", "rows", "as fast as the best peer, or faster", "slower by up to 3 %", "by more", "all figures"], lines)


def families(all_cpus):
    lines = []
    for name in FAMILIES:
        cells = []
        for cpu in all_cpus:
            rows = [row for row in cpu.chosen if row["peer"] and family(row) == name]
            if not rows:
                cells.append("")
                continue
            ratios = [float(row["ratio"]) for row in rows]
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            slow = sum(map(behind, rows))
            cells.append(f"{mean:.2f}; {slow} of {len(rows)}" + (f", {min(ratios):.2f}" if slow else ""))
        lines.append([name, *cells])
    return table(["", *(cpu.name for cpu in all_cpus)], lines)


def speeds(all_cpus):
    lines = []
    for name in SPEEDS:
        cells = []
        for cpu in all_cpus:
            row = next((r for r in cpu.chosen if r["size"] == "16384" and r["messages"] == "1" and label(r) == name), None)
            cells.append(f"{row['figure']} ({row['ratio']})" if row else "")
        lines.append([name, *cells])
    return table(["", *(cpu.name for cpu in all_cpus)], lines)


def held_out(all_cpus):
    """Returns the tables of the held-out sizes: of each family the rows that are ahead, level and behind, and of each cause."""
    cpu = all_cpus[-1]
    rows = [row for row in cpu.chosen if row["peer"]]
    lines = []
    for name in [*FAMILIES, "All"]:
        of = [row for row in rows if name in ("All", family(row))]
        if of:
            ratios = [float(row["ratio"]) for row in of]
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            lines.append([name, f"{len(of):,}", f"{sum(r >= 1 for r in ratios):,}", f"{sum(TIE <= r < 1 for r in ratios)}",
                          f"{sum(r < TIE for r in ratios)}", f"{sum(r < 0.8 for r in ratios)}", f"{mean:.2f}", lowest(of)])
    text = table(["", "rows", "as fast as the best peer, or faster", "slower by up to 3 %", "by more", "by more than 20 %", "mean ratio",
                  "lowest"], lines)
    lines = []
    for cause in cpu.about.get("causes", []):
        of = [row for row in rows if behind(row) and cpu.cause(row) is cause]
        if of:
            lines.append([cause["text"], str(len(of)), lowest(of)])
    return text + "\n" + table(["why rows are slower by more than 3 %", "rows", "lowest"], lines)


def lowest(rows):
    row = min(rows, key=lambda row: float(row["ratio"]))
    return f"{row['ratio']} ({label(row)}, {size(row)}, {row['peer']})"


CHARTED = "md5 sha1 sha256 sha512 sha3-256 blake2b blake2sp blake3 sm3 tiger".split()
STYLE = """\
<style>
text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 } .best { font-weight: 700 } .quiet { fill: #59636e }
.ours { fill: #0969da } .peer { fill: #afb8c1 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .quiet { fill: #9198a1 } .ours { fill: #4493f8 } .peer { fill: #59636e }
}
</style>
"""


def chart(cpu, mode, n, title):
    """Draws a bar chart, as SVG: two bars of each algorithm, of Bramah and of the best peer, whose larger figure is bold.
    The picture follows the reader's choice of light or dark."""
    rows = {r["algorithm"]: r for r in reversed(cpu.chosen) if r["mode"] == mode and r["size"] == str(n)}
    most = max(float(rows[name][column]) for name in CHARTED for column in ("figure", "peer_figure"))
    left, wide, top, pitch = 84, 420, 58, 38
    height = top + pitch * len(CHARTED) + 6

    def bar(kind, y, figure, other, name):
        long = wide * float(figure) / most
        best = ' class="best"' if float(figure) >= float(other) else ""
        return (f'<rect x="{left}" y="{y}" width="{long:.1f}" height="13" class="{kind}"/>'
                f'<text x="{left + long + 6:.1f}" y="{y + 11}"{best}>{figure}<tspan dx="6" class="quiet" font-weight="400">{name}</tspan></text>\n')

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" width="760" height="{height}" role="img">\n'
             f"<title>{title}: MB/s of Bramah and of the best peer</title>\n{STYLE}"
             f'<text x="0" y="18" class="title">{title}, MB/s</text>\n'
             '<rect x="0" y="30" width="12" height="12" class="ours"/><text x="18" y="41">Bramah</text>\n'
             '<rect x="84" y="30" width="12" height="12" class="peer"/>'
             '<text x="102" y="41" class="quiet">best of the other libraries, by name</text>\n']
    for i, name in enumerate(CHARTED):
        row, y = rows[name], top + pitch * i
        way = f" ({row['peer_way']})" if row["peer_way"] else ""
        parts += [f'<text x="{left - 8}" y="{y + 19}" text-anchor="end">{name}</text>\n',
                  bar("ours", y, row["figure"], row["peer_figure"], ""),
                  bar("peer", y + 15, row["peer_figure"], row["figure"], row["peer"] + way)]
    return "".join(parts) + "</svg>\n"


def made(all_cpus):
    """Returns the files that are made from the figures, and what is to be in them. The last CPU has the held-out sizes."""
    pages = {page: page.read_text(encoding="utf-8") for page in (PAGE, LENGTHS)}
    *shown, _ = all_cpus
    for page, name, part, of in ((PAGE, "cpus", cpus, shown), (PAGE, "families", families, shown), (PAGE, "speeds", speeds, shown),
                                 (LENGTHS, "held-out", held_out, all_cpus)):
        start, end = f"<!-- {name}: made by `make docs` from bench/results -->\n", f"<!-- end of {name} -->\n"
        before, found, rest = pages[page].partition(start)
        _, ended, after = rest.partition(end)
        if not found or not ended:
            sys.exit(f"results.py: docs/{page.name} lacks the marks around its table of {name}")
        pages[page] = before + start + part(of) + end + after
    first = all_cpus[0]
    return {
        **pages,
        ROOT / "docs" / "speed-one.svg": chart(first, "hash", 16384, "One message of 16 KiB"),
        ROOT / "docs" / "speed-many.svg": chart(first, "many", 1024, "Many messages of 1 KiB"),
    }


def show(rows):
    heads = ["", "size", "figure", "c/B", "best peer", "its figure", "ratio", "ratio of medians", "run"]
    lines = []
    for row in rows:
        unit = "" if row["unit"] == "MB/s" else " " + row["unit"]
        ways = [f" ({row[way]})" if row[way] else "" for way in ("way", "peer_way")]
        name = label(row) + (f" on {row['backend']}" if row["backend"] else "")
        lines.append([name, size(row), row["figure"] + unit + ways[0], row["cycles"] or "-", (row["peer"] or "none") + ways[1],
                      row["peer_figure"] or "-", row["ratio"] or "-", row["ratio_of_medians"] or "-", row["run"]])
    print(table(heads, lines), end="")


def main(arguments):
    if len(arguments) == 2 and arguments[0] in ("--show", "--behind"):
        if arguments[1] not in [*CPUS, HELD_OUT]:
            sys.exit(f"results.py: no CPU is named {arguments[1]}; these are: {' '.join(CPUS)} {HELD_OUT}")
        show(row for row in Cpu(arguments[1]).rows if arguments[0] == "--show" or behind(row))
        return
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    all_cpus = [Cpu(name) for name in [*CPUS, HELD_OUT]]
    faults = [fault for cpu in all_cpus for fault in cpu.faults()]
    files = {path.stem for path in RESULTS.iterdir()}
    faults += [f"{name}: a file in bench/results that results.py does not know" for name in sorted(files - {*CPUS, HELD_OUT})]
    files = made(all_cpus)
    lines = files[PAGE].count("\n")
    if lines > MOST_LINES:
        faults.append(f"docs/benchmarks.md has {lines} lines, and {MOST_LINES} at most are wanted")
    for path, text in files.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            if arguments:
                faults.append(f"{path.relative_to(ROOT)} is not what bench/results gives: run make docs")
            else:
                path.write_text(text, encoding="utf-8")
    if faults:
        sys.exit("\n".join(f"results.py: {fault}" for fault in faults))


if __name__ == "__main__":
    main(sys.argv[1:])
