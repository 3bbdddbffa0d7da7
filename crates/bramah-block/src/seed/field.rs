//! The S-boxes of SEED as inversions in the field of AES: RFC 4269, 2.2.
//!
//! S1(x) = A1 x^247 + 169 and S2(x) = A2 x^251 + 56 over GF(2)\[x\] modulo 0x163. Since x^255 = 1, the two powers are the eighth
//! and the fourth power of the inverse of x, and these are linear maps of the inverse.

use crate::simd::{
    gf::{AES, Linear, product},
    octets::Affine,
};

/// The polynomial of SEED's field.
const POLYNOMIAL: u16 = 0x163;
/// The matrices A1 and A2, as the images of bits 0 to 7.
const A1: Linear = Linear([0x2c, 0xd0, 0x69, 0xc2, 0x41, 0x44, 0x58, 0xe2]);
const A2: Linear = Linear([0xd0, 0x2a, 0xe1, 0x2c, 0x21, 0x30, 0xa2, 0x6c]);
/// The constants of S1 and S2 for the four bytes of a word.
pub(super) const CONSTANTS: u32 = u32::from_le_bytes([169, 56, 169, 56]);

const IN: Linear = Linear::to_aes(POLYNOMIAL);

/// Returns the linear map that squares `times` times, in the field of AES.
const fn squares(times: u32) -> Linear {
    let (mut images, mut i) = ([0; 8], 0);
    while i < 8 {
        let (mut image, mut n) = (1 << i, 0);
        while n < times {
            image = product(image, image, AES);
            n += 1;
        }
        images[i] = image;
        i += 1;
    }
    Linear(images)
}

/// The map to the field of AES.
pub(super) struct Enter;
impl Affine for Enter {
    const MAP: Linear = IN;
}
/// The maps from an inverse to the results of S1 and S2, without the constants.
pub(super) struct Box1;
impl Affine for Box1 {
    const MAP: Linear = A1.after(IN.inverse()).after(squares(3));
}
pub(super) struct Box2;
impl Affine for Box2 {
    const MAP: Linear = A2.after(IN.inverse()).after(squares(2));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_s_boxes_are_the_published_ones() {
        let inverse = |x: u8| (0..254).fold(1, |power, _| product(power, IN.of(x), AES));
        let boxes = [0, 1, 2, 3].map(|x| (Box1::MAP.of(inverse(x)) ^ 169, Box2::MAP.of(inverse(x)) ^ 56));
        assert_eq!(boxes, [(0xa9, 0x38), (0x85, 0xe8), (0xd6, 0x2d), (0xd3, 0xa6)]);
    }
}
