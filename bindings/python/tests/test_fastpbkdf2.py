"""The module ``fastpbkdf2``, by RFC 6070 and beside ``hashlib``, and its errors."""

import hashlib
import inspect

import fastpbkdf2
import pytest
from fastpbkdf2 import pbkdf2_hmac


@pytest.mark.parametrize(
    ("password", "salt", "rounds", "length", "expected"),
    [
        (b"password", b"salt", 1, 20, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
        (b"password", b"salt", 2, 20, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
        (b"password", b"salt", 4096, 20, "4b007901b765489abead49d926f721d065a429c1"),
        (b"pass\0word", b"sa\0lt", 4096, 16, "56fa6aa75548099dcc37d7f03425e0c3"),
    ],
)
def test_rfc_6070(password, salt, rounds, length, expected):
    assert pbkdf2_hmac("sha1", password, salt, rounds, length).hex() == expected


@pytest.mark.parametrize("name", ["sha1", "sha256", "sha512"])
@pytest.mark.parametrize("length", [None, 0, 1, 20, 64, 65, 200])
def test_as_hashlib(name, length):
    expected = hashlib.pbkdf2_hmac(name, b"password", b"", 3, length or None)
    key = pbkdf2_hmac(name, b"password", b"", 3, length)
    assert type(key) is bytes and key == expected
    assert pbkdf2_hmac(name=name, password=b"password", salt=b"", rounds=3, dklen=length) == expected


def test_signature_and_errors():
    assert str(inspect.signature(pbkdf2_hmac)).startswith("(name: str, password: bytes, salt: bytes, rounds: int, dklen")
    assert fastpbkdf2.__all__ == ["pbkdf2_hmac"]
    for name in ("sha224", "SHA1", "foo", None):
        with pytest.raises(ValueError, match="unsupported hash type"):
            pbkdf2_hmac(name, b"password", b"salt", 1)
    for password, salt, rounds in (("password", b"salt", 1), (b"password", None, 1), (b"password", b"salt", 1.0)):
        with pytest.raises(TypeError):
            pbkdf2_hmac("sha1", password, salt, rounds)
    for rounds in (-1, 1 << 32):
        with pytest.raises(OverflowError):
            pbkdf2_hmac("sha1", b"password", b"salt", rounds)
    for rounds, length in ((0, 20), (1, -1)):
        with pytest.raises(ValueError, match="expected"):
            pbkdf2_hmac("sha1", b"password", b"salt", rounds, length)
