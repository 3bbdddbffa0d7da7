//! The key schedule of Kuznyechik: RFC 7801, 4.3.

use super::{
    field::{Enter, Leave, image_of_last},
    pieces::{linear, substituted},
};
use crate::{Schedule, octets::spread, simd::octets::Octets, wipe};

/// The round keys.
#[derive(Clone)]
pub struct Keys {
    /// The round keys as blocks, in the field of AES.
    pub(super) whole: [[u8; 16]; 10],
    /// The round keys in `whole`, with each byte repeated four times in a word.
    pub(super) spread: [[u32; 16]; 10],
}

impl Schedule for Keys {
    const EMPTY: Self = Self { whole: [[0; 16]; 10], spread: [[0; 16]; 10] };
    fn wipe(&mut self) {
        wipe::wipe(self.whole.as_flattened_mut());
        wipe::wipe(self.spread.as_flattened_mut());
    }
}

/// The constants C of the key schedule, in the field of AES.
static CONSTANTS: [[u8; 16]; 32] = {
    let (mut constants, mut i) = ([[0; 16]; 32], 0);
    while i < 32 {
        constants[i] = image_of_last(i as u8 + 1);
        i += 1;
    }
    constants
};

/// Expands a key.
#[inline(always)]
pub(super) fn expand<V: Octets>(isa: V::Isa, key: &[u8], keys: &mut Keys) {
    let Some(([first, second], _)) = key.as_chunks().0.split_first_chunk::<2>() else { return };
    let mut halves = [V::piece(isa, first).affine::<Enter>(), V::piece(isa, second).affine::<Enter>()];
    keys.whole[0] = halves[0].first();
    keys.whole[1] = halves[1].first();
    for (constants, pair) in
        CONSTANTS.as_chunks::<8>().0.iter().zip(keys.whole.as_chunks_mut::<2>().0[1..].iter_mut())
    {
        for constant in constants {
            let [one, two] = halves;
            let mixed =
                linear::<V, false, 1>(isa, substituted::<V, false, 1>([one.xor(V::piece(isa, constant))]));
            halves = [mixed[0].xor(two), one];
        }
        *pair = [halves[0].first(), halves[1].first()];
    }
    for (words, key) in keys.spread.iter_mut().zip(&keys.whole) {
        spread(V::piece(isa, key).affine::<Leave>(), words);
    }
}
