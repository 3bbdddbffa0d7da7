//! The constants of Grøstl's specification.

use crate::simd::gf::{AES, product};

/// The first row of the circulant of MixBytes (section 3.4.5).
pub(super) const MIX: [u8; 8] = [2, 2, 3, 4, 5, 3, 5, 7];
/// The distances by which ShiftBytes moves the rows of P and Q, in the short and the long variants (section 3.4.4).
pub(super) const P_SHORT: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
pub(super) const Q_SHORT: [usize; 8] = [1, 3, 5, 7, 0, 2, 4, 6];
pub(super) const P_LONG: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 11];
pub(super) const Q_LONG: [usize; 8] = [1, 3, 5, 11, 0, 2, 4, 6];

/// The S-box of AES (FIPS 197, section 5.1.1).
pub(super) const SBOX: [u8; 256] = {
    let (mut sbox, mut x) = ([0; 256], 0);
    while x < 256 {
        // the inverse of `x` is `x` to the power of 254
        let (mut inverse, mut square, mut i) = (1, x as u8, 1);
        while i < 8 {
            square = product(square, square, AES);
            inverse = product(inverse, square, AES);
            i += 1;
        }
        let r = inverse;
        sbox[x] = r ^ r.rotate_left(1) ^ r.rotate_left(2) ^ r.rotate_left(3) ^ r.rotate_left(4) ^ 0x63;
        x += 1;
    }
    sbox
};

/// Returns the constant that AddRoundConstant adds to a byte of P, or of Q if `q` is true (section 3.4.2).
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) const fn constant(q: bool, row: usize, column: usize, round: usize) -> u8 {
    let number = (column << 4 ^ round) as u8;
    match (q, row) {
        (false, 0) => number,
        (false, _) => 0,
        (true, 7) => 0xff ^ number,
        (true, _) => 0xff,
    }
}
