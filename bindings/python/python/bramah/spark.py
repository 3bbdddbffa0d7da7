"""Digests, tags and tokens of columns of Spark's data frames, on the classic interface and on Connect::

    from bramah.spark import Key, hash_columns, row_hash, tokenize

    frame = hash_columns(frame, {"name_digest": "name"}, "blake3")
    frame = row_hash(frame, "digest", ["name", "born"])
    frame = tokenize(frame, {"name": "name"}, Key.file("/run/secrets/tokens"), context=b"people.name")

Each function adds columns, or replaces those that have the name. Values are taken by their canonical bytes (docs/columns.md),
so that an engine on another machine computes the same. Keys are read by each worker, from a file or an environment variable
of its own: neither the plan nor the driver holds them. Workers have to have the version of the package that the driver
has. From Spark 4.1 on the functions are `arrow_udf`, to which Spark sends the columns that they need alone; before, they are
`mapInArrow`, to which it sends all.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import pyarrow  # type: ignore[import-untyped]

from . import __version__, arrow
from ._versions import check_version


class Key(NamedTuple):
    """Where a worker finds a key: never the key itself."""

    kind: str
    place: str

    @classmethod
    def file(cls, path: str) -> "Key":
        """The bytes of a file on each worker."""
        return cls("file", path)

    @classmethod
    def environment(cls, variable: str) -> "Key":
        """The hexadecimal digits in an environment variable of each worker."""
        return cls("environment", variable)


#: The keys of files that this worker has read, each with what tells whether its file was replaced since.
_keys: dict[str, tuple[tuple[int, ...], bytes]] = {}


def _read(key: Key) -> bytes:
    """Returns a key. A worker reads a file once, and again when it was replaced: the processes of a worker live longer than a
    job, and two of them must not use different keys."""
    if key.kind != "file":
        return _of_environment(key.place)
    found = os.stat(key.place)
    state = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
    if key.place not in _keys or _keys[key.place][0] != state:
        with open(key.place, "rb") as file:
            _keys[key.place] = state, file.read()
    return _keys[key.place][1]


def _of_environment(variable: str) -> bytes:
    digits = os.environ.get(variable)
    if digits is None:
        raise ValueError(f"the environment variable {variable}, which holds a key, is not set on this worker")
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise ValueError(f"the environment variable {variable} does not hold hexadecimal digits") from None


def _arrow_udf() -> Any:
    """Returns what makes a function of Arrow arrays one of columns; `None` before Spark 4.1."""
    from pyspark.sql import functions  # type: ignore[import-not-found]

    return getattr(functions, "arrow_udf", None)


def _add(
    frame: Any, is_text: bool, columns: Mapping[str, Sequence[str]], function: Callable[[Sequence[Any], Sequence[str]], Any]
) -> Any:
    """Returns a frame with more columns, each computed of some others by a function of their Arrow arrays and names."""
    known = set(frame.columns)
    missing = [name for sources in columns.values() for name in sources if name not in known]
    if missing:
        raise ValueError(f"the frame has no column {missing[0]!r}")
    from pyspark.sql.types import BinaryType, StringType, StructField, StructType  # type: ignore[import-not-found]

    version = __version__
    added = StringType() if is_text else BinaryType()

    def result(arrays: Sequence[Any], names: Sequence[str]) -> Any:
        check_version(version)
        from bramah._arrays import plain  # only now, since another version may lack it

        return plain(function(arrays, names))

    udf = _arrow_udf()
    if udf is not None:
        from pyspark.sql.functions import col  # type: ignore[import-not-found]

        def new(sources: Sequence[str]) -> Any:
            compute = udf(lambda *arrays: result(arrays, sources), added)
            # a name between backticks is no expression, whatever is in it
            return compute(*[col("`" + name.replace("`", "``") + "`") for name in sources])

        return frame.withColumns({name: new(list(sources)) for name, sources in columns.items()})

    fields = [StructField(name, added) if name in columns else frame.schema[name] for name in frame.columns]
    fields += [StructField(name, added) for name in columns if name not in known]
    names = [field.name for field in fields]

    def add(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            found = {name: batch.column(name) for name in batch.schema.names}
            new = {name: result([found[source] for source in sources], sources) for name, sources in columns.items()}
            yield pyarrow.RecordBatch.from_arrays([{**found, **new}[name] for name in names], names)

    return frame.mapInArrow(add, StructType(fields))


def _each(frame: Any, columns: Mapping[str, str], is_text: bool, function: Callable[[Any], Any]) -> Any:
    """Returns a frame with the results of a function for each of some columns, whose names follow those of the new ones."""
    return _add(frame, is_text, {new: [source] for new, source in columns.items()}, lambda arrays, _: function(arrays[0]))


def _rows(frame: Any, into: str, columns: Sequence[str] | None, is_text: bool, function: Callable[[Any], Any]) -> Any:
    """Returns a frame with the results of a function for the rows of some columns, or of all."""

    def of(arrays: Sequence[Any], names: Sequence[str]) -> Any:
        return function(pyarrow.RecordBatch.from_arrays(list(arrays), list(names)))

    return _add(frame, is_text, {into: list(columns or frame.columns)}, of)


def hash_columns(frame: Any, columns: Mapping[str, str], name: str = "sha256", *, out: Literal["binary", "hex"] = "binary") -> Any:
    """Adds the digest of each of some columns, whose names follow those of the new ones."""
    return _each(frame, columns, out == "hex", lambda values: arrow.hash(values, name, out=out))


def hmac_columns(frame: Any, columns: Mapping[str, str], key: Key, name: str = "sha256", *, out: Literal["binary", "hex"] = "binary") -> Any:
    """Adds the HMAC tag of each of some columns, whose names follow those of the new ones."""
    return _each(frame, columns, out == "hex", lambda values: arrow.hmac(values, _read(key), name, out=out))


def row_hash(
    frame: Any,
    into: str,
    columns: Sequence[str] | None = None,
    name: str = "sha256",
    *,
    customization: bytes = b"",
    out: Literal["binary", "hex"] = "binary",
) -> Any:
    """Adds the digest of each row: SequenceHash of the values of some columns, in this order, or of all."""
    return _rows(
        frame, into, columns, out == "hex", lambda rows: arrow.row_hash(rows, name, customization=customization, out=out)
    )


def row_mac(
    frame: Any,
    into: str,
    key: Key,
    columns: Sequence[str] | None = None,
    name: str = "sha256",
    *,
    customization: bytes = b"",
    out: Literal["binary", "hex"] = "binary",
) -> Any:
    """Adds the tag of each row: SequenceMAC of the values of some columns, in this order, or of all."""
    return _rows(
        frame,
        into,
        columns,
        out == "hex",
        lambda rows: arrow.row_mac(rows, _read(key), name, customization=customization, out=out),
    )


def tokenize(
    frame: Any,
    columns: Mapping[str, str],
    key: Key,
    name: str = "aes-256-siv",
    *,
    context: bytes = b"",
    out: Literal["binary", "hex"] = "hex",
) -> Any:
    """Adds a token for each value of some columns, the same for equal values."""
    return _each(frame, columns, out == "hex", lambda values: arrow.tokenize(values, _read(key), name, context=context, out=out))


def detokenize(
    frame: Any,
    columns: Mapping[str, str],
    key: Key,
    name: str = "aes-256-siv",
    *,
    context: bytes = b"",
    out: Literal["binary", "text"] = "text",
) -> Any:
    """Adds the values of some columns of tokens. A token that is not authentic ends the job."""
    return _each(frame, columns, out == "text", lambda values: arrow.detokenize(values, _read(key), name, context=context, out=out))


def object_digests(
    frame: Any, algorithms: Sequence[str] = ("sha256",), *, filesystem: str | None = None, retries: int = 3
) -> Any:
    """Returns a frame with the digests of objects, or with the error of each that cannot be read, for a frame with the column
    `path` and, if known, `size` in bytes. `filesystem` is the URI in which the paths are. Divide the frame by bytes first, for
    instance with `repartitionByRange` by a running sum of the sizes: a partition is read by one worker."""
    from pyspark.sql.types import BinaryType, LongType, StringType, StructField, StructType  # type: ignore[import-not-found]

    from . import objects

    if "path" not in frame.columns:
        raise ValueError("the frame has no column 'path'")
    names = list(algorithms)
    fields = [StructField(name, BinaryType()) for name in names]
    schema = StructType([StructField("path", StringType()), StructField("size", LongType()), *fields, StructField("error", StringType())])
    kept = ["path", "size"] if "size" in frame.columns else ["path"]
    version = __version__

    def read(batches: Iterator[Any]) -> Iterator[Any]:
        check_version(version)
        store = objects.filesystem_of(filesystem)
        for batch in batches:
            for task in objects._tasks(objects.inventory(pyarrow.Table.from_batches([batch]))):
                yield objects.digest_objects(store, task, names, retries)

    return frame.select(*kept).mapInArrow(read, schema)
