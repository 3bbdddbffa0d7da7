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
        if vector["name"].endswith("-ctr"):
            counters(vector, plaintext, ciphertext)


def counters(vector, plaintext, ciphertext):
    """CTR from its second half on, and with a function of the caller."""
    half, iv = len(plaintext) // 2, vector.get("iv", b"")
    cipher = bramah.cipher(vector["name"], vector["key"], iv)
    cipher.seek(half)
    assert cipher.update(plaintext[half:]) == ciphertext[half:], vector
    calls = []

    def increment(counter):
        calls.append(counter)
        return ((int.from_bytes(counter, "big") + 1) % (1 << 8 * len(counter))).to_bytes(len(counter), "big")

    cipher = bramah.cipher(vector["name"], vector["key"], iv, increment=increment)
    assert cipher.update(plaintext[:half]) + cipher.update(plaintext[half:]) == ciphertext, vector
    assert calls and calls[0][: len(iv)] == iv, vector
    with pytest.raises(ValueError):
        cipher.seek(0)


def test_streams():
    for vector in vectors("stream"):
        plaintext, ciphertext = vector["plaintext"], vector["ciphertext"]
        cipher = bramah.cipher(vector["name"], vector["key"], vector.get("nonce"), rounds=vector.get("rounds"))
        assert cipher.update(plaintext) == ciphertext, vector
        try:
            cipher.seek(1)
        except ValueError as error:
            assert "cannot seek" in str(error), vector
        else:
            assert cipher.update(plaintext[1:]) == ciphertext[1:], vector
        assert cipher.finish() == b""


def test_aeads():
    for vector in vectors("aead"):
        tag, plaintext = vector["tag"], vector.get("plaintext", b"")
        aead = bramah.AEAD(vector["name"], vector.get("key", b""), tag_length=len(tag))
        nonce, header = vector.get("nonce", b""), vector.get("ad")
        sealed = aead.encrypt(nonce, plaintext, header)
        assert sealed == vector.get("ciphertext", b"") + tag, vector
        assert aead.decrypt(nonce, sealed, header) == plaintext, vector
        with pytest.raises(bramah.InvalidTag):
            aead.decrypt(nonce, changed(sealed), header)
        if 4 <= len(nonce) <= 64:
            segment(vector["name"], aead, nonce, plaintext, sealed, header)


def changed(sealed):
    return sealed[:-1] + bytes([sealed[-1] ^ 1])


def segment(name, aead, nonce, plaintext, sealed, header):
    """The vector as a segment of a message, whose number is the end of the nonce."""
    prefix, end = nonce[:-4], int.from_bytes(nonce[-4:], "little")
    number, last = end & 0x7FFFFFFF, end >> 31 == 1
    # the tag of DSTU 7624's GCM does not depend on the nonce
    if name.endswith("-kgcm"):
        with pytest.raises(ValueError, match="tags do not depend on the nonce"):
            aead.segments("le31", prefix)
        return
    segments = aead.segments("le31", prefix)
    segments.seek(number)
    assert segments.encrypt(plaintext, header, last=last) == sealed, name
    segments = aead.segments("le31", prefix)
    segments.seek(number)
    with pytest.raises(bramah.InvalidTag):
        segments.decrypt(sealed, header, last=not last)
    with pytest.raises(bramah.InvalidTag):
        segments.decrypt(changed(sealed), header, last=last)
    assert segments.decrypt(sealed, header, last=last) == plaintext, name
    if last:
        with pytest.raises(ValueError, match="already complete"):
            segments.decrypt(sealed, header, last=last)


def test_segments():
    aead = bramah.AEAD("chacha20-poly1305", bytes(32))
    segments = aead.segments("be32", bytes(7))
    first, second, third = segments.encrypt(b"one"), segments.encrypt(b"two"), segments.encrypt(b"", last=True)
    segments = aead.segments("be32", bytes(7))
    assert segments.decrypt(first) == b"one"
    for wrong in (first, third, second[:-1], b""):
        with pytest.raises(bramah.InvalidTag):
            segments.decrypt(wrong)
    assert segments.decrypt(second) == b"two" and segments.decrypt(third, last=True) == b""
    for layout, prefix in (("be33", bytes(7)), ("be32", bytes(8)), ("le31", bytes(7)), ("be88", b"1")):
        with pytest.raises(ValueError):
            aead.segments(layout, prefix)


def test_functions_that_increment():
    def begin(function):
        return bramah.cipher("aes-128-ctr", bytes(16), bytes(16), increment=function)

    def broken(counter):
        raise ZeroDivisionError

    for function, error in ((broken, ZeroDivisionError), (lambda counter: b"", ValueError), (lambda counter: 1, TypeError)):
        cipher = begin(function)
        with pytest.raises(error):
            cipher.update(bytes(5000))
        with pytest.raises(ValueError, match="already complete"):
            cipher.update(b"")
        out = bytearray(b"x" * 40)
        with pytest.raises(error):
            begin(function).update_into(bytes(32), out)
        assert out == bytes(32) + b"x" * 8
    with pytest.raises(ValueError):
        bramah.cipher("aes-128-cbc", bytes(16), bytes(16), increment=lambda counter: counter)
    with pytest.raises(TypeError):
        begin(7)


def test_key_wrap():
    for vector in vectors("wrap"):
        name, kek, key, wrapped = (vector[field] for field in ("name", "key", "plaintext", "ciphertext"))
        assert bramah.wrap_key(name, kek, key) == wrapped, vector
        assert bramah.unwrap_key(name, kek, wrapped) == key, vector
        with pytest.raises(bramah.InvalidTag):
            bramah.unwrap_key(name, kek, changed(wrapped))
        for wrong in (lambda: bramah.unwrap_key(name, kek, wrapped[1:]), lambda: bramah.wrap_key(name, kek[1:], key)):
            with pytest.raises(ValueError):
                wrong()


def test_bao():
    for vector in vectors("bao"):
        content = bytes(i // 1024 + i % 251 & 255 for i in range(vector["length"]))
        hash, start, count = vector["digest"], vector["start"], vector["count"]
        encoding, made = bramah.bao.encode(content)
        assert made == hash and bramah.sha256(encoding).digest() == vector["combined"], vector
        tree, made = bramah.bao.encode(content, outboard=True)
        assert made == hash and bramah.sha256(tree).digest() == vector["outboard"], vector
        part = bramah.bao.slice(encoding, start, count)
        assert bramah.sha256(part).digest() == vector["slice"], vector
        assert bramah.bao.slice(memoryview(tree), start, count, content=content) == part, vector
        wanted = content[start : start + count]
        assert bramah.bao.decode(encoding, hash) == content, vector
        assert bramah.bao.decode(encoding, hash, start=start, count=count) == wanted, vector
        assert bramah.bao.decode(tree, hash, content=content, start=start, count=count) == wanted, vector
        assert bramah.bao.decode_slice(part, hash, start, count) == wanted, vector
        for wrong in (
            lambda: bramah.bao.decode_slice(part, changed(hash), start, count),
            lambda: bramah.bao.decode(encoding[:-1], hash),
        ):
            with pytest.raises(bramah.InvalidTag):
                wrong()
        for wrong in (
            lambda: bramah.bao.decode_slice(part, hash[1:], start, count),
            lambda: bramah.bao.slice(encoding[:7], start, count),
        ):
            with pytest.raises(ValueError):
                wrong()


def test_compositions():
    for vector in vectors("composition"):
        composition = bramah.EncryptThenMAC(vector["name"], vector["key"])
        nonce, header, plaintext = vector["nonce"], vector.get("ad"), vector.get("plaintext", b"")
        sealed = composition.encrypt(nonce, plaintext, header)
        assert sealed == vector["ciphertext"] + vector["tag"], vector
        assert composition.decrypt(nonce, sealed, header) == plaintext, vector
        with pytest.raises(bramah.InvalidTag):
            composition.decrypt(nonce, changed(sealed), header)
        with pytest.raises(ValueError):
            composition.decrypt(nonce, vector["tag"], header)
        with pytest.raises(ValueError):
            composition.encrypt(nonce[1:], plaintext)
        with pytest.raises(ValueError):
            bramah.EncryptThenMAC(vector["name"], vector["key"][1:])


def test_salsar():
    for vector in vectors("salsar"):
        salsar = bramah.Salsar(vector["seed"], rounds=vector["rounds"])
        words = vector["words"]
        assert b"".join(salsar.word().to_bytes(4, "big") for _ in range(len(words) // 4)) == words, vector
        assert bramah.Salsar(vector["seed"], rounds=vector["rounds"]).read(4) == words[3::-1], vector
    with pytest.raises(ValueError):
        bramah.Salsar(1, rounds=9)


def test_names():
    """Every algorithm of the registry is in the list of its kind, and can be used."""
    lists = {
        "Mode": bramah.ciphers_available,
        "Stream": bramah.ciphers_available,
        "Aead": bramah.aeads_available,
        "EncryptThenMac": bramah.encrypt_then_macs_available,
        "KeyWrap": bramah.key_wraps_available,
        "Fpe": bramah.fpes_available,
        "Mac": bramah.macs_available,
    }
    uses = {
        "Hash": lambda name, key, nonce: bramah.new(name, **({"key": key} if key else {})),
        # a block cipher without a mode is used in ECB
        "Cipher": lambda name, key, nonce: bramah.cipher(f"{name}-ecb", key),
        "Mode": bramah.cipher,
        "Stream": bramah.cipher,
        "Aead": lambda name, key, nonce: bramah.AEAD(name, key),
        "EncryptThenMac": lambda name, key, nonce: bramah.EncryptThenMAC(name, key).encrypt(nonce, b""),
        "KeyWrap": lambda name, key, nonce: bramah.wrap_key(name, key, bytes(64)),
        "Fpe": lambda name, key, nonce: bramah.FPE(name, key, "0123456789"),
        "Mac": lambda name, key, nonce: bramah.mac(name, key, nonce=nonce or None),
    }
    for vector in vectors("named"):
        kind, name = vector["kind"], vector["name"]
        key, nonce = (bytes(i + 1 & 255 for i in range(vector[size])) for size in ("key_size", "nonce_size"))
        assert kind not in lists or name in lists[kind], vector
        # the name is known, and what is wrong is refused before any work
        if kind == "Kdf":
            with pytest.raises(ValueError, match="unsupported hash type"):
                bramah.kdf(name, b"", 16, hash="nothing")
        elif kind == "Password":
            with pytest.raises(TypeError, match="nothing"):
                bramah.password.hash(b"", name, nothing=1)
        else:
            uses[kind](name, key, nonce)


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
