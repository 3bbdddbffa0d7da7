//! The S-box of SM4 as an inversion in the field of AES: draft-ribose-cfrg-sm4-10, 6.2.1.
//!
//! S(x) = A (1 / (A x + c)) + c over GF(2)\[x\] modulo 0x1f5. Every byte of the state is stored under A and the isomorphism to
//! the field of AES, combined as [`IN`], so that an S-box begins with the inversion. The linear transformation L XORs, into each
//! byte of a word, the results of all four S-boxes, each under one of three maps.

use crate::octets::maps;
use crate::simd::gf::Linear;

/// The polynomial of SM4's field.
const POLYNOMIAL: u16 = 0x1f5;
/// The constant c of the S-box.
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

/// The linear map under which every byte of the state is stored.
const IN: Linear = Linear::to_aes(POLYNOMIAL).after(A);
/// The map from an inverse in the field of AES to the result of the S-box, without its constant.
const OUT: Linear = A.after(Linear::to_aes(POLYNOMIAL).inverse());

/// Returns the XOR of up to three shifts of a byte: to the left by two, to the right by six, and unshifted.
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
    /// The map from a byte to the form in which the state is stored.
    Enter = IN;
    /// The map from the stored form back to the byte.
    Leave = IN.inverse();
    /// The parts of T in a byte, which come from the S-box result of this byte, of each of the next two bytes, and of the byte
    /// three positions further.
    Same = IN.after(shifts(true, false, true)).after(OUT);
    Next = IN.after(shifts(true, true, false)).after(OUT);
    Third = IN.after(shifts(false, true, true)).after(OUT);
    /// The map from an inverse to the S-box result, in the stored form.
    Alone = IN.after(OUT);
}

/// The constant that the S-box XORs before the inversion, in the stored form.
pub(super) const BEFORE: u8 = Linear::to_aes(POLYNOMIAL).of(CONSTANT);
/// The constant that the S-box XORs after the inversion.
pub(super) const AFTER: u8 = CONSTANT;
/// The constant that T XORs into every byte, in the stored form. The kernels leave it out.
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
