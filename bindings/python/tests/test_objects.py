"""Manifests of objects: divided work, faults, resumption, lists."""

import hashlib
import os
import random

import bramah
import bramah.objects
import pyarrow as pa
import pyarrow.parquet
import pytest
from bramah import objects
from bramah._versions import OtherVersion, check_version

NAMES = ["a", "folder/b", "with blank", "ä", "new\nline", "back\\slash", "carriage\rreturn"]


@pytest.fixture
def tree(tmp_path):
    folder = tmp_path / "tree"
    (folder / "folder").mkdir(parents=True)
    generator = random.Random(1)
    contents = {}
    for i, name in enumerate(NAMES + [f"many {i}" for i in range(200)]):
        contents[name] = generator.randbytes(generator.randrange(5000) if i else 5 << 20)
        (folder / name).write_bytes(contents[name])
    return folder, contents


def inventory(contents):
    return [(path, len(data)) for path, data in contents.items()]


def rows(out):
    return {row["path"]: row for row in objects.Manifest.opened(out).rows()}


def test_every_object_has_its_digests(tree, tmp_path):
    folder, contents = tree
    seen = []
    out = tmp_path / "out"
    summary = objects.manifest(
        inventory(contents), out, ["sha256", "blake3"], filesystem=folder.as_uri(), task_bytes=20_000, progress=seen.append
    )
    assert summary == (len(contents), 0, sum(map(len, contents.values()))) and seen[-1] == summary and len(seen) > 10
    found = rows(out)
    assert set(found) == set(contents)
    for path, data in contents.items():
        assert found[path]["sha256"] == hashlib.sha256(data).digest()
        assert found[path]["blake3"] == bramah.blake3(data).digest() and found[path]["size"] == len(data)
    lines = (out / "manifest.sha256").read_bytes().decode().split("\n")
    expected = {objects.line("sha256", path, hashlib.sha256(data).digest())[:-1] for path, data in contents.items()}
    assert set(lines) == expected | {""} and len(lines) == len(contents) + 1
    assert f"SHA256 (a) = {hashlib.sha256(contents['a']).hexdigest()}" in lines
    assert any(line.startswith("\\SHA256 (new\\nline) = ") for line in lines)
    assert (out / "failed.txt").read_text() == "" and not list(out.glob("*.partial"))
    assert objects.verify(out, filesystem=folder.as_uri()) == []


def test_inventories_of_every_form(tree, tmp_path):
    folder, contents = tree
    plain = {path: data for path, data in contents.items() if "\n" not in path and "\r" not in path}
    table = pa.table({"path": list(plain), "size": [len(data) for data in plain.values()]})
    pa.parquet.write_table(table, tmp_path / "i.parquet")
    (tmp_path / "i.csv").write_text("size,path\n" + "".join(f'{len(data)},"{path}"\n' for path, data in plain.items()))
    (tmp_path / "i.txt").write_text("".join(f"{path}\n" for path in plain))
    sources = (table, table.select(["path"]), tmp_path / "i.parquet", tmp_path / "i.csv", tmp_path / "i.txt", list(plain))
    for i, source in enumerate(sources):
        summary = objects.manifest(source, tmp_path / str(i), filesystem=folder.as_uri())
        assert summary.objects == len(plain) and summary.failed == 0, source
        assert set(rows(tmp_path / str(i))) == set(plain)
    for wrong in (pa.table({"name": ["a"]}), pa.table({"path": pa.array([None], pa.string())})):
        with pytest.raises(ValueError, match="path"):
            objects.manifest(wrong, tmp_path / "wrong", filesystem=folder.as_uri())


def test_faults_are_reported_and_mended(tree, tmp_path):
    folder, contents = tree
    out = tmp_path / "out"
    (folder / "many 1").unlink()
    (folder / "many 2").write_bytes(contents["many 2"][:-1])
    (folder / "many 3").write_bytes(contents["many 3"] + b"!")
    (folder / "many 4").unlink()
    (folder / "many 4").mkdir()
    summary = objects.manifest(inventory(contents), out, filesystem=folder.as_uri(), retries=0)
    assert (summary.objects, summary.failed) == (len(contents) - 4, 4)
    found = rows(out)
    for path, text in (("many 1", "many 1"), ("many 2", "the inventory says"), ("many 3", "the inventory says"), ("many 4", "")):
        assert found[path]["sha256"] is None and text in found[path]["error"] and found[path]["error"]
        assert f"{path}: " in (out / "failed.txt").read_text()
    lines = (out / "manifest.sha256").read_text()
    assert not any(f"(many {i}) = " in lines for i in (1, 2, 3, 4))
    # what is mended is read again, and nothing else
    parts = len(list(out.glob("part-*")))
    (folder / "many 4").rmdir()
    for i in (1, 2, 3, 4):
        (folder / f"many {i}").write_bytes(contents[f"many {i}"])
    summary = objects.manifest(inventory(contents), out, filesystem=folder.as_uri())
    assert (summary.objects, summary.failed) == (len(contents), 0)
    new = [pa.parquet.read_table(part) for part in sorted(out.glob("part-*"))[parts:]]
    assert sorted(path for table in new for path in table["path"].to_pylist()) == [f"many {i}" for i in (1, 2, 3, 4)]
    # an object that has changed since
    (folder / "many 5").write_bytes(b"x" * len(contents["many 5"]))
    (folder / "many 6").write_bytes(b"x" * (len(contents["many 6"]) + 1))
    (folder / "many 7").unlink()
    found = dict(objects.verify(out, filesystem=folder.as_uri(), retries=0))
    assert set(found) == {"many 5", "many 6", "many 7"} and found["many 5"] == "the content changed"


def test_a_run_that_was_ended_goes_on(tree, tmp_path):
    folder, contents = tree
    out = tmp_path / "out"
    count = 0

    def stop(summary):
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        objects.manifest(inventory(contents), out, filesystem=folder.as_uri(), task_bytes=20_000, progress=stop)
    done = objects.Manifest(out, ["sha256"]).done()
    assert 0 < len(done) < len(contents)
    (out / "part-00000009.partial").write_bytes(b"half of a part")
    seen = []
    summary = objects.manifest(inventory(contents), out, filesystem=folder.as_uri(), task_bytes=20_000, progress=seen.append)
    assert summary.objects == len(contents) and seen[-1].objects == len(contents) - len(done)
    assert sum(pa.parquet.read_table(part).num_rows for part in out.glob("part-*.parquet")) == len(contents)
    with pytest.raises(ValueError, match="other algorithms"):
        objects.manifest(inventory(contents), out, ["sha512"], filesystem=folder.as_uri())
    with pytest.raises(FileNotFoundError):
        objects.verify(tmp_path / "none")
    with pytest.raises(ValueError, match="nosuch"):
        objects.manifest([], tmp_path / "none", ["nosuch"])
    assert not os.path.exists(tmp_path / "none")


def test_a_worker_that_dies_loses_no_object(tree, tmp_path):
    folder, contents = tree

    class Dying(objects._Threads):
        tasks = 0

        def result(self, handle):
            self.tasks += 1
            if self.tasks == 2:
                raise RuntimeError("the worker\nhas died")
            return super().result(handle)

    out = tmp_path / "out"
    kept = objects.Manifest(out, ["sha256"])
    store = objects.filesystem_of(folder.as_uri())
    summary = objects._make(Dying(store, ["sha256"], 0, 2), kept, inventory(contents), 20_000)
    assert summary.failed > 0 and summary.objects + summary.failed == len(contents)
    assert "the worker has died" in (out / "failed.txt").read_text()
    assert objects.manifest(inventory(contents), out, filesystem=folder.as_uri()).objects == len(contents)


def test_large_objects_are_read_in_ranges(tree, tmp_path):
    folder, contents = tree
    generator = random.Random(2)
    for name, size in (("large", (5 << 20) + 7), ("whole", 4 << 20), ("short", (64 << 10) + 1)):
        contents[name] = generator.randbytes(size)
        (folder / name).write_bytes(contents[name])
    tasks = list(objects._tasks([objects.Item(path, len(data)) for path, data in contents.items()], 100_000, divide=True))
    ranges = [item for task in tasks for item in task if item.range is not None]
    assert {item.path for item in ranges} == {path for path, data in contents.items() if len(data) > 100_000}
    assert all(len(task) == 1 for task in tasks if task[0].range is not None)
    assert sum(item.range[1] for item in ranges if item.path == "large") == (5 << 20) + 7
    out = tmp_path / "out"
    summary = objects.manifest(inventory(contents), out, ["blake3"], filesystem=folder.as_uri(), task_bytes=100_000)
    assert summary == (len(contents), 0, sum(map(len, contents.values())))
    assert {path: row["blake3"] for path, row in rows(out).items()} == {
        path: bramah.blake3(data).digest() for path, data in contents.items()
    }
    # ranges of several pieces
    big = generator.randbytes((19 << 20) + 3)
    (folder / "big").write_bytes(big)
    objects.manifest([("big", len(big))], tmp_path / "big", ["blake3"], filesystem=folder.as_uri(), task_bytes=9 << 20)
    assert rows(tmp_path / "big")["big"]["blake3"] == bramah.blake3(big).digest()
    # with another function an object is read by one task
    assert all(task[0].range is None for task in objects._tasks([objects.Item("large", 9 << 20)], 100_000))
    objects.manifest([("big", len(big))], tmp_path / "both", ["blake3", "md5"], filesystem=folder.as_uri(), task_bytes=100_000)
    assert rows(tmp_path / "both")["big"]["md5"] == hashlib.md5(big).digest()
    # an object that changes its size, and one whose ranges differ
    (folder / "big").write_bytes(big + b"!")
    (folder / "large").write_bytes(bytes(len(contents["large"])))
    (folder / "whole").unlink()
    found = dict(objects.verify(out, filesystem=folder.as_uri(), task_bytes=100_000, retries=0))
    assert set(found) == {"large", "whole"} and found["large"] == "the content changed"
    summary = objects.manifest([("big", len(big))], tmp_path / "longer", ["blake3"], filesystem=folder.as_uri(), task_bytes=9 << 20)
    assert summary == (0, 1, 0) and "the inventory says" in (tmp_path / "longer" / "failed.txt").read_text()


@pytest.mark.parametrize("name", ["blake3", "sha256"])
def test_an_object_that_changes_while_it_is_read(tmp_path, monkeypatch, name):
    old, new = bytes(9 << 20), b"!" * (9 << 20)
    path = tmp_path / "object"
    path.write_bytes(old)
    os.utime(path, ns=(0, 1000))
    part, changed = objects._part, objects._changed
    calls = 0

    def replaced():
        nonlocal calls
        calls += 1
        if calls == 1:
            path.write_bytes(new)
            os.utime(path, ns=(0, 2000))

    def between_ranges(*arguments):
        found = part(*arguments)
        replaced()
        return found

    def within_an_object(*arguments):
        found = changed(*arguments)
        replaced()
        return found

    if name == "blake3":
        monkeypatch.setattr(objects, "_part", between_ranges)
    else:
        monkeypatch.setattr(objects, "_changed", within_an_object)
    how = {"filesystem": tmp_path.as_uri(), "task_bytes": 4 << 20, "threads": 1}
    summary = objects.manifest([("object", len(old))], tmp_path / "out", [name], retries=0, **how)
    assert summary == (0, 1, 0) and "changed while it was read" in (tmp_path / "out" / "failed.txt").read_text()
    # the next run, or attempt, reads it again
    assert objects.manifest([("object", len(old))], tmp_path / "out", [name], retries=0, **how).objects == 1
    assert rows(tmp_path / "out")["object"][name] == bramah.new(name, new).digest()


def test_two_runs_in_one_folder(tree, tmp_path):
    folder, contents = tree
    first, second = (objects.Manifest(tmp_path / "out", ["sha256"]) for _ in range(2))
    batch = objects.digest_objects(objects.filesystem_of(folder.as_uri()), [objects.Item("a", None)], ["sha256"])
    first.add(batch)
    with pytest.raises(FileExistsError, match="another run"):
        second.add(batch)
    assert len(first.parts()) == 1 and not list((tmp_path / "out").glob("*.partial"))


def test_sizes_that_are_no_numbers(tmp_path):
    (tmp_path / "list.csv").write_text("path,size\na,1\nb,1e3\n")
    with pytest.raises(ValueError, match=r"list\.csv: the size in line 3 is '1e3'"):
        list(objects.inventory(tmp_path / "list.csv"))


def test_one_path_with_two_sizes(tmp_path):
    (tmp_path / "a").write_bytes(bytes(400_000))
    for inventory in ([("a", 400_000), ("a", 300_000)], [("a", 300_000), ("a", 400_000)]):
        out = tmp_path / str(inventory[0][1])
        objects.manifest(inventory, out, ["blake3"], filesystem=tmp_path.as_uri(), task_bytes=100_000, retries=0)
        assert rows(out)["a"]["blake3"] == bramah.blake3(bytes(400_000)).digest()


def test_another_version_on_a_worker_ends_the_job(tree, tmp_path):
    folder, contents = tree

    class Old(objects._Threads):
        def result(self, handle):
            check_version("0.0.1")

    kept = objects.Manifest(tmp_path / "out", ["sha256"])
    with pytest.raises(OtherVersion, match="0.0.1"):
        objects._make(Old(objects.filesystem_of(folder.as_uri()), ["sha256"], 0, 2), kept, inventory(contents))
    assert not kept.parts()


def test_parts_of_a_content():
    data = random.Random(3).randbytes(300_000)
    parts = [bramah.bao.part(data[at : at + 65536], at) for at in range(0, len(data), 65536)]
    assert bramah.bao.hash(parts) == bramah.blake3(data).digest()
    first = bramah.bao.join(parts[:4])
    assert first[:2] == (0, 4 * 65536) and bramah.bao.hash([first, *parts[4:]]) == bramah.blake3(data).digest()
    for wrong in (parts[:1], parts[1:], parts[::-1], [parts[0], parts[2]]):
        with pytest.raises(ValueError):
            bramah.bao.hash(wrong)
    for content, start in ((b"", 0), (data[:1024], 1), (data[:3000], 1024)):
        with pytest.raises(ValueError, match="multiple"):
            bramah.bao.part(content, start)
