//! CAST-128 (RFC 2144, also called CAST5) with keys of 40 to 128 bits, and CAST-256 (RFC 2612, also called CAST6) with keys of
//! 128 to 256 bits.

mod boxes;
mod functions;
mod key_boxes;
mod keys;
mod rounds;

use super::{
    Cipher, Lean,
    boxed::boxed_dispatch,
    declare::{entries, types},
};
use crate::{backend::Dispatch, names::ByteLengths, simd::words::Box32};
pub use keys::{Keys128, Keys256};
use keys::{expand128, expand256};

/// Converts S-boxes to the form that look-ups in registers use.
const fn tables(words: &[[u32; 256]; 4]) -> [Box32; 4] {
    [Box32::new(&words[0]), Box32::new(&words[1]), Box32::new(&words[2]), Box32::new(&words[3])]
}
/// The S-boxes S1 to S4.
static BOXES: [Box32; 4] = tables(&boxes::ROUNDS);
/// The S-boxes S5 to S8.
static KEY_BOXES: [Box32; 4] = tables(&key_boxes::KEYS);

/// The cipher CAST-128.
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

/// The cipher CAST-256.
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

types! {
    /// CAST-128 with a key of `KEY` bytes (5 to 16) and 8-byte blocks.
    ///
    /// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation between their
    /// plaintexts. Do not use it in new designs.
    Cast128 Cast128Enc<KEY = 16> = Cast128Cipher, KEY;
    /// CAST-256 with a key of `KEY` bytes (16 to 32 in steps of 4) and 16-byte blocks.
    Cast256 Cast256Enc<KEY = 32> = Cast256Cipher, KEY;
}

entries! {
    "cast", "RFC 2144", Legacy, 8 { of_any_key Cast128Cipher, "cast-128", ["cast5", "cast5-128"], 16; }
    "cast", "RFC 2612", Legacy, 16 {
        of Cast256Cipher, "cast6-128", ["cast-256-128"], 16;
        of Cast256Cipher, "cast6-160", ["cast-256-160"], 20;
        of Cast256Cipher, "cast6-192", ["cast-256-192"], 24;
        of Cast256Cipher, "cast6-224", ["cast-256-224"], 28;
        of Cast256Cipher, "cast6-256", ["cast-256-256", "cast-256", "cast6"], 32;
    }
}
