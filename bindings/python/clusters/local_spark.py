"""bramah.spark on a local Spark: `local_spark.py classic`, or `connect`, whose client has no JVM, but a local server.

tools/bindings.sh runs the first, run.sh the second.
"""

import datetime
import pathlib
import sys
import tempfile

import bramah
import pyarrow as pa
from pyspark.sql import SparkSession

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests"))
import definition  # noqa: E402
from bramah.spark import Key, detokenize, hash_columns, hmac_columns, object_digests, row_hash, row_mac, tokenize  # noqa: E402

KEY = bytes(range(64))


def table() -> pa.Table:
    zero = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
    return pa.table({
        "id": pa.array(range(2000), pa.int64()),
        "name": pa.array([None if i % 7 == 3 else f"name {i % 100}" for i in range(2000)]),
        "seen": pa.array([zero + datetime.timedelta(milliseconds=i) for i in range(2000)], pa.timestamp("us", "UTC")),
    })


def main() -> None:
    connect = sys.argv[1:] == ["connect"]
    builder = SparkSession.builder.remote("local[2]") if connect else SparkSession.builder.master("local[2]")
    builder = builder.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2")
    # for a short run Java starts sooner with its first compiler alone
    builder = builder.config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    spark = builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        key = Key.file(str(folder / "key"))
        (folder / "key").write_bytes(KEY)
        here = table()
        frame = spark.createDataFrame(here)
        assert type(frame).__module__.startswith("pyspark.sql.connect") == connect, type(frame)
        found = hash_columns(frame, {"digest": "name"}, "blake3")
        found = hmac_columns(found, {"tag": "name"}, key)
        found = row_hash(found, "row", here.schema.names)
        found = row_mac(found, "mac", key, here.schema.names)
        found = tokenize(found, {"token": "name"}, key, context=b"name")
        found = detokenize(found, {"back": "token"}, key, context=b"name")
        rows = found.sort("id").collect()
        assert [row["id"] for row in rows] == list(range(2000))
        assert [row["digest"] for row in rows] == bramah.arrow.hash(here["name"], "blake3").to_pylist()
        assert [row["tag"] for row in rows] == bramah.arrow.hmac(here["name"], KEY).to_pylist()
        assert [bytes(row["row"]) for row in rows] == definition.rows(here)
        assert [row["mac"] for row in rows] == bramah.arrow.row_mac(here, KEY).to_pylist()
        assert [row["back"] for row in rows] == here["name"].to_pylist()
        try:
            hash_columns(frame, {"digest": "no such column"})
        except ValueError as error:
            assert "no such column" in str(error)
        else:
            raise AssertionError("a column that does not exist was accepted")
        (folder / "a").write_bytes(b"abc")
        paths = spark.createDataFrame([("a", 3), ("b", 3)], "path string, size long")
        objects = {row["path"]: row for row in object_digests(paths, filesystem=folder.as_uri()).collect()}
        assert objects["a"]["sha256"] == bramah.sha256(b"abc").digest() and "b" in objects["b"]["error"]
        print(f"{'Connect' if connect else 'classic'}: seven functions agree with the definition", flush=True)
    spark.stop()


main()
