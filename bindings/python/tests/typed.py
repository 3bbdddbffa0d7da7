"""Calls as a program makes them, of which a type checker must find exactly the wrong ones; test_types.py runs mypy here."""

import bramah
import pandas  # type: ignore[import-untyped]
import polars
import pyarrow as pa  # type: ignore[import-untyped]

key = bramah.aead.AESGCM.generate_key(128)
text: bytes = bramah.sha256(b"abc").digest()
digits: str = bramah.sha256(bytearray(b"abc")).hexdigest()
long: bytes = bramah.shake_128(b"abc").digest(100)
keyed: bytes = bramah.blake2b(b"abc", key=b"key", salt=b"salt", digest_size=20).digest()
either: bytes = bramah.new("sha256", b"abc").digest()
constructor: bramah.Constructor[bramah.Hash] = bramah.sm3
sealed: bytes = bramah.aead.AESGCM(key).encrypt(bytes(12), memoryview(b"abc"), None)
binary: list[bytes | None] = bramah.arrow.hash(pa.array(["a"])).to_pylist()
hexadecimal: list[str | None] = bramah.arrow.hash(polars.Series(["a"]), "sha256", out="hex").to_pylist()
column: bramah.arrow.Array[bytes] = bramah.arrow.hmac(pandas.Series(["a"]), key)
string: str = bramah.password.hash("a password", "bcrypt", cost=4)
verified: bool = bramah.password.verify(b"a password", string)
bramah.hash_files(["a", b"b"])[0].path.upper()
bramah.files.encrypt_file(b"a", "b", passphrase="a passphrase")

bramah.sha256("abc")  # wrong: arg-type
bramah.sha256(None)  # wrong: arg-type
bramah.sha256(b"abc").digets()  # wrong: attr-defined
bramah.sha256(b"abc").digest(100)  # wrong: call-arg
bramah.sha256(b"abc", digestsize=20)  # wrong: call-arg
bramah.blake2b(b"abc", digest_size="20")  # wrong: typeddict-item arg-type
bramah.new("sha256", None)  # wrong: arg-type
bramah.new("sha256").update("abc")  # wrong: arg-type
bramah.hash_many("sha256", [1, 2])  # wrong: list-item
bramah.hash_files([1])  # wrong: list-item
bramah.hash_files(["a"])[0].digets  # wrong: attr-defined
bramah.aead.AESGCM("a key")  # wrong: arg-type
bramah.aead.AESGCM(key).encrypt(bytes(12), "abc", None)  # wrong: arg-type
bramah.AEAD("aes-128-gcm", key).decrpyt(bytes(12), b"")  # wrong: attr-defined
bramah.arrow.hash(["a"])  # wrong: call-overload
bramah.arrow.hash(pa.array(["a"]), out="base64")  # wrong: call-overload
text = bramah.arrow.hash(pa.array(["a"]))[0]  # wrong: assignment
bramah.password.hash("a password", "bcrypt", costs=4)  # wrong: call-arg
bramah.password.verify(3, string)  # wrong: arg-type
bramah.files.encrypt(b"abc", recipient="age1")  # wrong: call-arg
bramah.argon2(b"a password", salt=bytes(8), type="argon3")  # wrong: arg-type
bramah.mac("hmac-sha256", "a key")  # wrong: arg-type
digits = bramah.mac("hmac-sha256", key).digest()  # wrong: assignment
