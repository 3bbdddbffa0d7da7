//! CAST-128, RFC 2144, also called CAST5, with keys of 40 to 128 bits, and CAST-256, RFC 2612, also called CAST6, with keys
//! of 128 to 256 bits.

mod boxes;
mod functions;
mod key_boxes;
mod keys;
mod rounds;

use super::{BlockCipher, Cipher, EncryptOnly, Lean, boxed::boxed_dispatch};
#[cfg(feature = "registry")]
use super::{Entry, Info};
#[cfg(feature = "registry")]
use crate::names::Standing;
use crate::{backend::Dispatch, names::ByteLengths, simd::words::Box32};
pub use keys::{Keys128, Keys256};
use keys::{expand128, expand256};

/// Makes tables of a list of them.
const fn tables(words: &[[u32; 256]; 4]) -> [Box32; 4] {
    [Box32::new(&words[0]), Box32::new(&words[1]), Box32::new(&words[2]), Box32::new(&words[3])]
}
/// The S-boxes S1 to S4.
static BOXES: [Box32; 4] = tables(&boxes::ROUNDS);
/// The S-boxes S5 to S8.
static KEY_BOXES: [Box32; 4] = tables(&key_boxes::KEYS);

/// CAST-128.
pub struct Cast128Cipher;

impl Cipher for Cast128Cipher {
    const NAME: &'static str = "cast-128";
    type Block = [u8; 8];
    type Schedule = Keys128;
    const KEYS: ByteLengths = ByteLengths { min: 5, max: 16, step: 1 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        boxed_dispatch!(Cast128Cipher, by 2, expand128, 0xc6da_bff1_53b0_3651)
    }
}

/// CAST-256.
pub struct Cast256Cipher;

impl Cipher for Cast256Cipher {
    const NAME: &'static str = "cast-256";
    type Block = [u8; 16];
    type Schedule = Keys256;
    const KEYS: ByteLengths = ByteLengths { min: 16, max: 32, step: 4 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        boxed_dispatch!(Cast256Cipher, by 4, expand256, 0xdfc2_a4d1_ab3b_f3eb)
    }
}

/// CAST-128 with a key of `KEY` bytes, 5 to 16, on blocks of 8.
///
/// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation of the
/// plaintexts: do not choose it for something new.
pub type Cast128<const KEY: usize = 16> = BlockCipher<Cast128Cipher, KEY>;
/// [`Cast128`] with keys for encryption alone.
pub type Cast128Enc<const KEY: usize = 16> = BlockCipher<Cast128Cipher, KEY, EncryptOnly>;
/// CAST-256 with a key of `KEY` bytes, 16 to 32 in steps of 4, on blocks of 16.
pub type Cast256<const KEY: usize = 32> = BlockCipher<Cast256Cipher, KEY>;
/// [`Cast256`] with keys for encryption alone.
pub type Cast256Enc<const KEY: usize = 32> = BlockCipher<Cast256Cipher, KEY, EncryptOnly>;

/// The ciphers of the family: CAST-128, and CAST-256 by the bits of the keys.
#[cfg(feature = "registry")]
macro_rules! entries {
    ($($bits:literal $aliases:expr;)*) => {
        pub(super) const ENTRIES: &[Entry] = &[
            Entry::of_any_key::<Cast128Cipher>(Info {
                name: "cast-128",
                aliases: &["cast5", "cast5-128"],
                family: "cast",
                specification: "RFC 2144",
                standing: Standing::Legacy,
                block_len: 8,
                key_len: 16,
            }),
            $(Entry::of::<Cast256Cipher>(Info {
                name: concat!("cast6-", $bits),
                aliases: $aliases,
                family: "cast",
                specification: "RFC 2612",
                standing: Standing::Legacy,
                block_len: 16,
                key_len: $bits / 8,
            }),)*
        ];
    };
}
#[cfg(feature = "registry")]
entries! {
    128 &["cast-256-128"];
    160 &["cast-256-160"];
    192 &["cast-256-192"];
    224 &["cast-256-224"];
    256 &["cast-256-256", "cast-256", "cast6"];
}
