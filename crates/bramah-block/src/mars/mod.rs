//! MARS: Burwick et al., "MARS - a candidate cipher for AES", revised 1999, with the key schedule of August 1999
//! ("tweaked"), for keys of 128 to 448 bits in steps of 32.

mod boxes;
mod keys;
mod rounds;

use super::{
    Cipher, Lean,
    boxed::boxed_dispatch,
    declare::{entries, types},
};
use crate::{backend::Dispatch, names::ByteLengths, simd::words::Halves};
pub use keys::Keys;
use keys::expand;

/// The S-box, in the form that look-ups use.
static BOXES: Halves = Halves::new(&boxes::BOXES);

/// The cipher MARS.
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

types! {
    /// MARS with a key of `KEY` bytes (16 to 56 in steps of 4) and 16-byte blocks.
    Mars MarsEnc<KEY> = MarsCipher, KEY;
}

entries! {
    "mars", "Burwick et al.: MARS - a candidate cipher for AES (1999)", Legacy, 16 {
        of MarsCipher, "mars-128", ["mars-128-128"], 16;
        of MarsCipher, "mars-160", ["mars-128-160"], 20;
        of MarsCipher, "mars-192", ["mars-128-192"], 24;
        of MarsCipher, "mars-224", ["mars-128-224"], 28;
        of MarsCipher, "mars-256", ["mars-128-256"], 32;
        of MarsCipher, "mars-288", ["mars-128-288"], 36;
        of MarsCipher, "mars-320", ["mars-128-320"], 40;
        of MarsCipher, "mars-352", ["mars-128-352"], 44;
        of MarsCipher, "mars-384", ["mars-128-384"], 48;
        of MarsCipher, "mars-416", ["mars-128-416"], 52;
        of MarsCipher, "mars-448", ["mars-128-448"], 56;
    }
}
