"""PBKDF2 under the name of the package ``fastpbkdf2`` (python-fastpbkdf2), computed by ``bramah``.

    >>> from fastpbkdf2 import pbkdf2_hmac
    >>> pbkdf2_hmac("sha1", b"password", b"salt", 2).hex()
    'ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957'
"""

import operator

import bramah

_LENGTHS = {"sha1": 20, "sha256": 32, "sha512": 64}


def pbkdf2_hmac(name: str, password: bytes, salt: bytes, rounds: int, dklen: int | None = None) -> bytes:
    """Derives ``dklen`` bytes, by default as many as a digest has, with HMAC over SHA-1, SHA-256 or SHA-512.

    Raises ``ValueError`` for another hash function, no rounds or a negative length, ``OverflowError`` for rounds that are no
    unsigned number of 32 bits, and ``TypeError`` for what is no bytes. Unlike there, no rounds do not end the process.
    """
    if name not in _LENGTHS:
        raise ValueError("unsupported hash type")
    for value in (password, salt):
        if not isinstance(value, bytes):
            raise TypeError(f"expected bytes, not {type(value).__name__}")
    rounds = operator.index(rounds)
    if not 0 <= rounds < 1 << 32:
        raise OverflowError("rounds: expected 1 to 4294967295")
    if rounds == 0:
        raise ValueError("rounds: expected 1 or more")
    length = operator.index(dklen or _LENGTHS[name])
    if length < 0:
        raise ValueError("dklen: expected 1 or more")
    return bramah.pbkdf2_hmac(name, password, salt, rounds, length)


__all__ = ["pbkdf2_hmac"]
