//! The S-box of SM4 as an inversion in the field of AES: draft-ribose-cfrg-sm4-10, 6.2.1.
//!
//! S(x) = A (1 / (A x + c)) + c over GF(2)\[x\] modulo 0x1f5. Every byte of the state is stored under A and the
//! isomorphism to the field of AES, together [`IN`], so that an S-box begins with the inversion. The linear
//! transformation L adds, to each byte of a word, the results of all four S-boxes, each under one of three maps.

use crate::octets::maps;
use crate::simd::gf::Linear;

/// The polynomial of the field.
const POLYNOMIAL: u16 = 0x1f5;
/// The constant c.
const CONSTANT: u8 = 0xd3;
/// The matrix A: bit `i` of its result is the parity of the bits of 0xa7, rotated to the left by `i`.
const A: Linear = {
    let (mut images, mut i) = ([0; 8], 0);
    while i < 64 {
        if 0xa7_u8.rotate_left(i / 8) >> (i % 8) & 1 == 1 {
            images[i as usize % 8] |= 1 << (i / 8);
        }
        i += 1;
    }
    Linear(images)
};

/// The map that is applied to every byte of the state, in the form in which it is stored.
const IN: Linear = Linear::to_aes(POLYNOMIAL).after(A);
/// The map from an inverse to the result of the S-box, without its constant.
const OUT: Linear = A.after(Linear::to_aes(POLYNOMIAL).inverse());

/// Returns the sum of shifts of a byte: to the left by two, to the right by six, and none.
const fn shifts(left: bool, right: bool, none: bool) -> Linear {
    let (mut images, mut i) = ([0; 8], 0);
    while i < 8 {
        let bit = 1_u8 << i;
        images[i] =
            if left { bit << 2 } else { 0 } ^ if right { bit >> 6 } else { 0 } ^ if none { bit } else { 0 };
        i += 1;
    }
    Linear(images)
}

maps! {
    /// From a byte to the form in which the state is stored.
    Enter = IN;
    /// From that form back to a byte.
    Leave = IN.inverse();
    /// The parts of T in a byte: of the S-box of the same byte, of the next two bytes, and of the third.
    Same = IN.after(shifts(true, false, true)).after(OUT);
    Next = IN.after(shifts(true, true, false)).after(OUT);
    Third = IN.after(shifts(false, true, true)).after(OUT);
    /// The S-box, in the form in which the state is stored.
    Alone = IN.after(OUT);
}

/// The constant that the S-box adds before the inversion, in the form in which the state is stored.
pub(super) const BEFORE: u8 = Linear::to_aes(POLYNOMIAL).of(CONSTANT);
/// The constant that the S-box adds after the inversion.
pub(super) const AFTER: u8 = CONSTANT;
/// The constant that T adds to every byte, in the form in which the state is stored; the kernels leave it out.
pub(super) const LEFT_OUT: u8 = IN.of(CONSTANT.rotate_left(2));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::gf::{AES, product};

    #[test]
    fn the_s_box_is_the_published_one() {
        let sbox = |x: u8| {
            let y = IN.of(x) ^ BEFORE;
            let inverse = (0..254).fold(1, |power, _| product(power, y, AES));
            OUT.of(inverse) ^ AFTER
        };
        assert_eq!([0, 1, 2, 3].map(sbox), [0xd6, 0x90, 0xe9, 0xfe]);
        assert_eq!(sbox(0xff), 0x48);
    }
}
