//! Hashes, block ciphers with their modes, MACs and authenticated encryption, each in the fastest form that
//! the CPU at hand can run.
//!
//! ```
//! use bramah::Sha256;
//!
//! let digest = Sha256::digest(b"abc");
//! assert_eq!(digest[..4], [0xba, 0x78, 0x16, 0xbf]);
//! ```
//! ```
//! use bramah::{Aes256, Eax};
//!
//! let eax = Eax::<Aes256>::new(&[7; 32]);
//! let (mut text, mut tag) = (*b"for you alone", [0; 16]);
//! eax.seal(b"nonce 1", b"", &mut text[..], &mut tag)?;
//! eax.open(b"nonce 1", b"", &mut text[..], &tag)?;
//! assert_eq!(text, *b"for you alone");
//! # Ok::<(), bramah::Error>(())
//! ```
//!
//! # Features
//!
//! Each family of algorithms is a feature: `sha2`, `blake3`, `aes`, `chacha`, `argon2` and so on, as `Cargo.toml` lists them.
//! All of them are on by default, by the feature `all`, which consists of the groups `hashes`, `ciphers`, `macs`, `kdfs`,
//! `national` and `legacy`. A program that needs one family turns the default features off and names it; it compiles what the
//! family is built on, and nothing else:
//!
//! ```toml
//! bramah = { version = "0.1", default-features = false, features = ["sha2"] }
//! ```
//!
//! `std` is for `BRAMAH_BACKEND`, readers and files, `alloc` for what needs memory, `registry` finds the algorithms of the
//! families that are compiled by their names, and `random` is the system's source of random bytes; these are on by default
//! too. `rustcrypto` implements RustCrypto's traits, and `wasm_js` takes random bytes from a browser.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
// on other architectures all code is portable, and helpers of vector code are unused
#![cfg_attr(
    not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, unused_imports, unused_macros)
)]
// a build of some families leaves shared code unused
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
#[cfg(feature = "alloc")]
use bramah_machine::spread;
#[cfg(feature = "std")]
#[doc(hidden)] // for the command
pub use bramah_machine::threads;
use bramah_machine::{names, simd, wipe};
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
mod misuse; // code that must not compile
#[cfg(feature = "_blocks")]
pub mod mode;
/// Modes of operation, over any block cipher; without block ciphers, what authenticated encryption shares with them.
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
#[cfg(feature = "_streams")]
pub mod stream;
#[cfg(feature = "std")]
mod write;

#[cfg(feature = "aegis")]
pub use aead::aegis::{Aegis128L, Aegis128X2, Aegis128X4, Aegis256, Aegis256X2, Aegis256X4};
#[cfg(feature = "ascon")]
pub use aead::ascon::AsconAead128;
#[cfg(feature = "deoxys")]
pub use aead::deoxys::{DeoxysII128, DeoxysII256};
#[cfg(feature = "phelix")]
pub use aead::phelix::Phelix;
#[cfg(feature = "salsa20")]
pub use aead::poly1305::SecretBox;
#[cfg(feature = "chacha")]
pub use aead::poly1305::{
    ChaCha8Poly1305, ChaCha12Poly1305, ChaCha20Poly1305, XChaCha8Poly1305, XChaCha12Poly1305,
    XChaCha20Poly1305,
};
#[cfg(feature = "aes")]
pub use aead::xaes::Xaes256Gcm;
#[cfg(feature = "_blocks")]
pub use aead::{Ccm, Eax, Gcm, GcmSiv, Kccm, Kgcm, Mgm, Ocb, Siv};
#[cfg(feature = "anubis")]
pub use block::anubis::{Anubis, AnubisEnc};
#[cfg(feature = "aria")]
pub use block::aria::{Aria128, Aria128Enc, Aria192, Aria192Enc, Aria256, Aria256Enc};
#[cfg(feature = "blowfish")]
pub use block::blowfish::{Blowfish, BlowfishEnc};
#[cfg(feature = "camellia")]
pub use block::camellia::{
    Camellia128, Camellia128Enc, Camellia192, Camellia192Enc, Camellia256, Camellia256Enc,
};
#[cfg(feature = "cast")]
pub use block::cast::{Cast128, Cast128Enc, Cast256, Cast256Enc};
#[cfg(feature = "des")]
pub use block::des::{Des, DesEnc, TripleDes, TripleDesEnc};
#[cfg(feature = "hight")]
pub use block::hight::{Hight, HightEnc, HightLe, HightLeEnc};
#[cfg(feature = "idea")]
pub use block::idea::{Idea, IdeaEnc};
#[cfg(feature = "kalyna")]
pub use block::kalyna::{
    Kalyna128_128, Kalyna128_128Enc, Kalyna128_256, Kalyna128_256Enc, Kalyna256_256, Kalyna256_256Enc,
    Kalyna256_512, Kalyna256_512Enc, Kalyna512_512, Kalyna512_512Enc,
};
#[cfg(feature = "kuznyechik")]
pub use block::kuznyechik::{Kuznyechik, KuznyechikEnc};
#[cfg(feature = "lea")]
pub use block::lea::{Lea128, Lea128Enc, Lea192, Lea192Enc, Lea256, Lea256Enc};
#[cfg(feature = "magma")]
pub use block::magma::{Magma, MagmaEnc};
#[cfg(feature = "mars")]
pub use block::mars::{Mars, MarsEnc};
#[cfg(feature = "noekeon")]
pub use block::noekeon::{Noekeon, NoekeonEnc, NoekeonIndirect, NoekeonIndirectEnc};
#[cfg(feature = "rc2")]
pub use block::rc2::{Rc2, Rc2Enc};
#[cfg(feature = "rc6")]
pub use block::rc6::{Rc6, Rc6Enc};
#[cfg(feature = "aes")]
pub use block::rijndael::{Aes128, Aes128Enc, Aes192, Aes192Enc, Aes256, Aes256Enc};
#[cfg(feature = "seed")]
pub use block::seed::{Seed, SeedEnc};
#[cfg(feature = "serpent")]
pub use block::serpent::{
    Serpent, Serpent128, Serpent128Enc, Serpent192, Serpent192Enc, Serpent256, Serpent256Enc, SerpentEnc,
};
#[cfg(feature = "shacal2")]
pub use block::shacal2::{Shacal2, Shacal2Enc};
#[cfg(feature = "simon")]
pub use block::simon::{Simon64, Simon64Enc, Simon128, Simon128Enc};
#[cfg(feature = "skipjack")]
pub use block::skipjack::{Skipjack, SkipjackEnc};
#[cfg(feature = "sm4")]
pub use block::sm4::{Sm4, Sm4Enc};
#[cfg(feature = "speck")]
pub use block::speck::{Speck64, Speck64Enc, Speck128, Speck128Enc};
#[cfg(feature = "tea")]
pub use block::tea::{Tea, TeaEnc};
#[cfg(feature = "threefish")]
pub use block::threefish::{
    Threefish256, Threefish256Enc, Threefish512, Threefish512Enc, Threefish1024, Threefish1024Enc,
};
#[cfg(feature = "twofish")]
pub use block::twofish::{Twofish128, Twofish128Enc, Twofish192, Twofish192Enc, Twofish256, Twofish256Enc};
#[cfg(feature = "xtea")]
pub use block::xtea::{Xtea, XteaEnc, XteaLe, XteaLeEnc};
pub use bramah_machine::{
    ByteLengths, Error, Hex, Standing,
    simd::{blocks::Increment, memory::InOut},
};
#[cfg(all(feature = "_blocks", feature = "hmac"))]
pub use encrypt_then_mac::EncryptThenMac;
#[cfg(all(feature = "aes", feature = "hmac", feature = "sha2"))]
pub use encrypt_then_mac::{A128CbcHs256, A192CbcHs384, A256CbcHs512};
#[cfg(feature = "_blocks")]
pub use fpe::Ff1;
#[cfg(feature = "ascon")]
pub use hash::ascon::{AsconCxof128, AsconHash256, AsconXof128};
#[cfg(feature = "blake")]
pub use hash::blake::{Blake224, Blake256, Blake384, Blake512};
#[cfg(feature = "blake2")]
pub use hash::blake2::{
    Blake2b, Blake2b160, Blake2b256, Blake2b384, Blake2b512, Blake2bp, Blake2s, Blake2s128, Blake2s160,
    Blake2s224, Blake2s256, Blake2sp, Blake2xb, Blake2xbXof, Blake2xs, Blake2xsXof,
};
#[cfg(all(feature = "blake3", feature = "std"))]
pub use hash::blake3::bao;
#[cfg(feature = "blake3")]
pub use hash::blake3::{Blake3, Blake3Sized};
#[cfg(feature = "sha3")]
pub use hash::cshake::{
    CShake128, CShake256, Kmac128, Kmac256, KmacXof128, KmacXof256, ParallelHash128, ParallelHash256,
    ParallelHashXof128, ParallelHashXof256, TupleHash128, TupleHash256, TupleHashXof128, TupleHashXof256,
};
#[cfg(feature = "edonr")]
pub use hash::edonr::{EdonR256, EdonR512};
#[cfg(feature = "gost94")]
pub use hash::gost94::{Gost94, Gost94CryptoPro};
#[cfg(feature = "groestl")]
pub use hash::groestl::{Groestl224, Groestl256, Groestl384, Groestl512, GroestlLong, GroestlShort};
#[cfg(feature = "has160")]
pub use hash::has160::Has160;
#[cfg(feature = "jh")]
pub use hash::jh::{Jh224, Jh256, Jh384, Jh512};
#[cfg(feature = "kupyna")]
pub use hash::kupyna::{Kupyna256, Kupyna384, Kupyna512, KupynaLong, KupynaShort};
#[cfg(feature = "md4")]
pub use hash::md4::Md4;
#[cfg(feature = "md5")]
pub use hash::md5::Md5;
#[cfg(feature = "ripemd")]
pub use hash::ripemd::{Ripemd128, Ripemd160, Ripemd256, Ripemd320};
#[cfg(feature = "sha1")]
pub use hash::sha1::Sha1;
#[cfg(feature = "sha2")]
pub use hash::sha2::{Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256, Sha512T};
#[cfg(feature = "sha3")]
pub use hash::sha3::{Keccak256, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake128, Shake256};
#[cfg(feature = "sharing")]
pub use hash::sharing::{Aich, Btih, Ed2k, Ed2kEdonkey, Tth};
#[cfg(feature = "skein")]
pub use hash::skein::{Skein256, Skein512, Skein1024};
#[cfg(feature = "sm3")]
pub use hash::sm3::Sm3;
#[cfg(feature = "snefru")]
pub use hash::snefru::{Snefru128, Snefru256};
#[cfg(feature = "streebog")]
pub use hash::streebog::{Streebog256, Streebog512};
#[cfg(feature = "tiger")]
pub use hash::tiger::{Tiger, Tiger2};
#[cfg(all(feature = "alloc", feature = "sha3"))]
pub use hash::turboshake::{Kt128, Kt256};
#[cfg(feature = "sha3")]
pub use hash::turboshake::{TurboShake128, TurboShake256};
#[cfg(feature = "whirlpool")]
pub use hash::whirlpool::Whirlpool;
#[cfg(feature = "xxhash")]
pub use hash::xxhash::{Xxh3, Xxh32, Xxh64, Xxh128};
#[cfg(feature = "_blocks")]
pub use key_wrap::{DstuKeyWrap, KeyWrap, KeyWrapPadded, TripleDesKeyWrap};
#[cfg(feature = "hmac")]
pub use mac::Hmac;
#[cfg(feature = "magma")]
pub use mac::Imit;
#[cfg(feature = "poly1305")]
pub use mac::Poly1305;
#[cfg(feature = "aegis")]
pub use mac::{
    AegisMac,
    aegis::{AegisMac128L, AegisMac128X2, AegisMac128X4, AegisMac256, AegisMac256X2, AegisMac256X4},
};
#[cfg(feature = "_blocks")]
pub use mac::{CbcMac, Cmac, DstuCmac, Gmac, Omac2, OmacAcpkm, Pmac};
#[cfg(feature = "siphash")]
pub use mac::{SipHash13, SipHash13x128, SipHash24, SipHash24x128};
#[cfg(feature = "registry")]
pub use mode::cipher;
#[cfg(feature = "_blocks")]
pub use mode::{Cbc, Cfb, Cfb1, Cfb8, Ctr, CtrAcpkm, Ecb, Kctr, Kxts, Ofb, Xts};
#[cfg(feature = "_blocks")]
pub use mode::{CfbMeshed, Cnt, CntMeshed};
#[cfg(feature = "abc")]
pub use stream::abc::Abc;
#[cfg(feature = "chacha")]
pub use stream::chacha::{ChaCha8, ChaCha12, ChaCha20, ChaCha20Ietf, XChaCha20};
#[cfg(feature = "hc")]
pub use stream::hc::{Hc128, Hc256};
#[cfg(feature = "rabbit")]
pub use stream::rabbit::{Rabbit, RabbitRfc4503};
#[cfg(feature = "rc4")]
pub use stream::rc4::Rc4;
#[cfg(feature = "salsa20")]
pub use stream::salsa20::{Salsa8, Salsa12, Salsa20, XSalsa20};
#[cfg(feature = "sosemanuk")]
pub use stream::sosemanuk::Sosemanuk;
