//! Camellia: RFC 3713, with keys of 128, 192 and 256 bits.

mod field;
mod keys;
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
pub struct CamelliaCipher;

impl Cipher for CamelliaCipher {
    const NAME: &'static str = "camellia";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 16, max: 32, step: 8 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<CamelliaCipher>> = Dispatch::new(
            "camellia",
            candidates! {
                x86: [
                    octets_candidate!(
                        CamelliaCipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", Octets512, Avx512Vbmi, Single512
                    ),
                    octets_candidate!(CamelliaCipher, "gfni", "avx2,gfni", Octets256Gfni, Avx2Gfni, SingleAvx2),
                    octets_candidate!(CamelliaCipher, "vaes", "avx2,aes,pclmulqdq,vaes,vpclmulqdq", Octets256Vaes, Vaes256, alone: Octets128Aes, group: 32 from 17, 16 from 5, single: with_aes),
                    octets_candidate!(CamelliaCipher, "avx2", "avx2,aes,pclmulqdq", Octets256Aes, Avx2Aes, alone: Octets128Aes, group: 32 from 17, 16 from 5, single: with_aes),
                    octets_candidate!(CamelliaCipher, "aes-ni", "aes,pclmulqdq,sse4.1,ssse3", Octets128Aes, AesNi, alone: Octets128Aes, group: 16 from 3, single: with_aes),
                ],
                aarch64: [octets_candidate!(CamelliaCipher, "armv8", "neon,aes", OctetsNeonAes, NeonAes)],
                any: [octets_candidate!(CamelliaCipher, portable).with_stack(&crate::wipe::BROAD)],
            },
            |backend| self_test::agrees::<CamelliaCipher>(backend, 0x36aa_38ef_ed72_075b),
        );
        &DISPATCH
    }
}

/// Declares types with keys of `KEY` bytes.
macro_rules! types {
    ($($(#[$doc:meta])* $type:ident $enc:ident $key:literal;)*) => { $(
        $(#[$doc])*
        pub type $type = BlockCipher<CamelliaCipher, $key>;
        #[doc = concat!("[`", stringify!($type), "`] with keys for encryption alone.")]
        pub type $enc = BlockCipher<CamelliaCipher, $key, EncryptOnly>;
    )* };
}
types! {
    /// Camellia with a key of 16 bytes, on blocks of 16: RFC 3713.
    Camellia128 Camellia128Enc 16;
    /// Camellia with a key of 24 bytes, on blocks of 16: RFC 3713.
    Camellia192 Camellia192Enc 24;
    /// Camellia with a key of 32 bytes, on blocks of 16: RFC 3713.
    Camellia256 Camellia256Enc 32;
}

/// Makes the entry of the cipher with keys of so many bytes.
#[cfg(feature = "registry")]
const fn entry(name: &'static str, aliases: &'static [&'static str], key_len: usize) -> Entry {
    Entry::of::<CamelliaCipher>(Info {
        name,
        aliases,
        family: "camellia",
        specification: "RFC 3713",
        standing: Standing::Current,
        block_len: 16,
        key_len,
    })
}

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[
    entry("camellia-128", &["camellia-128-128"], 16),
    entry("camellia-192", &["camellia-128-192"], 24),
    entry("camellia-256", &["camellia-128-256"], 32),
];
