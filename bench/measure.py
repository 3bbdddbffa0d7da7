#!/usr/bin/env python3
"""Measures all families of algorithms beside the peers, by run.sh, for bench/results.

    measure.py sizes                                  prints the held-out sizes
    measure.py docs DIRECTORY NAME=FILE.so ...        measures the sizes of docs/benchmarks.md
    measure.py held-out DIRECTORY NAME=FILE.so ...    measures the held-out sizes

The tables of run.sh go to DIRECTORY/RUN.CORE.tsv, and a table that is there already is not measured again. --save puts all tables
of a run that are there into bench/results, by report.py. A held-out size is one that nobody chose: one is drawn in each octave of
16 to 65,536 bytes, by --seed, and drawn again if a table in docs/ has it. FORKY_ROOT is the root that make-root.sh made.
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys

import lengths

HERE = pathlib.Path(__file__).resolve().parent
SEED = 20261201
HASHES = ("blake-224:blake-256:blake-384:blake-512:blake2bp:blake2sp:blake3:groestl-256:groestl-512:jh-256:jh-512:kupyna-256:kupyna-512:"
          "skein-256:skein-512:skein-1024:sm3:streebog-256:streebog-512:whirlpool:md4:ripemd128:ripemd160:ripemd256:ripemd320:tiger:"
          "tiger2:turboshake128:parallelhash128:kt128:md5:sha1:sha224:sha256:sha384:sha512:sha512-256:sha3-256:sha3-512:shake128:"
          "shake256:blake2b:blake2s")
S_BOXES = "camellia-128:aria-128:sm4:seed:anubis-128:kuznyechik:kalyna-128-128:kalyna-256-256:kalyna-512-512:magma:twofish-256"
OTHERS = "serpent-256:shacal-2:cast-128:cast-256:mars-256:threefish-512:blowfish:idea:3des:xtea"
# name, title, modes, algorithms, sizes of the tables in docs; the mode `many` stands for messages of these sizes
RUNS = [
    ("hashes", "Hash functions", "hash", HASHES, "64,1024,16384,1048576"),
    ("many", "Hash functions, many messages", "many", "md5:sha1:sha256:sha512:sha3-256:blake2b:blake2s:blake3:sm3:groestl-256",
     "25,32,1024"),
    ("macs", "MACs", "mac", "hmac-sha1:hmac-sha256:hmac-sha512:poly1305", "64,1024,16384,1048576"),
    ("kdfs", "PBKDF2, scrypt and Argon2id", "c=*:n=16384,r=8,p=1:t=3,m=65536,p=1", "pbkdf2*:scrypt:argon2id", None),
    ("streams", "Stream ciphers and their schemes", "stream-enc:aead-*",
     "chacha8:chacha12:chacha20:xchacha20:salsa8:salsa12:salsa20:xsalsa20:chacha20-poly1305:xchacha20-poly1305",
     "64,576,1024,16384,1048576"),
    ("aegis", "AEGIS, Ascon and Deoxys-II", "aead-*", "aegis*:ascon*:deoxys*", "64,576,1500,16384,1048576"),
    ("aes", "AES in its modes", "ecb*:cbc*:ctr*:xts*:cfb*:ofb*:cmac:gmac", "aes-128:aes-256", "64,1024,16384,1048576"),
    ("aes-aead", "AES in GCM, GCM-SIV, OCB, CCM and EAX", "gcm*:ocb*:ccm*:eax*", "aes-128:aes-256", "16,64,576,1500,16384,1048576"),
    ("s-boxes", "Ciphers with S-boxes, and Twofish", "ecb-enc:ctr-enc:cbc-*:xts-enc:cfb-dec", S_BOXES, "64,208,1504,16384"),
    ("others", "Other block ciphers", "ecb-enc:ctr-enc:cbc-*:xts-enc", OTHERS, "64,1504,16384"),
]


def held_out(seed):
    """Returns the held-out sizes: the same for the same seed."""
    known = set(lengths.LENGTHS) | {int(size) for run in RUNS if run[4] for size in run[4].split(",")}
    draw, sizes = random.Random(seed), []
    for octave in range(4, 16):
        size = next(size for size in iter(lambda: int(2 ** draw.uniform(octave, octave + 1)), None) if size not in known)
        sizes.append(size)
    return sizes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["sizes", "docs", "held-out"])
    parser.add_argument("directory", nargs="?", type=pathlib.Path)
    parser.add_argument("providers", nargs="*", metavar="NAME=FILE.so")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the held-out sizes ({SEED})")
    parser.add_argument("--core", default="0", help="the core to stay on (0); a second run on another core improves the figures")
    parser.add_argument("--runs", default=":".join(run[0] for run in RUNS), help="the runs to do, with `:` between them")
    parser.add_argument("-p", default="*", metavar="GLOB", help="the providers, in a run that adds to one with the others")
    parser.add_argument("--save", metavar="CPU", help="the name of the CPU in bench/results")
    parser.add_argument("-r", default="9", help="repetitions (9)")
    parser.add_argument("-t", default="2", help="milliseconds of each (2)")
    args = parser.parse_intermixed_args()
    drawn = ",".join(map(str, held_out(args.seed)))
    if args.what == "sizes":
        print(drawn)
        return
    if not args.providers:
        parser.error(f"{args.what} needs a directory and a provider")
    args.directory.mkdir(parents=True, exist_ok=True)
    for name, title, modes, algorithms, sizes in RUNS:
        if name not in args.runs.split(":") or args.what == "held-out" and not sizes:
            continue
        options = ["-c", args.core, "-r", args.r, "-t", args.t, "-a", algorithms, *(["-p", args.p] if args.p != "*" else [])]
        chosen = drawn if args.what == "held-out" else sizes
        if modes == "many":
            options += ["-m", "many=*", "-n", chosen, "-s", "1048576"]
        elif sizes:
            options += ["-m", modes, "-s", chosen]
        else:
            options += ["-m", modes, "-k", "1"]
        path = args.directory / f"{name}.{args.core}.tsv"
        if not path.exists():
            measure([*options, *args.providers], path)
        if args.save:
            save(args.save, name, title, sorted(args.directory.glob(f"{name}.*.tsv")))


def measure(options, path):
    """Writes what run.sh prints to a file, which has its name only when it is complete."""
    part = path.with_suffix(".part")
    with open(part, "w", encoding="utf-8") as file:
        code = subprocess.run(["sh", str(HERE / "run.sh"), *options], stdout=file).returncode
    if code:
        sys.exit(f"measure.py: run.sh failed: {part} has what it printed before")
    part.rename(path)


def save(cpu, name, title, tables):
    """Puts the tables of a run into bench/results."""
    versions = pathlib.Path(os.environ["FORKY_ROOT"]) / "tmp" / "bramah-bench" / "out" / "versions.txt"
    subprocess.run([sys.executable, str(HERE / "report.py"), "--ours", "bramah", "--versions", str(versions), "--save", cpu,
                    "--run", name, "--title", title, *map(str, tables)], check=True)


if __name__ == "__main__":
    main()
