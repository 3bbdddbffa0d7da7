"""bramah.spark on a real cluster of Spark: a master and two workers, of which one is killed. run.sh runs it."""

import datetime
import decimal
import hashlib
import hmac
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import bramah
import bramah.spark
import pandas
import processes
import pyarrow as pa
from pyspark.sql import SparkSession, functions
from pyspark.sql.functions import col, pandas_udf

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests"))
import definition  # noqa: E402
from another_version import bramah_of_another_version  # noqa: E402
from bramah.spark import Key, detokenize, hash_columns, hmac_columns, object_digests, row_hash, row_mac, tokenize  # noqa: E402

ROWS = 40_000
PARTITIONS = 32
KEY = bytes(range(64))
MASTER = "spark://127.0.0.1:7177"
#: Whether the costs of a row are measured as well.
MEASURED = "--measure" in sys.argv
#: Options of Java, with which it starts in half of the time, but computes more slowly later.
JAVA = "" if MEASURED else "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


class Cluster:
    """A master and workers of one core, as processes."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder, self.count = folder, 0
        self.start("org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "7177", "--webui-port", "0")
        # as a machine without the instructions of the others, but not where costs are measured
        self.worker(**({} if MEASURED else {"BRAMAH_BACKEND": "portable"}))
        self.worker()

    def start(self, *arguments: str, **variables: str) -> None:
        with open(self.folder / f"{self.count}.log", "ab") as log:
            command = [os.environ["SPARK_HOME"] + "/bin/spark-class", *arguments]
            environment = {**os.environ, "SPARK_DAEMON_JAVA_OPTS": JAVA, **variables}
            subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)

    def worker(self, **variables: str) -> None:
        self.count += 1
        arguments = ("--cores", "1", "--memory", "1g", "--host", "127.0.0.1", "--webui-port", "0", "--work-dir", str(self.folder))
        self.start("org.apache.spark.deploy.worker.Worker", *arguments, MASTER, BRAMAH_TEST_WORKER=f"{os.getpid()}.{self.count}", **variables)

    def kill_a_worker(self) -> None:
        """Kills the last worker with its executors and their processes of Python, as a machine that is switched off."""
        processes.stop("BRAMAH_TEST_WORKER", f"{os.getpid()}.{self.count}")


def table() -> pa.Table:
    day = datetime.date(2026, 1, 1)
    return pa.table({
        "id": pa.array(range(ROWS), pa.int64()),
        "name": pa.array([None if i % 7 == 3 else f"name {i % 1000}" for i in range(ROWS)]),
        "price": pa.array([None if i % 5 == 1 else decimal.Decimal(i).scaleb(-2) for i in range(ROWS)], pa.decimal128(12, 2)),
        "size": pa.array([i / 7 for i in range(ROWS)], pa.float64()),
        "day": pa.array([day + datetime.timedelta(i % 400) for i in range(ROWS)]),
        "tags": pa.array([[f"t{j}" for j in range(i % 3)] for i in range(ROWS)], pa.list_(pa.string())),
        "raw": pa.array([bytes([i % 256]) * (i % 5) for i in range(ROWS)], pa.binary()),
        "seen": pa.array([datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(milliseconds=i) for i in range(ROWS)], pa.timestamp("us", "UTC")),
        "a.`b": pa.array([{"x": i, "y": None} for i in range(ROWS)], pa.struct([("x", pa.int32()), ("y", pa.string())])),
    })


def session(environment: dict[str, str]) -> SparkSession:
    builder = SparkSession.builder.master(MASTER).appName("bramah").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.session.timeZone", "UTC").config("spark.executor.memory", "700m")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.sql.shuffle.partitions", "8")
    builder = builder.config("spark.cores.max", "2").config("spark.scheduler.minRegisteredResourcesRatio", "1")
    builder = builder.config("spark.driver.extraJavaOptions", JAVA).config("spark.executor.extraJavaOptions", JAVA)
    for name, value in environment.items():
        builder = builder.config(f"spark.executorEnv.{name}", value)
    return builder.getOrCreate()


def expect_failure(text: str, frame: object) -> None:
    try:
        frame.collect()
    except Exception as error:
        assert text in str(error), f"the job failed, but without {text!r}: {str(error)[-2000:]}"
    else:
        raise AssertionError(f"the job did not fail with {text!r}")


def results(spark: SparkSession, folder: pathlib.Path, cluster: Cluster) -> None:
    """Every function beside the definition, with a worker that is killed in the middle of the first job."""
    here = table()
    key_file = folder / "key"
    key_file.write_bytes(KEY)
    frame = spark.createDataFrame(here).repartition(PARTITIONS)

    @pandas_udf("string")
    def slow(values: pandas.Series) -> pandas.Series:
        time.sleep(0.1)  # so that the job is still running when the worker dies
        return values

    columns = here.schema.names
    found = hash_columns(frame.withColumn("name", slow("name")), {"digest": "name"}, "blake3")
    found = hmac_columns(found, {"tag": "name"}, Key.environment("BRAMAH_TEST_KEY"))
    found = row_hash(found, "row", columns)
    found = row_mac(found, "mac", Key.file(str(key_file)), columns, "sha3-256", customization=b"test")
    found = tokenize(found, {"token": "name"}, Key.file(str(key_file)), context=b"name")
    found = detokenize(found, {"back": "token"}, Key.file(str(key_file)), context=b"name")
    variables = ("BRAMAH_TEST_WORKER", "BRAMAH_BACKEND")
    found_workers = functions.udf(lambda _: [time.sleep(0.1), [os.environ.get(name, "") for name in variables]][1], "array<string>")
    workers: set[tuple[str, str]] = set()
    begun = time.monotonic()
    while len(workers) < 2:  # a worker that starts later has no task at first
        assert time.monotonic() - begun < 300, workers
        workers |= {tuple(row[0]) for row in spark.range(16, numPartitions=16).select(found_workers("id")).collect()}
    assert {backend for _, backend in workers} == ({""} if MEASURED else {"portable", ""}), workers
    processes.said("both workers run tasks")
    killed: list[int] = []

    def kill_in_the_middle() -> None:
        tracker = spark.sparkContext.statusTracker()
        while not killed:
            for stage in map(tracker.getStageInfo, tracker.getActiveStageIds()):
                if stage is not None and stage.numTasks == PARTITIONS and stage.numCompletedTasks >= 4:
                    killed.append(stage.numCompletedTasks)
                    cluster.kill_a_worker()
                    return
            time.sleep(0.05)

    killer = threading.Thread(target=kill_in_the_middle, daemon=True)
    killer.start()
    rows = sorted(found.collect(), key=lambda row: row["id"])
    assert killed and killed[0] < PARTITIONS - 4, "the job ended before the worker was killed"
    killer.join(60)
    processes.said(f"a worker was killed when {killed[0]} of {PARTITIONS} tasks had ended; rows {len(rows)}")
    assert [row["id"] for row in rows] == list(range(ROWS)), "rows are missing or doubled"
    names = here["name"].to_pylist()
    assert [row["digest"] for row in rows] == bramah.arrow.hash(here["name"], "blake3").to_pylist()
    tags = [None if name is None else hmac.digest(KEY, name.encode(), "sha256") for name in names]
    assert [row["tag"] for row in rows] == tags
    assert [bytes(row["row"]) for row in rows[:500]] == definition.rows(here.slice(0, 500))
    assert [row["row"] for row in rows] == bramah.arrow.row_hash(here).to_pylist()
    expected = definition.rows(here.slice(0, 500), key=KEY, customization=b"test", name="sha3_256")
    assert [bytes(row["mac"]) for row in rows[:500]] == expected
    assert [row["back"] for row in rows] == names
    assert len({row["token"] for row in rows}) == len(set(names))
    cluster.worker()
    processes.said("seven functions agree with hashlib and the definition")

    frame = frame.coalesce(4)  # a task takes longer to start than to compute
    # what Spark before 4.1 is given
    kept, bramah.spark._arrow_udf = bramah.spark._arrow_udf, lambda: None
    plain = columns[:-1]  # mapInArrow of PySpark fails for the name of the last one
    older = frame.select(plain).withColumn("row", functions.lit("x"))
    older = row_hash(hash_columns(older, {"digest": "name"}, "blake3"), "row", plain)
    bramah.spark._arrow_udf = kept
    assert older.columns == [*plain, "row", "digest"]
    older = sorted(older.select("id", "row", "digest").collect(), key=lambda row: row["id"])
    assert [row["row"] for row in older] == bramah.arrow.row_hash(here.select(plain)).to_pylist()
    assert [row["digest"] for row in older] == [row["digest"] for row in rows]
    replaced = hash_columns(frame, {"name": "name"})
    assert replaced.columns == columns
    first = replaced.sort("id").limit(5).collect()
    assert [row["name"] for row in first] == bramah.arrow.hash(here["name"].slice(0, 5)).to_pylist()
    processes.said("mapInArrow gives the same rows")

    assert hash_columns(frame.limit(0), {"digest": "name"}).collect() == []
    plan = found._jdf.queryExecution().toString()
    assert KEY.hex() not in plan and "BRAMAH_TEST_KEY" not in plan
    expect_failure("NO_SUCH_KEY", hmac_columns(frame, {"tag": "name"}, Key.environment("NO_SUCH_KEY")))
    expect_failure("/no/such/file", tokenize(frame, {"token": "name"}, Key.file("/no/such/file")))
    damaged = tokenize(frame, {"token": "name"}, Key.file(str(key_file))).withColumn("token", functions.reverse("token"))
    expect_failure("is not authentic", detokenize(damaged, {"back": "token"}, Key.file(str(key_file))))
    expect_failure("strings and binary", tokenize(frame, {"token": "tags"}, Key.file(str(key_file))))
    try:
        row_hash(frame, "row", ["no such column"])
    except ValueError as error:
        assert "no such column" in str(error)
    else:
        raise AssertionError("a column that does not exist was accepted")
    processes.said("missing keys, damaged tokens and wrong columns end the job with their cause")


def another_version(folder: pathlib.Path) -> None:
    """Workers with another version of the package end the job."""
    # before what finds PySpark
    spark = session({"PYTHONPATH": f"{bramah_of_another_version(folder)}:{os.environ['PYTHONPATH']}"})
    spark.sparkContext.setLogLevel("OFF")
    try:
        frame = spark.range(100, numPartitions=1).withColumn("name", col("id").cast("string"))
        expect_failure("this worker has bramah 0.0.0, but the job was started with", hash_columns(frame, {"digest": "name"}))
        processes.said("workers with another version end the job with both versions")
    finally:
        spark.stop()


def manifest(spark: SparkSession, folder: pathlib.Path) -> None:
    """The digests of files, of which one is missing."""
    store = folder / "store"
    store.mkdir()
    contents = {f"{i}": os.urandom(i * 100) for i in range(300)}
    for path, data in contents.items():
        (store / path).write_bytes(data)
    inventory = [(path, len(data)) for path, data in contents.items()] + [("missing", 5)]
    frame = spark.createDataFrame(inventory, "path string, size long").repartition(8)
    rows = {row["path"]: row for row in object_digests(frame, ["sha256", "blake3"], filesystem=store.as_uri()).collect()}
    assert len(rows) == 301 and rows["missing"]["sha256"] is None and "missing" in rows["missing"]["error"]
    for path, data in contents.items():
        assert rows[path]["sha256"] == hashlib.sha256(data).digest() and rows[path]["error"] is None
        assert rows[path]["blake3"] == bramah.blake3(data).digest() and rows[path]["size"] == len(data)
    processes.said("300 objects agree with hashlib, and one that is missing is named")


def nothing(frame: object, columns: dict[str, str]) -> object:
    """Adds columns of bytes that are sent to Python and back unchanged, the way that the functions of bramah.spark take: what
    the engine's way to Python costs by itself."""
    return bramah.spark._add(frame, False, {new: [source] for new, source in columns.items()}, lambda arrays, _: arrays[0])


def measured(spark: SparkSession, folder: pathlib.Path) -> None:
    """Whole jobs over values of 25 bytes, 4 million or as many as the last argument says, without the time of starting."""
    count = int(sys.argv[-1]) if sys.argv[-1].isdigit() else 4_000_000
    frame = spark.range(count, numPartitions=4).select(functions.lpad(col("id").cast("string"), 25, "x").alias("name"))

    @pandas_udf("binary")
    def plain(values: pandas.Series) -> pandas.Series:
        return values.map(lambda value: hashlib.sha256(value.encode()).digest())

    @pandas_udf("binary")
    def plain_hmac(values: pandas.Series) -> pandas.Series:
        return values.map(lambda value: hmac.digest(KEY, value.encode(), "sha256"))

    key_file = folder / "measured"
    key_file.write_bytes(KEY)
    five = frame.select(*[functions.concat(col("name"), functions.lit(str(i))).alias(f"c{i}") for i in range(5)])
    way = "mapInArrow" if bramah.spark._arrow_udf() is None else "an arrow_udf"
    octets = frame.select(col("name").cast("binary").alias("name"))
    five_octets = five.select(*[col(f"c{i}").cast("binary").alias(f"c{i}") for i in range(5)])
    jobs = {
        "scan": frame.withColumn("d", col("name")),
        f"nothing in {way}": nothing(octets, {"d": "name"}),
        "sha2 of Spark": frame.withColumn("d", functions.sha2("name", 256)),
        "hashlib in a pandas_udf": frame.withColumn("d", plain("name")),
        "hmac of hashlib in a pandas_udf": frame.withColumn("d", plain_hmac("name")),
        **({"hmac of Spark": frame.withColumn("d", functions.hmac(functions.lit(KEY), col("name").cast("binary")))} if hasattr(functions, "hmac") else {}),
        "bramah, hmac": hmac_columns(frame, {"d": "name"}, Key.file(str(key_file))),
        "bramah, tokenize": tokenize(frame, {"d": "name"}, Key.file(str(key_file)), out="binary"),
        "bramah": hash_columns(frame, {"d": "name"}),
        "bramah, hexadecimal": hash_columns(frame, {"d": "name"}, out="hex"),
        "bramah, BLAKE3": hash_columns(frame, {"d": "name"}, "blake3"),
        f"nothing in {way}, five columns": nothing(five_octets, {f"d{i}": f"c{i}" for i in range(5)}).select(*[f"d{i}" for i in range(5)]),
        "five sha2 of Spark": five.select(*[functions.sha2(f"c{i}", 256) for i in range(5)]),
        "bramah, five columns": hash_columns(five, {f"d{i}": f"c{i}" for i in range(5)}).select(*[f"d{i}" for i in range(5)]),
        "bramah, row_hash of five": row_hash(five, "d").select("d"),
    }
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(3):
        for name, job in jobs.items():
            begun = time.monotonic()
            job.write.format("noop").mode("overwrite").save()
            times[name].append(time.monotonic() - begun)
    for name, found in times.items():
        processes.said(f"{sorted(found)[1] * 1e9 / count:8.0f} ns a row, median of three: {name}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            cluster = Cluster(pathlib.Path(folder))
            spark = session({"BRAMAH_TEST_KEY": KEY.hex()})
            processes.end_by_exceptions()
            processes.said("a driver, a master and two workers are started")
            spark.sparkContext.setLogLevel("OFF")  # jobs that must fail print their causes otherwise
            try:
                results(spark, pathlib.Path(folder), cluster)
                manifest(spark, pathlib.Path(folder))
                if MEASURED:
                    measured(spark, pathlib.Path(folder))
            finally:
                spark.stop()
            another_version(pathlib.Path(folder))
        finally:
            processes.stop()


main()
