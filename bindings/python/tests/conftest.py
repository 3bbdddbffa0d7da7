"""The vectors that the tests of every language read."""

import pathlib
import signal

# a shell that starts this in the background lets it ignore the signal that tests send
signal.signal(signal.SIGINT, signal.default_int_handler)

FILE = pathlib.Path(__file__).resolve().parents[2] / "vectors.txt"
#: The fields that are not hexadecimal bytes.
TEXT = {"name", "hash", "string", "kind"}
NUMBERS = {
    *("key_size", "nonce_size", "seed", "rounds", "iterations", "n", "r", "lanes", "memory", "version"),
    *("length", "start", "count"),
}


def vectors(kind):
    """Returns the vectors of a kind as dictionaries."""
    found = []
    for line in FILE.read_text().splitlines():
        first, *fields = line.split(" ")
        if first != kind:
            continue
        vector = {}
        for field in fields:
            name, text = field.split("=", 1)
            vector[name] = text if name in TEXT else int(text) if name in NUMBERS else bytes.fromhex(text)
        found.append(vector)
    assert found, f"no vector of the kind {kind}"
    return found
