"""Columns of pyarrow, polars, duckdb and pandas."""

import gc
import hashlib
import hmac

import bramah
import duckdb
import pandas
import polars
import pyarrow as pa
import pytest

VALUES = ["", "a", None, "twelve bytes", "a value of more than twelve bytes", "äöü", None, "x" * 5000] * 300


def digest(value):
    return None if value is None else hashlib.sha256(value if isinstance(value, bytes) else value.encode()).digest()


EXPECTED = [digest(value) for value in VALUES]
HEX = [None if value is None else value.hex() for value in EXPECTED]
BYTES = [None if value is None else value.encode() for value in VALUES]

LAYOUTS = {
    "string": pa.array(VALUES, pa.string()),
    "large_string": pa.array(VALUES, pa.large_string()),
    "string_view": pa.array(VALUES, pa.string_view()),
    "binary": pa.array(BYTES, pa.binary()),
    "large_binary": pa.array(BYTES, pa.large_binary()),
    "binary_view": pa.array(BYTES, pa.binary_view()),
    "dictionary": pa.array(VALUES).dictionary_encode(),
    "dictionary of views": pa.DictionaryArray.from_arrays(
        pa.array(VALUES).dictionary_encode().indices, pa.array(VALUES).dictionary_encode().dictionary.cast(pa.string_view())
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("threads", [1, 3])
def test_layouts(layout, threads):
    column = LAYOUTS[layout]
    result = pa.array(bramah.arrow.hash(column, "sha256", threads=threads))
    assert result.type == pa.binary(32) and result.to_pylist() == EXPECTED
    result.validate(full=True)
    result = pa.array(bramah.arrow.hash(column, "sha256", out="hex", threads=threads))
    assert result.type == pa.large_string() and result.to_pylist() == HEX
    result.validate(full=True)
    for begin, length in ((0, 0), (3, 5), (1000, 1400), (2399, 1)):
        part = bramah.arrow.hash(column.slice(begin, length), "sha256", threads=threads)
        assert pa.array(part).to_pylist() == EXPECTED[begin : begin + length]
        assert part.to_pylist() == EXPECTED[begin : begin + length]


def test_chunks():
    column = pa.chunked_array([VALUES[:1000], VALUES[1000:1001], [], VALUES[1001:]], pa.string())
    result = bramah.arrow.hash(column, "sha256")
    assert isinstance(result, bramah.arrow.ChunkedArray) and len(result) == len(VALUES)
    taken = pa.chunked_array(result)
    assert taken.num_chunks == 4 and taken.to_pylist() == EXPECTED
    assert result[1000] == EXPECTED[1000] and result[-1] == EXPECTED[-1] and result.null_count == 600
    with pytest.raises(IndexError):
        result[len(VALUES)]


def test_other_types():
    fixed = pa.array([b"abcd", None, b"efgh"], pa.binary(4))
    assert bramah.arrow.hash(fixed).to_pylist() == [digest(b"abcd"), None, digest(b"efgh")]
    assert bramah.arrow.hash(pa.nulls(3)).to_pylist() == [None] * 3
    nulls = pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 0], pa.int8()), pa.array(["a", None]))
    assert bramah.arrow.hash(nulls).to_pylist() == [digest("a"), None, None, digest("a")]
    for wide in (pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()):
        column = pa.DictionaryArray.from_arrays(pa.array([1, 0, None], wide), pa.array(["a", "b"]))
        assert bramah.arrow.hash(column).to_pylist() == [digest("b"), digest("a"), None]


def test_other_functions():
    column = pa.array(VALUES)
    for name in ("md5", "sha3_256", "blake3", "blake2b_256", "streebog_512"):
        expected = [None if value is None else bramah.new(name, value.encode()).digest() for value in VALUES]
        assert bramah.arrow.hash(column, name).to_pylist() == expected
    expected = [None if value is None else hmac.digest(b"key", value.encode(), "sha256") for value in VALUES]
    assert bramah.arrow.hmac(column, b"key", "sha256").to_pylist() == expected
    assert bramah.arrow.hmac(column, b"key", threads=2).to_pylist() == expected


def test_polars():
    series = polars.Series("names", VALUES)
    result = polars.Series(bramah.arrow.hash(series, "sha256", out="hex"))
    assert result.to_list() == HEX
    assert polars.Series(bramah.arrow.hash(series)).to_list() == EXPECTED
    categories = series.cast(polars.Categorical)
    assert polars.Series(bramah.arrow.hash(categories, out="hex")).to_list() == HEX


def test_duckdb():
    people = pa.table({"name": VALUES})
    relation = duckdb.sql("select name from people")
    result = bramah.arrow.hash(relation, "sha256", out="hex")
    assert result.to_pylist() == HEX == [
        row[0] for row in duckdb.sql("select sha256(name) from people").fetchall()
    ]


def test_pandas():
    series = pandas.Series(VALUES, dtype="string")
    result = bramah.arrow.hash(series, "sha256", out="hex")
    assert result.to_pylist() == HEX


def test_results_outlive_their_sources():
    result = bramah.arrow.hash(pa.array(VALUES), out="hex")
    first, second = pa.array(result), pa.array(result)
    del result
    gc.collect()
    assert first.to_pylist() == second.to_pylist() == HEX


def test_refused():
    with pytest.raises(TypeError, match="cast it"):
        bramah.arrow.hash(pa.array([1, 2]))
    with pytest.raises(TypeError, match="choose one"):
        bramah.arrow.hash(pa.table({"a": ["x"], "b": ["y"]}))
    for wrong in ([b"abc"], b"abc", "abc", None):
        with pytest.raises(TypeError, match="Arrow column"):
            bramah.arrow.hash(wrong)
    with pytest.raises(ValueError, match="binary or hex"):
        bramah.arrow.hash(pa.array(["a"]), out="base64")
    with pytest.raises(ValueError):
        bramah.arrow.hash(pa.array(["a"]), "sha257")
    with pytest.raises(ValueError, match="outside of its dictionary"):
        indices = pa.array([0, 7], pa.int8())
        bramah.arrow.hash(pa.DictionaryArray.from_arrays(indices, pa.array(["a"]), safe=False))
    capsules = pa.array(["a"]).__arrow_c_array__()

    class Twice:
        def __arrow_c_array__(self):
            return capsules

    assert len(bramah.arrow.hash(Twice())) == 1
    with pytest.raises(ValueError, match="already taken"):
        bramah.arrow.hash(Twice())
