"""The processes of a test on clusters, which are found by a variable of their environment and killed when it ends.

`processes.py VALUE` kills those of run.sh, whose variable BRAMAH_TEST_RUN has this value.
"""

import os
import pathlib
import signal
import sys
import time

# what a test starts has it, however many processes are in between, and the test itself has not
os.environ["BRAMAH_TEST_CLUSTER"] = f"{os.getpid()}"
_begun = time.monotonic()


def started(variable: str = "BRAMAH_TEST_CLUSTER", value: str = os.environ["BRAMAH_TEST_CLUSTER"]) -> list[int]:
    """Returns the processes in whose environment the variable has this value, but for this one."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            variables = (folder / "environ").read_bytes().split(b"\0")
        except OSError:  # it has ended, or belongs to someone else
            continue
        if f"{variable}={value}".encode() in variables and int(folder.name) != os.getpid():
            found.append(int(folder.name))
    return found


def stop(variable: str = "BRAMAH_TEST_CLUSTER", value: str = os.environ["BRAMAH_TEST_CLUSTER"]) -> None:
    """Kills the processes, and those that they start meanwhile."""
    for _ in range(100):
        left = started(variable, value)
        if not left:
            return
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.1)
    raise AssertionError(f"these processes are left: {left}")


def said(text: str) -> None:
    """Prints what was shown, with the time since the start."""
    print(f"{time.monotonic() - _begun:5.0f} s: {text}", flush=True)


def ended(*_: object) -> None:
    raise SystemExit("ended")


def end_by_exceptions() -> None:
    """Lets signals end the test by an exception, so that it stops its processes. Libraries take this back."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, ended)


if __name__ == "__main__":
    stop("BRAMAH_TEST_RUN", sys.argv[1])
else:
    end_by_exceptions()
