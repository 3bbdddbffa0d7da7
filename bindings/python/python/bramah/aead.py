"""Authenticated encryption with the classes of the package `cryptography`.

The classes have the same names and methods; `bramah.AEAD` takes any scheme by its name::

    key = ChaCha20Poly1305.generate_key()
    sealed = ChaCha20Poly1305(key).encrypt(nonce, b"for you alone", b"header")
"""

from typing import TYPE_CHECKING, Self

from ._bramah import AEAD, InvalidTag, random_bytes

if TYPE_CHECKING:
    from typing_extensions import Buffer


def _checked(bits: int, lengths: tuple[int, ...]) -> int:
    if bits not in lengths:
        raise ValueError(f"the key has {bits} bits, but must have {', '.join(map(str, lengths))}")
    return bits // 8


class ChaCha20Poly1305(AEAD):
    """RFC 8439: a key of 32 bytes, nonces of 12 bytes."""

    def __new__(cls, key: "Buffer") -> Self:
        return super().__new__(cls, "chacha20-poly1305", key)

    @classmethod
    def generate_key(cls) -> bytes:
        """Returns a random key."""
        return random_bytes(32)


class XChaCha20Poly1305(AEAD):
    """draft-irtf-cfrg-xchacha: a key of 32 bytes, nonces of 24 bytes, which may be random."""

    def __new__(cls, key: "Buffer") -> Self:
        return super().__new__(cls, "xchacha20-poly1305", key)

    @classmethod
    def generate_key(cls) -> bytes:
        """Returns a random key."""
        return random_bytes(32)


class _Aes(AEAD):
    """A mode of AES. The length of the key selects AES-128, AES-192 or AES-256."""

    _mode = ""
    _bits: tuple[int, ...] = (128, 192, 256)

    def __new__(cls, key: "Buffer", *, tag_length: int | None = None) -> Self:
        _checked(8 * memoryview(key).nbytes, cls._bits)
        return super().__new__(cls, f"aes-{8 * memoryview(key).nbytes}-{cls._mode}", key, tag_length=tag_length)

    @classmethod
    def generate_key(cls, bit_length: int) -> bytes:
        """Returns a random key of 128, 192 or 256 bits."""
        return random_bytes(_checked(bit_length, cls._bits))


class AESGCM(_Aes):
    """NIST SP 800-38D: nonces of 12 bytes, none of which may be used twice under one key."""

    _mode = "gcm"

    def __new__(cls, key: "Buffer") -> Self:
        return super().__new__(cls, key)


class AESGCMSIV(_Aes):
    """RFC 8452: nonces of 12 bytes; nonce reuse reveals only whether two messages are equal."""

    _mode = "gcm-siv"
    _bits = (128, 256)

    def __new__(cls, key: "Buffer") -> Self:
        return super().__new__(cls, key)


class AESOCB3(_Aes):
    """RFC 7253: nonces of up to 15 bytes."""

    _mode = "ocb"

    def __new__(cls, key: "Buffer") -> Self:
        return super().__new__(cls, key)


class AESCCM(_Aes):
    """NIST SP 800-38C: nonces of 7 to 13 bytes, and tags of 4 to 16 bytes."""

    _mode = "ccm"

    def __new__(cls, key: "Buffer", tag_length: int = 16) -> Self:
        return super().__new__(cls, key, tag_length=tag_length)


class AESEAX(_Aes):
    """Bellare, Rogaway, Wagner, 2004: nonces of any length."""

    _mode = "eax"

    def __new__(cls, key: "Buffer") -> Self:
        return super().__new__(cls, key)


__all__ = [
    "AEAD",
    "AESCCM",
    "AESEAX",
    "AESGCM",
    "AESGCMSIV",
    "AESOCB3",
    "ChaCha20Poly1305",
    "InvalidTag",
    "XChaCha20Poly1305",
]
