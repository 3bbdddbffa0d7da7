"""bramah.ray on a real cluster of Ray: a head and a worker node, whose processes are killed. run.sh runs it."""

import hashlib
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import bramah.objects
import bramah.ray
import ray

OBJECTS = 20_000
ADDRESS = "127.0.0.1:6399"


def ray_command(*arguments: str) -> None:
    environment = dict(os.environ, RAY_DISABLE_IMPORT_WARNING="1", RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="1")
    subprocess.run([pathlib.Path(sys.executable).with_name("ray"), *arguments], check=True, capture_output=True, env=environment)


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
    found = subprocess.run(["pgrep", "-f", "ray::_read"], capture_output=True, text=True).stdout.split()
    for process in found[:1]:
        os.kill(int(process), signal.SIGKILL)
    print(f"killed a process of {len(found)} that ran tasks", flush=True)


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
        ray_command("start", "--head", "--port", ADDRESS.rsplit(":")[1], "--num-cpus", "1", "--include-dashboard", "false", "--node-ip-address", "127.0.0.1")
        try:
            ray_command("start", "--address", ADDRESS, "--num-cpus", "1", "--node-ip-address", "127.0.0.1")
            ray.init(address=ADDRESS, log_to_driver=False)
            assert len(ray.nodes()) == 2
            options = {"filesystem": store.as_uri(), "task_bytes": 16 << 20}
            bramah.ray.manifest(inventory[:200], folder / "warm", **options)
            begun = time.monotonic()
            summary = bramah.ray.manifest(inventory, folder / "out", ["sha256"], **options)
            both = time.monotonic() - begun
            assert summary == alone, summary
            print(f"{OBJECTS} objects, {total >> 20} MiB: one thread {one:.1f} s, a head and a worker {both:.1f} s", flush=True)
            begun = time.monotonic()
            nothing = ray.remote(num_cpus=1)(lambda: None)
            ray.get([nothing.remote() for _ in range(1000)])
            print(f"{(time.monotonic() - begun):.2f} ms a task that does nothing", flush=True)
            lines = [set((folder / out / "manifest.sha256").read_text().splitlines()) for out in ("alone", "out")]
            assert lines[0] == lines[1] and len(lines[0]) == OBJECTS
            path = inventory[77][0]
            assert f"SHA256 ({path}) = {hashlib.sha256((store / path).read_bytes()).hexdigest()}" in lines[1]

            # a process that is killed in the middle, an object that is missing, one that changes its size
            (store / inventory[5][0]).unlink()
            (store / inventory[6][0]).write_bytes(b"short")
            killer = threading.Timer(both / 3, kill_a_task)
            killer.start()
            summary = bramah.ray.manifest(inventory, folder / "killed", ["sha256"], **options)
            killer.join()
            assert (summary.objects, summary.failed) == (OBJECTS - 2, 2), summary
            killed = set((folder / "killed" / "manifest.sha256").read_text().splitlines())
            assert killed < lines[0] and len(killed) == OBJECTS - 2
            differences = dict(bramah.ray.verify(folder / "out", **options))
            assert set(differences) == {inventory[5][0], inventory[6][0]}, differences
            print("no object was lost, and two faults were found", flush=True)
        finally:
            ray.shutdown()
            ray_command("stop", "--force")


main()
