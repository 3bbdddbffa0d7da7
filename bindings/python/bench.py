#!/usr/bin/env python3
"""Measures the package beside hashlib, polars-hash and duckdb, in turn and by the time of the processor.

It needs the package as a release (`maturin develop --profile library`) and numpy, pyarrow, duckdb, polars and polars-hash.
"""

import hashlib
import io
import sys
import time

import bramah
import duckdb
import numpy
import polars
import polars_hash
import pyarrow as pa

ROUNDS = 5


def best(calls, work):
    """Returns the least time of each call for one unit of its work, in nanoseconds: the calls take turns."""
    least = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for i, call in enumerate(calls):
            begin = time.process_time_ns()
            call()
            least[i] = min(least[i], (time.process_time_ns() - begin) / work[i])
    return least


def show(what, names, calls, work, unit="ns"):
    print(f"{what}:")
    for name, time_ in zip(names, best(calls, work)):
        print(f"  {name:44} {time_:8.1f} {unit}")


def column(rows, length):
    """Returns a column of strings of one length."""
    offsets = numpy.arange(0, length * (rows + 1), length, dtype=numpy.int32)
    letters = numpy.random.default_rng(1).integers(97, 123, length * rows, dtype=numpy.uint8)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(letters)]
    return pa.Array.from_buffers(pa.string(), rows, buffers)


def columns(rows, length):
    values = column(rows, length)
    few = [value.encode() for value in values.slice(0, rows // 50).to_pylist()]
    database = duckdb.connect()
    database.execute("set threads = 1")
    database.register("people", pa.table({"name": values}))

    frame = polars.DataFrame({"name": polars.Series(values)})

    def loop():
        for value in few:
            hashlib.sha256(value).hexdigest()

    show(
        f"SHA-256 of a column of {rows:,} strings of {length} bytes, for each string",
        ["bramah.arrow.hash", "bramah.arrow.hash, out=\"hex\"", "bramah.arrow.hmac", "polars_hash, chash.sha2_256()", "duckdb, sha256(name)",
         "loop over hashlib.sha256(b).hexdigest()"],
        [
            lambda: bramah.arrow.hash(values),
            lambda: bramah.arrow.hash(values, out="hex"),
            lambda: bramah.arrow.hmac(values, b"key"),
            lambda: frame.select(polars_hash.col("name").chash.sha2_256()),
            lambda: database.execute("select count(sha256(name)) from people where sha256(name) <> ''").fetchall(),
            loop,
        ],
        [rows, rows, rows, rows, rows, len(few)],
    )


def calls(length, count):
    data = bytes(length)

    def repeat(call):
        def run():
            for _ in range(count):
                call()

        return run

    show(
        f"one call for {length} bytes",
        ["bramah.sha256(data).digest()", "hashlib.sha256(data).digest()", "bramah.sha3_256(data).digest()",
         "hashlib.sha3_256(data).digest()"],
        [
            repeat(lambda: bramah.sha256(data).digest()),
            repeat(lambda: hashlib.sha256(data).digest()),
            repeat(lambda: bramah.sha3_256(data).digest()),
            repeat(lambda: hashlib.sha3_256(data).digest()),
        ],
        [count] * 4,
    )


def files(length):
    data = bytes(length)
    names = ["sha256", "sha512", "sha3_256", "blake2b", "md5"]
    show(
        f"hashlib.file_digest of {length >> 20} MiB in memory, for each KiB",
        [f"{name}, {module}" for name in names for module in ("bramah", "hashlib")],
        [
            lambda function=function: hashlib.file_digest(io.BytesIO(data), function)
            for name in names
            for function in (getattr(bramah, name), name)
        ],
        [length >> 10] * 2 * len(names),
    )


columns(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000, 25)
calls(64, 100_000)
files(64 << 20)
