//! SHA-224 and SHA-256: constants, and the entries of the rounds.

use super::rounds::{Size, block, lanes, rotations};
use crate::{
    frame::{Rounds, loop_entries},
    simd::{
        Portable, lane_entries,
        memory::MAX_LANES,
        words::{Words, words_be},
    },
};

crate::backend::only! {
    x86: { use crate::simd::{Avx2, Avx512}; }
    aarch64: { use crate::simd::Neon; }
}

impl Size for u32 {
    const K: &'static [[u32; 16]] = &crate::primitives::sha2::K256;
    rotations!(sum0: 2 13 22);
    rotations!(sum1: 6 11 25);
    rotations!(sigma0: 7 18 >> 3);
    rotations!(sigma1: 17 19 >> 10);
}

/// Compresses blocks of one message.
#[inline(always)]
pub(super) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let mut s = *state;
    for bytes in blocks {
        block(Portable, &mut s, words_be(bytes));
    }
    *state = s;
}

lane_entries!(lanes: [[u32; MAX_LANES]; 8], u32);

/// The rounds, for chains.
struct Rounds256;
impl Rounds<8> for Rounds256 {
    type Word = u32;
    #[inline(always)]
    fn block<V: Words<Word = u32>>(isa: V::Isa, state: &mut [V; 8], w: [V; 16]) {
        block(isa, state, w);
    }
}

loop_entries!(Rounds256: 8 u32);
