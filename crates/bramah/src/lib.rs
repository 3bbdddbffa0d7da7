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
#![cfg_attr(not(any(feature = "std", test)), no_std)]
// on other architectures all code is portable, and helpers of vector code are unused
#![cfg_attr(
    not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, unused_imports, unused_macros)
)]

#[cfg(feature = "alloc")]
extern crate alloc;

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
use bramah_primitives as primitives;
#[doc(inline)]
pub use {bramah_block as block, bramah_hash as hash};

pub mod aead;
mod aegis;
pub mod backend;
#[cfg(feature = "rustcrypto")]
mod compat;
pub mod encrypt_then_mac;
pub mod kdf;
pub mod key_wrap;
pub mod mac;
#[cfg(bramah_misuse)]
#[path = "../tests/misuse/snippets.rs"]
mod misuse; // code that must not compile
pub mod mode;
#[cfg(feature = "alloc")]
pub mod password;
pub mod random;
#[cfg(feature = "registry")]
pub mod registry;
pub mod stream;
#[cfg(feature = "std")]
mod write;

pub use aead::{
    Ccm, Eax, Gcm, GcmSiv, Kccm, Kgcm, Mgm, Ocb, Siv,
    aegis::{Aegis128L, Aegis128X2, Aegis128X4, Aegis256, Aegis256X2, Aegis256X4},
    ascon::AsconAead128,
    deoxys::{DeoxysII128, DeoxysII256},
    phelix::Phelix,
    poly1305::{
        ChaCha8Poly1305, ChaCha12Poly1305, ChaCha20Poly1305, SecretBox, XChaCha8Poly1305, XChaCha12Poly1305,
        XChaCha20Poly1305,
    },
    xaes::Xaes256Gcm,
};
pub use block::{
    anubis::{Anubis, AnubisEnc},
    aria::{Aria128, Aria128Enc, Aria192, Aria192Enc, Aria256, Aria256Enc},
    blowfish::{Blowfish, BlowfishEnc},
    camellia::{Camellia128, Camellia128Enc, Camellia192, Camellia192Enc, Camellia256, Camellia256Enc},
    cast::{Cast128, Cast128Enc, Cast256, Cast256Enc},
    des::{Des, DesEnc, TripleDes, TripleDesEnc},
    idea::{Idea, IdeaEnc},
    kalyna::{
        Kalyna128_128, Kalyna128_128Enc, Kalyna128_256, Kalyna128_256Enc, Kalyna256_256, Kalyna256_256Enc,
        Kalyna256_512, Kalyna256_512Enc, Kalyna512_512, Kalyna512_512Enc,
    },
    kuznyechik::{Kuznyechik, KuznyechikEnc},
    magma::{Magma, MagmaEnc},
    mars::{Mars, MarsEnc},
    noekeon::{Noekeon, NoekeonEnc, NoekeonIndirect, NoekeonIndirectEnc},
    rc2::{Rc2, Rc2Enc},
    rc6::{Rc6, Rc6Enc},
    rijndael::{Aes128, Aes128Enc, Aes192, Aes192Enc, Aes256, Aes256Enc},
    seed::{Seed, SeedEnc},
    serpent::{
        Serpent, Serpent128, Serpent128Enc, Serpent192, Serpent192Enc, Serpent256, Serpent256Enc, SerpentEnc,
    },
    shacal2::{Shacal2, Shacal2Enc},
    simon::{Simon64, Simon64Enc, Simon128, Simon128Enc},
    skipjack::{Skipjack, SkipjackEnc},
    sm4::{Sm4, Sm4Enc},
    speck::{Speck64, Speck64Enc, Speck128, Speck128Enc},
    tea::{Tea, TeaEnc},
    threefish::{
        Threefish256, Threefish256Enc, Threefish512, Threefish512Enc, Threefish1024, Threefish1024Enc,
    },
    twofish::{Twofish128, Twofish128Enc, Twofish192, Twofish192Enc, Twofish256, Twofish256Enc},
    xtea::{Xtea, XteaEnc, XteaLe, XteaLeEnc},
};
pub use bramah_machine::{
    ByteLengths, Error, Hex, Standing,
    simd::{blocks::Increment, memory::InOut},
};
pub use encrypt_then_mac::{A128CbcHs256, A192CbcHs384, A256CbcHs512, EncryptThenMac};
#[cfg(feature = "alloc")]
pub use hash::turboshake::{Kt128, Kt256};
pub use hash::{
    ascon::{AsconCxof128, AsconHash256, AsconXof128},
    blake::{Blake224, Blake256, Blake384, Blake512},
    blake2::{
        Blake2b, Blake2b160, Blake2b256, Blake2b384, Blake2b512, Blake2bp, Blake2s, Blake2s128, Blake2s160,
        Blake2s224, Blake2s256, Blake2sp,
    },
    blake3::{Blake3, Blake3Sized},
    cshake::{
        CShake128, CShake256, Kmac128, Kmac256, KmacXof128, KmacXof256, ParallelHash128, ParallelHash256,
        ParallelHashXof128, ParallelHashXof256, TupleHash128, TupleHash256, TupleHashXof128, TupleHashXof256,
    },
    gost94::{Gost94, Gost94CryptoPro},
    groestl::{Groestl224, Groestl256, Groestl384, Groestl512, GroestlLong, GroestlShort},
    jh::{Jh224, Jh256, Jh384, Jh512},
    kupyna::{Kupyna256, Kupyna384, Kupyna512, KupynaLong, KupynaShort},
    md4::Md4,
    md5::Md5,
    ripemd::{Ripemd128, Ripemd160, Ripemd256, Ripemd320},
    sha1::Sha1,
    sha2::{Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256, Sha512T},
    sha3::{Keccak256, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake128, Shake256},
    skein::{Skein256, Skein512, Skein1024},
    sm3::Sm3,
    streebog::{Streebog256, Streebog512},
    tiger::{Tiger, Tiger2},
    turboshake::{TurboShake128, TurboShake256},
    whirlpool::Whirlpool,
};
pub use key_wrap::{DstuKeyWrap, KeyWrap, KeyWrapPadded, TripleDesKeyWrap};
pub use mac::aegis::{AegisMac128L, AegisMac128X2, AegisMac128X4, AegisMac256, AegisMac256X2, AegisMac256X4};
pub use mac::{
    AegisMac, CbcMac, Cmac, DstuCmac, Gmac, Hmac, Imit, Omac2, OmacAcpkm, Pmac, Poly1305, SipHash13,
    SipHash13x128, SipHash24, SipHash24x128,
};
#[cfg(feature = "registry")]
pub use mode::cipher;
pub use mode::{Cbc, Cfb, Cfb1, Cfb8, CfbMeshed, Cnt, CntMeshed, Ctr, CtrAcpkm, Ecb, Kctr, Kxts, Ofb, Xts};
pub use stream::{
    abc::Abc,
    chacha::{ChaCha8, ChaCha12, ChaCha20, ChaCha20Ietf, XChaCha20},
    hc::{Hc128, Hc256},
    rabbit::{Rabbit, RabbitRfc4503},
    rc4::Rc4,
    salsa20::{Salsa8, Salsa12, Salsa20, XSalsa20},
    sosemanuk::Sosemanuk,
};
