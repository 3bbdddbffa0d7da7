#!/usr/bin/env python3
"""Whole-process comparison of `bramah hash` with the tools people use.

    cli.py [options] BRAMAH            BRAMAH is the path of the binary, or NAME=PATH;
                                       several may be given (new=... old=...)

The tools are Debian packages:

    apt-get install coreutils b3sum rhash openssl hashdeep time findutils

or, newer ones, those of the root that make-root.sh makes: --root "$FORKY_ROOT"
runs them from there through that root's own dynamic loader.

Two loads, both in the page cache: one file of 1 GiB, and 50,000 files of 2 KiB
given as arguments.  Every command may use as many CPUs as its row has threads
(the process's affinity is set), so a hidden helper thread gains nothing.  The
digests of every command are compared before anything is timed.  The commands
then take turns, in an order that rotates by one each round.  What is printed is
a Markdown table: wall time and user + system time, least and median of the
rounds; peak resident memory.  On a busy machine trust user + system: the load is
printed too.
"""
import argparse
import hashlib
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

COREUTILS = {"md5": "md5sum", "sha1": "sha1sum", "sha224": "sha224sum", "sha256": "sha256sum",
             "sha384": "sha384sum", "sha512": "sha512sum", "blake2b": "b2sum"}
RHASH = {a: "--" + a for a in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3-256", "sha3-512",
                               "blake2b", "blake2s", "blake3", "whirlpool", "tiger", "ripemd160")}
OPENSSL = {"md5": "md5", "sha1": "sha1", "sha224": "sha224", "sha256": "sha256", "sha384": "sha384",
           "sha512": "sha512", "sha512-256": "sha512-256", "sha3-256": "sha3-256", "sha3-512": "sha3-512",
           "blake2b": "blake2b512", "blake2s": "blake2s256", "sm3": "sm3"}
HASHDEEP = {"md5": "md5", "sha1": "sha1", "sha256": "sha256", "whirlpool": "whirlpool", "tiger": "tiger"}
BYTES = {"md5": 16, "sha1": 20, "sha224": 28, "sha384": 48, "sha512": 64, "sha3-512": 64, "blake2b": 64,
         "whirlpool": 64, "tiger": 24, "ripemd160": 20}  # the others have 32
VERSION = {"openssl": ["version"], "hashdeep": ["-V"]}


def die(message):
    sys.exit("cli.py: " + message)


class Tools:
    """Finds the tools and turns them into argument lists."""

    def __init__(self, root):
        self.root = root

    def find(self, name):
        if not self.root:
            path = shutil.which(name)
            return [path] if path else None
        loader = os.path.join(self.root, "lib64/ld-linux-x86-64.so.2")
        path = os.path.join(self.root, "usr/bin", name)
        libs = os.path.join(self.root, "usr/lib/x86_64-linux-gnu")
        return [loader, "--library-path", libs, path] if os.path.exists(path) else None

    def version(self, name, argv):
        r = subprocess.run(argv + VERSION.get(name, ["--version"]), capture_output=True, text=True)
        text = (r.stdout + r.stderr).strip().splitlines()
        text = text[0] if text and r.returncode == 0 else "of unknown version"
        return text if text[:1].isalpha() and name in text.lower() else f"{name} {text}"


def commands(tools, bramahs, template, alg, threads, many):
    """(label, argv without files, tool); argv None: the tool is missing"""
    out = []
    for name, path in bramahs:
        args = [a.format(alg=alg, threads=threads) for a in template.split()]
        out.append((f"{name} -j {threads}", [path] + args, name))

    def tool(name, *args, label=None):
        argv = tools.find(name)
        out.append((label or name, argv and argv + list(args), name))

    if alg in COREUTILS:
        c = COREUTILS[alg]
        if threads == 1:
            tool(c)
        elif many:  # what a user of a tool without threads can do
            argv, xargs = tools.find(c), shutil.which("xargs")
            out.append((f"xargs -P {threads} {c}",
                        argv and xargs and [xargs, "-0", "-P", str(threads), "-n", "2500"] + argv, c))
    if alg == "blake3":
        tool("b3sum", "--num-threads", str(threads), label=f"b3sum --num-threads {threads}")
        if threads == 1:
            tool("b3sum", "--no-mmap", label="b3sum --no-mmap")
    if alg in HASHDEEP:
        # -j0: no worker threads at all; -jN: N workers
        tool("hashdeep", "-c", HASHDEEP[alg], "-j0" if threads == 1 else f"-j{threads}",
             label="hashdeep -j0" if threads == 1 else f"hashdeep -j{threads}")
    if threads == 1:
        if alg in RHASH:
            tool("rhash", RHASH[alg])
        if alg in OPENSSL:
            tool("openssl", "dgst", "-" + OPENSSL[alg], label="openssl dgst")
    return out


def spawn(argv, names, cwd, out):
    """Runs one command; (wall, user + system) in seconds."""
    data = None
    if os.path.basename(argv[0]) == "xargs":
        data = b"\0".join(n.encode() for n in names) + b"\0"
    else:
        argv = argv + names
    with open(out, "wb") as f, open(out + ".err", "wb") as e:
        t = time.perf_counter()
        p = subprocess.Popen(argv, cwd=cwd, stdin=subprocess.PIPE if data else subprocess.DEVNULL, stdout=f, stderr=e)
        if data:
            try:
                p.stdin.write(data)
                p.stdin.close()
            except BrokenPipeError:
                pass  # its exit status tells
        _, status, usage = os.wait4(p.pid, 0)
        wall = time.perf_counter() - t
    p.returncode = os.waitstatus_to_exitcode(status)
    if p.returncode != 0:
        with open(out + ".err", encoding="utf-8", errors="replace") as e:
            text = e.read().strip().splitlines()
        raise RuntimeError(f"status {p.returncode}" + (f": {text[0]}" if text else ""))
    return wall, usage.ru_utime + usage.ru_stime


def digests(path, alg):
    # hashdeep's heading repeats the command line, which holds no digest
    n = 2 * BYTES.get(alg, 32)
    with open(path, encoding="utf-8", errors="replace") as f:
        return sorted(re.findall(rf"(?<![0-9a-fA-F])[0-9a-fA-F]{{{n}}}(?![0-9a-fA-F])", f.read().lower()))


def expected(alg, names, cwd):
    name = {"sha3-256": "sha3_256", "sha3-512": "sha3_512"}.get(alg, alg)
    if name not in hashlib.algorithms_guaranteed:
        return None
    found = []
    for n in names:
        h = hashlib.new(name)
        with open(os.path.join(cwd, n), "rb") as f:
            while block := f.read(1 << 20):
                h.update(block)
        found.append(h.hexdigest())
    return sorted(found)


def peak(tools, argv, names, cwd, out):
    """Peak resident memory in MiB, by GNU time: a child forked by Python itself
    would start with Python's own peak."""
    timer = shutil.which("time")
    if timer is None and tools.root:
        timer = tools.find("time")
    if timer is None:
        return None
    timer = timer if isinstance(timer, list) else [timer]
    note = out + ".rss"
    if os.path.basename(argv[0]) == "xargs":
        # the largest of its processes, times how many there are at once
        argv, count = argv[:6] + timer + ["-a", "-f", "%M", "-o", note] + argv[6:], int(argv[3])
        if os.path.exists(note):
            os.remove(note)
    else:
        argv, count = timer + ["-f", "%M", "-o", note] + argv, 1
    spawn(argv, names, cwd, out)
    with open(note, encoding="ascii") as f:
        return max(int(line) for line in f) * count / 1024


def measure(tools, jobs, names, want, cwd, alg, rounds, notes):
    """[(label, walls, cpus, rss)]; a job that fails is named in notes"""
    out = os.path.join(cwd, "out")
    ready = []
    for label, argv, name in jobs:
        if argv is None:
            notes.append(f"{name}: not found")
            continue
        try:
            rss = peak(tools, argv, names, cwd, out)
            spawn(argv, names, cwd, out)
        except (OSError, RuntimeError) as e:
            notes.append(f"{label} with {alg}: {e}")
            continue
        got = digests(out, alg)
        if len(got) != len(names) or (want is not None and got != want):
            notes.append(f"{label} with {alg}: WRONG DIGESTS ({len(got)} of {len(names)} lines)")
            continue
        want = got
        ready.append((label, argv, rss, [], []))
    for r in range(rounds):
        k = r % max(1, len(ready))
        for label, argv, _, walls, cpus in ready[k:] + ready[:k]:
            wall, cpu = spawn(argv, names, cwd, out)
            walls.append(wall)
            cpus.append(cpu)
    return [(label, walls, cpus, rss) for label, _, rss, walls, cpus in ready]


def table(title, results, size, count):
    if not results:
        return
    print(f"#### {title}\n")
    what = "files/s" if count > 1 else "MiB/s"
    print(f"| command | wall s, least | median | {what} | user + sys s, least | median | peak MiB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for label, walls, cpus, rss in sorted(results, key=lambda r: min(r[1])):
        best = min(walls)
        rate = f"{count / best:,.0f}" if count > 1 else f"{size / best / (1 << 20):,.0f}"
        print(f"| {label} | {best:.3f} | {statistics.median(walls):.3f} | {rate} | "
              f"{min(cpus):.3f} | {statistics.median(cpus):.3f} | {'-' if rss is None else f'{rss:.1f}'} |")
    print()


def cpu_model():
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as f:
        for line in f:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return "unknown CPU"


def main():
    ap = argparse.ArgumentParser(description="Times `bramah hash` beside sha256sum, b3sum, rhash, openssl and hashdeep.")
    ap.add_argument("bramah", nargs="+", metavar="[NAME=]BRAMAH")
    ap.add_argument("-a", default="sha256,blake3,md5", metavar="ALG,...", help="algorithms (default %(default)s)")
    ap.add_argument("-j", default="1,2", metavar="N,...", help="threads (default %(default)s)")
    ap.add_argument("-r", type=int, default=9, metavar="N", help="rounds (default %(default)s)")
    ap.add_argument("--size", type=int, default=1 << 30, metavar="BYTES", help="of the one file (default 1 GiB)")
    ap.add_argument("--files", type=int, default=50_000, metavar="N", help="small files (default %(default)s)")
    ap.add_argument("--file-size", type=int, default=2048, metavar="BYTES", help="of a small file (default %(default)s)")
    ap.add_argument("--command", default="hash -a {alg} -j {threads}", metavar="ARGS",
                    help="bramah's arguments (default '%(default)s')")
    ap.add_argument("--root", metavar="DIR", help="take the other tools from this Debian root")
    ap.add_argument("--dir", metavar="DIR", help="where to put the files (default: the temporary directory)")
    args = ap.parse_args()
    bramahs = []
    for b in args.bramah:
        name, _, path = b.rpartition("=")
        if not os.access(path, os.X_OK):
            die(f"{path}: not an executable file")
        bramahs.append((name or "bramah", os.path.abspath(path)))
    threads = [int(n) for n in args.j.split(",")]
    cpus = sorted(os.sched_getaffinity(0))
    if max(threads) > len(cpus):
        die(f"{max(threads)} threads asked for, {len(cpus)} CPUs to run them on")
    if args.r < 1 or args.files < 2 or args.size < 1:
        die("rounds and sizes must be positive, and there must be at least two small files")
    os.environ["LC_ALL"] = "C"
    os.environ["OPENSSL_CONF"] = "/dev/null"
    tools, notes, used, known = Tools(args.root), [], {}, {}

    with tempfile.TemporaryDirectory(prefix="bramah-cli-", dir=args.dir) as d:
        need = args.size + args.files * max(args.file_size, 4096)
        if shutil.disk_usage(d).free < 1.1 * need:
            die(f"{d}: needs {need >> 20} MiB")
        with open(os.path.join(d, "big"), "wb") as f:
            left = args.size
            while left:
                n = min(left, 1 << 20)
                f.write(os.urandom(n))
                left -= n
        os.mkdir(os.path.join(d, "d"))
        small = [f"d/{i:06}" for i in range(args.files)]  # short: all of them fit the argument list
        for n in small:
            with open(os.path.join(d, n), "wb") as f:
                f.write(os.urandom(args.file_size))
        os.sync()

        print(f"{time.strftime('%Y-%m-%d', time.gmtime())}; {cpu_model()}, {len(cpus)} CPUs; "
              f"{args.r} rounds, interleaved; files in the page cache; load before it {os.getloadavg()[0]:.1f}.\n")
        opts = " ".join(a for a in ([f"-a {args.a}", f"-j {args.j}", f"-r {args.r}"] + (["--root ROOT"] if args.root else [])))
        print(f"```sh\npython3 bench/cli.py {opts} target/release/bramah\n```\n")
        for alg in args.a.split(","):
            for n in threads:
                os.sched_setaffinity(0, cpus[:n])
                for names, many in ((["big"], False), (small, True)):
                    jobs = commands(tools, bramahs, args.command, alg, n, many)
                    for _, argv, name in jobs:
                        if argv and name not in dict(bramahs):
                            used.setdefault(name, tools.find(name))
                    if (alg, many) not in known:
                        known[alg, many] = expected(alg, names, d)
                    results = measure(tools, jobs, names, known[alg, many], d, alg, args.r, notes)
                    load = f"{args.files:,} files of {args.file_size} bytes" if many else f"one file of {args.size >> 20} MiB"
                    table(f"{alg}, {load}, {n} thread{'s' if n > 1 else ''}", results, args.size,
                          args.files if many else 1)
                    sys.stdout.flush()
        os.sched_setaffinity(0, cpus)
    print(f"Load at the end, these commands included: {os.getloadavg()[0]:.1f}.\n")
    print("Commands: " + "; ".join(tools.version(n, argv) for n, argv in sorted(used.items())) + ".")
    if notes:
        print("\nLeft out: " + "; ".join(dict.fromkeys(notes)) + ".")
    names = dict(bramahs)
    if any(note.split(" ")[0].rstrip(":") in names or "WRONG" in note for note in notes):
        sys.exit(1)


main()
