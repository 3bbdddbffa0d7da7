"""bramah.ray on a real cluster of Ray: a head and a worker node, whose processes are killed. run.sh runs it."""

import hashlib
import importlib
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import boto3
import botocore.exceptions
import bramah.objects
import bramah.ray
import processes
import ray
from another_version import bramah_of_another_version

OBJECTS = 20_000
ADDRESS = "127.0.0.1:6399"
STORE = "127.0.0.1:5599"
# for the server of S3's protocol, which takes any
os.environ.update(AWS_ACCESS_KEY_ID="test", AWS_SECRET_ACCESS_KEY="test", AWS_DEFAULT_REGION="us-east-1")


def start(*arguments: str, **variables: str) -> None:
    """Starts a node, whose processes go on when the command has ended."""
    environment = dict(os.environ, RAY_USAGE_STATS_ENABLED="0", **variables)
    command = [pathlib.Path(sys.executable).with_name("ray"), "start", "--num-cpus", "1", "--node-ip-address", "127.0.0.1", "--include-log-monitor", "false", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    assert done.returncode == 0, done.stdout[-4000:]


def tree(folder: pathlib.Path) -> list[tuple[str, int]]:
    """Files of 2 KiB to 1 MiB, most of them short."""
    generator = random.Random(7)
    inventory = []
    for i in range(OBJECTS):
        size = 2048 << min(int(generator.expovariate(0.5)), 9)
        path = f"{i % 100:02}/{i}"
        if i < 100:
            (folder / f"{i:02}").mkdir()
        (folder / path).write_bytes(generator.randbytes(64) * (size // 64))
        inventory.append((path, size))
    return inventory


def kill_a_task() -> None:
    """Kills a process that runs a task, as the system does when memory is short."""
    while not killed:
        for process in processes.started():
            try:
                if pathlib.Path(f"/proc/{process}/cmdline").read_bytes().startswith(b"ray::_read"):
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)
                    break
            except OSError:  # it has ended
                continue
        time.sleep(0.05)


#: The processes that were killed.
killed: list[int] = []


def worker(*arguments: str, **variables: str) -> None:
    """Starts a worker node whose processes have these environment variables."""
    start("--address", ADDRESS, *arguments, **variables)


def ranges(folder: pathlib.Path) -> None:
    """An object that several tasks read."""
    data = os.urandom((40 << 20) + 12345)
    (folder / "large").write_bytes(data)
    inventory = [("large", len(data)), ("none", 1 << 30)]
    summary = bramah.ray.manifest(inventory, folder / "ranges", ["blake3"], filesystem=folder.as_uri(), task_bytes=4 << 20)
    assert (summary.objects, summary.failed) == (1, 1), summary
    (row,) = [row for row in bramah.objects.Manifest.opened(folder / "ranges").rows() if row["path"] == "large"]
    assert row["blake3"] == bramah.blake3(data).digest() and row["size"] == len(data)
    processes.said("an object that 11 tasks read has its BLAKE3")


def another_version(folder: pathlib.Path, inventory: list[tuple[str, int]], store: str) -> None:
    """A worker with another version of the package ends the job."""
    worker("--resources", '{"another": 1}', PYTHONPATH=str(bramah_of_another_version(folder)))
    # Ray gives tasks to a node only when it knows the node and a process there has started
    there = ray.remote(resources={"another": 1})(lambda: importlib.import_module("bramah").__version__)
    assert ray.get(there.remote()) == "0.0.0"
    for attempt in range(5):
        try:
            # the node may be given no task of a job
            bramah.ray.manifest(inventory, folder / f"versions {attempt}", ["sha256"], filesystem=store, task_bytes=1 << 20)
        except RuntimeError as error:
            assert "0.0.0" in str(error) and bramah.__version__ in str(error), error
            processes.said("a worker with another version ends the job with both versions")
            return
    raise AssertionError("a worker with another version was accepted")


def on_s3(folder: pathlib.Path) -> None:
    """A manifest of objects on a server of S3's protocol, of which one disappears and one changes."""
    port = STORE.rsplit(":")[1]
    log = open(folder / "s3.log", "wb")
    command = [pathlib.Path(sys.executable).with_name("moto_server"), "--port", port]
    server = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        client = boto3.client("s3", endpoint_url=f"http://{STORE}")
        for attempt in range(50):
            try:
                client.create_bucket(Bucket="bramah")
                break
            except botocore.exceptions.EndpointConnectionError:
                time.sleep(0.2)
        contents = {f"folder {i % 7}/{i}": os.urandom(i * 500) for i in range(60)}
        for path, data in contents.items():
            client.put_object(Bucket="bramah", Key=path, Body=data)
        options = {"filesystem": f"s3://bramah?endpoint_override={STORE.replace(':', '%3A')}&scheme=http&region=us-east-1"}
        inventory = [(path, len(data)) for path, data in contents.items()]
        summary = bramah.ray.manifest(inventory, folder / "s3", ["sha256"], task_bytes=1 << 20, **options)
        assert summary == (60, 0, sum(map(len, contents.values()))), summary
        rows = {row["path"]: row["sha256"] for row in bramah.objects.Manifest.opened(folder / "s3").rows()}
        assert rows == {path: hashlib.sha256(data).digest() for path, data in contents.items()}
        assert bramah.ray.verify(folder / "s3", **options) == []
        client.delete_object(Bucket="bramah", Key="folder 1/1")
        client.put_object(Bucket="bramah", Key="folder 2/2", Body=bytes(1000))
        assert {path for path, _ in bramah.ray.verify(folder / "s3", **options)} == {"folder 1/1", "folder 2/2"}
        processes.said("60 objects of a server of S3's protocol agree with hashlib")
    finally:
        server.kill()
        server.wait()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        store = folder / "store"
        store.mkdir()
        inventory = tree(store)
        total = sum(size for _, size in inventory)
        begun = time.monotonic()
        alone = bramah.objects.manifest(inventory, folder / "alone", ["sha256"], filesystem=store.as_uri(), threads=1)
        one = time.monotonic() - begun
        assert alone == (OBJECTS, 0, total)
        processes.said("one thread has read the objects")
        try:
            start("--head", "--port", ADDRESS.rsplit(":")[1], "--include-dashboard", "false")
            worker()
            ray.init(address=ADDRESS, log_to_driver=False)
            processes.end_by_exceptions()
            assert len(ray.nodes()) == 2
            processes.said("a head and a worker are there")
            options = {"filesystem": store.as_uri(), "task_bytes": 16 << 20}
            bramah.ray.manifest(inventory[:200], folder / "warm", **options)
            begun = time.monotonic()
            summary = bramah.ray.manifest(inventory, folder / "out", ["sha256"], **options)
            both = time.monotonic() - begun
            assert summary == alone, summary
            processes.said(f"{OBJECTS} objects, {total >> 20} MiB: one thread {one:.1f} s, a head and a worker {both:.1f} s")
            begun = time.monotonic()
            nothing = ray.remote(num_cpus=1)(lambda: None)
            ray.get([nothing.remote() for _ in range(300)])
            processes.said(f"{(time.monotonic() - begun) / 0.3:.2f} ms a task that does nothing")
            lines = [set((folder / out / "manifest.sha256").read_text().splitlines()) for out in ("alone", "out")]
            assert lines[0] == lines[1] and len(lines[0]) == OBJECTS
            path = inventory[77][0]
            assert f"SHA256 ({path}) = {hashlib.sha256((store / path).read_bytes()).hexdigest()}" in lines[1]

            # a process that is killed in the middle, an object that is missing, one that changes its size
            (store / inventory[5][0]).unlink()
            (store / inventory[6][0]).write_bytes(b"short")
            # and a worker without the instructions that the others have
            worker("--resources", '{"portable": 1}', BRAMAH_BACKEND="portable")
            there = ray.remote(resources={"portable": 1})(lambda: os.environ.get("BRAMAH_BACKEND"))
            assert ray.get(there.remote()) == "portable"
            killer = threading.Thread(target=kill_a_task, daemon=True)
            killer.start()
            summary = bramah.ray.manifest(inventory, folder / "killed", ["sha256"], **options)
            assert killed, "no process ran a task"
            assert (summary.objects, summary.failed) == (OBJECTS - 2, 2), summary
            listed = set((folder / "killed" / "manifest.sha256").read_text().splitlines())
            assert listed < lines[0] and len(listed) == OBJECTS - 2
            differences = dict(bramah.ray.verify(folder / "out", **options))
            assert set(differences) == {inventory[5][0], inventory[6][0]}, differences
            processes.said("a process was killed, no object was lost, and two faults were found")
            ranges(folder)
            on_s3(folder)
            another_version(folder, inventory, store.as_uri())
        finally:
            ray.shutdown()
            processes.stop()


main()
