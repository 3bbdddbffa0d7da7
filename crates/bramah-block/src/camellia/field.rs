//! The S-boxes of Camellia as inversions in the field of AES, between affine maps (RFC 3713, 2.4.1).
//!
//! s1(x) = H(1 / F(x + 0xc5)) + 0x6e over GF(2)\[x\] modulo 0x169, with linear maps F and H; s2 and s3 rotate its
//! result, and s4 its input. With the isomorphism to the field of AES in both maps, F becomes [`IN`]. Every byte of the
//! state is stored as its image under `IN`, which is linear, so that an S-box begins with the inversion: s1 to s3 need
//! one map after it, and s4 another one before it.

use crate::octets::maps;
use crate::simd::{gf::Linear, octets::Affine};

/// The polynomial of the field.
const POLYNOMIAL: u16 = 0x169;
const F: Linear = Linear([182, 35, 15, 202, 6, 218, 28, 72]);
const H: Linear = Linear([20, 32, 182, 144, 225, 102, 104, 16]);
/// The constants that s1 adds to its input and to its result.
const BEFORE: u8 = 0xc5;
const AFTER: u8 = 0x6e;

/// The map that is applied to every byte of the state, in the form in which it is stored.
pub(super) const IN: Linear = Linear::to_aes(POLYNOMIAL).after(F);
/// The map from an inverse to the result of s1.
const OUT: Linear = H.after(Linear::to_aes(POLYNOMIAL).inverse());

/// Returns the rotation of a byte to the left.
const fn rotation(by: u32) -> Linear {
    let (mut images, mut i) = ([0; 8], 0);
    while i < 8 {
        images[i] = (1u8 << i).rotate_left(by);
        i += 1;
    }
    Linear(images)
}

/// Returns the map from an inverse to the result of s1 rotated to the left, in the form in which the state is stored.
pub(super) const fn rotated_box(by: u32) -> Linear {
    IN.after(rotation(by)).after(OUT)
}

maps! {
    /// From a byte to the form in which the state is stored.
    Enter = IN;
    /// From that form back to a byte.
    Leave = IN.inverse();
    /// From an inverse to the result of s1, and of s2 and s3, in that form.
    Box1 = rotated_box(0);
    Box2 = rotated_box(1);
    Box3 = rotated_box(7);
    /// The rotation of the input of s4, after which s1 returns the result of s4; and the map that, added to that input,
    /// does the same.
    Before4 = IN.after(rotation(1)).after(IN.inverse());
    To1 = Before4::MAP.plus(Linear::IDENTITY);
    /// The two parts of a rotation of a byte to the left by one: the upper seven bits, and the lowest.
    Upper = Linear([2, 4, 8, 16, 32, 64, 128, 0]);
    Lowest = Linear([0, 0, 0, 0, 0, 0, 0, 1]);
    /// These two parts, in the form in which the state is stored.
    UpperIn = IN.after(Linear([2, 4, 8, 16, 32, 64, 128, 0]));
    LowestIn = IN.after(Linear([0, 0, 0, 0, 0, 0, 0, 1]));
}

/// Returns the constant that is added to byte `i` of a round key: the constant that s1 adds to its input, in the form
/// in which the state is stored, and before the rotation of s4.
pub(super) const fn before(i: usize) -> u8 {
    match i {
        3 | 6 => Before4::MAP.inverse().of(IN.of(BEFORE)),
        _ => IN.of(BEFORE),
    }
}

/// The sums of results of S-boxes that the map P consists of (RFC 3713, 2.4.1): bit `j` of entry `i` is set if the
/// result of S-box `j` is part of byte `i`.
pub(super) const P: [u8; 8] =
    [0b1110_1101, 0b1101_1011, 0b1011_0111, 0b0111_1110, 0b1110_0011, 0b1101_0110, 0b1011_1100, 0b0111_1001];

/// Returns the index of the map that ends the S-box of byte `j` of a half, among [`Box1`] of s1 and s4, [`Box2`] of s2 and
/// [`Box3`] of s3 (RFC 3713, 2.4.1).
pub(super) const fn last_map(j: usize) -> usize {
    match j {
        1 | 4 => 1,
        2 | 5 => 2,
        _ => 0,
    }
}

/// The constants that the results of the S-boxes of a round add to each byte, which the kernels leave out.
pub(super) const CONSTANTS: [u8; 8] = {
    let (mut sums, mut i) = ([0; 8], 0);
    while i < 64 {
        let (byte, from) = (i / 8, i % 8);
        if P[byte] >> from & 1 == 1 {
            let rotated = rotation([0, 1, 7][last_map(from)]).of(AFTER);
            sums[byte] ^= IN.of(rotated);
        }
        i += 1;
    }
    sums
};
