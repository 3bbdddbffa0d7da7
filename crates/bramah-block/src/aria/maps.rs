//! The S-boxes and the diffusion of ARIA: RFC 5794, 2.4.
//!
//! Each S-box is an inversion in the field of AES with an affine map. SB1 (the S-box of AES) and SB2 apply the map after the
//! inversion. Their inverses, SB3 and SB4, apply the inverse of the map before the inversion. The constants of these affine
//! maps are XORed into the round keys instead.

use crate::octets::maps;
use crate::simd::gf::Linear;

/// The linear parts of SB1 and SB2, and the constants of their affine maps.
const SB1: Linear = Linear([0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3, 0xc7, 0x8f]);
const SB2: Linear = Linear([0xac, 0xfd, 0xc6, 0x83, 0x26, 0xa7, 0xfb, 0x5f]);
const ADD1: u8 = 0x63;
const ADD2: u8 = 0xe2;

maps! {
    /// The linear maps of SB1 and SB2, which come after the inversion.
    After1 = SB1;
    After2 = SB2;
    /// The linear maps of SB3 and SB4, which come before the inversion.
    Before3 = SB1.inverse();
    Before4 = SB2.inverse();
    /// A map whose result is XORed into the input of SB4; applying SB3 then gives the result of SB4.
    To3 = SB1.after(SB2.inverse()).plus(Linear::IDENTITY);
}

/// The diffusion A: entry `i` lists the bytes whose XOR is byte `i` of the result.
pub(super) const A: [[u8; 7]; 16] = [
    [3, 4, 6, 8, 9, 13, 14],
    [2, 5, 7, 8, 9, 12, 15],
    [1, 4, 6, 10, 11, 12, 15],
    [0, 5, 7, 10, 11, 13, 14],
    [0, 2, 5, 8, 11, 14, 15],
    [1, 3, 4, 9, 10, 14, 15],
    [0, 2, 7, 9, 10, 12, 13],
    [1, 3, 6, 8, 11, 12, 13],
    [0, 1, 4, 7, 10, 13, 15],
    [0, 1, 5, 6, 11, 12, 14],
    [2, 3, 5, 6, 8, 13, 15],
    [2, 3, 4, 7, 9, 12, 14],
    [1, 2, 6, 7, 9, 11, 12],
    [0, 3, 6, 7, 8, 10, 13],
    [0, 3, 4, 5, 9, 11, 14],
    [1, 2, 4, 5, 8, 10, 15],
];

/// Applies the diffusion A to a block.
pub(super) const fn diffused(block: [u8; 16]) -> [u8; 16] {
    let (mut sums, mut i) = ([0; 16], 0);
    while i < 7 * 16 {
        sums[i / 7] ^= block[A[i / 7][i % 7] as usize];
        i += 1;
    }
    sums
}

/// The constants that the S-boxes of a layer add to their inputs (`BEFORE`), and to their outputs (`AFTER`). Layers 1 and 2 have
/// the indices 0 and 1. Byte `i` in layer 2 uses the S-box of byte `i + 2` in layer 1.
pub(super) const BEFORE: [[u8; 16]; 2] = [constants([0, 0, ADD1, ADD2]), constants([ADD1, ADD2, 0, 0])];
pub(super) const AFTER: [[u8; 16]; 2] = [constants([ADD1, ADD2, 0, 0]), constants([0, 0, ADD1, ADD2])];

const fn constants(four: [u8; 4]) -> [u8; 16] {
    let (mut all, mut i) = ([0; 16], 0);
    while i < 16 {
        all[i] = four[i % 4];
        i += 1;
    }
    all
}

/// Returns the XOR of two blocks.
pub(super) const fn sum(a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
    let (mut sum, mut i) = ([0; 16], 0);
    while i < 16 {
        sum[i] = a[i] ^ b[i];
        i += 1;
    }
    sum
}
