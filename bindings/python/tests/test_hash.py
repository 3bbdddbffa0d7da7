"""Hash functions beside hashlib's."""

import copy
import hashlib
import hmac
import io
import os
import pathlib
import pickle
import random
import signal
import threading
import time
import zlib

import bramah
import pytest

COMMON = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512"]
COMMON += ["blake2b", "blake2s"]
LENGTHS = [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 2047, 2048, 2049, 100_000]


def message(length):
    return random.Random(length).randbytes(length)


@pytest.mark.parametrize("name", COMMON)
def test_as_hashlib(name):
    ours, theirs = getattr(bramah, name), getattr(hashlib, name)
    for length in LENGTHS:
        data = message(length)
        assert ours(data).digest() == theirs(data).digest()
        one, other = ours(usedforsecurity=False), theirs(usedforsecurity=False)
        for piece in (data[:100], data[100:], memoryview(data)[::1], bytearray(data)):
            one.update(piece)
            other.update(piece)
        assert one.hexdigest() == other.hexdigest()
    assert (one.name, one.digest_size, one.block_size) == (other.name, other.digest_size, other.block_size)
    assert bramah.new(name, b"abc").digest() == hashlib.new(name, b"abc").digest()
    assert one.update(b"") is None


@pytest.mark.parametrize("name", ["shake_128", "shake_256"])
def test_output_of_any_length_as_hashlib(name):
    ours, theirs = getattr(bramah, name)(b"abc"), getattr(hashlib, name)(b"abc")
    for length in (0, 1, 32, 168, 5000):
        assert ours.digest(length) == theirs.digest(length)
        assert ours.hexdigest(length) == theirs.hexdigest(length)
    assert (ours.name, ours.digest_size, ours.block_size) == (theirs.name, theirs.digest_size, theirs.block_size)
    with pytest.raises(TypeError):
        ours.digest()
    with pytest.raises(ValueError):
        ours.digest(1 << 29)


def test_options_of_blake2_as_hashlib():
    options = [
        {"digest_size": 20},
        {"key": b"secret"},
        {"salt": b"salt", "person": b"person"},
        {"fanout": 2, "depth": 2, "leaf_size": 4096, "node_offset": 1, "node_depth": 0, "inner_size": 32},
        {"fanout": 2, "depth": 2, "leaf_size": 4096, "inner_size": 32, "node_depth": 1, "last_node": True},
    ]
    for name in ("blake2b", "blake2s"):
        for given in options:
            ours, theirs = getattr(bramah, name)(b"abc", **given), getattr(hashlib, name)(b"abc", **given)
            assert ours.digest() == theirs.digest(), given
            assert ours.digest_size == theirs.digest_size


def test_every_name_is_a_constructor():
    for name in bramah.algorithms_available:
        function = getattr(bramah, name)
        assert getattr(bramah, function.name) is function or function.name == name
        state = function(b"abc")
        assert state.name == function.name
        length = () if state.digest_size else (32,)
        assert bramah.new(state.name, b"abc").digest(*length) == state.digest(*length)
        assert len(state.digest(*length)) == (state.digest_size or 32)
        assert function.standing in ("current", "legacy", "broken", "checksum")
    assert bramah.ripemd160 is bramah.ripemd_160 and bramah.groestl_256(b"").digest() == bramah.groestl(b"").digest()
    for name in ("ripemd160", "groestl_256", "kupyna_256", "blake2b_512", "blake2s_256"):
        assert bramah.new(name, b"abc").digest() == getattr(bramah, name)(b"abc").digest()
        assert name in bramah.algorithms_available and name in bramah.__all__
    assert {"sha3_256", "blake3", "sm3", "streebog_512", "whirlpool", "shake_128"} <= bramah.algorithms_available
    assert bramah.new("SHA2-512/256").name == "sha512_256"


def test_used_by_the_standard_library():
    for name in ("sha256", "sha3_256", "blake2s"):
        expected = hmac.new(b"key", b"message", name).digest()
        assert hmac.new(b"key", b"message", getattr(bramah, name)).digest() == expected
        assert bramah.hmac_digest(b"key", b"message", name) == expected
        assert bramah.hmac_many(b"key", [b"message", b""], name)[0] == expected
    file = io.BytesIO(message(1_000_000))
    assert hashlib.file_digest(file, bramah.sha512).digest() == hashlib.sha512(file.getvalue()).digest()
    assert hmac.new(b"key", b"message", bramah.blake3).digest_size == 32


def test_states():
    for name in sorted(bramah.algorithms_available):
        begun = bramah.new(name, message(1000))
        saved = begun.state()
        begun.update(b"more")
        again = bramah.from_state(name, saved)
        again.update(b"more")
        length = () if begun.digest_size else (64,)
        assert again.digest(*length) == begun.digest(*length)
    with pytest.raises(ValueError, match="saved state"):
        bramah.sha256.from_state(saved[:-1])
    keyed = bramah.blake2b(b"abc", key=b"key").state()
    assert bramah.blake2b.from_state(keyed, key=b"key").digest() == bramah.blake2b(b"abc", key=b"key").digest()
    with pytest.raises(ValueError, match="another key"):
        bramah.blake2b.from_state(keyed, key=b"other")


def test_copies_and_reset():
    one = bramah.sha256(b"abc")
    two = one.copy()
    two.update(b"d")
    assert one.digest() == hashlib.sha256(b"abc").digest()
    assert two.digest() == hashlib.sha256(b"abcd").digest()
    two.reset()
    assert two.digest() == hashlib.sha256().digest()


@pytest.mark.parametrize(
    "secret", [bramah.sha256(), bramah.shake_128(), bramah.mac("hmac-sha256", b"key"), bramah.cipher("chacha20", bytes(32), bytes(8))]
)
def test_pickling_is_refused(secret):
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(secret)
    with pytest.raises(TypeError):
        copy.deepcopy(secret)


def test_many_messages():
    messages = [message(i) for i in range(200)]
    for name in ("sha256", "md5", "blake2b", "sha3_256", "sm3"):
        assert bramah.hash_many(name, messages) == [bramah.new(name, m).digest() for m in messages]
    assert bramah.sha256.many([]) == []
    assert bramah.sha256.many(m for m in messages[:2]) == [hashlib.sha256(m).digest() for m in messages[:2]]


def test_keyed_functions():
    assert bramah.kmac128(b"abc", key=bytes(32)).digest_size == 32
    assert bramah.blake3(b"", derive_key_context="a context").digest() != bramah.blake3(b"").digest()
    with pytest.raises(ValueError, match="needs a key"):
        bramah.kmac128(b"abc")


def test_files(tmp_path):
    paths = []
    for i in range(20):
        path = tmp_path / f"file {i}"
        path.write_bytes(message(i * 1000))
        paths.append(path)
    results = bramah.hash_files([*paths, str(tmp_path / "missing")], "sha256", threads=3)
    for i, (path, result) in enumerate(zip(paths, results)):
        assert result == (str(path), i * 1000, hashlib.sha256(message(i * 1000)).digest(), None)
    assert results[-1].digest is None and "No such file" in results[-1].error
    state = bramah.sha256(b"abc")
    assert state.update_file(paths[3]) == 3000
    assert state.digest() == hashlib.sha256(b"abc" + message(3000)).digest()
    with pytest.raises(FileNotFoundError):
        state.update_file(tmp_path / "missing")
    assert bramah.sha256().update_file(os.fsencode(paths[3])) == 3000
    again = bramah.hash_files([os.fsencode(paths[1]), str(paths[2]), paths[3]])
    assert [result.path for result in again] == [str(path) for path in paths[1:4]]
    assert again[0].digest == hashlib.sha256(message(1000)).digest()
    assert bramah.hash_files(iter(paths))[5].size == 5000
    for one in (str(paths[0]), os.fsencode(paths[0]), paths[0], bytearray(b"abc"), None, 3, [3], [None]):
        with pytest.raises(TypeError):
            bramah.hash_files(one)
    assert "null" in bramah.hash_files(["a\0b"])[0].error.lower() or "nul" in bramah.hash_files(["a\0b"])[0].error.lower()


def test_wrong_arguments():
    for call in (lambda: bramah.sha256("abc"), lambda: bramah.sha256().update("abc")):
        with pytest.raises(TypeError, match="encoded"):
            call()
    # every constructor, and every other way to begin a message
    for function in {getattr(bramah, name) for name in bramah.algorithms_available} | {bramah.kmac128}:
        options = {"key": b"key"} if function.needs_key else {}
        for wrong in (None, 3, "abc", [b"abc"]):
            with pytest.raises(TypeError):
                function(wrong, **options)
            with pytest.raises(TypeError):
                bramah.new(function.name, wrong, **options)
            with pytest.raises(TypeError):
                function(**options).update(wrong)
            with pytest.raises(TypeError):
                function.many([wrong], **options)
            with pytest.raises(TypeError):
                function.from_state(wrong, **options)
    for option in ("key", "salt", "person", "digest_size", "fanout"):
        with pytest.raises(TypeError):
            bramah.blake2b(b"", **{option: None})
    for wrong in (3, None, [b"abc"], object()):
        with pytest.raises(TypeError):
            bramah.sha256().update(wrong)
    with pytest.raises(BufferError):
        bramah.sha256(memoryview(b"abcdef")[::2])
    for name in ("sha257", "", "sha256\0", "sha256\0x"):
        with pytest.raises(ValueError):
            bramah.new(name)
    with pytest.raises(TypeError, match="invalid keyword"):
        bramah.sha256(b"", digestsize=3)
    with pytest.raises(ValueError, match="takes none"):
        bramah.sha256(b"", key=b"key")
    with pytest.raises(ValueError):
        bramah.blake2b(b"", digest_size=65)
    with pytest.raises(TypeError):
        bramah.hash_many("sha256", b"abc")
    with pytest.raises(TypeError):
        bramah.Hash()


def test_threads_on_one_object():
    data = message(1 << 16)
    shared = bramah.sha256()

    def work():
        for _ in range(50):
            shared.update(data)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shared.digest() == hashlib.sha256(data * 400).digest()


def test_threads_within_a_call():
    data = message(3_000_000)
    whole, parallel = bramah.blake3(data), bramah.blake3()
    parallel.update(data, threads=4)
    assert whole.digest() == parallel.digest()


def test_backends():
    assert "portable" in bramah.backends("sha256")
    assert bramah.sha256().backend in bramah.backends("sha256")
    with pytest.raises(ValueError):
        bramah.backends("sha257")


def test_constants():
    assert bramah.compare_digest(b"abc", b"abc") and not bramah.compare_digest(b"abc", b"abd")
    one, two = bramah.random_bytes(32), bramah.random_bytes(32)
    assert len(one) == 32 and one != two


def test_version():
    import importlib.metadata

    assert bramah.__version__ == importlib.metadata.version("bramah")
    metadata = importlib.metadata.metadata("bramah")
    assert metadata["Author"] == "The Bramah authors" and "hashlib" in metadata.get_payload()
    files = {pathlib.PurePath(file).name for file in importlib.metadata.files("bramah")}
    assert {"LICENSE-APACHE", "LICENSE-MIT", "LICENSES-THIRD-PARTY.txt"} <= files


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to itself")
@pytest.mark.parametrize(
    "call",
    [
        lambda file, out: bramah.hash_files([file], "sha256"),
        lambda file, out: bramah.hash_files([file, file, file], "sha256", threads=3),
        lambda file, out: bramah.sha256().update_file(file),
        lambda file, out: bramah.sha256().update(mapped(file)),
        lambda file, out: bramah.sha256(mapped(file)),
        lambda file, out: bramah.mac("hmac-sha256", b"key").update(mapped(file)),
        lambda file, out: bramah.hmac_digest(b"key", mapped(file), "sha256"),
        lambda file, out: bramah.hmac_many(b"key", [b"short", mapped(file)], "sha256"),
        lambda file, out: bramah.hmac_many(b"key", [memoryview(mapped(file))[: 1 << 20]] * (16 << 10), "sha256"),
        # slow ciphers: the results are in memory
        lambda file, out: bramah.cipher("3des-cbc", bytes(range(24)), bytes(8)).update(part(file, 256 << 20)),
        lambda file, out: bramah.cipher("abc", bytes(16), bytes(16)).update(part(file, 512 << 20)),
        lambda file, out: bramah.files.encrypt(part(file, 4 << 30), recipients=[bramah.files.generate_identity()[1]]),
        lambda file, out: bramah.blake3().update(mapped(file), threads=2),
        lambda file, out: bramah.files.encrypt_file(file, out, recipients=[bramah.files.generate_identity()[1]]),
    ],
)
def test_a_signal_ends_a_long_call(call, tmp_path):
    file, out = tmp_path / "sparse", tmp_path / "out"
    with file.open("wb") as sparse:
        sparse.truncate(16 << 30)
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.2, send)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call(file, out)
    # a call that waits for nothing but the signal; the limit is for machines under load
    assert time.monotonic() - sent[0] < 2
    timer.join()
    assert os.listdir(tmp_path) == ["sparse"]


def part(file, length):
    return memoryview(mapped(file))[:length]


def mapped(file):
    import mmap

    with file.open("rb") as opened:
        return mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to itself")
def test_a_message_is_whole_after_a_signal(tmp_path):
    file = tmp_path / "sparse"
    with file.open("wb") as sparse:
        sparse.truncate(16 << 30)
    state = bramah.sha256(b"abc")
    for change in (lambda: state.update_file(file), lambda: state.update(mapped(file))):
        timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            change()
        timer.join()
        assert state.digest() == hashlib.sha256(b"abc").digest()


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to itself")
def test_a_message_whose_result_was_lost_ends_with_a_signal(tmp_path):
    file = tmp_path / "sparse"
    with file.open("wb") as sparse:
        sparse.truncate(4 << 30)
    identity, recipient = bramah.files.generate_identity()
    encryptor = bramah.files.FileEncryptor(recipients=[recipient])
    decryptor = bramah.files.FileDecryptor(identities=[identity])
    sealed = bramah.files.encrypt(bytes(1 << 29), recipients=[recipient])
    for state, data in (
        (bramah.cipher("3des-cbc", bytes(range(24)), bytes(8)), part(file, 256 << 20)),
        (encryptor, part(file, 4 << 30)),
        (decryptor, sealed),
    ):
        timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            state.update(data)
        timer.join()
        for go_on in (lambda: state.update(b"abc"), state.finish):
            with pytest.raises(ValueError):
                go_on()


def test_objects_in_parts():
    """ETags and composite checksums, beside hashlib and zlib."""
    data = bytes(i // 4096 + i % 253 & 255 for i in range(100_000))
    functions = {
        "md5": lambda part: hashlib.md5(part).digest(),
        "sha1": lambda part: hashlib.sha1(part).digest(),
        "sha256": lambda part: hashlib.sha256(part).digest(),
        "crc32": lambda part: zlib.crc32(part).to_bytes(4, "big"),
    }
    for name, function in functions.items():
        for length, size in ((0, 5), (1, 5), (5, 5), (6, 5), (100_000, 8192), (100_000, 100_000), (99_999, 33_333)):
            parts = [data[at : min(at + size, length)] for at in range(0, length, size)] or [b""]
            upload = bramah.Multipart(name, part_size=size)
            for at in range(0, length, 7001):
                upload.update(data[at : min(at + 7001, length)])
            wanted = function(b"".join(map(function, parts)))
            assert (upload.digest(), upload.parts) == (wanted, len(parts)), (name, length, size)
            assert upload.copy().etag() == f"{wanted.hex()}-{len(parts)}"
    with pytest.raises(ValueError):
        bramah.Multipart(part_size=0)
    with pytest.raises(TypeError):
        pickle.dumps(upload)
