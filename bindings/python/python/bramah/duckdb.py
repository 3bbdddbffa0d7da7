"""Functions of SQL for a connection of DuckDB::

    connection = duckdb.connect()
    bramah.duckdb.register(connection, key=key)
    connection.sql("select bm_hash('blake3', name), bm_row_hash('sha256', name, born), bm_token(name) from people")

They take values of any type, by their canonical bytes (docs/columns.md). Nulls stay null; a row is never null.

DuckDB calls such a function for every 2,048 rows, which costs more than their digests. For whole relations there is
`with_columns`, whose result DuckDB reads as a table::

    rows = bramah.duckdb.with_columns(
        connection.table("people"), {"digest": lambda batch: bramah.arrow.hash(batch["name"], "blake3")}
    )
    connection.cursor().sql("create table digests as select * from rows")

The other cursor is needed since DuckDB reads the relation meanwhile.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow  # type: ignore[import-untyped]

from . import arrow, new
from ._arrays import plain


def _name(names: Any) -> str:
    """Returns the name of an algorithm, which is the same in all rows."""
    if len(names) > 0 and names.null_count == 0 and names.slice(1).equals(names.slice(0, len(names) - 1)):
        return str(names[0])
    raise ValueError("the name of the algorithm must be one constant string")


def _table(columns: tuple[Any, ...]) -> Any:
    if not columns:
        raise ValueError("bm_row_hash and bm_row_mac need a column after the name of the algorithm")
    return pyarrow.table(list(columns), names=[str(i) for i in range(len(columns))])


def register(
    connection: Any,
    *,
    key: bytes | None = None,
    prefix: str = "bm_",
    context: bytes = b"",
    functions: Sequence[str] = ("sha256", "blake3"),
    threads: int = 1,
) -> None:
    """Registers functions of SQL. `bm_hash(name, value)` and `bm_hex(name, value)` return a digest as a BLOB and as
    hexadecimal digits; `bm_row_hash(name, value, ...)` that of a row of values. Each of `functions` is also a function of its
    own, such as `bm_sha256(value)`, which is faster, since DuckDB hands over a constant once a row. With a key of 32, 48 or 64 bytes also
    `bm_hmac(name, value)`, `bm_row_mac(name, value, ...)`, and for text `bm_token(value)` and `bm_untoken(token)`, with
    the context as associated data. The key stays in this process, and is no part of a query.
    """

    def add(name: str, function: Callable[..., Any], result: str, parameters: list[str] | None = None) -> None:
        connection.create_function(
            prefix + name, function, parameters, result, type="arrow", null_handling="special", side_effects=False
        )

    def hash(*columns: Any) -> Any:
        name, value = columns
        return plain(arrow.hash(value, _name(name), threads=threads))

    def hex(*columns: Any) -> Any:
        name, value = columns
        return plain(arrow.hash(value, _name(name), out="hex", threads=threads))

    def row_hash(*columns: Any) -> Any:
        return plain(arrow.row_hash(_table(columns[1:]), _name(columns[0]), threads=threads))

    def one(name: str) -> Callable[..., Any]:
        return lambda *columns: plain(arrow.hash(columns[0], name, threads=threads))

    for name in functions:
        add(new(name).name.replace("-", "_"), one(name), "BLOB")
    add("hash", hash, "BLOB")
    add("hex", hex, "VARCHAR")
    add("row_hash", row_hash, "BLOB")
    if key is None:
        return
    secret = bytes(key)

    def hmac(*columns: Any) -> Any:
        name, value = columns
        return plain(arrow.hmac(value, secret, _name(name), threads=threads))

    def row_mac(*columns: Any) -> Any:
        return plain(arrow.row_mac(_table(columns[1:]), secret, _name(columns[0]), threads=threads))

    def token(value: Any) -> Any:
        return plain(arrow.tokenize(value, secret, context=context, out="hex", threads=threads))

    def untoken(value: Any) -> Any:
        return plain(arrow.detokenize(value, secret, context=context, out="text", threads=threads))

    add("hmac", hmac, "BLOB")
    add("row_mac", row_mac, "BLOB")
    add("token", token, "VARCHAR", ["VARCHAR"])
    add("untoken", untoken, "VARCHAR", ["VARCHAR"])


def with_columns(relation: Any, columns: Mapping[str, Callable[[Any], Any]], *, batch: int = 1 << 17) -> Any:
    """Returns the rows of a relation with more columns, as a reader of Arrow's batches, which another cursor of the connection
    scans as a table, once. Each column is what a function returns for a batch of rows: a result of `bramah.arrow`."""
    rows = relation.to_arrow_reader(batch)
    empty = pyarrow.RecordBatch.from_pylist([], rows.schema)
    added = {name: pyarrow.array(function(empty)).type for name, function in columns.items()}
    schema = pyarrow.schema([*rows.schema, *added.items()])

    def batches() -> Iterator[Any]:
        for one in rows:
            more = [pyarrow.array(function(one)) for function in columns.values()]
            yield pyarrow.RecordBatch.from_arrays([*one.columns, *more], schema=schema)

    return pyarrow.RecordBatchReader.from_batches(schema, batches())
