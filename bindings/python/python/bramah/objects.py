"""Manifests of object stores and of trees of files: the digests of every object of an inventory, made by many workers.

`bramah.ray.manifest` runs on Ray, `bramah.spark.object_digests` on Spark, and `manifest` of this module on the threads of one
machine::

    summary = bramah.objects.manifest("inventory.parquet", "out", ["sha256", "blake3"])
    bramah.objects.verify("out")

An inventory is a table, a Parquet or CSV file with the columns `path` and, if known, `size` in bytes, or a text file or list of
paths: it is not made here, since stores list billions of objects better than a client does. Results are written to the folder
as they come, a part at a time and each part whole, so that a run that was ended goes on where it was. When all objects
are done, there are also lists as `bramah hash --tag` writes them, which `bramah check` reads.
"""

import csv
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pyarrow  # type: ignore[import-untyped]
import pyarrow.csv  # type: ignore[import-untyped]
import pyarrow.fs  # type: ignore[import-untyped]
import pyarrow.parquet  # type: ignore[import-untyped]

from . import _bramah, bao, new
from ._versions import OtherVersion

__all__ = [
    "Item",
    "Manifest",
    "Summary",
    "TASK_BYTES",
    "TASK_OBJECTS",
    "digest_objects",
    "escaped",
    "filesystem_of",
    "inventory",
    "line",
    "manifest",
    "schema",
    "verify",
]

#: The bytes that one task reads, about, unless an object alone is larger.
TASK_BYTES = 256 << 20
#: The objects of one task, at most.
TASK_OBJECTS = 1000
_PIECE = 4 << 20
_CHANGED = "the object changed while it was read"


class Item(NamedTuple):
    """An object of an inventory: its path in the store, and its size in bytes if that is known; or a range of an object,
    from a byte on, of so many bytes."""

    path: str
    size: int | None
    range: tuple[int, int] | None = None


class Summary(NamedTuple):
    """What a run has done: objects with digests, objects that failed, and bytes that were read."""

    objects: int
    failed: int
    bytes: int


def inventory(source: Any) -> Iterator[Item]:
    """Returns the objects of an inventory, without keeping all of a file in memory."""
    if isinstance(source, str | os.PathLike):
        name = os.fspath(source)
        if name.endswith(".parquet"):
            with pyarrow.parquet.ParquetFile(name) as file:
                for batch in file.iter_batches():
                    yield from _items(batch)
        elif name.endswith(".csv"):
            with open(name, newline="", encoding="utf-8") as text:
                rows = csv.DictReader(text)
                for row in rows:
                    if row.get("path") is None:
                        raise ValueError(f"{name}: line {rows.line_num} has no column 'path'")
                    size = row.get("size") or None
                    if size is not None and not (size.isascii() and size.isdigit()):
                        raise ValueError(f"{name}: the size in line {rows.line_num} is {size!r}")
                    yield Item(row["path"], size and int(size))
        else:
            with open(name, encoding="utf-8", newline="\n") as text:
                for line in text:
                    if line := line.removesuffix("\n"):
                        yield Item(line, None)
    elif isinstance(source, pyarrow.Table):
        for batch in source.to_batches():
            yield from _items(batch)
    else:
        for one in source:
            yield Item(one, None) if isinstance(one, str) else Item(*one)


def _items(batch: Any) -> Iterator[Item]:
    if "path" not in batch.schema.names:
        raise ValueError("the inventory has no column 'path'")
    paths = batch.column("path").to_pylist()
    sizes = batch.column("size").to_pylist() if "size" in batch.schema.names else [None] * len(paths)
    for path, size in zip(paths, sizes, strict=True):
        if path is None:
            raise ValueError("a path of the inventory is null")
        yield Item(path, size)


def _tasks(items: Iterable[Item], task_bytes: int = TASK_BYTES, *, divide: bool = False) -> Iterator[list[Item]]:
    """Divides objects by their bytes; objects whose size is not known count as a mebibyte. With `divide` larger objects become
    ranges, each a task of its own and a subtree of BLAKE3."""
    task: list[Item] = []
    total = 0
    part = 1 << max(10, task_bytes.bit_length() - 1)
    for item in items:
        size = (1 << 20) if item.size is None else item.size
        if divide and size > max(part, task_bytes):
            yield from ([item._replace(range=(start, min(part, size - start)))] for start in range(0, size, part))
            continue
        if task and (total + size > task_bytes or len(task) == TASK_OBJECTS):
            yield task
            task, total = [], 0
        task.append(item)
        total += size
    if task:
        yield task


def schema(algorithms: Sequence[str]) -> Any:
    """Returns the type of results: the path, the size that was read, and a digest for each algorithm, or the error."""
    digests = [pyarrow.field(name, pyarrow.binary()) for name in algorithms]
    return pyarrow.schema([("path", pyarrow.string()), ("size", pyarrow.int64()), *digests, ("error", pyarrow.string())])


def filesystem_of(uri: str | None) -> Any:
    """Returns the file system of a URI such as `s3://`, or that of this machine."""
    if uri is None:
        return pyarrow.fs.LocalFileSystem()
    filesystem, path = pyarrow.fs.FileSystem.from_uri(uri)
    return pyarrow.fs.SubTreeFileSystem(path, filesystem) if path.strip("/") else filesystem


def _digest(filesystem: Any, item: Item, algorithms: Sequence[str]) -> tuple[int, list[bytes]]:
    """Reads an object to its end. It must have the size of the inventory."""
    if item.range is not None:
        return item.range[1], [_part(filesystem, item, *item.range)]
    hashes = [new(name) for name in algorithms]
    size = 0
    # a store is asked for each piece anew
    changed = _changed(filesystem, item.path) if item.size is None or item.size > _PIECE else None
    with filesystem.open_input_stream(item.path) as stream:
        while piece := stream.read(_PIECE):
            size += len(piece)
            for hash in hashes:
                hash.update(piece)
    if item.size is not None and size != item.size:
        raise ValueError(f"{size} bytes were read, but the inventory says {item.size}")
    if changed is not None and _changed(filesystem, item.path) != changed:
        raise OSError(_CHANGED)
    return size, [hash.digest() for hash in hashes]


def _part(filesystem: Any, item: Item, start: int, count: int) -> bytes:
    """Returns BLAKE3's value of a range of an object, and then the time of the object's last change in 16 bytes."""
    parts = []
    with filesystem.open_input_file(item.path) as file:
        if file.size() != item.size:
            raise ValueError(f"the object has {file.size()} bytes, but the inventory says {item.size}")
        changed = _changed(filesystem, item.path)
        file.seek(start)
        for at in range(start, start + count, _PIECE):
            piece = file.read(min(_PIECE, start + count - at))
            parts.append(bao.part(piece, at))
    if sum(part[1] for part in parts) != count:
        raise OSError("the object ended while it was read")
    if _changed(filesystem, item.path) != changed:
        raise OSError(_CHANGED)
    value: bytes = bao.join(parts)[2]
    return value + changed


def _changed(filesystem: Any, path: str) -> bytes:
    """Returns the time of an object's last change in nanoseconds, or zero if the store does not know it."""
    return int(filesystem.get_file_info(path).mtime_ns or 0).to_bytes(16, "big", signed=True)


def digest_objects(filesystem: Any, items: Sequence[Item], algorithms: Sequence[str], retries: int = 3) -> Any:
    """Returns the results of some objects as a batch of Arrow, a row for each in the same order. An object that cannot be
    read is read again, and in the end has an error and no digest. The value of a range is its part of BLAKE3's tree, and the time of
    the object's last change."""
    rows: list[dict[str, Any]] = []
    for item in items:
        row: dict[str, Any] = {"path": item.path, "size": item.size, "error": None}
        for attempt in range(retries + 1):
            try:
                row["size"], digests = _digest(filesystem, item, algorithms)
            except (OSError, ValueError) as error:
                row["error"] = " ".join(str(error).split()) or type(error).__name__
                if isinstance(error, FileNotFoundError | ValueError):
                    break  # nothing that a second attempt would change
                if attempt < retries:
                    time.sleep(0.1 * 2**attempt)
            else:
                row.update(zip(algorithms, digests, strict=True))
                row["error"] = None
                break
        rows.append(row)
    return pyarrow.RecordBatch.from_pylist(rows, schema(algorithms))


class Manifest:
    """A folder of results: parts, and in the end lists."""

    def __init__(self, folder: str | os.PathLike[str], algorithms: Sequence[str]) -> None:
        self.folder, self.algorithms = Path(folder), list(algorithms)
        if not self.algorithms:
            raise ValueError("a manifest needs an algorithm")
        for name in self.algorithms:
            new(name)  # an unknown name is refused before anything is read
        self.folder.mkdir(parents=True, exist_ok=True)
        self.next = 0
        for part in self.parts():
            self.next = int(part.stem.removeprefix("part-")) + 1
            if pyarrow.parquet.read_schema(part).names != schema(self.algorithms).names:
                raise ValueError(f"{part} has digests of other algorithms: choose another folder")

    @classmethod
    def opened(cls, folder: str | os.PathLike[str]) -> "Manifest":
        """Opens a manifest that was made, with its algorithms."""
        first = next(iter(sorted(Path(folder).glob("part-*.parquet"))), None)
        if first is None:
            raise FileNotFoundError(f"{folder}: there is no manifest in this folder")
        names = pyarrow.parquet.read_schema(first).names
        return cls(folder, [name for name in names if name not in ("path", "size", "error")])

    def parts(self) -> list[Path]:
        """Returns the parts that are written, in their order."""
        return sorted(self.folder.glob("part-*.parquet"))

    def done(self) -> dict[str, int]:
        """Returns the objects that have digests, with the sizes that were read."""
        found: dict[str, int] = {}
        for part in self.parts():
            table = pyarrow.parquet.read_table(part, columns=["path", "size", "error"])
            for path, size, error in zip(*(table[name].to_pylist() for name in ("path", "size", "error")), strict=True):
                if error is None:
                    found[path] = size
        return found

    def add(self, batch: Any) -> None:
        """Writes a part: whole, or not at all."""
        part = self.folder / f"part-{self.next:08}.parquet"
        beside = part.with_suffix(f".{os.getpid()}.partial")
        pyarrow.parquet.write_table(pyarrow.Table.from_batches([batch]), beside)
        with open(beside, "rb") as file:
            os.fsync(file.fileno())
        if part.exists():
            beside.unlink()
            raise FileExistsError(f"{part} was written meanwhile: another run uses this folder")
        os.replace(beside, part)
        self.next += 1

    def rows(self) -> Iterator[dict[str, Any]]:
        """Returns the last digests of each object, and after these the objects that have only failed. The paths are kept in
        memory meanwhile."""
        seen: set[str] = set()
        for failed in (False, True):
            for part in reversed(self.parts()):
                for row in pyarrow.parquet.read_table(part).to_pylist():
                    if (row["error"] is not None) == failed and row["path"] not in seen:
                        seen.add(row["path"])
                        yield row

    def lists(self) -> Summary:
        """Writes a list for each algorithm, and one of the objects that failed; returns what is in them."""
        names = {name: self.folder / f"manifest.{name}" for name in self.algorithms}
        files = {name: open(f"{path}.partial", "w", encoding="utf-8", newline="\n") for name, path in names.items()}
        failures = self.folder / "failed.txt"
        objects = failed = total = 0
        try:
            with open(f"{failures}.partial", "w", encoding="utf-8", newline="\n") as list_of_failures:
                for row in self.rows():
                    if row["error"] is not None:
                        failed += 1
                        list_of_failures.write(f"{escaped(row['path'])[1]}: {row['error']}\n")
                        continue
                    objects += 1
                    total += row["size"]
                    for name, file in files.items():
                        file.write(line(name, row["path"], row[name]))
        finally:
            for file in files.values():
                file.close()
        for path in (*names.values(), failures):
            os.replace(f"{path}.partial", path)
        return Summary(objects, failed, total)


def escaped(path: str) -> tuple[str, str]:
    """Returns the mark of a line with an escaped name, and the name, as coreutils write them."""
    name = path.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    return ("\\" if name != path else "", name)


def line(algorithm: str, path: str, digest: bytes) -> str:
    """Returns the line of a tagged list."""
    mark, name = escaped(path)
    return f"{mark}{_bramah.constructor(algorithm).tag} ({name}) = {digest.hex()}\n"


class _Engine(Protocol):
    """Workers that read objects."""

    #: The number of tasks that are submitted before one is waited for.
    at_once: int

    def submit(self, items: list[Item]) -> Any:
        """Starts a task and returns its handle, which can be a key of a dictionary."""

    def wait(self, pending: list[Any]) -> Any:
        """Returns the handle of a task that has ended."""

    def result(self, handle: Any) -> Any:
        """Returns the batch of a task, or raises what ended it."""


class _Threads:
    """The threads of one machine."""

    def __init__(self, store: Any, algorithms: Sequence[str], retries: int, threads: int) -> None:
        count = threads or os.cpu_count() or 1
        self.at_once, self._pool = 2 * count, ThreadPoolExecutor(count)
        self._arguments = (store, algorithms, retries)

    def submit(self, items: list[Item]) -> Any:
        store, algorithms, retries = self._arguments
        return self._pool.submit(digest_objects, store, items, algorithms, retries)

    def wait(self, pending: list[Any]) -> Any:
        return next(iter(wait(pending, return_when=FIRST_COMPLETED).done))

    def result(self, handle: Any) -> Any:
        return handle.result()


def _failed(items: Sequence[Item], error: str, algorithms: Sequence[str]) -> Any:
    rows = [{"path": item.path, "size": item.size, "error": error} for item in items]
    return pyarrow.RecordBatch.from_pylist(rows, schema(algorithms))


class _Ranges:
    """The ranges of large objects, until all of an object have been read."""

    def __init__(self, algorithms: Sequence[str]) -> None:
        self._algorithms = algorithms
        self._found: dict[tuple[str, int], dict[int, tuple[int, bytes | None, str | None]]] = {}

    def add(self, item: Item, batch: Any) -> Any:
        """Returns the result of an object with its last range, before that none."""
        assert item.range is not None and item.size is not None
        row = batch.to_pylist()[0]
        found = self._found.setdefault((item.path, item.size), {})
        found[item.range[0]] = (item.range[1], row[self._algorithms[0]], row["error"])
        if sum(count for count, _, _ in found.values()) < item.size:
            return None
        del self._found[item.path, item.size]
        whole = Item(item.path, item.size)
        for _, _, error in found.values():
            if error is not None:
                return _failed([whole], error, self._algorithms)
        values = [(start, count, value) for start, (count, value, _) in sorted(found.items()) if value is not None]
        if len({value[-16:] for _, _, value in values}) != 1:
            return _failed([whole], _CHANGED, self._algorithms)
        digest = bao.hash([(start, count, value[:-16]) for start, count, value in values])
        row = {"path": item.path, "size": item.size, "error": None, **dict.fromkeys(self._algorithms, digest)}
        return pyarrow.RecordBatch.from_pylist([row], schema(self._algorithms))


def _results(engine: _Engine, items: Iterable[Item], algorithms: Sequence[str], task_bytes: int) -> Iterator[Any]:
    """Returns the batch of each task, as they end. Objects of a task that fails as a whole have its error. Large objects are
    divided if their digest can be joined, which is that of BLAKE3."""
    pending: dict[Any, list[Item]] = {}
    ranges = _Ranges(algorithms)
    divide = all(new(name).name == "blake3" for name in algorithms)

    def ended() -> Iterator[Any]:
        handle = engine.wait(list(pending))
        task = pending.pop(handle)
        try:
            batch = engine.result(handle)
        except OtherVersion:
            raise
        except Exception as error:
            batch = _failed(task, " ".join(str(error).split())[-300:] or type(error).__name__, algorithms)
        if task[0].range is not None:
            batch = ranges.add(task[0], batch)
        if batch is not None:
            yield batch

    for task in _tasks(items, task_bytes, divide=divide):
        if len(pending) >= engine.at_once:
            yield from ended()
        pending[engine.submit(task)] = task
    while pending:
        yield from ended()


def _make(
    engine: _Engine,
    kept: Manifest,
    source: Any,
    task_bytes: int = TASK_BYTES,
    progress: Callable[[Summary], None] | None = None,
) -> Summary:
    """Makes a manifest on an engine: every object of the inventory that has no digest yet, or had another size."""
    done = kept.done()
    todo = (item for item in inventory(source) if item.path not in done or item.size not in (None, done[item.path]))
    objects = failed = total = 0
    for batch in _results(engine, todo, kept.algorithms, task_bytes):
        kept.add(batch)
        bad = batch.num_rows - batch.column("error").null_count
        objects, failed = objects + batch.num_rows - bad, failed + bad
        total += sum(size or 0 for size in batch.column("size").to_pylist())
        if progress is not None:
            progress(Summary(objects, failed, total))
    return kept.lists()


def _compare(engine: _Engine, kept: Manifest, task_bytes: int = TASK_BYTES) -> Iterator[tuple[str, str]]:
    """Reads every object of a manifest again; returns the path of each that differs, and how."""
    rows = (row for row in kept.rows() if row["error"] is None)
    expected: dict[str, dict[str, Any]] = {}

    def items() -> Iterator[Item]:
        for row in rows:
            expected[row["path"]] = row  # only those of tasks that have not ended
            yield Item(row["path"], row["size"])

    for batch in _results(engine, items(), kept.algorithms, task_bytes):
        for row in batch.to_pylist():
            before = expected.pop(row["path"])
            if row["error"] is not None:
                yield row["path"], row["error"]
            elif any(row[name] != before[name] for name in kept.algorithms):
                yield row["path"], "the content changed"


def manifest(
    source: Any,
    out: str | os.PathLike[str],
    algorithms: Sequence[str] = ("sha256",),
    *,
    filesystem: str | None = None,
    threads: int = 0,
    task_bytes: int = TASK_BYTES,
    retries: int = 3,
    progress: Callable[[Summary], None] | None = None,
) -> Summary:
    """Makes the manifest of an inventory on threads of this machine, all processors by default. `filesystem` is the URI of the
    folder or bucket in which the paths are, such as `s3://bucket`."""
    kept = Manifest(out, algorithms)
    engine = _Threads(filesystem_of(filesystem), kept.algorithms, retries, threads)
    return _make(engine, kept, source, task_bytes, progress)


def verify(
    folder: str | os.PathLike[str],
    *,
    filesystem: str | None = None,
    threads: int = 0,
    task_bytes: int = TASK_BYTES,
    retries: int = 3,
) -> list[tuple[str, str]]:
    """Reads every object of a manifest again, and returns the path of each that differs, and how: none if all are the same."""
    kept = Manifest.opened(folder)
    engine = _Threads(filesystem_of(filesystem), kept.algorithms, retries, threads)
    return list(_compare(engine, kept, task_bytes))
