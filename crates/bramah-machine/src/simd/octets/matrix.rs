//! Products of a matrix and a piece, which is a column of 16 bytes of the field of AES.

use super::{Affine, COPIES, Octets, Products};
use crate::simd::gf::{AES, Linear, product};

/// A matrix of 16 by 16 bytes of the field of AES.
pub trait Matrix {
    /// The columns: column `j` is the image of 1 in byte `j`.
    const COLUMNS: &'static [[u8; 16]; 16];
    /// The images of single bits: entry `[bit][j]` is the image of bit `bit` in byte `j`.
    const IMAGES: &'static [[[u8; 16]; 16]; 8] = &images(Self::COLUMNS);
    /// For each bit, the indices of several shuffles, whose results are XORed: byte `i` of the XOR is the sum of the input
    /// bytes whose factor for byte `i` of the product has this bit.
    const SHUFFLES: &'static [[[u8; 16]; 16]; 8] = &shuffles(Self::COLUMNS);
    /// The number of shuffles for each bit.
    const COUNTS: [usize; 8] = counts(Self::COLUMNS);
    /// If the matrix is sixteen shifts of a linear feedback shift register: the two products of polynomials that are equal to
    /// multiplication by the matrix.
    const PRODUCTS: Option<&'static Products> = None;
}

const fn images(columns: &[[u8; 16]; 16]) -> [[[u8; 16]; 16]; 8] {
    let (mut images, mut n) = ([[[0; 16]; 16]; 8], 0);
    while n < 8 * 256 {
        let (bit, j, i) = (n / 256, n / 16 % 16, n % 16);
        images[bit][j][i] = product(columns[j][i], 1 << bit, AES);
        n += 1;
    }
    images
}

const fn shuffles(columns: &[[u8; 16]; 16]) -> [[[u8; 16]; 16]; 8] {
    let (mut shuffles, mut n) = ([[[128; 16]; 16]; 8], 0);
    while n < 8 * 16 {
        let (bit, i, mut used, mut j) = (n / 16, n % 16, 0, 0);
        while j < 16 {
            if columns[j][i] >> bit & 1 == 1 {
                shuffles[bit][used][i] = j as u8;
                used += 1;
            }
            j += 1;
        }
        n += 1;
    }
    shuffles
}

const fn counts(columns: &[[u8; 16]; 16]) -> [usize; 8] {
    let (shuffles, mut counts, mut n) = (shuffles(columns), [1; 8], 0);
    while n < 8 * 256 {
        let (bit, used, i) = (n / 256, n / 16 % 16, n % 16);
        if shuffles[bit][used][i] < 16 {
            counts[bit] = used + 1;
        }
        n += 1;
    }
    counts
}

/// Multiplication in the field of AES by a constant.
struct Times<const FACTOR: u8>;
impl<const FACTOR: u8> Affine for Times<FACTOR> {
    const MAP: Linear = Linear::times(FACTOR, AES);
}

/// XORs bytes separately for each bit of their factors, and then combines these XORs as a tree whose levels multiply by 2, 4 and
/// 16.
#[inline(always)]
pub(super) fn by_shuffles<V: Octets, M: Matrix>(x: V) -> V {
    macro_rules! sum {
        ($bit:literal) => {{
            let shuffles = &M::SHUFFLES[$bit];
            let mut sum = x.shuffled(&shuffles[0]);
            for n in 1..const { M::COUNTS[$bit] } {
                sum = sum.xor(x.shuffled(&shuffles[n]));
            }
            sum
        }};
    }
    macro_rules! pair {
        ($low:literal $high:literal) => {
            sum!($low).xor(sum!($high).affine::<Times<2>>())
        };
    }
    let low = pair!(0 1).xor(pair!(2 3).affine::<Times<4>>());
    let high = pair!(4 5).xor(pair!(6 7).affine::<Times<4>>());
    low.xor(high.affine::<Times<16>>())
}

/// XORs the products of the bytes with their columns, with an instruction that multiplies bytes.
#[inline(always)]
pub(super) fn by_columns<V: Octets, M: Matrix>(isa: V::Isa, x: V) -> V {
    // four partial results, so that they are independent of each other
    let mut parts = [V::splat(isa, 0); 4];
    for j in 0..16 {
        let column = V::piece(isa, &M::COLUMNS[j]);
        parts[j % 4] = parts[j % 4].xor(x.shuffled(&COPIES[j]).times(column));
    }
    parts[0].xor(parts[1]).xor3(parts[2], parts[3])
}
