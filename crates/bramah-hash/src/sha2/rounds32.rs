//! SHA-224 and SHA-256: the constants, and the entry functions of the generic rounds.

use super::rounds::{Size, block, rotations};
use crate::{
    frame::{loop_entries, words_entries},
    simd::words::Words,
};

impl Size for u32 {
    const K: &'static [[u32; 16]] = &crate::primitives::sha2::K256;
    rotations!(sum0: 2 13 22);
    rotations!(sum1: 6 11 25);
    rotations!(sigma0: 7 18 >> 3);
    rotations!(sigma1: 17 19 >> 10);
}

words_entries!(block: [u32; 8], u32, words_be next_be);
loop_entries!(block: 8 u32);
