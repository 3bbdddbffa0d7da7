"""The commands that write files, what they start from, and what must hold after a fault."""

import os
import shutil
import stat

OLD_TIME = 1_600_000_000  # files last written to then are described by their time in a list


# Where the standard library panics itself, at the start of a thread: no command can answer that, and what it writes is
# judged all the same.
EXCUSED = ("library/std/src/sys/pal/unix/stack_overflow.rs",)


class Violation(Exception):
    """A rule that a run broke."""


def read(path):
    """Returns the bytes of a file, or None if there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def write(path, data, time=OLD_TIME):
    with open(path, "wb") as file:
        file.write(data)
    os.utime(path, (time, time))


def pattern(length, seed):
    """Returns bytes that do not repeat within a few blocks."""
    return bytes((i * i * 31 + i // 251 + seed * 17) % 256 for i in range(length))


BIG = pattern(300_000, 1)


class Command:
    """A command that writes the file `out`, which holds something else before.

    `base` is a fault that every run has besides: on a system call that then meets no other.
    """

    inputs = {"in": BIG}
    before = b"OLD\n" * 100
    private = True
    to_descriptor = False

    def __init__(self, name, arguments, base=None):
        self.name, self.arguments, self.base = name, arguments, base
        self.new = None

    def prepare(self, directory, run):
        """Makes what the command starts from, where another command makes that."""

    def begin(self, directory):
        """Makes an empty directory with what the command starts from."""
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)
        for name, data in self.inputs.items():
            write(f"{directory}/{name}", data)
        if self.before is not None:
            write(f"{directory}/out", self.before)

    def is_new(self, out):
        """Tells whether this is the complete new file."""
        return out == self.new

    def learn(self, directory, run):
        """Takes what a run without faults wrote as the complete new file."""
        if run.code != 0:
            raise Violation(f"without a fault: exit {run.code}: {run.stderr}")
        self.new = read(f"{directory}/out")

    def left(self, directory):
        """Returns the names of files that the command left behind."""
        expected = {*self.inputs, "out"}
        return sorted(set(os.listdir(directory)) - expected)

    def judge(self, directory, run):
        """Raises a violation if a rule is broken after one fault."""
        if run.code is None:
            raise Violation("did not end in time")
        lines = run.stderr.splitlines()
        for at, line in enumerate(lines):
            if "panicked at" in line and not any(place in line for place in EXCUSED):
                raise Violation(" ".join(lines[at : at + 2]))
        for name, data in self.inputs.items():
            if read(f"{directory}/{name}") != data:
                raise Violation(f"the input {name} is not what it was")
        self.judge_output(directory, run, None if self.to_descriptor else read(f"{directory}/out"))
        left = self.left(directory)
        if left and not run.killed:
            raise Violation(f"left behind: {', '.join(left)}")

    def judge_output(self, directory, run, out):
        if self.is_new(out):
            if self.private and os.stat(f"{directory}/out").st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                raise Violation("the new file can be read by others")
        elif out != self.before:
            raise Violation(f"the file is neither the old nor the new one: {shown(out)}")
        elif run.code == 0:
            raise Violation("success was reported, but the file is the old one")


def shown(out):
    return "it is gone" if out is None else f"{len(out)} bytes, {out[:60]!r}"


class Linked(Command):
    """Writes to a link: what it leads to is the old or the new file, and the link stays."""

    def begin(self, directory):
        super().begin(directory)
        os.mkdir(f"{directory}/there")
        os.rename(f"{directory}/out", f"{directory}/there/out")
        os.symlink("there/out", f"{directory}/out")

    def left(self, directory):
        return [name for name in super().left(directory) + os.listdir(f"{directory}/there") if name not in ("there", "out")]

    def judge(self, directory, run):
        super().judge(directory, run)
        if not os.path.islink(f"{directory}/out"):
            raise Violation("the link is gone")


class Descriptor(Command):
    """Writes to a link that leads to standard output: it gets all of the output, or the exit code says that it did not."""

    to_descriptor = True

    def begin(self, directory):
        super().begin(directory)
        os.unlink(f"{directory}/out")
        os.symlink("/proc/self/fd/1", f"{directory}/out")

    def learn(self, directory, run):
        if run.code != 0 or not run.stdout:
            raise Violation(f"without a fault: exit {run.code}: {run.stderr}")
        self.new = run.stdout

    def judge_output(self, directory, run, out):
        if not os.path.islink(f"{directory}/out"):
            raise Violation("the link was replaced")
        if not self.new.startswith(run.stdout):
            raise Violation(f"standard output is no part of the output: {shown(run.stdout)}")
        if run.code == 0 and run.stdout != self.new:
            raise Violation(f"success was reported, but standard output has {shown(run.stdout)}")


class Opened(Command):
    """Decrypts what `cipher -o` has encrypted."""

    def prepare(self, directory, run):
        """Makes the message."""
        self.begin(directory)
        run([argument for argument in self.arguments if argument != "-d"])
        self.inputs = {"in": read(f"{directory}/out")}


class Forged(Opened):
    """Decrypts a message whose tag is wrong: the old file must remain."""

    def prepare(self, directory, run):
        super().prepare(directory, run)
        sealed = self.inputs["in"]
        self.inputs = {"in": sealed[:-1] + bytes([sealed[-1] ^ 1])}

    def learn(self, directory, run):
        if run.code != 1:
            raise Violation(f"without a fault: exit {run.code}")

    def is_new(self, out):
        return False


class Password(Command):
    """Derives a key from a password in a file."""

    inputs = {"in": b"a password\n"}


class Aged(Command):
    """Encrypts for a recipient: each run makes another file, which has the length and the end of a header of the right
    one, and which a run of `decrypt` opens.
    """

    private = False

    def prepare(self, directory, run):
        """Makes an identity and its recipient."""
        self.begin(directory)
        run(["keygen", "-o", "key"])
        self.inputs = {**Command.inputs, "key": read(f"{directory}/key"), "pub": run(["keygen", "-y", "key"]).stdout}

    def is_new(self, out):
        return out is not None and out.startswith(b"age-encryption.org/v1\n") and len(out) == len(self.new)


class Unaged(Aged):
    """Decrypts what `encrypt -o` has encrypted."""

    def prepare(self, directory, run):
        super().prepare(directory, run)
        self.begin(directory)
        run(["encrypt", "-R", "pub", "-f", "-o", "out", "in"])
        self.inputs = {"in": read(f"{directory}/out"), "key": self.inputs["key"]}

    def is_new(self, out):
        return out == BIG


class Cut(Unaged):
    """Decrypts a file that is cut off after a whole chunk: the old file must remain."""

    def prepare(self, directory, run):
        super().prepare(directory, run)
        self.inputs["in"] = self.inputs["in"][:-100]

    def learn(self, directory, run):
        if run.code != 1:
            raise Violation(f"without a fault: exit {run.code}")

    def is_new(self, out):
        return False


class Random(Command):
    """Writes bytes that differ each time."""

    inputs = {}
    LENGTH = 100_000

    def learn(self, directory, run):
        super().learn(directory, run)
        if not self.is_new(self.new):
            raise Violation("without a fault: no random bytes")

    def is_new(self, out):
        # random bytes of this number miss none of the 256 values; zeros and repetitions do
        return out is not None and len(out) == self.LENGTH and all(
            len(set(out[at : at + 10_000])) == 256 for at in range(0, self.LENGTH, 10_000)
        )


class List(Command):
    """Writes a list of digests.

    If a file cannot be read, an existing list stays and the lines that are known are in `out.partial`; where no
    list was, they are in `out`. Either way the exit code is 1.
    """

    inputs = {"a": b"abc", "b": BIG, "c": b""}
    private = False

    def __init__(self, name, arguments, base=None, before=Command.before):
        super().__init__(name, arguments, base)
        self.before = before

    def judge_output(self, directory, run, out):
        partial = read(f"{directory}/out.partial")
        if partial is not None:
            os.unlink(f"{directory}/out.partial")
            if run.code != 1 or self.before is None:
                raise Violation(f"out.partial after exit {run.code}")
            if "out.partial" not in run.stderr:
                raise Violation("nothing says that there is an out.partial")
            self.only_known_lines(partial)
            if out != self.before:
                raise Violation("there is an out.partial, but the old list did not stay")
        if self.before is None and out is not None and run.code == 1:
            self.only_known_lines(out)
        elif out not in (self.new, self.before):
            raise Violation(f"the list is neither the old nor the new one: {shown(out)}")
        if run.code == 0 and out != self.new:
            raise Violation("success was reported, but the list is not the new one")

    def only_known_lines(self, text):
        wrong = set(text.splitlines(True)) - set(self.new.splitlines(True))
        if wrong:
            raise Violation(f"a line that is not right: {min(wrong)!r}")


class Update(List):
    """Brings a list up to date.

    `a` is as it was, `b` has changed, `c` is new, and the file `gone` is no longer there. The old lines of files
    that could not be read remain.
    """

    def __init__(self, name, arguments, base=None):
        super().__init__(name, [*arguments, "a", "b", "c"], base, before=None)
        self.update = arguments

    def prepare(self, directory, run):
        """Makes the old list."""
        self.begin(directory)
        write(f"{directory}/b", b"before")
        write(f"{directory}/gone", b"gone")
        done = run([*self.update, "gone", "a", "b"])
        if done.code != 0:
            raise Violation(f"the old list: exit {done.code}: {done.stderr}")
        self.before = read(f"{directory}/out")

    def judge_output(self, directory, run, out):
        if out in (self.before, self.new):
            if run.code == 0 and out != self.new:
                raise Violation("success was reported, but the list is the old one")
            return
        if out is None or run.code != 1:
            raise Violation(f"exit {run.code}, and the list is neither the old nor the new one: {shown(out)}")
        lines = out.splitlines(True)
        wrong = set(lines) - set(self.new.splitlines(True)) - set(self.before.splitlines(True))
        if wrong:
            raise Violation(f"a line that is in neither list: {min(wrong)!r}")
        for name in (b"a", b"b"):
            if not any(b"(%s)" % name in line for line in lines):
                raise Violation(f"the line of {name.decode()} is lost")


class Resume(List):
    """Saves its state while it hashes. A second run without faults must give the right list."""

    def learn(self, directory, run):
        super().learn(directory, run)
        if self.left(directory):
            raise Violation("without a fault: the state is left")

    def judge(self, directory, run):
        state = f"{directory}/state"
        had_state = os.path.exists(state)
        if had_state:
            if run.code == 0:
                raise Violation("success was reported, but the state is left")
            os.rename(state, f"{directory}.state")
        super().judge(directory, run)
        if had_state:
            os.rename(f"{directory}.state", state)

    def judge_again(self, directory, run):
        """Judges the second run."""
        if run.code != 0 or read(f"{directory}/out") != self.new:
            raise Violation(f"the next run gave exit {run.code} or a wrong digest: {run.stderr}")
        if os.path.exists(f"{directory}/state"):
            raise Violation("the next run left the state")


class Check(Command):
    """Checks a list, and writes no file: what it prints must be true."""

    inputs = {"a": b"abc", "b": BIG, "c": b""}
    before = None

    def __init__(self, name, arguments, base=None, damaged=()):
        super().__init__(name, arguments, base)
        self.damaged = damaged

    def prepare(self, directory, run):
        """Makes the list."""
        self.begin(directory)
        self.inputs = {**Check.inputs, "list": run(["hash", "a", "b", "c"]).stdout}
        for name in self.damaged:
            self.inputs[name] = self.inputs[name][:-1] + b"x"

    def learn(self, directory, run):
        self.new = run.stdout
        if run.code != (1 if self.damaged else 0):
            raise Violation(f"without a fault: exit {run.code}: {run.stderr}")

    def judge_output(self, directory, run, out):
        false = [name for name in self.damaged if b"%s: OK" % name.encode() in run.stdout]
        if false:
            raise Violation(f"OK for {false[0]}, which is damaged")
        if run.code == 0 and (self.damaged or run.stdout != self.new):
            raise Violation(f"success was reported after {run.stdout!r}")


def commands():
    """Returns all commands. `named` are those on a file system without unnamed temporary files."""
    key = ["--key", "00" * 32]
    seal = ["cipher", "xchacha20-poly1305", *key, "--iv", "11" * 24, "-f", "-o", "out", "in"]
    ctr = ["cipher", "-q", "aes-256-ctr", *key, "--iv", "22" * 16, "-f", "-o", "out", "in"]
    hkdf = ["kdf", "hkdf", *key, "--length", "5000", "-f", "-o", "out"]
    argon2 = ["kdf", "argon2id", "--password-file", "in", "--salt", "33" * 16, "-m", "64", "-t", "1", "-f", "-o", "out"]
    listed = ["hash", "-j", "2", "-o", "out", "a", "b", "c"]
    resume = ["hash", "-j", "1", "--resume", "state", "--resume-interval", "50000", "-o", "out", "a", "b", "c"]
    random = ["random", str(Random.LENGTH), "-f", "-o", "out"]
    update = ["hash", "-j", "2", "--update", "out"]
    encrypt = ["encrypt", "-R", "pub", "--jobs", "2", "-f", "-o", "out", "in"]
    decrypt = ["decrypt", "-i", "key", "--jobs", "2", "-f", "-o", "out", "in"]
    for base in (None, "unnamed"):
        of = lambda name: name if base is None else f"{name}, named"
        yield List(of("hash -o"), listed, base)
        yield Update(of("hash --update"), update, base)
        yield Command(of("cipher -o"), seal, base)
        yield Random(of("random -o"), random, base)
        yield Aged(of("encrypt -o"), encrypt, base)
        yield Unaged(of("decrypt -o"), decrypt, base)
    yield List("hash -o, no list before", listed, before=None)
    yield Resume("hash --resume", resume)
    yield Check("check", ["check", "-j", "2", "list"])
    yield Check("check, damaged", ["check", "-j", "2", "list"], damaged=("a", "b"))
    yield Command("cipher -o, a mode", ctr)
    yield Linked("cipher -o, a link", ctr)
    yield Descriptor("cipher -o, a link to standard output", ctr)
    yield Opened("cipher -d -o", [*seal, "-d"])
    yield Forged("cipher -d -o, forged", [*seal, "-d"])
    yield Cut("decrypt -o, cut off", decrypt)
    yield Command("kdf -o", hkdf)
    yield Password("kdf -o, a password", argon2)
