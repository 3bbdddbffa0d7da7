"""Values of any type, rows, tokens and ciphertexts of columns, on every engine."""

import datetime
import decimal
import hashlib
import pathlib
import re

import bramah
import bramah.duckdb
import bramah.polars
import bramah.spark
import duckdb
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from bramah._arrays import plain
from definition import canonical, rows, sequence, tuple_rows

KEY = bytes(range(64))
PAGE = pathlib.Path(__file__).parents[3] / "docs" / "columns.md"


def parse(text, type):
    t = pa.types
    if text == "nan":
        return float("nan")
    if t.is_string(type):
        return text.strip('"')
    if t.is_binary(type):
        return text.strip('"').encode()
    if t.is_boolean(type):
        return text == "true"
    if t.is_integer(type):
        return int(text)
    if t.is_decimal(type):
        return decimal.Decimal(text)
    if t.is_floating(type):
        return pa.scalar(float(text), type).as_py()
    if t.is_date(type):
        return datetime.date.fromisoformat(text)
    if t.is_time(type):
        return datetime.time.fromisoformat(text)
    if t.is_duration(type):
        return datetime.timedelta(milliseconds=int(text))
    value = datetime.datetime.fromisoformat(text)
    return value.replace(tzinfo=datetime.timezone.utc) if type.tz else value


TYPES = {
    "decimal128(10, 2)": pa.decimal128(10, 2),
    "decimal128(38, 0)": pa.decimal128(38, 0),
    "decimal256(60, 20)": pa.decimal256(60, 20),
    "timestamp[us, tz=UTC]": pa.timestamp("us", "UTC"),
    "time64[us]": pa.time64("us"),
    "date32[day]": pa.date32(),
    "date64[ms]": pa.date64(),
    "duration[ms]": pa.duration("ms"),
}


def test_the_table_of_the_page():
    lines = re.findall(r"^\| `([^`]+)` \| (.+) \| (\d+) \| ([0-9a-f]+) \|$", PAGE.read_text(), re.M)
    assert len(lines) >= 20
    for name, text, kind, data in lines:
        type = TYPES.get(name) or pa.type_for_alias(name)
        value = parse(text, type)
        data = bytes.fromhex(data)
        assert canonical(value, type) == (int(kind), data), (name, text)
        column = pa.array([None, value], type)
        assert bramah.arrow.hash(column).to_pylist() == [None, hashlib.sha256(data).digest()], (name, text)
        expected = sequence([(bytes([int(kind)]) + data) + (len(data) + 1).to_bytes(16, "little")])
        assert bramah.arrow.row_hash(pa.table({"a": column}))[1] == expected, (name, text)


def everything():
    """A table with a column of every type that has canonical bytes."""
    day, now = datetime.date(2026, 11, 29), datetime.datetime(2026, 11, 29, 20, 52, 28, 500000)
    values = {
        "bool": (pa.bool_(), [True, False, None, True]),
        "int8": (pa.int8(), [-128, 0, None, 127]),
        "uint16": (pa.uint16(), [0, 65535, None, 10]),
        "int32": (pa.int32(), [-(2**31), 100, None, 1]),
        "int64": (pa.int64(), [-(2**63), 2**63 - 1, None, -10]),
        "uint64": (pa.uint64(), [2**64 - 1, 0, None, 10**19]),
        "half": (pa.float16(), [0.5, -2.0**-24, None, float("inf")]),
        "float": (pa.float32(), [0.5, -0.0, None, float("nan")]),
        "double": (pa.float64(), [0.1, -1e300, None, 5e-324]),
        "decimal32": (pa.decimal32(9, 3), [decimal.Decimal("-0.001"), decimal.Decimal("100.000"), None, decimal.Decimal("1.5")]),
        "decimal64": (pa.decimal64(18, 3), [decimal.Decimal("-7"), decimal.Decimal("0"), None, decimal.Decimal("10")]),
        "decimal128": (pa.decimal128(38, 10), [decimal.Decimal("-1e27"), decimal.Decimal("1e-10"), None, decimal.Decimal("12.5")]),
        "decimal256": (pa.decimal256(76, 38), [decimal.Decimal("-1e37"), decimal.Decimal("1e-38"), None, decimal.Decimal("0")]),
        "text": (pa.string(), ["", "a", None, "x" * 100]),
        "view": (pa.string_view(), ["short", "", None, "longer than twelve bytes"]),
        "large": (pa.large_binary(), [b"", b"\0", None, b"xyz"]),
        "fixed": (pa.binary(3), [b"abc", b"\0\0\0", None, b"xyz"]),
        "date32": (pa.date32(), [day, datetime.date(1969, 12, 31), None, datetime.date(1, 1, 1)]),
        "date64": (pa.date64(), [day, datetime.date(1969, 12, 31), None, day]),
        "time32": (pa.time32("ms"), [now.time(), datetime.time(), None, datetime.time(23, 59, 59)]),
        "time64": (pa.time64("ns"), [now.time(), datetime.time(), None, datetime.time(0, 0, 0, 1)]),
        "local": (pa.timestamp("us"), [now, datetime.datetime(1969, 1, 1), None, now]),
        "instant": (pa.timestamp("ns", "Europe/Kyiv"), [now.astimezone(datetime.timezone.utc)] * 2 + [None, now.astimezone(datetime.timezone.utc)]),
        "duration": (pa.duration("us"), [datetime.timedelta(-1, 1), datetime.timedelta(), None, datetime.timedelta(5)]),
        "nulls": (pa.null(), [None] * 4),
        "list": (pa.list_(pa.int16()), [[], [1, None, 3], None, [0]]),
        "large_list": (pa.large_list(pa.string()), [["a", "b"], ["ab"], None, [None]]),
        "list_view": (pa.list_view(pa.string()), [["a", "b"], ["ab"], None, []]),
        "fixed_list": (pa.list_(pa.int8(), 2), [[1, 2], [None, 3], None, [4, 5]]),
        "lists": (pa.list_(pa.list_(pa.bool_())), [[[True], []], [], None, [None]]),
        "struct": (pa.struct([("x", pa.int32()), ("y", pa.string())]), [{"x": 1, "y": None}, {"x": None, "y": "b"}, None, {"x": 2, "y": ""}]),
        "map": (pa.map_(pa.string(), pa.int32()), [[("b", 1), ("a", None)], [], None, [("c", 3)]]),
        "dictionary": (pa.dictionary(pa.int8(), pa.string()), ["a", "b", None, "a"]),
    }
    columns = {name: pa.array(items, type) for name, (type, items) in values.items()}
    columns["runs"] = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 4], pa.int32()), pa.array(["r", None, "s"]))
    return pa.table(columns)


def test_every_type_as_the_page_defines_it():
    table = everything()
    assert bramah.arrow.row_hash(table).to_pylist() == rows(table)
    for name, column in zip(table.schema.names, table.columns):
        expected = [canonical(value, column.type)[1] for value in column.to_pylist()]
        if pa.types.is_struct(column.type):
            assert bramah.arrow.hash(column)[2] is None
            fields = pa.table({field.name: pa.array([row[field.name] for row in column.to_pylist() if row], field.type) for field in column.type})
            assert [one for one in bramah.arrow.hash(column).to_pylist() if one] == rows(fields)
            continue
        nulls = [value is None for value in column.to_pylist()]
        digests = [None if null else hashlib.sha256(data).digest() for data, null in zip(expected, nulls)]
        assert bramah.arrow.hash(column).to_pylist() == digests, name
        # the column as one array, and parts of it
        whole = column.combine_chunks()
        for begin in range(5):
            for end in range(begin, 5):
                part = whole.slice(begin, end - begin)
                assert bramah.arrow.hash(part).to_pylist() == digests[begin:end], (name, begin, end)
                assert bramah.arrow.row_hash(table.slice(begin, end - begin)).to_pylist() == rows(table.slice(begin, end - begin))


def test_rows_do_not_collide():
    pairs = [("ab", "c"), ("a", "bc"), ("", "abc"), ("abc", ""), (None, "abc"), ("abc", None), (None, None), ("", "")]
    table = pa.table({"a": [a for a, _ in pairs], "b": [b for _, b in pairs]})
    assert len(set(bramah.arrow.row_hash(table).to_pylist())) == len(pairs)
    one = pa.table({"a": ["1"]})
    assert bramah.arrow.row_hash(one)[0] != bramah.arrow.row_hash(pa.table({"a": [1]}))[0]
    assert bramah.arrow.row_hash(one)[0] != bramah.arrow.row_hash(pa.table({"a": [b"1"]}))[0]
    # a struct of one field is not its only child, nor is a table of one column
    column = pa.StructArray.from_arrays([pa.array(["1"])], ["a"])
    assert bramah.arrow.hash(column)[0] == bramah.arrow.row_hash(one)[0] != bramah.arrow.hash(pa.array(["1"]))[0]
    assert bramah.arrow.hash(one)[0] == hashlib.sha256(b"1").digest()


@pytest.mark.parametrize("name", ["sha256", "sha512", "sha3-256", "blake2b", "blake2s", "sm3" if "sm3" in hashlib.algorithms_available else "sha384"])
def test_sequences_of_functions(name):
    short = name.replace("-", "_")
    table = pa.table({"a": ["a", None, "b" * 300] * 700, "b": range(2100)})
    for customization in (b"", b"short", b"long" * 100):
        expected = rows(table.slice(0, 5), customization=customization, name=short)
        found = bramah.arrow.row_hash(table, name, customization=customization, threads=2).to_pylist()
        assert found[:5] == expected and found[2099] == rows(table.slice(2099), customization=customization, name=short)[0]
        for key in (bytes(32), KEY, KEY * 5):
            expected = rows(table.slice(0, 5), key=key, customization=customization, name=short)
            found = bramah.arrow.row_mac(table, key, name, customization=customization).to_pylist()
            assert found[:5] == expected


def test_tuples():
    table = pa.table({"a": ["a", None, "b" * 40, "c" * 300] * 30, "b": range(120), "c": [[1, 2], [], None, [None]] * 30})
    part = table.slice(0, 8)
    for name, rate, length in (("tuplehash128", 168, 32), ("tuplehash256", 136, 64), ("tuplehash128-512", 168, 64)):
        for customization in (b"", b"accounts"):
            expected = tuple_rows(part, rate, length, customization)
            found = bramah.arrow.row_hash(table, name, customization=customization, threads=2).to_pylist()
            assert found[:8] == expected and len(found) == 120
    column = pa.StructArray.from_arrays([part["a"].combine_chunks()], ["a"])
    assert bramah.arrow.hash(column, "tuplehash128").to_pylist() == tuple_rows(part.select(["a"]))
    with pytest.raises(ValueError):
        bramah.arrow.row_mac(table, KEY, "tuplehash128")


def test_the_examples_of_c2sp():
    """The worked examples of c2sp.org/sequencehash, version 1.0.0."""
    encode = lambda data: data + len(data).to_bytes(16, "little")
    items = [encode(data) for data in (b"", b"\1", b"\2\2", b"\3\3\3")]
    assert sequence(items).hex() == "fe550c163f7ce3e8f636ca8770333c4ce33a1d8424b4f383036d424929111144"
    key = bytes.fromhex("27ece6764c77eb17e28a4031878198f37ce95207205fba8671390c8d7449dc91")
    items = [
        encode(bytes.fromhex(data))
        for data in (
            "74aee83f30db3fd88d6e31ad41710cb8d9a5dd01aad1d1",
            "f1ed6e58d442903e34571544a8af4f49e86790417916f538746911edbbd34fb9",
            "bd121635c5c732",
        )
    ]
    assert sequence(items, key, bytes(4)).hex() == "484ad123ab6f1fea03ac9ae765a38bd34128367f408eada7ff8c21b3cd8515c3"


def test_refused():
    table = pa.table({"a": ["x"]})
    for name in ("md5", "sha1", "kmac128", "crc32"):
        with pytest.raises(ValueError):
            bramah.arrow.row_hash(table, name)
    with pytest.raises(ValueError, match="key"):
        bramah.arrow.row_mac(table, bytes(31))
    with pytest.raises(TypeError, match="table"):
        bramah.arrow.row_hash(pa.array(["x"]))
    with pytest.raises(TypeError, match="row_mac"):
        bramah.arrow.hmac(pa.StructArray.from_arrays([pa.array(["x"])], ["a"]), KEY)
    months = pa.array([pa.MonthDayNano([1, 2, 3])])
    with pytest.raises(TypeError, match="when: .*month_day_nano"):
        bramah.arrow.row_hash(pa.table({"when": months}))
    with pytest.raises(ValueError, match="whole number of days"):
        bramah.arrow.hash(pa.array([1], pa.int64()).view(pa.date64()))


@pytest.mark.parametrize(("name", "nonce"), [("aes-256-siv", 0), ("aes-256-gcm-siv", 12), ("aes-128-siv", 0), ("deoxys-ii-256", 15)])
def test_tokens(name, nonce):
    key = KEY[: 32 if name != "aes-256-siv" else 64]
    values = ["", "a", None, "a", "x" * 1000] * 500
    for column in (pa.array(values), pa.array(values).dictionary_encode(), pc.run_end_encode(pa.array(values))):
        for threads in (1, 3):
            tokens = pa.array(bramah.arrow.tokenize(column, key, name, context=b"c", threads=threads))
            tokens.validate(full=True)
            assert tokens.type == pa.large_binary() and tokens.null_count == 500
            assert len(set(tokens.to_pylist())) == 4 and tokens[1] == tokens[3]
            expected = bramah.AEAD(name, key).encrypt(bytes(nonce), b"a", b"c")
            assert tokens[1].as_py() == expected
            back = pa.array(bramah.arrow.detokenize(tokens, key, name, context=b"c", out="text", threads=threads))
            assert back.to_pylist() == values and back.type == pa.large_string()
            digits = pa.array(bramah.arrow.tokenize(column, key, name, context=b"c", out="hex", threads=threads))
            assert digits.to_pylist() == [value if value is None else value.hex() for value in tokens.to_pylist()]
            back = bramah.arrow.detokenize(digits, key, name, context=b"c", threads=threads)
            assert back.to_pylist() == [value if value is None else value.encode() for value in values]
            chunked = pa.chunked_array([digits.slice(0, 7), digits.slice(7)])
            assert pa.array(bramah.arrow.detokenize(chunked, key, name, context=b"c", out="text")).to_pylist() == values


def test_ciphertexts():
    values = ["a", "a", None, ""] * 400
    for name, key in (("aes-256-gcm-siv", KEY[:32]), ("xchacha20-poly1305", KEY[:32]), ("aes-256-siv", KEY)):
        sealed = pa.array(bramah.arrow.encrypt(pa.array(values), key, name, context=b"c", threads=2))
        assert len(set(sealed.to_pylist())) == 1201 and sealed.null_count == 400
        assert bramah.arrow.decrypt(sealed, key, name, context=b"c", out="text").to_pylist() == values
    with pytest.raises(ValueError, match="equal nonces"):
        bramah.arrow.tokenize(pa.array(values), KEY[:32], "aes-256-gcm")


def test_changed_values():
    tokens = bramah.arrow.tokenize(pa.array(["one", "two"]), KEY).to_pylist()
    damaged = [tokens[0][:-1] + bytes([tokens[0][-1] ^ 1]), tokens[0][:-1], tokens[0] + b"\0", b"", bytes(16)]
    for bad in damaged:
        with pytest.raises(bramah.InvalidTag, match="row 1"):
            bramah.arrow.detokenize(pa.array([tokens[0], bad]), KEY)
        with pytest.raises(bramah.InvalidTag, match="row 1"):
            bramah.arrow.detokenize(pa.array([tokens[0].hex(), bad.hex() or "zz"]), KEY)
    with pytest.raises(bramah.InvalidTag):
        bramah.arrow.detokenize(pa.array(tokens), KEY, context=b"another column")
    with pytest.raises(bramah.InvalidTag):
        bramah.arrow.detokenize(pa.array(tokens), KEY[::-1])
    with pytest.raises(ValueError, match="UTF-8"):
        bramah.arrow.detokenize(bramah.arrow.tokenize(pa.array([b"\xff"]), KEY), KEY, out="text")
    with pytest.raises(TypeError):
        bramah.arrow.tokenize(pa.array([1]), KEY)


def test_duckdb():
    table = pa.table({"name": ["Ann", "", None, "Bo"] * 1000, "born": pa.array([1990, 2000, None, 5] * 1000, pa.int32())})
    connection = duckdb.connect()
    bramah.duckdb.register(connection, key=KEY)
    people = table
    found = connection.sql(
        "select bm_hash('blake3', name), bm_hex('sha256', born), bm_row_hash('sha256', name, born), "
        "bm_row_mac('sha256', name, born), bm_hmac('sha256', name), bm_token(name), bm_untoken(bm_token(name)) from people"
    ).fetchall()
    assert [row[0] for row in found] == bramah.arrow.hash(table["name"], "blake3").to_pylist()
    assert [row[1] for row in found] == bramah.arrow.hash(table["born"], out="hex").to_pylist()
    assert [row[2] for row in found] == bramah.arrow.row_hash(table).to_pylist() and found[0][2] == rows(table.slice(0, 1))[0]
    assert [row[3] for row in found] == bramah.arrow.row_mac(table, KEY).to_pylist()
    assert [row[4] for row in found] == bramah.arrow.hmac(table["name"], KEY).to_pylist()
    assert [row[5] for row in found] == bramah.arrow.tokenize(table["name"], KEY, out="hex").to_pylist()
    assert [row[6] for row in found] == table["name"].to_pylist()
    found = connection.sql("select bm_blake3(name), bm_sha256(born) from people").fetchall()
    assert [row[0] for row in found] == bramah.arrow.hash(table["name"], "blake3").to_pylist()
    assert [row[1] for row in found] == bramah.arrow.hash(table["born"]).to_pylist()
    # whole relations
    more = {"digest": lambda batch: bramah.arrow.hash(batch["name"]), "row": lambda batch: bramah.arrow.row_hash(batch, out="hex")}
    reader = bramah.duckdb.with_columns(connection.sql("from people"), more, batch=1000)
    found = connection.cursor().sql("select * from reader").fetchall()
    assert [row[:2] for row in found] == list(zip(*(column.to_pylist() for column in table.columns)))
    assert [row[2] for row in found] == bramah.arrow.hash(table["name"]).to_pylist()
    assert [row[3] for row in found] == bramah.arrow.row_hash(table, out="hex").to_pylist()
    # what one engine stores, another computes
    types = connection.sql(
        "select 5::hugeint a, 1.50::decimal(9, 3) b, date '2026-11-29' c, timestamptz '2026-11-29 12:00:00.5+00' d, [1, 2]::tinyint[] e"
    )
    same = pa.table({
        "a": pa.array([5], pa.int8()), "b": pa.array([decimal.Decimal("1.5")]), "c": [datetime.date(2026, 11, 29)],
        "d": pa.array([datetime.datetime(2026, 11, 29, 12, 0, 0, 500000, datetime.timezone.utc)], pa.timestamp("ms", "UTC")),
        "e": pa.array([[1, 2]], pa.large_list(pa.int64())),
    })
    assert bramah.arrow.row_hash(types).to_pylist() == rows(same)
    # values in SQL are of any type, and blobs are not text
    assert connection.sql("select bm_hash('sha256', 'ab'::blob), bm_hash('sha256', 5)").fetchall() == [
        (hashlib.sha256(b"ab").digest(), hashlib.sha256(b"5").digest())
    ]
    for wrong in ("bm_hash('no such function', 'a')", "bm_row_hash('sha256')", "bm_hash(null, 'a')", "bm_hash(unnest(['md5', 'sha1']), 'a')"):
        with pytest.raises(duckdb.Error):
            connection.sql(f"select {wrong}").fetchall()


def test_keys_of_workers(tmp_path, monkeypatch):
    path = tmp_path / "key"
    path.write_bytes(KEY)
    place = bramah.spark.Key.file(str(path))
    assert bramah.spark._read(place) == KEY
    # a process of a worker lives longer than a job
    (tmp_path / "new").write_bytes(KEY[::-1])
    (tmp_path / "new").replace(path)
    assert bramah.spark._read(place) == KEY[::-1]
    path.unlink()
    with pytest.raises(FileNotFoundError):
        bramah.spark._read(place)
    place = bramah.spark.Key.environment("BRAMAH_TEST_COLUMNS_KEY")
    with pytest.raises(ValueError, match="BRAMAH_TEST_COLUMNS_KEY, which holds a key, is not set"):
        bramah.spark._read(place)
    for digits in ("ab", "cd"):
        monkeypatch.setenv("BRAMAH_TEST_COLUMNS_KEY", digits)
        assert bramah.spark._read(place) == bytes.fromhex(digits)
    monkeypatch.setenv("BRAMAH_TEST_COLUMNS_KEY", "no digits")
    with pytest.raises(ValueError, match="does not hold hexadecimal digits"):
        bramah.spark._read(place)


@pytest.mark.parametrize("rows", [0, 1, 2048, 1 << 14, (1 << 14) + 1])
@pytest.mark.parametrize("name", ["sha256", "sha512", "md5"])
def test_plain_arrays(rows, name):
    names = pa.array([None if i % 3 == 1 else f"{i}" for i in range(rows)], pa.string())
    for values in (names, names.drop_null()):
        results = bramah.arrow.hash(values, name)
        array = plain(results)
        array.validate(full=True)
        assert array.type == pa.binary() and array.equals(pa.array(results).cast(pa.binary()))
        digits = plain(bramah.arrow.hash(values, name, out="hex"))
        assert digits.type == pa.string() and digits.to_pylist() == [value and value.hex() for value in array.to_pylist()]
    whole = pa.array(bramah.arrow.hash(names, name))
    assert plain(whole.slice(rows // 2)).to_pylist() == whole.to_pylist()[rows // 2 :]


def test_polars():
    frame = polars.DataFrame({"name": ["Ann", "", None, "Bo"], "born": polars.Series([1990, 2000, None, 5], dtype=polars.Int16)})
    table = frame.to_arrow()
    for one in (frame, frame.lazy()):
        found = one.with_columns(
            digest=polars.col("name").bm.hash("blake3"),
            digits=polars.col("born").bm.hash(out="hex"),
            tag=polars.col("name").bm.hmac(KEY),
            row=polars.struct("name", "born").bm.row_hash(customization=b"x"),
            mac=polars.struct("name", "born").bm.row_mac(KEY),
            token=polars.col("name").bm.tokenize(KEY),
            back=polars.col("name").bm.tokenize(KEY).bm.detokenize(KEY),
        )
        found = found.collect() if isinstance(found, polars.LazyFrame) else found
        assert found["digest"].to_list() == bramah.arrow.hash(table["name"], "blake3").to_pylist()
        assert found["digits"].to_list() == [value and hashlib.sha256(str(value).encode()).hexdigest() for value in frame["born"]]
        assert found["tag"].to_list() == bramah.arrow.hmac(table["name"], KEY).to_pylist()
        assert found["row"].to_list() == rows(table, customization=b"x")
        assert found["mac"].to_list() == rows(table, key=KEY)
        assert found["back"].to_list() == frame["name"].to_list()
    empty = frame.head(0).with_columns(digest=polars.col("name").bm.hash())
    assert empty["digest"].dtype == polars.Binary
