//! MARS: Burwick et al., "MARS - a candidate cipher for AES", revised 1999, with the key schedule of August 1999
//! ("tweaked"), for keys of 128 to 448 bits in steps of 32.

mod boxes;
mod keys;
mod rounds;

use super::{BlockCipher, Cipher, EncryptOnly, Lean, boxed::boxed_dispatch};
#[cfg(feature = "registry")]
use super::{Entry, Info};
#[cfg(feature = "registry")]
use crate::names::Standing;
use crate::{backend::Dispatch, names::ByteLengths, simd::words::Halves};
pub use keys::Keys;
use keys::expand;

/// The S-box.
static BOXES: Halves = Halves::new(&boxes::BOXES);

/// The cipher.
pub struct MarsCipher;

impl Cipher for MarsCipher {
    const NAME: &'static str = "mars";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 16, max: 56, step: 4 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        boxed_dispatch!(MarsCipher, by 4, expand, 0xd69b_979a_2c53_f19c)
    }
}

/// MARS with a key of `KEY` bytes, 16 to 56 in steps of 4, on blocks of 16.
pub type Mars<const KEY: usize> = BlockCipher<MarsCipher, KEY>;
/// [`Mars`] with keys for encryption alone.
pub type MarsEnc<const KEY: usize> = BlockCipher<MarsCipher, KEY, EncryptOnly>;

/// The ciphers of the family: the bits of the keys.
#[cfg(feature = "registry")]
macro_rules! entries {
    ($($bits:literal)*) => {
        pub(super) const ENTRIES: &[Entry] = &[$(
            Entry::of::<MarsCipher>(Info {
                name: concat!("mars-", $bits),
                aliases: &[concat!("mars-128-", $bits)],
                family: "mars",
                specification: "Burwick et al.: MARS - a candidate cipher for AES (1999)",
                standing: Standing::Legacy,
                block_len: 16,
                key_len: $bits / 8,
            }),
        )*];
    };
}
#[cfg(feature = "registry")]
entries! { 128 160 192 224 256 288 320 352 384 416 448 }
