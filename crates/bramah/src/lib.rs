//! Hash functions, ciphers, authenticated encryption, MACs, key derivation and password hashing. When a program first uses an
//! algorithm, the fastest implementation that the CPU can run is chosen.
//!
//! ```
//! use bramah::{Sha256, ToHex};
//!
//! let digest = Sha256::digest(b"abc");
//! assert_eq!(digest.to_hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
//! ```
//!
//! Authenticated encryption keeps a message secret and detects every change of it. No nonce may be used for two messages under
//! one key:
//!
//! ```
//! use bramah::XChaCha20Poly1305;
//!
//! let cipher = XChaCha20Poly1305::new(&[7; 32])?; // a key of 32 bytes, for example from `random::Generator`
//! let nonce = [1; 24]; // 24 random bytes for each message
//! let sealed = cipher.encrypt(&nonce, b"associated data", b"for you alone")?;
//! assert_eq!(cipher.decrypt(&nonce, b"associated data", &sealed)?, b"for you alone");
//! # Ok::<(), bramah::Error>(())
//! ```
//!
//! # Which one do I want?
//!
//! | I want to | use |
//! |---|---|
//! | fingerprint a message or a file | [`Sha256`]; [`Blake3`], which is faster for large files: `digest`, `digest_file` |
//! | encrypt messages | [`XChaCha20Poly1305`] with random nonces, [`Aes256Gcm`] with [counted nonces](aead::CountedNonces) |
//! | encrypt messages when a nonce might repeat | [`Aes256GcmSiv`]: nonce reuse reveals only which messages are equal |
//! | encrypt a long message or a stream in pieces | [`Aead::segments`](aead::Aead::segments) |
//! | encrypt files that other programs can read | the crate `bramah-age`, for the format of age |
//! | authenticate a message with a secret key | [`Hmac`]`::<Sha256>`, [`Blake3::keyed`] |
//! | hash rows of several values, without ambiguity | [`Sequence`]: `hash`, or `mac` with a key |
//! | store and check passwords of users | [`password::hash`], [`password::verify`] |
//! | turn a password into a key | [`kdf::Argon2`], [`kdf::Scrypt`] |
//! | derive several keys from one secret key | [`kdf::Hkdf`] |
//! | protect keys with another key | [`KeyWrap`], [`KeyWrapPadded`] |
//! | encrypt digits to as many digits, such as card numbers | [`Ff1`] |
//! | make random keys and nonces | [`random::Generator`] |
//! | hash keys of a hash table, against attackers who choose them | [`SipHash13`], [`SipHash24`] |
//! | detect accidental damage, but no attack | [`Xxh3`], [`hash::checksum`] |
//! | choose an algorithm at run time | [`registry::lookup`], or the `lookup` of one kind such as [`hash::lookup`] |
//! | read what old programs wrote | the families of the feature `legacy`; [`Standing`] says which algorithms are broken |
//!
//! Block ciphers in a [`mode`] and [stream ciphers](stream) do not detect changes of the ciphertext: use them only in a protocol
//! that authenticates the ciphertext, as [`EncryptThenMac`] does.
//!
//! # Modules
//!
//! Every type that programs commonly use is at the root of the crate, as in the examples. The modules contain these types, and
//! everything that belongs to them.
//!
//! | module | contents |
//! |---|---|
//! | [`hash`] | hash functions, checksums, hashes of many messages in one call, saved states |
//! | [`aead`] | authenticated encryption with associated data: whole messages, parts, segments |
//! | [`encrypt_then_mac`] | a cipher and a MAC over its ciphertext, as in RFC 7518 |
//! | [`mac`] | message authentication codes |
//! | [`kdf`] | derivation of keys from passwords and from other keys |
//! | [`password`] | strings of hashed passwords, as systems store them |
//! | [`random`] | random bytes for secrets |
//! | [`key_wrap`] | encryption of keys under another key |
//! | [`fpe`] | format-preserving encryption |
//! | [`block`] | block ciphers on single blocks |
//! | [`mode`] | modes of operation that turn a block cipher into a cipher for messages: CTR, CBC, XTS and others |
//! | [`stream`] | stream ciphers |
//! | [`registry`] | every algorithm by its name |
//! | [`backend`] | the implementations of each algorithm, and the choice among them |
//!
//! Hash functions are used through [`hash::Hasher`]: `new`, `update`, `finalize`, or `digest` for a whole message. Functions that
//! process a message in place take `&mut [u8]`, an array or a vector; they also take an [`InOut`], which may have separate input
//! and output.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `all` | yes | every algorithm: the groups `hashes`, `ciphers`, `macs`, `kdfs`, `national` and `legacy` |
//! | `std` | yes | readers, writers and files; the environment variable `BRAMAH_BACKEND` |
//! | `alloc` | by `std` | what needs memory: vectors and strings as results, many messages in one call |
//! | `registry` | yes | algorithms by name |
//! | `random` | yes | random bytes of the operating system |
//! | `rustcrypto` | no | the traits of RustCrypto's crates `digest`, `cipher` and `aead` |
//! | `wasm_js` | no | random bytes in a browser |
//!
//! Each family of algorithms is a feature too: `sha2`, `blake3`, `aes`, `chacha`, `argon2` and so on, as listed in `Cargo.toml`.
//! A program that needs only one family turns the default features off and names the family's feature. Then only this family and
//! its dependencies are compiled:
//!
//! ```toml
//! bramah = { version = "0.1", default-features = false, features = ["sha2"] }
//! ```
#![cfg_attr(not(any(feature = "std", test)), no_std)]
// on other architectures all code is portable, so helpers of vector code are unused
#![cfg_attr(
    not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, unused_imports, unused_macros)
)]
// if only some families are compiled, some shared code is unused
#![cfg_attr(not(feature = "all"), allow(dead_code, unused_imports, unused_macros, unreachable_pub))]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "_blocks")]
#[doc(inline)]
pub use bramah_block as block;
#[cfg(feature = "_hash")]
#[doc(inline)]
pub use bramah_hash as hash;
#[doc(hidden)] // for the test of constant time
pub use bramah_machine::ct;
#[cfg(feature = "random")]
use bramah_machine::os;
#[cfg(feature = "std")]
#[doc(hidden)] // for files
pub use bramah_machine::reading;
#[cfg(feature = "alloc")]
use bramah_machine::spread;
#[cfg(feature = "std")]
#[doc(hidden)] // for the command
pub use bramah_machine::threads;
#[doc(hidden)] // for the keys of the command
pub use bramah_machine::wipe;
use bramah_machine::{names, simd};
#[cfg(any(feature = "_blocks", feature = "ascon"))]
use bramah_primitives as primitives;

#[cfg(feature = "_aead")]
pub mod aead;
#[cfg(feature = "aegis")]
mod aegis;
pub mod backend;
#[cfg(feature = "rustcrypto")]
mod compat;
#[cfg(feature = "_aead")]
mod direction;
#[cfg(all(feature = "_blocks", feature = "hmac"))]
pub mod encrypt_then_mac;
#[cfg(feature = "_blocks")]
pub mod fpe;
#[cfg(feature = "_kdf")]
pub mod kdf;
#[cfg(feature = "_blocks")]
pub mod key_wrap;
#[cfg(feature = "_macs")]
pub mod mac;
#[cfg(bramah_misuse)]
#[path = "../tests/misuse/snippets.rs"]
mod misuse; // doc tests of code that must not compile
#[cfg(feature = "_blocks")]
pub mod mode;
/// Modes of operation over any block cipher. Without the feature of block ciphers, the module contains only the parts
/// that authenticated encryption needs.
#[cfg(all(feature = "_aead", not(feature = "_blocks")))]
pub mod mode {
    pub use crate::direction::Direction;
}
#[cfg(feature = "passwords")]
pub mod password;
#[cfg(any(feature = "random", feature = "salsa20"))]
pub mod random;
#[cfg(feature = "registry")]
pub mod registry;
#[cfg(feature = "registry")]
mod sequence;
#[cfg(feature = "_streams")]
pub mod stream;
#[cfg(feature = "std")]
mod write;

#[cfg(feature = "aegis")]
#[doc(inline)]
pub use aead::aegis::{Aegis128L, Aegis128X2, Aegis128X4, Aegis256, Aegis256X2, Aegis256X4};
#[cfg(feature = "ascon")]
#[doc(inline)]
pub use aead::ascon::AsconAead128;
#[cfg(feature = "deoxys")]
#[doc(inline)]
pub use aead::deoxys::{DeoxysII128, DeoxysII256};
#[cfg(feature = "phelix")]
#[doc(inline)]
pub use aead::phelix::Phelix;
#[cfg(feature = "salsa20")]
#[doc(inline)]
pub use aead::poly1305::SecretBox;
#[cfg(feature = "chacha")]
#[doc(inline)]
pub use aead::poly1305::{
    ChaCha8Poly1305, ChaCha12Poly1305, ChaCha20Poly1305, XChaCha8Poly1305, XChaCha12Poly1305,
    XChaCha20Poly1305,
};
#[cfg(feature = "aes")]
#[doc(inline)]
pub use aead::{Aes128Gcm, Aes128GcmSiv, Aes256Gcm, Aes256GcmSiv, xaes::Xaes256Gcm};
#[cfg(feature = "_blocks")]
#[doc(inline)]
pub use aead::{Ccm, Eax, Gcm, GcmSiv, Kccm, Kgcm, Mgm, Ocb, Siv};
#[cfg(feature = "anubis")]
#[doc(inline)]
pub use block::anubis::{Anubis, AnubisEnc};
#[cfg(feature = "aria")]
#[doc(inline)]
pub use block::aria::{Aria128, Aria128Enc, Aria192, Aria192Enc, Aria256, Aria256Enc};
#[cfg(feature = "blowfish")]
#[doc(inline)]
pub use block::blowfish::{Blowfish, BlowfishEnc};
#[cfg(feature = "camellia")]
#[doc(inline)]
pub use block::camellia::{
    Camellia128, Camellia128Enc, Camellia192, Camellia192Enc, Camellia256, Camellia256Enc,
};
#[cfg(feature = "cast")]
#[doc(inline)]
pub use block::cast::{Cast128, Cast128Enc, Cast256, Cast256Enc};
#[cfg(feature = "des")]
#[doc(inline)]
pub use block::des::{Des, DesEnc, TripleDes, TripleDesEnc};
#[cfg(feature = "hight")]
#[doc(inline)]
pub use block::hight::{Hight, HightEnc, HightLe, HightLeEnc};
#[cfg(feature = "idea")]
#[doc(inline)]
pub use block::idea::{Idea, IdeaEnc};
#[cfg(feature = "kalyna")]
#[doc(inline)]
pub use block::kalyna::{
    Kalyna128_128, Kalyna128_128Enc, Kalyna128_256, Kalyna128_256Enc, Kalyna256_256, Kalyna256_256Enc,
    Kalyna256_512, Kalyna256_512Enc, Kalyna512_512, Kalyna512_512Enc,
};
#[cfg(feature = "kuznyechik")]
#[doc(inline)]
pub use block::kuznyechik::{Kuznyechik, KuznyechikEnc};
#[cfg(feature = "lea")]
#[doc(inline)]
pub use block::lea::{Lea128, Lea128Enc, Lea192, Lea192Enc, Lea256, Lea256Enc};
#[cfg(feature = "magma")]
#[doc(inline)]
pub use block::magma::{Magma, MagmaEnc};
#[cfg(feature = "mars")]
#[doc(inline)]
pub use block::mars::{Mars, MarsEnc};
#[cfg(feature = "noekeon")]
#[doc(inline)]
pub use block::noekeon::{Noekeon, NoekeonEnc, NoekeonIndirect, NoekeonIndirectEnc};
#[cfg(feature = "rc2")]
#[doc(inline)]
pub use block::rc2::{Rc2, Rc2Enc};
#[cfg(feature = "rc6")]
#[doc(inline)]
pub use block::rc6::{Rc6, Rc6Enc};
#[cfg(feature = "aes")]
#[doc(inline)]
pub use block::rijndael::{Aes128, Aes128Enc, Aes192, Aes192Enc, Aes256, Aes256Enc};
#[cfg(feature = "seed")]
#[doc(inline)]
pub use block::seed::{Seed, SeedEnc};
#[cfg(feature = "serpent")]
#[doc(inline)]
pub use block::serpent::{
    Serpent, Serpent128, Serpent128Enc, Serpent192, Serpent192Enc, Serpent256, Serpent256Enc, SerpentEnc,
};
#[cfg(feature = "shacal2")]
#[doc(inline)]
pub use block::shacal2::{Shacal2, Shacal2Enc};
#[cfg(feature = "simon")]
#[doc(inline)]
pub use block::simon::{Simon64, Simon64Enc, Simon128, Simon128Enc};
#[cfg(feature = "skipjack")]
#[doc(inline)]
pub use block::skipjack::{Skipjack, SkipjackEnc};
#[cfg(feature = "sm4")]
#[doc(inline)]
pub use block::sm4::{Sm4, Sm4Enc};
#[cfg(feature = "speck")]
#[doc(inline)]
pub use block::speck::{Speck64, Speck64Enc, Speck128, Speck128Enc};
#[cfg(feature = "tea")]
#[doc(inline)]
pub use block::tea::{Tea, TeaEnc};
#[cfg(feature = "threefish")]
#[doc(inline)]
pub use block::threefish::{
    Threefish256, Threefish256Enc, Threefish512, Threefish512Enc, Threefish1024, Threefish1024Enc,
};
#[cfg(feature = "twofish")]
#[doc(inline)]
pub use block::twofish::{Twofish128, Twofish128Enc, Twofish192, Twofish192Enc, Twofish256, Twofish256Enc};
#[cfg(feature = "xtea")]
#[doc(inline)]
pub use block::xtea::{Xtea, XteaEnc, XteaLe, XteaLeEnc};
#[cfg(feature = "alloc")]
#[doc(inline)]
pub use bramah_machine::ToHex;
#[doc(inline)]
pub use bramah_machine::{
    ByteLengths, Error, Hex, Standing,
    simd::{blocks::Increment, memory::InOut},
};
#[cfg(all(feature = "_blocks", feature = "hmac"))]
#[doc(inline)]
pub use encrypt_then_mac::EncryptThenMac;
#[cfg(all(feature = "aes", feature = "hmac", feature = "sha2"))]
#[doc(inline)]
pub use encrypt_then_mac::{A128CbcHs256, A192CbcHs384, A256CbcHs512};
#[cfg(feature = "_blocks")]
#[doc(inline)]
pub use fpe::Ff1;
#[cfg(feature = "ascon")]
#[doc(inline)]
pub use hash::ascon::{AsconCxof128, AsconHash256, AsconXof128};
#[cfg(feature = "blake")]
#[doc(inline)]
pub use hash::blake::{Blake224, Blake256, Blake384, Blake512};
#[cfg(feature = "blake2")]
#[doc(inline)]
pub use hash::blake2::{
    Blake2b, Blake2b160, Blake2b256, Blake2b384, Blake2b512, Blake2bp, Blake2s, Blake2s128, Blake2s160,
    Blake2s224, Blake2s256, Blake2sp, Blake2xb, Blake2xbXof, Blake2xs, Blake2xsXof,
};
#[cfg(all(feature = "blake3", feature = "std"))]
pub use hash::blake3::bao;
#[cfg(feature = "blake3")]
#[doc(inline)]
pub use hash::blake3::{Blake3, Blake3Sized};
#[cfg(feature = "sha3")]
#[doc(inline)]
pub use hash::cshake::{
    CShake128, CShake256, Kmac128, Kmac256, KmacXof128, KmacXof256, ParallelHash128, ParallelHash256,
    ParallelHashXof128, ParallelHashXof256, TupleHash128, TupleHash256, TupleHashXof128, TupleHashXof256,
};
#[cfg(feature = "edonr")]
#[doc(inline)]
pub use hash::edonr::{EdonR256, EdonR512};
#[cfg(feature = "gost94")]
#[doc(inline)]
pub use hash::gost94::{Gost94, Gost94CryptoPro};
#[cfg(feature = "groestl")]
#[doc(inline)]
pub use hash::groestl::{Groestl224, Groestl256, Groestl384, Groestl512, GroestlLong, GroestlShort};
#[cfg(feature = "has160")]
#[doc(inline)]
pub use hash::has160::Has160;
#[cfg(feature = "jh")]
#[doc(inline)]
pub use hash::jh::{Jh224, Jh256, Jh384, Jh512};
#[cfg(feature = "kupyna")]
#[doc(inline)]
pub use hash::kupyna::{Kupyna256, Kupyna384, Kupyna512, KupynaLong, KupynaShort};
#[cfg(feature = "md4")]
#[doc(inline)]
pub use hash::md4::Md4;
#[cfg(feature = "md5")]
#[doc(inline)]
pub use hash::md5::Md5;
#[cfg(feature = "ripemd")]
#[doc(inline)]
pub use hash::ripemd::{Ripemd128, Ripemd160, Ripemd256, Ripemd320};
#[cfg(feature = "sha1")]
#[doc(inline)]
pub use hash::sha1::Sha1;
#[cfg(feature = "sha2")]
#[doc(inline)]
pub use hash::sha2::{Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256, Sha512T};
#[cfg(feature = "sha3")]
#[doc(inline)]
pub use hash::sha3::{Keccak256, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake128, Shake256};
#[cfg(feature = "sharing")]
#[doc(inline)]
pub use hash::sharing::{Aich, Btih, Ed2k, Ed2kEdonkey, Tth};
#[cfg(feature = "skein")]
#[doc(inline)]
pub use hash::skein::{Skein256, Skein512, Skein1024};
#[cfg(feature = "sm3")]
#[doc(inline)]
pub use hash::sm3::Sm3;
#[cfg(feature = "snefru")]
#[doc(inline)]
pub use hash::snefru::{Snefru128, Snefru256};
#[cfg(feature = "streebog")]
#[doc(inline)]
pub use hash::streebog::{Streebog256, Streebog512};
#[cfg(feature = "tiger")]
#[doc(inline)]
pub use hash::tiger::{Tiger, Tiger2};
#[cfg(all(feature = "alloc", feature = "sha3"))]
#[doc(inline)]
pub use hash::turboshake::{Kt128, Kt256};
#[cfg(feature = "sha3")]
#[doc(inline)]
pub use hash::turboshake::{TurboShake128, TurboShake256};
#[cfg(feature = "whirlpool")]
#[doc(inline)]
pub use hash::whirlpool::Whirlpool;
#[cfg(feature = "xxhash")]
#[doc(inline)]
pub use hash::xxhash::{Xxh3, Xxh32, Xxh64, Xxh128};
#[cfg(feature = "_blocks")]
#[doc(inline)]
pub use key_wrap::{DstuKeyWrap, KeyWrap, KeyWrapPadded, TripleDesKeyWrap};
#[cfg(feature = "hmac")]
#[doc(inline)]
pub use mac::Hmac;
#[cfg(feature = "magma")]
#[doc(inline)]
pub use mac::Imit;
#[cfg(feature = "poly1305")]
#[doc(inline)]
pub use mac::Poly1305;
#[cfg(feature = "aegis")]
#[doc(inline)]
pub use mac::{
    AegisMac,
    aegis::{AegisMac128L, AegisMac128X2, AegisMac128X4, AegisMac256, AegisMac256X2, AegisMac256X4},
};
#[cfg(feature = "_blocks")]
#[doc(inline)]
pub use mac::{CbcMac, Cmac, DstuCmac, Gmac, Omac2, OmacAcpkm, Pmac};
#[cfg(feature = "siphash")]
#[doc(inline)]
pub use mac::{SipHash13, SipHash13x128, SipHash24, SipHash24x128};
#[cfg(feature = "registry")]
#[doc(inline)]
pub use mode::cipher;
#[cfg(feature = "_blocks")]
#[doc(inline)]
pub use mode::{Cbc, Cfb, Cfb1, Cfb8, Ctr, CtrAcpkm, Ecb, Kctr, Kxts, Ofb, Xts};
#[cfg(feature = "_blocks")]
#[doc(inline)]
pub use mode::{CfbMeshed, Cnt, CntMeshed};
#[cfg(feature = "registry")]
#[doc(inline)]
pub use sequence::Sequence;
#[cfg(feature = "abc")]
#[doc(inline)]
pub use stream::abc::Abc;
#[cfg(feature = "chacha")]
#[doc(inline)]
pub use stream::chacha::{ChaCha8, ChaCha12, ChaCha20, ChaCha20Ietf, XChaCha20};
#[cfg(feature = "hc")]
#[doc(inline)]
pub use stream::hc::{Hc128, Hc256};
#[cfg(feature = "rabbit")]
#[doc(inline)]
pub use stream::rabbit::{Rabbit, RabbitRfc4503};
#[cfg(feature = "rc4")]
#[doc(inline)]
pub use stream::rc4::Rc4;
#[cfg(feature = "salsa20")]
#[doc(inline)]
pub use stream::salsa20::{Salsa8, Salsa12, Salsa20, XSalsa20};
#[cfg(feature = "sosemanuk")]
#[doc(inline)]
pub use stream::sosemanuk::Sosemanuk;
