#!/usr/bin/env python3
"""Measures columns of the package beside what engines have: `bench_columns.py [ROWS] [ROWS OF THE DICTIONARY]`.

Every row is the median of three calls, which take turns, by the time of the processor. It needs the package as a release
(`maturin develop --profile library`) and numpy, pyarrow, duckdb, polars and polars-hash.
"""

import hashlib
import os
import platform
import statistics
import sys
import time

# NumPy asks for large pages otherwise, which the results of columns do not have: a copy has to use the same memory
os.environ["NUMPY_MADVISE_HUGEPAGE"] = "0"

import bramah
import bramah.duckdb
import bramah.polars
import duckdb
import numpy
import polars
import polars_hash
import pyarrow as pa

ROUNDS = 3
#: The rows of a batch, as engines hand over: the memory of results is used again.
BATCH = 8192
KEY = bytes(range(32))


def machine():
    """Returns the name of the processor."""
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


def column(rows, length, seed=1):
    """Returns strings of one length."""
    offsets = numpy.arange(0, length * (rows + 1), length, dtype=numpy.int32)
    letters = numpy.random.default_rng(seed).integers(97, 123, length * rows, dtype=numpy.uint8)
    return pa.Array.from_buffers(pa.string(), rows, [None, pa.py_buffer(offsets), pa.py_buffer(letters)])


def measure(calls):
    """Returns the median nanoseconds of each call for one of its rows."""
    times = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, (rows, call) in calls.items():
            begin = time.process_time_ns()
            result = call()
            times[name].append((time.process_time_ns() - begin) / rows)
            del result
    return {name: statistics.median(found) for name, found in times.items()}


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 4_000_000
    many = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000_000
    values = column(rows, 25)
    batches = [values.slice(first, BATCH) for first in range(0, rows, BATCH)]
    few = [value.encode() for value in values.slice(0, rows // 50).to_pylist()]
    frame = polars.DataFrame({"name": polars.Series(values)})
    database = duckdb.connect()
    database.execute("set threads = 1")
    database.register("arrow", pa.table({"name": values}))
    database.execute("create table people as select name from arrow")
    bramah.duckdb.register(database, key=KEY)
    table = pa.table({f"c{i}": column(rows // 4, 25, i) for i in range(5)})
    joined = pa.array([b"".join(value.encode() for value in row) for row in zip(*(column.to_pylist() for column in table.columns))])
    indices = numpy.random.default_rng(2).integers(0, 1000, many, dtype=numpy.int32)
    dictionary = pa.DictionaryArray.from_arrays(pa.array(indices), column(1000, 25))
    digests = numpy.ones(32 * many, numpy.uint8)

    def blob(expression):
        return rows, lambda: database.execute(f"select max(octet_length({expression})) from people").fetchall()

    def relation(name):
        columns = {"digest": lambda batch: bramah.arrow.hash(batch["name"], name)}
        return rows, lambda: bramah.duckdb.with_columns(database.table("people"), columns).read_all()

    def polar(expression):
        return rows, lambda: frame.select(expression)

    calls = {
        "SHA-256, binary": (rows, lambda: bramah.arrow.hash(values)),
        "SHA-256, hexadecimal": (rows, lambda: bramah.arrow.hash(values, out="hex")),
        "SHA-256, binary, in batches": (rows, lambda: [None for batch in batches if not bramah.arrow.hash(batch)]),
        "SHA-256, hexadecimal, in batches": (rows, lambda: [None for batch in batches if not bramah.arrow.hash(batch, out="hex")]),
        "new memory of 32 bytes a row": (rows, lambda: numpy.ones(32 * rows, numpy.uint8)),
        "new memory of 64 bytes a row": (rows, lambda: numpy.ones(64 * rows, numpy.uint8)),
        "BLAKE3, binary": (rows, lambda: bramah.arrow.hash(values, "blake3")),
        "HMAC with SHA-256": (rows, lambda: bramah.arrow.hmac(values, KEY)),
        "token": (rows, lambda: bramah.arrow.tokenize(values, KEY + KEY)),
        "loop over hashlib.sha256": (len(few), lambda: [hashlib.sha256(value).digest() for value in few]),
        "DuckDB, scan": (rows, lambda: database.execute("select max(octet_length(encode(name))) from people").fetchall()),
        "DuckDB, sha256()": (rows, lambda: database.execute("select max(length(sha256(name))) from people").fetchall()),
        "DuckDB, bm_hex('sha256')": (rows, lambda: database.execute("select max(length(bm_hex('sha256', name))) from people").fetchall()),
        "DuckDB, bm_hash('sha256')": blob("bm_hash('sha256', name)"),
        "DuckDB, bm_sha256()": blob("bm_sha256(name)"),
        "DuckDB, bm_blake3()": blob("bm_blake3(name)"),
        "DuckDB, sha256() to Arrow": (rows, lambda: database.sql("select name, sha256(name) from people").to_arrow_table()),
        "DuckDB, with_columns, SHA-256": relation("sha256"),
        "DuckDB, with_columns, BLAKE3": relation("blake3"),
        "DuckDB, bm_hmac('sha256')": blob("bm_hmac('sha256', name)"),
        "Polars, polars-hash sha2_256()": polar(polars_hash.col("name").chash.sha2_256()),
        "Polars, bm.hash()": polar(polars.col("name").bm.hash()),
        "Polars, bm.hash(out='hex')": polar(polars.col("name").bm.hash(out="hex")),
        "five columns, plain hash of their bytes": (rows // 4, lambda: bramah.arrow.hash(joined)),
        "five columns, row_hash": (rows // 4, lambda: bramah.arrow.row_hash(table)),
        "five columns, row_mac": (rows // 4, lambda: bramah.arrow.row_mac(table, KEY)),
        "five columns, TupleHash128": (rows // 4, lambda: bramah.arrow.row_hash(table, "tuplehash128")),
        "dictionary of 1,000 values": (many, lambda: bramah.arrow.hash(dictionary)),
        "copy of its digests": (many, lambda: digests.copy()),
    }
    load = os.getloadavg()[0]
    found = measure(calls)
    print(f"{machine()}, {os.cpu_count()} processors, load {load:.1f} to {os.getloadavg()[0]:.1f}; Python {platform.python_version()},")
    print(f"DuckDB {duckdb.__version__}, Polars {polars.__version__}, pyarrow {pa.__version__}; SHA-256: {bramah.backends('sha256')[0]}")
    print(f"strings of 25 bytes, {rows:,} rows, {rows // 4:,} of five columns, {many:,} with a dictionary; CPU ns a row, medians of {ROUNDS}")
    for name, time_ in found.items():
        print(f"  {name:44} {time_:8.1f}")
    compared = [
        ("hexadecimal by binary, at most 1.25", "SHA-256, hexadecimal", "SHA-256, binary"),
        ("hexadecimal by binary in batches, at most 1.25", "SHA-256, hexadecimal, in batches", "SHA-256, binary, in batches"),
        ("DuckDB, sha256() by bm_sha256(), at least 3", "DuckDB, sha256()", "DuckDB, bm_sha256()"),
        ("DuckDB, sha256() by bm_blake3(), at least 5", "DuckDB, sha256()", "DuckDB, bm_blake3()"),
        ("DuckDB, sha256() by with_columns, at least 3", "DuckDB, sha256() to Arrow", "DuckDB, with_columns, SHA-256"),
        ("DuckDB, sha256() by with_columns, BLAKE3, at least 5", "DuckDB, sha256() to Arrow", "DuckDB, with_columns, BLAKE3"),
        ("polars-hash by bm.hash, at least 4", "Polars, polars-hash sha2_256()", "Polars, bm.hash()"),
        ("polars-hash by bm.hash in hexadecimal, at least 4", "Polars, polars-hash sha2_256()", "Polars, bm.hash(out='hex')"),
        ("row_mac by the plain hash, at most 3", "five columns, row_mac", "five columns, plain hash of their bytes"),
    ]
    for what, above, below in compared:
        print(f"  {what:52} {found[above] / found[below]:6.2f}")
    print(f"  {'dictionary beyond the copy, at most 1 ns':52} {found['dictionary of 1,000 values'] - found['copy of its digests']:6.2f}")


main()
