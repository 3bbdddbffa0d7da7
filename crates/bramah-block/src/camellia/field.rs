//! The S-boxes of Camellia as inversions in the field of AES, between affine maps (RFC 3713, 2.4.1).
//!
//! s1(x) = H(1 / F(x + 0xc5)) + 0x6e over GF(2)\[x\] modulo 0x169, with linear maps F and H. s2 and s3 rotate the result of s1,
//! and s4 rotates its input. Both maps are combined with the isomorphism to the field of AES, so that F becomes [`IN`]. Every
//! byte of the state is stored as its image under the linear map `IN`. Then an S-box begins with the inversion: s1 to s3 need one
//! map after it, and s4 needs another map before it.

use crate::octets::maps;
use crate::simd::{gf::Linear, octets::Affine};

/// The polynomial of Camellia's field.
const POLYNOMIAL: u16 = 0x169;
const F: Linear = Linear([182, 35, 15, 202, 6, 218, 28, 72]);
const H: Linear = Linear([20, 32, 182, 144, 225, 102, 104, 16]);
/// The constants that s1 XORs into its input and into its result.
const BEFORE: u8 = 0xc5;
const AFTER: u8 = 0x6e;

/// The linear map under which every byte of the state is stored.
pub(super) const IN: Linear = Linear::to_aes(POLYNOMIAL).after(F);
/// The map from an inverse in the field of AES to the result of s1 (without the constant).
const OUT: Linear = H.after(Linear::to_aes(POLYNOMIAL).inverse());

/// Returns the rotation of a byte to the left by `by` bits, as a linear map.
const fn rotation(by: u32) -> Linear {
    let (mut images, mut i) = ([0; 8], 0);
    while i < 8 {
        images[i] = (1u8 << i).rotate_left(by);
        i += 1;
    }
    Linear(images)
}

/// Returns the map from an inverse to the image under [`IN`] of the result of s1, rotated to the left by `by` bits.
pub(super) const fn rotated_box(by: u32) -> Linear {
    IN.after(rotation(by)).after(OUT)
}

maps! {
    /// The map from a byte to the form in which the state is stored.
    Enter = IN;
    /// The map from the stored form back to the byte.
    Leave = IN.inverse();
    /// The maps from an inverse to the results of s1, s2 and s3 in the stored form.
    Box1 = rotated_box(0);
    Box2 = rotated_box(1);
    Box3 = rotated_box(7);
    /// Two maps for s4, which is s1 of the rotated input: the rotation of the input, and the map whose result is XORed into the
    /// input to rotate the input.
    Before4 = IN.after(rotation(1)).after(IN.inverse());
    To1 = Before4::MAP.plus(Linear::IDENTITY);
    /// The two parts of the rotation of a byte to the left by one bit: the upper seven bits of the result, and the lowest bit.
    Upper = Linear([2, 4, 8, 16, 32, 64, 128, 0]);
    Lowest = Linear([0, 0, 0, 0, 0, 0, 0, 1]);
    /// `Upper` and `Lowest` with results in the stored form.
    UpperIn = IN.after(Linear([2, 4, 8, 16, 32, 64, 128, 0]));
    LowestIn = IN.after(Linear([0, 0, 0, 0, 0, 0, 0, 1]));
}

/// Returns the constant that is XORed into byte `i` of a round key: the constant that s1 XORs into its input, in the stored form.
/// Where the byte goes to s4, the constant is taken back through the rotation of the input of s4.
pub(super) const fn before(i: usize) -> u8 {
    match i {
        3 | 6 => Before4::MAP.inverse().of(IN.of(BEFORE)),
        _ => IN.of(BEFORE),
    }
}

/// The XORs of S-box results that make up the map P (RFC 3713, 2.4.1): bit `j` of entry `i` is set if byte `i` of the result
/// contains the result of S-box `j`.
pub(super) const P: [u8; 8] =
    [0b1110_1101, 0b1101_1011, 0b1011_0111, 0b0111_1110, 0b1110_0011, 0b1101_0110, 0b1011_1100, 0b0111_1001];

/// Returns the index of the map that ends the S-box of byte `j` of a half: 0 for [`Box1`] (s1 and s4), 1 for [`Box2`] (s2), 2 for
/// [`Box3`] (s3) (RFC 3713, 2.4.1).
pub(super) const fn last_map(j: usize) -> usize {
    match j {
        1 | 4 => 1,
        2 | 5 => 2,
        _ => 0,
    }
}

/// The XOR of the constants that the S-boxes of a round add to each byte of the result, which the kernels leave out.
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
