"""Key derivation, passwords, ciphers and authenticated encryption beside other packages."""

import hashlib
import os
import subprocess
import sys
import threading

import argon2
import bramah
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers import aead as theirs


def test_derivation_as_hashlib():
    for name in ("sha1", "sha256", "sha512", "md5"):
        for length in (None, 1, 100):
            expected = hashlib.pbkdf2_hmac(name, b"password", b"salt", 1000, length)
            assert bramah.pbkdf2_hmac(name, b"password", b"salt", 1000, length) == expected
            many = bramah.pbkdf2_many(name, [b"password", b"other"], [b"salt", b"salt"], 1000, length, threads=2)
            assert many[0] == expected
    expected = hashlib.scrypt(b"password", salt=b"salt", n=1024, r=8, p=2, dklen=40)
    assert bramah.scrypt(b"password", salt=b"salt", n=1024, r=8, p=2, dklen=40) == expected
    with pytest.raises(ValueError, match="maxmem"):
        bramah.scrypt(b"password", salt=b"salt", n=1 << 14, r=8, p=1, maxmem=1 << 20)
    for wrong in ({"n": 1000}, {"n": 0}, {"r": 0}):
        with pytest.raises(ValueError):
            bramah.scrypt(b"", **{"salt": b"", "n": 16, "r": 1, "p": 1, **wrong})
    for iterations in (0, -1):
        with pytest.raises((ValueError, OverflowError)):
            bramah.pbkdf2_hmac("sha256", b"", b"", iterations)
    with pytest.raises(ValueError, match="2 passwords, but 1 salts"):
        bramah.pbkdf2_many("sha256", [b"", b""], [b""], 1)


def test_argon2_as_argon2_cffi():
    for kind, name in ((argon2.Type.ID, "argon2id"), (argon2.Type.I, "argon2i"), (argon2.Type.D, "argon2d")):
        parameters = {"time_cost": 2, "memory_cost": 256, "parallelism": 3, "hash_len": 24}
        expected = argon2.low_level.hash_secret_raw(b"password", b"a salt of 8", type=kind, **parameters)
        assert bramah.argon2(b"password", salt=b"a salt of 8", type=name, **parameters) == expected
    with pytest.raises(ValueError, match="argon2id"):
        bramah.argon2(b"", salt=bytes(8), type="argon3")


def test_passwords():
    string = bramah.password.hash(b"password", "argon2id", memory_cost=256, time_cost=1, parallelism=1)
    assert argon2.PasswordHasher().verify(string, b"password")
    assert bramah.password.verify(b"password", argon2.PasswordHasher(1, 256, 1).hash(b"password"))
    assert bramah.password.needs_rehash(string)
    assert bramah.password.verify(b"x", bramah.password.hash(b"x", "bcrypt", cost=4))
    with pytest.raises(ValueError, match="argon2id"):
        bramah.password.hash(b"", "md5")
    with pytest.raises(TypeError):
        bramah.password.hash(b"", "bcrypt", memory_cost=3)
    with pytest.raises(ValueError):
        bramah.password.verify(b"", "no such string")


def test_passwords_are_bytes_or_the_utf8_of_strings():
    text = "Grünspan 7"
    string = bramah.password.hash(text, "bcrypt", cost=4)
    assert bramah.password.verify(text.encode(), string) and bramah.password.verify(text, string)
    assert not bramah.password.verify(text.encode("latin-1"), string)
    functions = (
        lambda password: bramah.pbkdf2_hmac("sha256", password, b"salt", 2),
        lambda password: bramah.pbkdf2_many("sha256", [password], [b"salt"], 2)[0],
        lambda password: bramah.scrypt(password, salt=b"salt", n=2, r=1, p=1),
        lambda password: bramah.argon2(password, salt=bytes(8), memory_cost=32, time_cost=1),
        lambda password: bramah.password.verify(password, string),
        lambda password: bramah.files.decrypt(file, passphrase=password),
    )
    file = bramah.files.encrypt(b"text", passphrase=text, work_factor=2)
    for function in functions:
        assert function(text) == function(text.encode()) == function(bytearray(text.encode()))
        for wrong in (3, None, [text]):
            with pytest.raises(TypeError):
                function(wrong)
        with pytest.raises(UnicodeEncodeError):
            function("\ud800")
    for one in ("ab", b"ab", bytearray(b"ab")):
        with pytest.raises(TypeError):
            bramah.pbkdf2_many("sha256", one, [b"salt"] * 2, 2)
    # what is no password is bytes
    for wrong in (
        lambda: bramah.pbkdf2_hmac("sha256", text, "salt", 2),
        lambda: bramah.kdf("hkdf", text, 32, hash="sha256"),
        lambda: bramah.mac("hmac-sha256", text),
    ):
        with pytest.raises(TypeError):
            wrong()


LONG_CALLS = """
import bramah, os, signal, threading, time

def main():
    for call in (
        lambda: bramah.pbkdf2_hmac("sha256", b"password", b"salt", 1 << 31),
        lambda: bramah.pbkdf2_many("sha256", ["password"] * 3, [b"salt"] * 3, 1 << 31),
        lambda: bramah.scrypt("password", salt=b"salt", n=1 << 16, r=8, p=1 << 16),
        lambda: bramah.argon2("password", salt=bytes(8), memory_cost=64, time_cost=1 << 31),
        lambda: bramah.kdf("balloon", b"password", 32, salt=b"salt", hash="sha256", memory=8, iterations=1 << 30),
        lambda: bramah.password.hash("password", "bcrypt", cost=18),
        lambda: bramah.files.encrypt(b"", passphrase="secret", work_factor=20),
    ):
        sent = []
        def send():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)
        threading.Timer(0.2, send).start()
        try:
            call()
        except KeyboardInterrupt:
            assert time.monotonic() - sent[0] < 2
        else:
            raise SystemExit("no signal was heard")

main()
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to itself")
def test_a_signal_ends_a_long_derivation():
    # in a process of its own: the derivations go on until it ends
    subprocess.run([sys.executable, "-c", LONG_CALLS], check=True, timeout=60)


def test_aead_as_cryptography():
    ours, nonce, data, header = bramah.aead, bytes(range(12)), b"for you alone" * 300, b"header"
    for name, key in (
        ("ChaCha20Poly1305", bytes(32)),
        ("AESGCM", bytes(16)),
        ("AESGCM", bytes(24)),
        ("AESGCM", bytes(32)),
        ("AESOCB3", bytes(32)),
        ("AESCCM", bytes(16)),
    ):
        one, other = getattr(ours, name)(key), getattr(theirs, name)(key)
        for text in (b"", b"abc", data):
            sealed = one.encrypt(nonce, text, header)
            assert sealed == other.encrypt(nonce, text, header)
            assert one.decrypt(nonce, sealed, header) == text
            assert one.encrypt(nonce, text, None) == other.encrypt(nonce, text, None)
        assert len(getattr(ours, name).generate_key(*([256] if name.startswith("AES") else []))) == 32
        with pytest.raises(InvalidTag):
            other.decrypt(nonce, sealed, None)
        with pytest.raises(bramah.InvalidTag):
            one.decrypt(nonce, sealed, None)
        with pytest.raises(bramah.InvalidTag):
            one.decrypt(nonce, b"short", header)
    ccm = ours.AESCCM(bytes(16), tag_length=8)
    assert ccm.encrypt(nonce, data, b"") == theirs.AESCCM(bytes(16), tag_length=8).encrypt(nonce, data, b"")


def test_aead_into_buffers():
    aead, nonce, data = bramah.aead.AESGCM(bytes(16)), bytes(12), b"for you alone"
    sealed = aead.encrypt(nonce, data, b"header")
    out = bytearray(len(sealed))
    assert aead.encrypt_into(nonce, data, b"header", out) == len(sealed) and out == sealed
    out[: len(data)] = data
    assert aead.encrypt_into(nonce, memoryview(out)[: len(data)], b"header", out) == len(sealed) and out == sealed
    text = bytearray(len(data))
    assert aead.decrypt_into(nonce, sealed, b"header", text) == len(data) and text == data
    assert aead.decrypt_into(nonce, out, b"header", memoryview(out)[: len(data)]) == len(data)
    assert out[: len(data)] == data
    with pytest.raises(bramah.InvalidTag):
        aead.decrypt_into(nonce, sealed, b"other", text)
    assert text == bytes(len(data))
    for short in (bytearray(len(sealed) - 1), bytearray(len(sealed) + 1)):
        with pytest.raises(ValueError, match="output has"):
            aead.encrypt_into(nonce, data, None, short)
    with pytest.raises(BufferError):
        aead.encrypt_into(nonce, data, None, bytes(len(sealed)))
    with pytest.raises(BufferError):
        aead.encrypt_into(nonce, data, None, memoryview(bytearray(2 * len(sealed)))[::2])
    with pytest.raises(ValueError, match="overlap"):
        aead.encrypt_into(nonce, memoryview(out)[1 : len(data) + 1], None, out)


def test_aead_refuses():
    for wrong in (bytes(15), b"", bytes(33)):
        with pytest.raises(ValueError):
            bramah.aead.AESGCM(wrong)
    with pytest.raises(ValueError, match="nonce"):
        bramah.aead.ChaCha20Poly1305(bytes(32)).encrypt(bytes(11), b"", None)
    with pytest.raises(TypeError):
        bramah.aead.ChaCha20Poly1305(bytes(32)).encrypt(bytes(12), "text", None)
    with pytest.raises(ValueError):
        bramah.AEAD("aes-128-xyz", bytes(16))
    with pytest.raises(ValueError, match="null"):
        bramah.AEAD("aes-128-gcm\0", bytes(16))
    with pytest.raises(ValueError):
        bramah.aead.AESGCM.generate_key(100)
    assert len(bramah.aeads_available) > 50 and "serpent-256-eax" not in bramah.aead.__all__


def test_ciphers_as_cryptography():
    key, iv, data = bytes(range(32)), bytes(range(16)), bytes(range(256)) * 20
    for name, mode in (("cbc", modes.CBC(iv)), ("ctr", modes.CTR(iv))):
        encryptor = Cipher(algorithms.AES(key), mode).encryptor()
        expected = encryptor.update(data) + encryptor.finalize()
        cipher = bramah.cipher(f"aes-256-{name}", key, iv)
        assert cipher.update(data[:1001]) + cipher.update(data[1001:]) + cipher.finish() == expected
        cipher = bramah.cipher(f"aes-256-{name}", key, iv, decrypt=True)
        assert cipher.update(expected) + cipher.finish() == data
        out = bytearray(len(data))
        cipher = bramah.cipher(f"aes-256-{name}", key, iv)
        assert cipher.update_into(data, out) == len(data) and out == expected


def test_format_preserving_encryption():
    # NIST's example 3 of FF1
    key = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
    fpe = bramah.FPE("aes-128-ff1", key, "0123456789abcdefghijklmnopqrstuvwxyz")
    assert fpe.encrypt("0123456789abcdefghi", b"7777pqrs777") == "a9tv40mll9kdu509eum"
    assert fpe.decrypt("a9tv40mll9kdu509eum", b"7777pqrs777") == "0123456789abcdefghi"
    assert bramah.FPE("aes-128-ff1", key, "αβγδεζηθικ").encrypt("αβγδεζηθικ") == "γεδδεθθειε"
    assert fpe.name in bramah.fpes_available
    for wrong in ["123", "12345A", ""]:
        with pytest.raises(ValueError):
            fpe.encrypt(wrong)
    for name, alphabet in [("aes-128-ff9", "01"), ("aes-128-ff1", "0"), ("aes-128-ff1", "00")]:
        with pytest.raises(ValueError):
            bramah.FPE(name, key, alphabet)


def test_ciphers():
    cipher = bramah.cipher("aes-128-cbc", bytes(16), bytes(16), padding="pkcs7")
    sealed = cipher.update(b"abc") + cipher.finish()
    assert len(sealed) == 16
    with pytest.raises(ValueError, match="already complete"):
        cipher.update(b"more")
    with pytest.raises(ValueError, match="already complete"):
        cipher.finish()
    cipher = bramah.cipher("aes-128-cbc", bytes(16), bytes(16), padding="pkcs7", decrypt=True)
    assert cipher.update(sealed) + cipher.finish() == b"abc"
    stream = bramah.cipher("chacha20", bytes(32), bytes(8))
    whole = stream.update(bytes(200))
    stream.seek(100)
    out = bytearray(100)
    assert stream.update_into(out, out) == 100 and out == whole[100:]
    stream.finish()
    with pytest.raises(ValueError, match="already complete"):
        stream.update(b"")
    with pytest.raises(ValueError, match="output has"):
        bramah.cipher("chacha20", bytes(32), bytes(8)).update_into(bytes(3), bytearray(2))
    overlapping = bytearray(10)
    with pytest.raises(ValueError, match="overlap"):
        bramah.cipher("chacha20", bytes(32), bytes(8)).update_into(memoryview(overlapping)[:9], memoryview(overlapping)[1:])
    with pytest.raises(ValueError, match="overlap"):
        bramah.cipher("aes-128-cbc", bytes(16), bytes(16)).update_into(overlapping, overlapping)
    for wrong in ({"padding": "none"}, {"stealing": "cs4"}, {"padding": "pkcs7", "stealing": "cs1"}, {"increment": "x"}):
        with pytest.raises(ValueError):
            bramah.cipher("aes-128-cbc", bytes(16), bytes(16), **wrong)
    with pytest.raises(TypeError):
        bramah.cipher("chacha20", bytes(32), bytes(8), padding="pkcs7")
    cipher = bramah.cipher("aes-128-cbc", bytes(16), bytes(16))
    cipher.update(b"abc")
    with pytest.raises(ValueError, match="multiple of"):
        cipher.finish()


def test_two_threads_on_a_cipher():
    cipher, data, errors = bramah.cipher("aes-256-cbc", bytes(32), bytes(16)), bytes(1 << 20), []

    def work():
        for _ in range(10):
            try:
                cipher.update(data)
            except RuntimeError as error:
                errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors and "another thread" in str(errors[0])
