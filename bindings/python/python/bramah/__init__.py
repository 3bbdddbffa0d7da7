"""Hash functions, ciphers, authenticated encryption, MACs and key derivation, in the fastest implementation for the CPU.

The hash functions have the interface of the module ``hashlib``, and can be used wherever its constructors can::

    >>> import bramah, hashlib, hmac
    >>> bramah.sha3_256(b"abc").hexdigest()[:16]
    '3a985da74fe225b2'
    >>> hmac.new(b"key", b"message", bramah.sm3).digest_size
    32
    >>> with open(__file__, "rb") as file:
    ...     hashlib.file_digest(file, bramah.blake3).digest_size
    32
"""

from hmac import compare_digest
from typing import Any, NamedTuple

from . import _bramah, aead, arrow, bao, files, password
from ._bramah import (
    AEAD,
    FPE,
    Cipher,
    Constructor,
    EncryptThenMAC,
    Hash,
    InvalidTag,
    Mac,
    Multipart,
    Salsar,
    Segments,
    Xof,
    __version__,
    argon2,
    backends,
    cipher,
    hmac_digest,
    hmac_many,
    kdf,
    mac,
    pbkdf2_hmac,
    pbkdf2_many,
    random_bytes,
    scrypt,
    unwrap_key,
    wrap_key,
)

_constructors = {function.name: function for function in _bramah.constructors()}
_constructors.update({alias: _constructors[name] for alias, name in _bramah.aliases() if alias not in _constructors})
globals().update(_constructors)

#: The names of all hash functions, aliases included. Each is also a constructor of this module: `sha256` and `ripemd160` as
#: in `hashlib`, `groestl_256` and its alias `groestl`.
algorithms_available = {name for name, function in _constructors.items() if not function.needs_key}
#: The same names: every function is available on every system.
algorithms_guaranteed = algorithms_available
#: The names of all MACs, for `mac`.
macs_available = frozenset(_bramah.macs())
#: The names of all modes of block ciphers and of all stream ciphers, for `cipher`.
ciphers_available = frozenset(_bramah.ciphers())
#: The names of all schemes of authenticated encryption, for `AEAD`.
aeads_available = frozenset(_bramah.aeads())
#: The names of all format-preserving encryption, for `FPE`.
fpes_available = frozenset(_bramah.fpes())
#: The names of all compositions of a cipher and a MAC, for `EncryptThenMAC`.
encrypt_then_macs_available = frozenset(_bramah.encrypt_then_macs())
#: The names of all forms of key wrap, for `wrap_key`.
key_wraps_available = frozenset(_bramah.key_wraps())


class FileDigest(NamedTuple):
    """The path and the size in bytes of a file, and its digest, or the error of reading it."""

    path: str
    size: int
    digest: bytes | None
    error: str | None


def new(name: str, data: Any = b"", **options: Any) -> Hash | Xof:
    """Returns a new hash object of the function with this name, and appends data to its message, as `hashlib.new` does.

    Raises `ValueError` for an unknown name or an option that the function does not take.
    """
    function = _constructors.get(name)
    if function is None:
        function = _bramah.constructor(name)
    return function(data, **options)


def from_state(name: str, state: Any, **options: Any) -> Hash | Xof:
    """Continues a message from the bytes that `state()` returned. The options must be those with which it began.

    Raises `ValueError` if the state is damaged, or is of another function or other options.
    """
    return _bramah.constructor(name).from_state(state, **options)


def hash_many(name: str, messages: Any, **options: Any) -> list[bytes]:
    """Returns the digest of each message; several are computed at once if the CPU can."""
    return _bramah.constructor(name).many(messages, **options)


def hash_files(paths: Any, name: str = "sha256", *, threads: int = 0) -> list[FileDigest]:
    """Returns the digest of each file, in the order of the paths.

    The files are read by up to `threads` threads (0: one for each processor). The result for a file that cannot be read
    has an error in place of the digest.
    """
    results = _bramah.hash_files(paths, name, threads=threads)
    return [FileDigest(str(path), size, digest, error) for path, size, digest, error in results]


__all__ = [
    "AEAD",
    "Cipher",
    "Constructor",
    "EncryptThenMAC",
    "FPE",
    "FileDigest",
    "Hash",
    "InvalidTag",
    "Mac",
    "Multipart",
    "Salsar",
    "Segments",
    "Xof",
    "__version__",
    "aead",
    "aeads_available",
    "algorithms_available",
    "algorithms_guaranteed",
    "argon2",
    "arrow",
    "backends",
    "bao",
    "cipher",
    "ciphers_available",
    "compare_digest",
    "encrypt_then_macs_available",
    "files",
    "fpes_available",
    "from_state",
    "hash_files",
    "hash_many",
    "hmac_digest",
    "hmac_many",
    "kdf",
    "key_wraps_available",
    "mac",
    "macs_available",
    "new",
    "password",
    "pbkdf2_hmac",
    "pbkdf2_many",
    "random_bytes",
    "scrypt",
    "unwrap_key",
    "wrap_key",
]
__all__ += sorted(_constructors)
