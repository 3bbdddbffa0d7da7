//! SHA-224 and SHA-256: constants, and the entries of the rounds.

use super::rounds::{Size, block, lanes, rotations};
use crate::{
    hash::frame::{Rounds, loop_entries},
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

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes: section 4.2.2.
#[rustfmt::skip]
pub(crate) const K: [[u32; 16]; 4] = [
    [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    ],
    [
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    ],
    [
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    ],
    [
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    ],
];

impl Size for u32 {
    const K: &'static [[u32; 16]] = &K;
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

impl Rounds<8> for super::Compress256 {
    type Word = u32;
    #[inline(always)]
    fn block<V: Words<Word = u32>>(isa: V::Isa, state: &mut [V; 8], w: [V; 16]) {
        block(isa, state, w);
    }
}

loop_entries!(super::Compress256: 8 u32);
