"""The vectors of every kind."""

import bramah
import pytest
from conftest import vectors


def test_hashes():
    for vector in vectors("hash"):
        message, digest = vector.get("message", b""), vector["digest"]
        function = bramah.new(vector["name"], message)
        length = (len(digest),) if isinstance(function, bramah.Xof) else ()
        assert function.digest(*length) == digest, vector
        assert function.hexdigest(*length) == digest.hex(), vector
        assert bramah.hash_many(vector["name"], [message, b"another", message])[2] == digest, vector
        pieces = bramah.new(vector["name"])
        for i in range(0, len(message), 7):
            pieces.update(message[i : i + 7])
        assert pieces.digest(*length) == digest, vector


def test_macs():
    for vector in vectors("mac"):
        nonce = vector.get("nonce")
        mac = bramah.mac(vector["name"], vector.get("key", b""), vector.get("message", b""), nonce=nonce)
        tag = vector["tag"]
        assert mac.digest()[: len(tag)] == tag, vector
        if mac.digest_size == len(tag):
            mac.verify(tag)
            with pytest.raises(bramah.InvalidTag):
                mac.verify(bytes([tag[0] ^ 1]) + tag[1:])


def test_ciphers():
    for vector in vectors("cipher"):
        plaintext, ciphertext = vector.get("plaintext", b""), vector.get("ciphertext", b"")
        for decrypt, given, wanted in ((False, plaintext, ciphertext), (True, ciphertext, plaintext)):
            cipher = bramah.cipher(vector["name"], vector["key"], vector.get("iv"), decrypt=decrypt)
            # XTS takes a data unit in pieces too
            result = b"".join(cipher.update(given[i : i + 5]) for i in range(0, len(given), 5)) + cipher.finish()
            assert result == wanted, vector


def test_streams():
    for vector in vectors("stream"):
        plaintext, ciphertext = vector["plaintext"], vector["ciphertext"]
        cipher = bramah.cipher(vector["name"], vector["key"], vector.get("nonce"), rounds=vector.get("rounds"))
        assert cipher.update(plaintext) + cipher.finish() == ciphertext, vector


def test_aeads():
    for vector in vectors("aead"):
        tag, plaintext = vector["tag"], vector.get("plaintext", b"")
        aead = bramah.AEAD(vector["name"], vector.get("key", b""), tag_length=len(tag))
        nonce, header = vector.get("nonce", b""), vector.get("ad")
        sealed = aead.encrypt(nonce, plaintext, header)
        assert sealed == vector.get("ciphertext", b"") + tag, vector
        assert aead.decrypt(nonce, sealed, header) == plaintext, vector
        with pytest.raises(bramah.InvalidTag):
            aead.decrypt(nonce, sealed[:-1] + bytes([sealed[-1] ^ 1]), header)


def test_kdfs():
    for vector in vectors("kdf"):
        name, output = vector.pop("name"), vector.pop("output")
        password, version = vector.pop("password", b""), vector.pop("version", 19)
        salt = vector.pop("salt", b"")
        if name.startswith("argon2"):
            names = {"lanes": "parallelism", "memory": "memory_cost", "iterations": "time_cost"}
            parameters = {names.get(field, field): value for field, value in vector.items()}
            derived = bramah.argon2(
                password, salt=salt, type=name, version=version, hash_len=len(output), **parameters
            )
        else:
            derived = bramah.kdf(name, password, len(output), salt=salt, **vector)
        assert derived == output, vector


def test_passwords():
    for vector in vectors("password"):
        password, string = vector.get("password", b""), vector["string"]
        assert bramah.password.verify(password, string), string
        assert not bramah.password.verify(password + b"x", string), string
