//! ARIA: RFC 5794, with keys of 128, 192 and 256 bits.

mod keys;
mod maps;
mod pieces;
mod rounds;
crate::backend::only! { x86: { mod serial; } }

use super::{BlockCipher, Cipher, EncryptOnly, Lean, octets::octets_candidate, self_test};
#[cfg(feature = "registry")]
use super::{Entry, Info};
#[cfg(feature = "registry")]
use crate::names::Standing;
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
};
pub use keys::Keys;

/// The cipher.
pub struct AriaCipher;

impl Cipher for AriaCipher {
    const NAME: &'static str = "aria";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 16, max: 32, step: 8 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<AriaCipher>> = Dispatch::new(
            "aria",
            candidates! {
                x86: [
                    octets_candidate!(
                        AriaCipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", Octets512, Avx512Vbmi, Single512
                    ),
                    octets_candidate!(AriaCipher, "gfni", "avx2,gfni", Octets256Gfni, Avx2Gfni, SingleAvx2),
                    octets_candidate!(AriaCipher, "vaes", "avx2,aes,pclmulqdq,vaes,vpclmulqdq", Octets256Vaes, Vaes256, alone: Octets128Aes, group: 32 from 17, 16 from 5),
                    octets_candidate!(AriaCipher, "avx2", "avx2,aes,pclmulqdq", Octets256Aes, Avx2Aes, alone: Octets128Aes, group: 32 from 17, 16 from 5),
                    octets_candidate!(AriaCipher, "aes-ni", "aes,pclmulqdq,sse4.1,ssse3", Octets128Aes, AesNi, alone: Octets128Aes, group: 16 from 5),
                ],
                aarch64: [octets_candidate!(AriaCipher, "armv8", "neon,aes", OctetsNeonAes, NeonAes)],
                any: [octets_candidate!(AriaCipher, portable)],
            },
            |backend| self_test::agrees::<AriaCipher>(backend, 0xaf09_0f4b_17fb_c14d),
        );
        &DISPATCH
    }
}

/// Declares types with keys of `KEY` bytes.
macro_rules! types {
    ($($(#[$doc:meta])* $type:ident $enc:ident $key:literal;)*) => { $(
        $(#[$doc])*
        pub type $type = BlockCipher<AriaCipher, $key>;
        #[doc = concat!("[`", stringify!($type), "`] with keys for encryption alone.")]
        pub type $enc = BlockCipher<AriaCipher, $key, EncryptOnly>;
    )* };
}
types! {
    /// ARIA with a key of 16 bytes, on blocks of 16: RFC 5794.
    Aria128 Aria128Enc 16;
    /// ARIA with a key of 24 bytes, on blocks of 16: RFC 5794.
    Aria192 Aria192Enc 24;
    /// ARIA with a key of 32 bytes, on blocks of 16: RFC 5794.
    Aria256 Aria256Enc 32;
}

/// Makes the entry of the cipher with keys of so many bytes.
#[cfg(feature = "registry")]
const fn entry(name: &'static str, aliases: &'static [&'static str], key_len: usize) -> Entry {
    Entry::of::<AriaCipher>(Info {
        name,
        aliases,
        family: "aria",
        specification: "RFC 5794",
        standing: Standing::Current,
        block_len: 16,
        key_len,
    })
}

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[
    entry("aria-128", &["aria-128-128"], 16),
    entry("aria-192", &["aria-128-192"], 24),
    entry("aria-256", &["aria-128-256"], 32),
];
