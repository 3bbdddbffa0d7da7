//! Anubis: Barreto and Rijmen, "The Anubis Block Cipher", the version of 2001 with another S-box ("tweaked"), with keys
//! of 128 to 320 bits in steps of 32.

mod keys;
mod maps;
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
pub struct AnubisCipher;

impl Cipher for AnubisCipher {
    const NAME: &'static str = "anubis";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 16, max: 40, step: 4 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<AnubisCipher>> = Dispatch::new(
            "anubis",
            candidates! {
                x86: [
                    octets_candidate!(
                        AnubisCipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", Octets512, Avx512Vbmi, Single512
                    ).with_stack(&crate::wipe::BROAD),
                    octets_candidate!(AnubisCipher, "gfni", "avx2,gfni", Octets256Gfni, Avx2Gfni),
                    octets_candidate!(AnubisCipher, "avx2", "avx2", Octets256, Avx2, alone: Octets128),
                    octets_candidate!(AnubisCipher, "sse4.1", "sse4.1,ssse3", Octets128, Sse41),
                ],
                aarch64: [octets_candidate!(AnubisCipher, "neon", "neon", OctetsNeon, Neon)],
                any: [octets_candidate!(AnubisCipher, portable).with_stack(&crate::wipe::BROAD)],
            },
            |backend| self_test::agrees::<AnubisCipher>(backend, 0x88e8_7a9a_5002_d0ed),
        );
        &DISPATCH
    }
}

/// Anubis with a key of `KEY` bytes, 16 to 40 in steps of 4, on blocks of 16.
pub type Anubis<const KEY: usize> = BlockCipher<AnubisCipher, KEY>;
/// [`Anubis`] with keys for encryption alone.
pub type AnubisEnc<const KEY: usize> = BlockCipher<AnubisCipher, KEY, EncryptOnly>;

/// The ciphers of the family: the bits of the keys.
#[cfg(feature = "registry")]
macro_rules! entries {
    ($($bits:literal)*) => {
        pub(super) const ENTRIES: &[Entry] = &[$(
            Entry::of::<AnubisCipher>(Info {
                name: concat!("anubis-", $bits),
                aliases: &[concat!("anubis-128-", $bits)],
                family: "anubis",
                specification: "Barreto, Rijmen: The Anubis Block Cipher (2001)",
                standing: Standing::Current,
                block_len: 16,
                key_len: $bits / 8,
            }),
        )*];
    };
}
#[cfg(feature = "registry")]
entries! { 128 160 192 224 256 288 320 }
