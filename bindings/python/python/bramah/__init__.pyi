"""Types of the package `bramah`."""

from hmac import compare_digest as compare_digest
from typing import Any, NamedTuple

from . import aead as aead
from . import arrow as arrow
from . import files as files
from . import password as password
from ._bramah import (
    AEAD as AEAD,
    Cipher as Cipher,
    Constructor as Constructor,
    Hash as Hash,
    InvalidTag as InvalidTag,
    Mac as Mac,
    Xof as Xof,
    argon2 as argon2,
    backends as backends,
    cipher as cipher,
    hmac_digest as hmac_digest,
    hmac_many as hmac_many,
    kdf as kdf,
    mac as mac,
    pbkdf2_hmac as pbkdf2_hmac,
    pbkdf2_many as pbkdf2_many,
    random_bytes as random_bytes,
    scrypt as scrypt,
)

algorithms_available: set[str]
algorithms_guaranteed: set[str]
macs_available: frozenset[str]
ciphers_available: frozenset[str]
aeads_available: frozenset[str]

class FileDigest(NamedTuple):
    path: str
    size: int
    digest: bytes | None
    error: str | None

def new(name: str, data: Any = b"", **options: Any) -> Hash | Xof: ...
def from_state(name: str, state: Any, **options: Any) -> Hash | Xof: ...
def hash_many(name: str, messages: Any, **options: Any) -> list[bytes]: ...
def hash_files(paths: Any, name: str = "sha256", *, threads: int = 0) -> list[FileDigest]: ...

adler32: Constructor
ascon_cxof128: Constructor
ascon_hash256: Constructor
ascon_xof128: Constructor
blake2b: Constructor
blake2b_128: Constructor
blake2b_160: Constructor
blake2b_224: Constructor
blake2b_256: Constructor
blake2b_384: Constructor
blake2bp: Constructor
blake2bp_128: Constructor
blake2bp_160: Constructor
blake2bp_224: Constructor
blake2bp_256: Constructor
blake2bp_384: Constructor
blake2s: Constructor
blake2s_128: Constructor
blake2s_160: Constructor
blake2s_224: Constructor
blake2sp: Constructor
blake2sp_128: Constructor
blake2sp_160: Constructor
blake2sp_224: Constructor
blake3: Constructor
blake_224: Constructor
blake_256: Constructor
blake_384: Constructor
blake_512: Constructor
crc24: Constructor
crc32: Constructor
crc32c: Constructor
crc64: Constructor
crc_posix: Constructor
cshake128: Constructor
cshake256: Constructor
gost94: Constructor
gost94_cryptopro: Constructor
groestl: Constructor
groestl_224: Constructor
groestl_384: Constructor
groestl_512: Constructor
jh_224: Constructor
jh_256: Constructor
jh_384: Constructor
jh_512: Constructor
keccak_256: Constructor
kmac128: Constructor
kmac256: Constructor
kmacxof128: Constructor
kmacxof256: Constructor
kt128: Constructor
kt256: Constructor
kupyna: Constructor
kupyna_384: Constructor
kupyna_512: Constructor
md4: Constructor
md5: Constructor
parallelhash128: Constructor
parallelhash256: Constructor
parallelhashxof128: Constructor
parallelhashxof256: Constructor
ripemd_128: Constructor
ripemd_160: Constructor
ripemd_256: Constructor
ripemd_320: Constructor
sha1: Constructor
sha224: Constructor
sha256: Constructor
sha384: Constructor
sha3_224: Constructor
sha3_256: Constructor
sha3_384: Constructor
sha3_512: Constructor
sha512: Constructor
sha512_128: Constructor
sha512_160: Constructor
sha512_224: Constructor
sha512_256: Constructor
shake_128: Constructor
shake_256: Constructor
skein_1024: Constructor
skein_1024_256: Constructor
skein_1024_384: Constructor
skein_1024_512: Constructor
skein_256: Constructor
skein_256_128: Constructor
skein_256_160: Constructor
skein_256_224: Constructor
skein_512: Constructor
skein_512_128: Constructor
skein_512_160: Constructor
skein_512_224: Constructor
skein_512_256: Constructor
skein_512_384: Constructor
sm3: Constructor
streebog_256: Constructor
streebog_512: Constructor
sum_bsd: Constructor
sum_sysv: Constructor
tiger: Constructor
tiger2: Constructor
tuplehash128: Constructor
tuplehash256: Constructor
tuplehashxof128: Constructor
tuplehashxof256: Constructor
turboshake128: Constructor
turboshake256: Constructor
whirlpool: Constructor

__all__ = [
    "AEAD",
    "Cipher",
    "Constructor",
    "FileDigest",
    "Hash",
    "InvalidTag",
    "Mac",
    "Xof",
    "aead",
    "aeads_available",
    "algorithms_available",
    "algorithms_guaranteed",
    "argon2",
    "arrow",
    "backends",
    "cipher",
    "ciphers_available",
    "compare_digest",
    "files",
    "from_state",
    "hash_files",
    "hash_many",
    "hmac_digest",
    "hmac_many",
    "kdf",
    "mac",
    "macs_available",
    "new",
    "password",
    "pbkdf2_hmac",
    "pbkdf2_many",
    "random_bytes",
    "scrypt",
    "adler32",
    "ascon_cxof128",
    "ascon_hash256",
    "ascon_xof128",
    "blake2b",
    "blake2b_128",
    "blake2b_160",
    "blake2b_224",
    "blake2b_256",
    "blake2b_384",
    "blake2bp",
    "blake2bp_128",
    "blake2bp_160",
    "blake2bp_224",
    "blake2bp_256",
    "blake2bp_384",
    "blake2s",
    "blake2s_128",
    "blake2s_160",
    "blake2s_224",
    "blake2sp",
    "blake2sp_128",
    "blake2sp_160",
    "blake2sp_224",
    "blake3",
    "blake_224",
    "blake_256",
    "blake_384",
    "blake_512",
    "crc24",
    "crc32",
    "crc32c",
    "crc64",
    "crc_posix",
    "cshake128",
    "cshake256",
    "gost94",
    "gost94_cryptopro",
    "groestl",
    "groestl_224",
    "groestl_384",
    "groestl_512",
    "jh_224",
    "jh_256",
    "jh_384",
    "jh_512",
    "keccak_256",
    "kmac128",
    "kmac256",
    "kmacxof128",
    "kmacxof256",
    "kt128",
    "kt256",
    "kupyna",
    "kupyna_384",
    "kupyna_512",
    "md4",
    "md5",
    "parallelhash128",
    "parallelhash256",
    "parallelhashxof128",
    "parallelhashxof256",
    "ripemd_128",
    "ripemd_160",
    "ripemd_256",
    "ripemd_320",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha512",
    "sha512_128",
    "sha512_160",
    "sha512_224",
    "sha512_256",
    "shake_128",
    "shake_256",
    "skein_1024",
    "skein_1024_256",
    "skein_1024_384",
    "skein_1024_512",
    "skein_256",
    "skein_256_128",
    "skein_256_160",
    "skein_256_224",
    "skein_512",
    "skein_512_128",
    "skein_512_160",
    "skein_512_224",
    "skein_512_256",
    "skein_512_384",
    "sm3",
    "streebog_256",
    "streebog_512",
    "sum_bsd",
    "sum_sysv",
    "tiger",
    "tiger2",
    "tuplehash128",
    "tuplehash256",
    "tuplehashxof128",
    "tuplehashxof256",
    "turboshake128",
    "turboshake256",
    "whirlpool",
]
