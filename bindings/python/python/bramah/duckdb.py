"""Functions of SQL for a connection of DuckDB::

    connection = duckdb.connect()
    bramah.duckdb.register(connection, key=key)
    connection.sql("select bm_hash('blake3', name), bm_row_hash('sha256', name, born), bm_token(name) from people")

They take values of any type, by their canonical bytes (docs/columns.md). Nulls stay null; a row is never null.
"""

from collections.abc import Callable
from typing import Any

import pyarrow  # type: ignore[import-untyped]

from . import arrow


def _column(values: Any) -> Any:
    """Returns the result of a function as the type that DuckDB takes."""
    array = pyarrow.array(values)
    return array.cast(pyarrow.binary() if not pyarrow.types.is_large_string(array.type) else pyarrow.string())


def _name(names: Any) -> str:
    """Returns the name of an algorithm, which is the same in all rows."""
    found = names.unique().to_pylist()
    if len(found) != 1 or found[0] is None:
        raise ValueError("the name of the algorithm must be one constant string")
    return str(found[0])


def _table(columns: tuple[Any, ...]) -> Any:
    if not columns:
        raise ValueError("bm_row_hash and bm_row_mac need a column after the name of the algorithm")
    return pyarrow.table(list(columns), names=[str(i) for i in range(len(columns))])


def register(connection: Any, *, key: bytes | None = None, prefix: str = "bm_", context: bytes = b"", threads: int = 1) -> None:
    """Registers functions of SQL. `bm_hash(name, value)` and `bm_hex(name, value)` return a digest as a BLOB and as
    hexadecimal digits; `bm_row_hash(name, value, ...)` that of a row of values. With a key of 32, 48 or 64 bytes also
    `bm_hmac(name, value)`, `bm_row_mac(name, value, ...)`, and for text `bm_token(value)` and `bm_untoken(token)`, with
    the context as associated data. The key stays in this process, and is no part of a query.
    """

    def add(name: str, function: Callable[..., Any], result: str, parameters: list[str] | None = None) -> None:
        connection.create_function(
            prefix + name, function, parameters, result, type="arrow", null_handling="special", side_effects=False
        )

    def hash(*columns: Any) -> Any:
        name, value = columns
        return _column(arrow.hash(value, _name(name), threads=threads))

    def hex(*columns: Any) -> Any:
        name, value = columns
        return _column(arrow.hash(value, _name(name), out="hex", threads=threads))

    def row_hash(*columns: Any) -> Any:
        return _column(arrow.row_hash(_table(columns[1:]), _name(columns[0]), threads=threads))

    add("hash", hash, "BLOB")
    add("hex", hex, "VARCHAR")
    add("row_hash", row_hash, "BLOB")
    if key is None:
        return
    secret = bytes(key)

    def hmac(*columns: Any) -> Any:
        name, value = columns
        return _column(arrow.hmac(value, secret, _name(name), threads=threads))

    def row_mac(*columns: Any) -> Any:
        return _column(arrow.row_mac(_table(columns[1:]), secret, _name(columns[0]), threads=threads))

    def token(value: Any) -> Any:
        return _column(arrow.tokenize(value, secret, context=context, out="hex", threads=threads))

    def untoken(value: Any) -> Any:
        return _column(arrow.detokenize(value, secret, context=context, out="text", threads=threads))

    add("hmac", hmac, "BLOB")
    add("row_mac", row_mac, "BLOB")
    add("token", token, "VARCHAR", ["VARCHAR"])
    add("untoken", untoken, "VARCHAR", ["VARCHAR"])
