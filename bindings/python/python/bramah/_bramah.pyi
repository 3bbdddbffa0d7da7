"""Types of the extension module; programs import the names of the package `bramah`."""

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from types import GenericAlias
from typing import Any, Generic, Literal, Never, Protocol, Self, SupportsIndex, TypedDict, TypeVar, Unpack, final, overload
from typing_extensions import Buffer, CapsuleType, disjoint_base

_Path = str | bytes | PathLike[str] | PathLike[bytes]
# a password: a string stands for its UTF-8
_Secret = str | Buffer
_Argon2 = Literal["argon2id", "argon2i", "argon2d"]

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

# a column of pyarrow, polars, duckdb, pandas, or any other library with the Arrow C data interface
_Column = _ArrowArray | _ArrowStream

class _Options(TypedDict, total=False):
    usedforsecurity: bool
    digest_size: int
    key: Buffer
    salt: Buffer
    person: Buffer
    function_name: Buffer
    domain: Buffer
    context: Buffer | str
    derive_key_context: Buffer | str
    public_key: Buffer
    key_identifier: Buffer
    nonce: Buffer
    fanout: int
    depth: int
    leaf_size: int
    node_offset: int
    node_depth: int
    inner_size: int
    last_node: bool
    tree: tuple[int, int, int]
    block_size: int

class _Cost(TypedDict, total=False):
    memory_cost: int
    time_cost: int
    parallelism: int
    log_n: int
    r: int
    p: int
    t: int
    cost: int
    rounds: int
    iterations: int

__version__: str

class InvalidTag(Exception): ...
class NotAgeFile(ValueError): ...
class NoMatch(ValueError): ...
class WrongPassphrase(ValueError): ...

@final
class FileEncryptor:
    def __new__(
        cls,
        *,
        recipients: list[str] | None = None,
        passphrase: _Secret | None = None,
        armor: bool = False,
        work_factor: int = 18,
        threads: int = 1,
    ) -> Self: ...
    def update(self, data: Buffer, /) -> bytes: ...
    def finish(self) -> bytes: ...

@final
class FileDecryptor:
    def __new__(
        cls,
        *,
        identities: list[str] | None = None,
        passphrase: _Secret | None = None,
        max_work_factor: int = 22,
        threads: int = 1,
    ) -> Self: ...
    def update(self, data: Buffer, /) -> bytes: ...
    def finish(self) -> bytes: ...

def encrypt_file(
    src: _Path,
    dst: _Path,
    *,
    recipients: list[str] | None = None,
    passphrase: _Secret | None = None,
    armor: bool = False,
    work_factor: int = 18,
    overwrite: bool = False,
    threads: int = 1,
) -> None: ...
def decrypt_file(
    src: _Path,
    dst: _Path,
    *,
    identities: list[str] | None = None,
    passphrase: _Secret | None = None,
    max_work_factor: int = 22,
    overwrite: bool = False,
    threads: int = 1,
) -> None: ...
def generate_identity(*, hybrid: bool = False) -> tuple[str, str]: ...

@final
class Hash:
    def update(self, data: Buffer, /, *, threads: int = 1) -> None: ...
    def update_file(self, path: _Path, /) -> int: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...
    def copy(self) -> Hash: ...
    def reset(self) -> None: ...
    def state(self) -> bytes: ...
    @property
    def name(self) -> str: ...
    @property
    def digest_size(self) -> int: ...
    @property
    def block_size(self) -> int: ...
    @property
    def backend(self) -> str: ...
    def __reduce__(self) -> Never: ...

@final
class Xof:
    def update(self, data: Buffer, /, *, threads: int = 1) -> None: ...
    def update_file(self, path: _Path, /) -> int: ...
    def digest(self, length: int | None = None) -> bytes: ...
    def hexdigest(self, length: int | None = None) -> str: ...
    def copy(self) -> Xof: ...
    def reset(self) -> None: ...
    def state(self) -> bytes: ...
    @property
    def name(self) -> str: ...
    @property
    def digest_size(self) -> int: ...
    @property
    def block_size(self) -> int: ...
    @property
    def backend(self) -> str: ...
    def __reduce__(self) -> Never: ...

# the class of its objects: Hash, or Xof if the length of a digest is chosen for each
_H = TypeVar("_H", Hash, Xof, covariant=True)

@final
class Constructor(Generic[_H]):
    def __call__(self, data: Buffer = b"", /, **options: Unpack[_Options]) -> _H: ...
    def from_state(self, state: Buffer, /, **options: Unpack[_Options]) -> _H: ...
    def many(self, messages: Iterable[Buffer], /, **options: Unpack[_Options]) -> list[bytes]: ...
    @classmethod
    def __class_getitem__(cls, item: Any) -> GenericAlias: ...
    @property
    def name(self) -> str: ...
    @property
    def __name__(self) -> str: ...
    @property
    def digest_size(self) -> int: ...
    @property
    def block_size(self) -> int: ...
    @property
    def standing(self) -> str: ...
    @property
    def needs_key(self) -> bool: ...

@final
class Mac:
    def update(self, data: Buffer, /) -> None: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...
    def verify(self, tag: Buffer, /) -> None: ...
    def copy(self) -> Mac: ...
    @property
    def name(self) -> str: ...
    @property
    def digest_size(self) -> int: ...
    def __reduce__(self) -> Never: ...

@disjoint_base
class AEAD:
    def __new__(cls, name: str, key: Buffer, *, tag_length: int | None = None) -> Self: ...
    def encrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes: ...
    def decrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes: ...
    def encrypt_into(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer) -> int: ...
    def decrypt_into(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def tag_size(self) -> int: ...
    @property
    def nonce_sizes(self) -> tuple[int, int]: ...
    def __reduce__(self) -> Never: ...

@final
class Cipher:
    def update(self, data: Buffer, /) -> bytes: ...
    def update_into(self, data: Buffer, buf: Buffer, /) -> int: ...
    def finish(self) -> bytes: ...
    def seek(self, position: int, /) -> None: ...
    @property
    def name(self) -> str: ...
    def __reduce__(self) -> Never: ...

@final
class FPE:
    def __new__(cls, name: str, key: Buffer, alphabet: str) -> Self: ...
    def encrypt(self, text: str, tweak: Buffer | None = None, /) -> str: ...
    def decrypt(self, text: str, tweak: Buffer | None = None, /) -> str: ...
    @property
    def name(self) -> str: ...
    def __reduce__(self) -> Never: ...

# the type of a value: bytes, or str for hexadecimal digits
_V = TypeVar("_V", bytes, str, covariant=True)

@final
class Array(Generic[_V]):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[CapsuleType, CapsuleType]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> CapsuleType: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    # an array of NumPy, which need not be installed
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    @property
    def null_count(self) -> int: ...
    def to_pylist(self) -> list[_V | None]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> _V | None: ...
    def __iter__(self) -> Iterator[_V | None]: ...
    @classmethod
    def __class_getitem__(cls, item: Any) -> GenericAlias: ...

def constructors() -> list[Constructor[Hash] | Constructor[Xof]]: ...
def constructor(name: str) -> Constructor[Hash] | Constructor[Xof]: ...
def aliases() -> list[tuple[str, str]]: ...
def backends(name: str) -> list[str]: ...
def hash_files(
    paths: Iterable[_Path], name: str = "sha256", *, threads: int = 0
) -> list[tuple[Path, int, bytes | None, str | None]]: ...
def random_bytes(length: int) -> bytes: ...
def macs() -> list[str]: ...
def mac(name: str, key: Buffer, data: Buffer | None = None, *, nonce: Buffer | None = None) -> Mac: ...
def hmac_digest(key: Buffer, msg: Buffer, digest: str) -> bytes: ...
def hmac_many(key: Buffer, messages: Iterable[Buffer], digest: str) -> list[bytes]: ...
def aeads() -> list[str]: ...
def fpes() -> list[str]: ...
def ciphers() -> list[str]: ...
def cipher(
    name: str,
    key: Buffer,
    iv: Buffer | None = None,
    *,
    decrypt: bool = False,
    padding: str | None = None,
    stealing: str | None = None,
    increment: str | None = None,
    tweak: Buffer | None = None,
    rounds: int | None = None,
) -> Cipher: ...
def pbkdf2_hmac(
    hash_name: str, password: _Secret, salt: Buffer, iterations: int, dklen: int | None = None, *, threads: int = 1
) -> bytes: ...
def pbkdf2_many(
    hash_name: str,
    passwords: Iterable[_Secret],
    salts: Iterable[Buffer],
    iterations: int,
    dklen: int | None = None,
    *,
    threads: int = 1,
) -> list[bytes]: ...
def scrypt(
    password: _Secret, *, salt: Buffer, n: int, r: int, p: int, maxmem: int = 0, dklen: int = 64, threads: int = 1
) -> bytes: ...
def argon2(
    password: _Secret,
    *,
    salt: Buffer,
    time_cost: int = 3,
    memory_cost: int = 65536,
    parallelism: int = 4,
    hash_len: int = 32,
    type: _Argon2 = "argon2id",
    secret: Buffer | None = None,
    data: Buffer | None = None,
    version: int = 19,
    threads: int = 0,
) -> bytes: ...
def kdf(
    name: str,
    input: Buffer,
    length: int,
    *,
    salt: Buffer | None = None,
    info: Buffer | None = None,
    label: Buffer | None = None,
    context: Buffer | None = None,
    iv: Buffer | None = None,
    hash: str | None = None,
    mac: str | None = None,
    iterations: int | None = None,
    n: int | None = None,
    r: int | None = None,
    lanes: int | None = None,
    memory: int | None = None,
    secret: Buffer | None = None,
    data: Buffer | None = None,
    threads: int = 1,
) -> bytes: ...
def password_hash(password: _Secret, scheme: str = "argon2id", **parameters: Unpack[_Cost]) -> str: ...
def password_verify(password: _Secret, string: str) -> bool: ...
def password_needs_rehash(string: str) -> bool: ...
@overload
def arrow_hash(
    values: _Column, name: str = "sha256", *, out: Literal["binary"] = "binary", threads: int = 1
) -> Array[bytes]: ...
@overload
def arrow_hash(values: _Column, name: str = "sha256", *, out: Literal["hex"], threads: int = 1) -> Array[str]: ...
@overload
def arrow_hash(
    values: _Column, name: str = "sha256", *, out: Literal["binary", "hex"], threads: int = 1
) -> Array[bytes] | Array[str]: ...
@overload
def arrow_hmac(
    values: _Column, key: Buffer, name: str = "sha256", *, out: Literal["binary"] = "binary", threads: int = 1
) -> Array[bytes]: ...
@overload
def arrow_hmac(
    values: _Column, key: Buffer, name: str = "sha256", *, out: Literal["hex"], threads: int = 1
) -> Array[str]: ...
@overload
def arrow_hmac(
    values: _Column, key: Buffer, name: str = "sha256", *, out: Literal["binary", "hex"], threads: int = 1
) -> Array[bytes] | Array[str]: ...

__all__ = [
    "AEAD",
    "Array",
    "Cipher",
    "Constructor",
    "FPE",
    "FileDecryptor",
    "FileEncryptor",
    "Hash",
    "InvalidTag",
    "Mac",
    "NoMatch",
    "NotAgeFile",
    "WrongPassphrase",
    "Xof",
    "__version__",
    "aeads",
    "aliases",
    "argon2",
    "arrow_hash",
    "arrow_hmac",
    "backends",
    "cipher",
    "ciphers",
    "constructor",
    "constructors",
    "decrypt_file",
    "encrypt_file",
    "fpes",
    "generate_identity",
    "hash_files",
    "hmac_digest",
    "hmac_many",
    "kdf",
    "mac",
    "macs",
    "password_hash",
    "password_needs_rehash",
    "password_verify",
    "pbkdf2_hmac",
    "pbkdf2_many",
    "random_bytes",
    "scrypt",
]
