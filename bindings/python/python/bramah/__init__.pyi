"""Types of the package `bramah`."""

from collections.abc import Iterable
from hmac import compare_digest as compare_digest
from typing import NamedTuple, Unpack
from typing_extensions import Buffer

from . import aead as aead
from . import arrow as arrow
from . import bao as bao
from . import files as files
from . import password as password
from ._bramah import (
    AEAD as AEAD,
    FPE as FPE,
    Cipher as Cipher,
    Constructor as Constructor,
    EncryptThenMAC as EncryptThenMAC,
    Hash as Hash,
    InvalidTag as InvalidTag,
    Mac as Mac,
    Multipart as Multipart,
    Salsar as Salsar,
    Segments as Segments,
    Xof as Xof,
    _Options,
    _Path,
    __version__ as __version__,
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
    unwrap_key as unwrap_key,
    wrap_key as wrap_key,
)

algorithms_available: set[str]
algorithms_guaranteed: set[str]
macs_available: frozenset[str]
ciphers_available: frozenset[str]
aeads_available: frozenset[str]
fpes_available: frozenset[str]
encrypt_then_macs_available: frozenset[str]
key_wraps_available: frozenset[str]

class FileDigest(NamedTuple):
    path: str
    size: int
    digest: bytes | None
    error: str | None

def new(name: str, data: Buffer = b"", **options: Unpack[_Options]) -> Hash | Xof: ...
def from_state(name: str, state: Buffer, **options: Unpack[_Options]) -> Hash | Xof: ...
def hash_many(name: str, messages: Iterable[Buffer], **options: Unpack[_Options]) -> list[bytes]: ...
def hash_files(paths: Iterable[_Path], name: str = "sha256", *, threads: int = 0) -> list[FileDigest]: ...

adler32: Constructor[Hash]
aich: Constructor[Hash]
ascon_cxof128: Constructor[Xof]
ascon_hash256: Constructor[Hash]
ascon_xof128: Constructor[Xof]
blake2b: Constructor[Hash]
blake2b_128: Constructor[Hash]
blake2b_160: Constructor[Hash]
blake2b_224: Constructor[Hash]
blake2b_256: Constructor[Hash]
blake2b_384: Constructor[Hash]
blake2b_512: Constructor[Hash]
blake2bp: Constructor[Hash]
blake2bp_128: Constructor[Hash]
blake2bp_160: Constructor[Hash]
blake2bp_224: Constructor[Hash]
blake2bp_256: Constructor[Hash]
blake2bp_384: Constructor[Hash]
blake2bp_512: Constructor[Hash]
blake2s: Constructor[Hash]
blake2s_128: Constructor[Hash]
blake2s_160: Constructor[Hash]
blake2s_224: Constructor[Hash]
blake2s_256: Constructor[Hash]
blake2sp: Constructor[Hash]
blake2sp_128: Constructor[Hash]
blake2sp_160: Constructor[Hash]
blake2sp_224: Constructor[Hash]
blake2sp_256: Constructor[Hash]
blake2xb: Constructor[Hash]
blake2xb_xof: Constructor[Xof]
blake2xs: Constructor[Hash]
blake2xs_xof: Constructor[Xof]
blake3: Constructor[Xof]
blake_224: Constructor[Hash]
blake_256: Constructor[Hash]
blake_384: Constructor[Hash]
blake_512: Constructor[Hash]
crc24: Constructor[Hash]
crc32: Constructor[Hash]
crc32c: Constructor[Hash]
crc64: Constructor[Hash]
crc64_nvme: Constructor[Hash]
crc_posix: Constructor[Hash]
cshake128: Constructor[Xof]
cshake256: Constructor[Xof]
ed2k: Constructor[Hash]
ed2k_edonkey: Constructor[Hash]
edon_r_256: Constructor[Hash]
edon_r_512: Constructor[Hash]
gost94: Constructor[Hash]
gost94_cryptopro: Constructor[Hash]
groestl: Constructor[Hash]
groestl_224: Constructor[Hash]
groestl_256: Constructor[Hash]
groestl_384: Constructor[Hash]
groestl_512: Constructor[Hash]
has_160: Constructor[Hash]
jh_224: Constructor[Hash]
jh_256: Constructor[Hash]
jh_384: Constructor[Hash]
jh_512: Constructor[Hash]
keccak_256: Constructor[Hash]
kmac128: Constructor[Hash]
kmac256: Constructor[Hash]
kmacxof128: Constructor[Xof]
kmacxof256: Constructor[Xof]
kt128: Constructor[Xof]
kt256: Constructor[Xof]
kupyna: Constructor[Hash]
kupyna_256: Constructor[Hash]
kupyna_384: Constructor[Hash]
kupyna_512: Constructor[Hash]
md4: Constructor[Hash]
md5: Constructor[Hash]
parallelhash128: Constructor[Hash]
parallelhash256: Constructor[Hash]
parallelhashxof128: Constructor[Xof]
parallelhashxof256: Constructor[Xof]
ripemd160: Constructor[Hash]
ripemd_128: Constructor[Hash]
ripemd_160: Constructor[Hash]
ripemd_256: Constructor[Hash]
ripemd_320: Constructor[Hash]
sha1: Constructor[Hash]
sha224: Constructor[Hash]
sha256: Constructor[Hash]
sha384: Constructor[Hash]
sha3_224: Constructor[Hash]
sha3_256: Constructor[Hash]
sha3_384: Constructor[Hash]
sha3_512: Constructor[Hash]
sha512: Constructor[Hash]
sha512_128: Constructor[Hash]
sha512_160: Constructor[Hash]
sha512_224: Constructor[Hash]
sha512_256: Constructor[Hash]
shake_128: Constructor[Xof]
shake_256: Constructor[Xof]
skein_1024: Constructor[Hash]
skein_1024_1024: Constructor[Hash]
skein_1024_256: Constructor[Hash]
skein_1024_384: Constructor[Hash]
skein_1024_512: Constructor[Hash]
skein_256: Constructor[Hash]
skein_256_128: Constructor[Hash]
skein_256_160: Constructor[Hash]
skein_256_224: Constructor[Hash]
skein_256_256: Constructor[Hash]
skein_512: Constructor[Hash]
skein_512_128: Constructor[Hash]
skein_512_160: Constructor[Hash]
skein_512_224: Constructor[Hash]
skein_512_256: Constructor[Hash]
skein_512_384: Constructor[Hash]
skein_512_512: Constructor[Hash]
sm3: Constructor[Hash]
snefru_128: Constructor[Hash]
snefru_256: Constructor[Hash]
streebog_256: Constructor[Hash]
streebog_512: Constructor[Hash]
sum_bsd: Constructor[Hash]
sum_sysv: Constructor[Hash]
tiger: Constructor[Hash]
tiger2: Constructor[Hash]
tth: Constructor[Hash]
tuplehash128: Constructor[Hash]
tuplehash256: Constructor[Hash]
tuplehashxof128: Constructor[Xof]
tuplehashxof256: Constructor[Xof]
turboshake128: Constructor[Xof]
turboshake256: Constructor[Xof]
whirlpool: Constructor[Hash]
xxh32: Constructor[Hash]
xxh3_128: Constructor[Hash]
xxh3_64: Constructor[Hash]
xxh64: Constructor[Hash]

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
    "adler32",
    "aich",
    "ascon_cxof128",
    "ascon_hash256",
    "ascon_xof128",
    "blake2b",
    "blake2b_128",
    "blake2b_160",
    "blake2b_224",
    "blake2b_256",
    "blake2b_384",
    "blake2b_512",
    "blake2bp",
    "blake2bp_128",
    "blake2bp_160",
    "blake2bp_224",
    "blake2bp_256",
    "blake2bp_384",
    "blake2bp_512",
    "blake2s",
    "blake2s_128",
    "blake2s_160",
    "blake2s_224",
    "blake2s_256",
    "blake2sp",
    "blake2sp_128",
    "blake2sp_160",
    "blake2sp_224",
    "blake2sp_256",
    "blake2xb",
    "blake2xb_xof",
    "blake2xs",
    "blake2xs_xof",
    "blake3",
    "blake_224",
    "blake_256",
    "blake_384",
    "blake_512",
    "crc24",
    "crc32",
    "crc32c",
    "crc64",
    "crc64_nvme",
    "crc_posix",
    "cshake128",
    "cshake256",
    "ed2k",
    "ed2k_edonkey",
    "edon_r_256",
    "edon_r_512",
    "gost94",
    "gost94_cryptopro",
    "groestl",
    "groestl_224",
    "groestl_256",
    "groestl_384",
    "groestl_512",
    "has_160",
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
    "kupyna_256",
    "kupyna_384",
    "kupyna_512",
    "md4",
    "md5",
    "parallelhash128",
    "parallelhash256",
    "parallelhashxof128",
    "parallelhashxof256",
    "ripemd160",
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
    "skein_1024_1024",
    "skein_1024_256",
    "skein_1024_384",
    "skein_1024_512",
    "skein_256",
    "skein_256_128",
    "skein_256_160",
    "skein_256_224",
    "skein_256_256",
    "skein_512",
    "skein_512_128",
    "skein_512_160",
    "skein_512_224",
    "skein_512_256",
    "skein_512_384",
    "skein_512_512",
    "sm3",
    "snefru_128",
    "snefru_256",
    "streebog_256",
    "streebog_512",
    "sum_bsd",
    "sum_sysv",
    "tiger",
    "tiger2",
    "tth",
    "tuplehash128",
    "tuplehash256",
    "tuplehashxof128",
    "tuplehashxof256",
    "turboshake128",
    "turboshake256",
    "whirlpool",
    "xxh32",
    "xxh3_128",
    "xxh3_64",
    "xxh64",
]
