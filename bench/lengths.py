#!/usr/bin/env python3
"""Prints the worst length of each cipher as a Markdown table: the table in docs/lengths.md.

    python3 bench/lengths.py target/release/bramah [NAME[:UNIT]]...

Each cipher is measured on the backend in use by `bramah bench`, at lengths of 16 to 16,384 bytes that are multiples of
UNIT (16). The times are compared with a straight line: the time of one unit, and for each byte the time per byte between
8,192 and 16,384 bytes. Where the groups of a backend are not full, it falls below the line. `bramah-curve` measures more
lengths, of block ciphers alone.
"""

import argparse
import csv
import subprocess

LENGTHS = [16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 240, 256, 272, 304, 320, 352, 384, 416, 448, 480, 512, 560, 608,
           640, 752, 768, 896, 1008, 1024, 1040, 1200, 1504, 1520, 2000, 2048, 2064, 3008, 3072, 4080, 4096, 5008, 6000, 8176, 8192,
           10000, 12352, 16368, 16384]

CIPHERS = """aes-128-ctr aes-256-gcm aes-128-ocb aes-256-xts chacha20 chacha20-poly1305 camellia-128-ecb camellia-128-ctr
aria-128-ecb aria-128-ctr kalyna-128-128-ecb kalyna-256-256-ecb:32 shacal-2-ecb:32 anubis-128-ecb kuznyechik-ecb kuznyechik-ctr
seed-ecb sm4-ecb serpent-256-ecb twofish-256-ecb""".split()


def bench(command, name, lengths, *options):
    """Returns the lines of `bramah bench` for these lengths."""
    sizes = ",".join(map(str, lengths))
    run = [command, "bench", name, "--csv", "--sizes", sizes, *options]
    return list(csv.DictReader(subprocess.run(run, check=True, capture_output=True, text=True).stdout.splitlines()))


def worst(command, name, unit, turns):
    """Returns the backend in use, the speed of full groups in MB/s, and the five worst lengths with their ratios."""
    backend = next(row["backend"] for row in bench(command, name, [64], "--time", "1") if row["in_use"] == "true")
    lengths = [length for length in LENGTHS if length % unit == 0]
    best = {}
    for _ in range(turns):
        for row in bench(command, name, lengths, "--backend", backend, "--time", "3"):
            length, time = int(row["message_bytes"]), float(row["ns_per_message"])
            best[length] = min(time, best.get(length, time))
    byte = (best[16384] - best[8192]) / 8192
    ratio = {length: (best[lengths[0]] + byte * length) / time for length, time in best.items()}
    return backend, 1e3 / byte, [(length, ratio[length]) for length in sorted(ratio, key=ratio.get)[:5]]


def main():
    parser = argparse.ArgumentParser(description="Prints the worst length of each cipher as a Markdown table.")
    parser.add_argument("command", help="the command bramah")
    parser.add_argument("names", nargs="*", default=CIPHERS, metavar="NAME[:UNIT]", help="the ciphers to measure")
    parser.add_argument("--turns", type=int, default=3, help="the number of measurements, of which the best counts (3)")
    args = parser.parse_args()
    print("| cipher | backend | MB/s | worst lengths in bytes, with their share of the line |")
    print("|---|---|--:|---|")
    for name in args.names:
        name, _, unit = name.partition(":")
        backend, speed, lengths = worst(args.command, name, int(unit or 16), args.turns)
        shown = ", ".join(f"{length}: {ratio:.2f}" for length, ratio in lengths)
        print(f"| {name} | {backend} | {speed:.0f} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
