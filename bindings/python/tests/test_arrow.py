"""Columns of pyarrow, polars, duckdb and pandas."""

import ctypes
import gc
import hashlib
import hmac

import bramah
import definition
import duckdb
import numpy
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
    assert isinstance(result, bramah.arrow.Array) and len(result) == len(VALUES)
    taken = pa.chunked_array(result)
    assert taken.num_chunks == 4 and taken.to_pylist() == EXPECTED
    assert result[1000] == EXPECTED[1000] and result[-1] == EXPECTED[-1] and result.null_count == 600
    for outside in (len(VALUES), -len(VALUES) - 1, 1 << 62, -(1 << 62)):
        with pytest.raises(IndexError):
            result[outside]
    # as one array, whose bits of validity begin anywhere in a chunk
    whole = pa.array(result)
    whole.validate(full=True)
    assert whole.to_pylist() == EXPECTED and whole.null_count == 600
    whole = pa.array(bramah.arrow.hash(column, out="hex"))
    whole.validate(full=True)
    assert whole.to_pylist() == HEX
    for none in (pa.chunked_array([], pa.string()), pa.array([], pa.string())):
        result = bramah.arrow.hash(none)
        assert pa.array(result).type == pa.chunked_array(result).type == pa.binary(32) and list(result) == []
        assert len(pandas.Series(result)) == 0 == len(polars.Series(result))


def columns():
    """A column of each library, in one chunk and in several."""
    chunks = pa.chunked_array([VALUES[:1000], VALUES[1000:1001], [], VALUES[1001:]], pa.string())
    yield LAYOUTS["string"]
    yield LAYOUTS["string"].slice(0)
    yield chunks
    yield LAYOUTS["dictionary"]
    yield pa.table({"name": chunks})
    yield pa.table({"name": chunks}).to_reader()
    yield pa.record_batch({"name": LAYOUTS["string_view"]})
    yield polars.Series(VALUES)
    yield polars.concat([polars.Series(VALUES[:1000]), polars.Series(VALUES[1000:])], rechunk=False)
    yield polars.DataFrame({"name": VALUES})
    yield pandas.Series(VALUES, dtype="string")
    yield pandas.Series(VALUES, dtype=pandas.ArrowDtype(pa.string()))
    yield pandas.DataFrame({"name": pandas.Series(VALUES, dtype="str")})
    people = pa.table({"name": VALUES})
    yield duckdb.sql("select name from people")


@pytest.mark.parametrize("place", range(len(list(columns()))))
@pytest.mark.parametrize("out", ["binary", "hex"])
def test_every_library_takes_every_result_as_a_column(place, out):
    column = list(columns())[place]
    result, expected = bramah.arrow.hash(column, out=out), EXPECTED if out == "binary" else HEX
    count = len(expected)
    assert list(result) == result.to_pylist() == expected
    # pandas has a value of its own for nulls
    def same(series):
        return [None if pandas.isna(value) else value for value in series] == expected

    frame = pandas.DataFrame({"number": range(count)})
    frame["h"] = result
    frame.loc[:, "again"] = result
    assert same(frame["h"]) and same(frame["again"]) and same(pandas.Series(result))
    assert same(frame.assign(more=result)["more"]) and same(pandas.DataFrame({"h": result})["h"])
    assert same(numpy.asarray(result)) and numpy.asarray(result).shape == (count,)
    short = frame.head(3)
    with pytest.raises(ValueError):
        short["h"] = bramah.arrow.hash(pa.array(["a", "b"]))
    assert pa.array(result).to_pylist() == pa.chunked_array(result).to_pylist() == expected
    assert pa.table({"h": result})["h"].to_pylist() == expected
    assert polars.Series(result).to_list() == polars.Series("h", result).to_list() == expected
    assert polars.DataFrame({"h": result})["h"].to_list() == polars.from_arrow(result).to_list() == expected
    assert [row[0] for row in duckdb.sql("select * from result").fetchall()] == expected


def test_a_function_of_duckdb():
    connection = duckdb.connect()
    values = ["", "a", None, "x" * 100] * 2000
    for name, type, digits in (("h", "BLOB", False), ("h_hex", "VARCHAR", True)):
        # duckdb counts optional parameters, too, so it takes a function of the column alone
        function = (lambda column: bramah.arrow.hash(column, out="hex")) if digits else (lambda column: bramah.arrow.hash(column))
        connection.create_function(name, function, ["VARCHAR"], type, type="arrow")
        rows = connection.sql(f"select {name}(v) from (select unnest($1) v)", params=[values]).fetchall()
        digests = [digest(value) for value in values]
        assert [row[0] for row in rows] == [value and value.hex() if digits else value for value in digests]


def test_numpy_gets_a_copy():
    result = bramah.arrow.hash(pa.array(["a", None]))
    assert numpy.array(result, dtype=object)[0] == digest("a")
    assert numpy.asarray(bramah.arrow.hash(pa.array(["a"])), dtype="S32")[0] == digest("a")
    with pytest.raises(ValueError, match="copy"):
        numpy.array(result, copy=False)


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
    months, union = pa.array([pa.MonthDayNano([1, 2, 3])]), pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array(["a"])])
    for wrong, name in ((months, "month_day_nano_interval"), (union, "sparse_union")):
        with pytest.raises(TypeError, match=f"unsupported column type {name}: cast it"):
            bramah.arrow.hash(wrong)
    with pytest.raises(TypeError, match="choose one"):
        bramah.arrow.hash(pa.table({"a": ["x"], "b": ["y"]}))
    for wrong in ([b"abc"], b"abc", "abc", None):
        with pytest.raises(TypeError, match="Arrow column"):
            bramah.arrow.hash(wrong)
    with pytest.raises(ValueError, match="binary or hex"):
        bramah.arrow.hash(pa.array(["a"]), out="base64")
    with pytest.raises(ValueError):
        bramah.arrow.hash(pa.array(["a"]), "sha257")
    with pytest.raises(ValueError, match="outside the dictionary"):
        indices = pa.array([0, 7], pa.int8())
        bramah.arrow.hash(pa.DictionaryArray.from_arrays(indices, pa.array(["a"]), safe=False))
    capsules = pa.array(["a"]).__arrow_c_array__()

    class Twice:
        def __arrow_c_array__(self):
            return capsules

    assert len(bramah.arrow.hash(Twice())) == 1
    with pytest.raises(ValueError, match="already taken"):
        bramah.arrow.hash(Twice())


@pytest.mark.parametrize("fields", [{"a": "x"}, {"a": "x", "b": "y"}, {}])
def test_a_struct_is_not_its_field(fields):
    structs = pa.array([fields, fields, None])
    for column in (
        structs,
        pa.chunked_array([structs, structs]),
        structs.slice(1),
        structs.filter(pa.array([True, True, False])),
        polars.Series([fields, fields]),
        pandas.Series(structs, dtype=pandas.ArrowDtype(structs.type)),
        pa.table({"s": structs}),
        pa.record_batch({"s": structs}),
        polars.DataFrame({"s": polars.Series([fields])}),
    ):
        row = definition.sequence([definition.item(value, pa.string()) for value in fields.values()])
        assert bramah.arrow.hash(column)[0] == row != digest("x")
        assert set(bramah.arrow.hash(column).to_pylist()) <= {row, None}
        with pytest.raises(TypeError, match="struct"):
            bramah.arrow.hmac(column, b"a key")


class Schema(ctypes.Structure):
    _fields_ = [
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", ctypes.c_void_p),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


class Array(ctypes.Structure):
    _fields_ = [
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.POINTER(ctypes.c_void_p)),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


POINTER = ctypes.pythonapi.PyCapsule_GetPointer
POINTER.restype, POINTER.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class Forged:
    """A column of another library, some of whose numbers are others."""

    def __init__(self, column, *, buffers=(), **numbers):
        self.schema, self.array = column.__arrow_c_array__()
        array = Array.from_address(POINTER(self.array, b"arrow_array"))
        self.kept = [array.buffers[i] for i in range(array.n_buffers)]
        for i, values in dict(buffers).items():
            self.kept.append(values)
            array.buffers[i] = ctypes.addressof(values) if values is not None else None
        for name, number in numbers.items():
            setattr(array, name, number)

    def __arrow_c_array__(self, requested_schema=None):
        return self.schema, self.array


SHORT = pa.array(["a", "bc", None, "d" * 20])
NUMBERS = (-(1 << 63), -1, 1 << 58, 1 << 59, 1 << 60, 1 << 61, 1 << 62, (1 << 63) - 2, (1 << 63) - 1)


@pytest.mark.parametrize("type", ["string", "large_string", "string_view", "binary", "large_binary", "binary_view"])
def test_numbers_that_cannot_be_right(type):
    column = SHORT.cast(getattr(pa, type)())
    assert bramah.arrow.hash(Forged(column)).to_pylist() == [digest(value) for value in SHORT.to_pylist()]
    assert bramah.arrow.hash(Forged(column, null_count=-1)).null_count == 1
    for number in NUMBERS:
        for name in ("offset", "length", "null_count"):
            if (name, number) != ("null_count", -1):
                with pytest.raises(ValueError, match="Arrow array"):
                    bramah.arrow.hash(Forged(column, **{name: number}))
    for count in (0, 2, 3, 4, 5):
        with pytest.raises(ValueError, match="null"):
            bramah.arrow.hash(Forged(column, null_count=count))
    with pytest.raises(ValueError, match="no validity bitmap"):
        bramah.arrow.hash(Forged(column, buffers={0: None}, null_count=1))
    for buffers in (0, 1, -1):
        with pytest.raises(ValueError, match="buffers"):
            bramah.arrow.hash(Forged(column, n_buffers=buffers))
    dictionary = Forged(column.dictionary_encode(), offset=1 << 61)
    with pytest.raises(ValueError, match="Arrow array"):
        bramah.arrow.hash(dictionary)


@pytest.mark.parametrize("offsets", [(-1, 1, 3, 23), (0, -1, 3, 23), (0, 1, 3, -23), (0, 3, 1, 23), (0, 30, 30, 23), (0, 1, 1000, 23)])
def test_offsets_outside_of_the_values(offsets):
    plain = pa.array(["a", "bc", "d" * 20])
    for column, type in ((plain, ctypes.c_int32), (plain.cast(pa.large_string()), ctypes.c_int64)):
        with pytest.raises(ValueError, match="Arrow array"):
            bramah.arrow.hash(Forged(column, buffers={1: (type * 4)(*offsets)}))


def test_a_last_offset_beyond_memory():
    column = pa.array(["a", "bc", "d" * 20], pa.large_string())
    for last in (1 << 59, 1 << 61, 1 << 62, (1 << 63) - 1):
        with pytest.raises(ValueError, match="Arrow array"):
            bramah.arrow.hash(Forged(column, buffers={1: (ctypes.c_int64 * 4)(0, 1, 3, last)}))


def test_every_library_counts_its_nulls():
    """What is refused above is not what the libraries produce: parts of columns with nulls."""
    for begin in range(9):
        for length in (0, 1, 7, 8, 9, 100):
            part = VALUES[begin : begin + length]
            expected = [digest(value) for value in part]
            frame, table = polars.DataFrame({"name": VALUES}), pa.table({"name": VALUES})
            relation = duckdb.from_arrow(table).limit(length, offset=begin)
            for column in (
                pa.array(VALUES).slice(begin, length),
                table.slice(begin, length),
                table.to_batches()[0].slice(begin, length),
                frame["name"].slice(begin, length),
                frame.slice(begin, length),
                frame["name"].cast(polars.Categorical).slice(begin, length),
                pandas.Series(VALUES, dtype="string").iloc[begin : begin + length],
                relation,
            ):
                assert bramah.arrow.hash(column).to_pylist() == expected


@pytest.mark.parametrize("rows", [1, 8, 1023, 1025, 3000])
def test_nulls_in_some_of_the_parts_that_are_hashed_together(rows):
    for nulls in [range(0), range(0, 1), range(rows - 1, rows), range(1024, 2048), range(rows)]:
        values = [None if i in nulls else f"value {i}" * (i % 4) for i in range(rows)]
        expected = [digest(value) for value in values]
        for column in [pa.array(values, pa.string()), pa.array(values, pa.string()).dictionary_encode()]:
            found = pa.array(bramah.arrow.hash(column))
            found.validate(full=True)
            assert found.to_pylist() == expected and found.null_count == expected.count(None)
            found = pa.array(bramah.arrow.hash(column, out="hex", threads=2))
            found.validate(full=True)
            assert found.to_pylist() == [None if value is None else value.hex() for value in expected]
