#!/usr/bin/env python3
"""Lets every system call of the commands that write files fail, once each, and looks at what is left.

usage: tools/faults.py [--count N] [--jobs N] [--only WORDS] [--list] BRAMAH

For every system call that a command makes: it fails with each of five errors, or the command is killed,
terminated or interrupted there. After each fault the output is the old file or the complete new one, the exit
code is 0 only if it is the new one, nothing else is left behind unless the command was killed, and nothing has
panicked; `faults_commands.py` has the rules of each command. `--count` takes a part of the faults, spread evenly over
commands, system calls and kinds of faults: the same ones each time, as far as threads let a command make the same
calls each time.

It needs strace, and a system that lets a process trace its children (ptrace).
"""

import argparse
import collections
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from faults_commands import Violation, commands

ERRORS = ["EIO", "ENOSPC", "EINTR", "EDQUOT", "EACCES"]
SIGNALS = ["KILL", "TERM", "INT"]
FAULTS = [f"error={error}" for error in ERRORS] + [f"signal={name}" for name in SIGNALS]

# They do not return, so that they cannot fail; and the first one is strace's own.
NEVER_FAIL = {"exit", "exit_group", "rt_sigreturn", "restart_syscall", "execve"}

# What works on files, of which a part of the faults takes twice as many.
OF_FILES = re.compile(
    r"open|creat|read|write|sync|rename|link|close|stat|chmod|truncate|seek|getrandom|clone|fallocate|copy|dup|fcntl"
)

# The kernel gives none of the errors for these, and a wake-up that is lost stops any program: signals only. brk returns
# the old end of the memory where it fails, so that the C library takes an error's number for an address.
ONLY_SIGNALS = {"futex", "brk"}

TIMEOUT = 30  # seconds
GOLDEN = 0.6180339887498949  # multiples of it, modulo 1, are spread evenly

Run = collections.namedtuple("Run", "code stdout stderr killed")
Fault = collections.namedtuple("Fault", "command call number what")


class Strace:
    """Runs one program in one directory."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        # nothing of the caller's decides what is run
        self.environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}

    def run(self, arguments, directory, options=()):
        strace = ["strace", "-f", "-qq", *options] if options else []
        process = subprocess.Popen(
            [*strace, self.program, *arguments],
            cwd=directory,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            out, err = process.communicate(timeout=TIMEOUT)
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            (out, err), code = process.communicate(), None
        return Run(code, out, err.decode(errors="replace"), code == -signal.SIGKILL)

    def calls(self, log):
        """Returns how often each system call was made, by the thread that made it most often, as strace counts the
        calls of each thread for itself; and which call opened an unnamed temporary file.
        """
        counts = collections.Counter()
        unnamed = None
        with open(log, errors="replace") as lines:
            for line in lines:
                match = re.match(r"(\d+ +)?(\w+)\(", line)
                if not match:
                    continue
                counts[match[1], match[2]] += 1
                if "O_TMPFILE" in line:
                    unnamed = match[2], counts[match[1], match[2]]
        calls = {}
        for (_, call), count in counts.items():
            calls[call] = max(count, calls.get(call, 0))
        return calls, unnamed


def learn(strace, command, directory):
    """Runs a command without a fault, and returns all faults that it can meet."""
    command.prepare(directory, lambda arguments: strace.run(arguments, directory))
    log = f"{directory}.log"
    command.begin(directory)
    command.learn(directory, strace.run(command.arguments, directory, ["-o", log]))
    calls, unnamed = strace.calls(log)
    command.options = []
    if command.base == "unnamed":
        if not unnamed:
            raise Violation("no unnamed temporary file was opened, so that there is nothing to refuse")
        refused, number = unnamed
        command.options = ["-e", f"inject={refused}:error=EOPNOTSUPP:when={number}"]
        # once more, as other calls are made then
        command.begin(directory)
        command.learn(directory, strace.run(command.arguments, directory, ["-o", log, *command.options]))
        calls, _ = strace.calls(log)
        # strace lets one fault happen to each system call
        del calls[refused]
    return [
        Fault(command, call, number, what)
        for call in sorted(calls)
        if call not in NEVER_FAIL
        for number in range(1, calls[call] + 1)
        for what in FAULTS
        if what.startswith("signal") or call not in ONLY_SIGNALS
    ]


def part(faults, count):
    """Takes so many of the faults, spread evenly over commands, system calls and kinds."""
    groups = collections.defaultdict(list)
    for fault in faults:
        groups[fault.command, fault.call].append(fault)
    groups = list(groups.values())
    weights = [2 if OF_FILES.search(group[0].call) else 1 for group in groups]
    taken, share = [], count / sum(weights)
    owed = 0.0
    for index, (group, weight) in enumerate(zip(groups, weights)):
        owed += weight * share
        places = []
        pick = index  # so that the groups do not all begin with the same kind
        while owed >= 1 and len(places) < len(group):
            place = int(pick * GOLDEN % 1 * len(group))
            pick += 1
            if place not in places:
                places.append(place)
                owed -= 1
        taken += [group[place] for place in sorted(places)]
    return taken


def inject(strace, fault, directory):
    """Lets one fault happen; returns the rule that was broken, and whether the call was made at all."""
    command, call, number, what = fault
    log = f"{directory}.log"
    options = ["-o", log, *command.options, "-e", f"inject={call}:{what}:when={number}"]
    command.begin(directory)
    run = strace.run(command.arguments, directory, options)
    with open(log, errors="replace") as lines:
        text = lines.read()
    marks = ["(INJECTED)"] if what.startswith("error") else ["--- SIG", "+++ killed"]
    met = any(mark in text for mark in marks)
    try:
        command.judge(directory, run)
        again = getattr(command, "judge_again", None)
        if again:
            again(directory, strace.run(command.arguments, directory))
    except Violation as violation:
        how = "did not end" if run.code is None else f"exit {run.code}"
        return f"{violation} ({how})", met
    return None, met


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, help="how many faults; all of them by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at a time")
    parser.add_argument("--only", default="", help="the commands whose names begin with these words")
    parser.add_argument("--list", action="store_true", help="name the faults, and let none happen")
    parser.add_argument("program", metavar="BRAMAH")
    arguments = parser.parse_args()
    # a job in the background of a script ignores SIGINT, and so would the commands
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    strace = Strace(arguments.program)
    began = time.monotonic()

    with tempfile.TemporaryDirectory(prefix="bramah-faults-") as scratch:
        try:
            traced = strace.run(["--version"], scratch, ["-o", f"{scratch}/log"])
        except FileNotFoundError as error:
            sys.exit(f"faults: {error.filename} is needed")
        if traced.code != 0:
            sys.exit(f"faults: strace cannot trace, for which ptrace must be allowed: {traced.stderr.strip()}")

        chosen = [command for command in commands() if command.name.startswith(arguments.only)]
        faults = []
        for command in chosen:
            try:
                faults += learn(strace, command, f"{scratch}/learn")
            except Violation as violation:
                sys.exit(f"faults: {command.name}: {violation}")
        total = len(faults)
        if arguments.count is not None:
            faults = part(faults, arguments.count)
        if arguments.list:
            for fault in faults:
                print(f"{fault.command.name}: {fault.call}, call {fault.number}: {fault.what}")
            return

        def work(item):
            index, fault = item
            return fault, *inject(strace, fault, f"{scratch}/{index}")

        violations, unmet, by_command = [], 0, collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for fault, violation, met in pool.map(work, enumerate(faults)):
                by_command[fault.command.name] += 1
                unmet += not met
                if violation:
                    violations.append((fault, violation))

    for name, count in by_command.items():
        print(f"{name}: {count} faults")
    for fault, violation in violations:
        base = "".join(f" {word}" for word in fault.command.options)
        print(f"VIOLATION: {fault.command.name}: {fault.call}, call {fault.number}, {fault.what}: {violation}")
        print(
            f"    strace -f{base} -e inject={fault.call}:{fault.what}:when={fault.number} "
            f"bramah {' '.join(fault.command.arguments)}"
        )
    seconds = time.monotonic() - began
    print(
        f"{len(faults)} of {total} faults in {seconds:.0f} s: {len(violations)} violations; "
        f"{unmet} met no call, as threads take turns"
    )
    if unmet > len(faults) // 10:
        sys.exit("faults: more than a tenth of the faults met no call: nothing was tested there")
    sys.exit(1 if violations else 0)


main()
