//! Products of pieces and polynomials with an instruction that multiplies 64-bit polynomials, for a linear feedback shift
//! register of bytes that is shifted sixteen times (Kuznyechik).
//!
//! A piece is a polynomial of degree 15 over the field of AES, whose coefficients are its bytes. The shift register computes
//! each byte from the sixteen bytes before it with constant factors. Let `X` be the sixteen known bytes, `Y` the bytes computed
//! from them, in order of computation, and `C` the polynomial of the factors. Then `C (X + z^16 Y)` has no terms of degree 16
//! to 31. Therefore the low half of `C Y` is the high half of `C X`, and `Y` is the low half of the product of this half and
//! the inverse of `C` as a power series. If the bytes are in the opposite order, `Y` is the high half of a product with the low
//! half of `C X`.
//!
//! Each coefficient has 16 bits, in which the product of two bytes fits. A product of polynomials consists of sixteen products
//! of words of four coefficients, but one half of it needs only ten of them.

use super::{Affine, Octets};
use crate::simd::gf::{AES, Linear, product};

/// The two products that are equal to sixteen shifts of a shift register.
#[derive(Clone, Copy)]
pub struct Products {
    /// Whether the first product is the high half (into which its input is XORed) and the second the low half. Otherwise the
    /// first is the low half, and the second the high half.
    high_first: bool,
    /// The polynomials of the first and the second product, with 16 bits for each coefficient.
    factors: [[[u8; 16]; 2]; 2],
}

impl Products {
    /// Returns the products for a shift register that multiplies the preceding bytes by these factors, where the factors of the
    /// bytes 16 and 0 positions before are 1. The list of all factors must be the same when read backwards. If `back` is set,
    /// the first byte of a piece is the byte that was computed first.
    pub const fn new(factors: &[u8; 16], back: bool) -> Self {
        let (mut inverse, mut n) = ([0; 16], 1);
        inverse[0] = 1;
        while n < 16 {
            let mut j = 1;
            while j <= n {
                inverse[n] ^= product(factors[j], inverse[n - j], AES);
                j += 1;
            }
            n += 1;
        }
        if back {
            return Self { high_first: true, factors: [spread(factors), spread(&inverse)] };
        }
        // the high half needs the coefficients in the opposite order; the coefficient of degree 16 is 1, so `high` XORs the
        // piece itself
        let (mut reversed, mut i) = ([0; 16], 1);
        while i < 16 {
            reversed[i] = inverse[16 - i];
            i += 1;
        }
        Self { high_first: false, factors: [spread(factors), spread(&reversed)] }
    }
}

/// Returns the bytes, each extended to 16 bits by a zero byte.
const fn spread(bytes: &[u8; 16]) -> [[u8; 16]; 2] {
    let (mut spread, mut i) = ([[0; 16]; 2], 0);
    while i < 16 {
        spread[i / 8][i % 8 * 2] = bytes[i];
        i += 1;
    }
    spread
}

/// Multiplication by the term of degree 8, which is reduced by the polynomial of AES.
struct Top;
impl Affine for Top {
    const MAP: Linear = Linear::times(AES as u8, AES);
}

/// Shuffle indices that move the bytes with even index to the low half and to the high half of a piece, then the same for the
/// bytes with odd index.
static HALVES: [[[u8; 16]; 2]; 2] = {
    let (mut orders, mut i) = ([[[128; 16]; 2]; 2], 0);
    while i < 32 {
        let (odd, high, at) = (i / 16, i / 8 % 2, i % 8);
        orders[odd][high][8 * high + at] = (2 * at + odd) as u8;
        i += 1;
    }
    orders
};
/// Shuffle indices that move the low 64-bit word up, and indices that move the high 64-bit word down.
static WORDS: [[u8; 16]; 2] = [
    [128, 128, 128, 128, 128, 128, 128, 128, 0, 1, 2, 3, 4, 5, 6, 7],
    [8, 9, 10, 11, 12, 13, 14, 15, 128, 128, 128, 128, 128, 128, 128, 128],
];

/// Returns the product of two 64-bit words of polynomials: in `word!(x k; i j)`, word `i` of `x` and word `j` of `k`.
macro_rules! word {
    ($x:ident $k:ident; $i:literal $j:literal) => {
        $x[$i / 2].carryless::<{ $i % 2 | $j % 2 << 4 }>($k[$j / 2])
    };
}

/// Returns the low half of the product of a piece and a polynomial.
#[inline(always)]
fn low<V: Octets>(isa: V::Isa, x: V, k: &[[u8; 16]; 2]) -> V {
    let (x, k) = (x.zip(V::splat(isa, 0)), [V::piece(isa, &k[0]), V::piece(isa, &k[1])]);
    let one = word!(x k; 0 1).xor(word!(x k; 1 0));
    let two = word!(x k; 0 2).xor3(word!(x k; 1 1), word!(x k; 2 0));
    let three = word!(x k; 0 3).xor3(word!(x k; 1 2), word!(x k; 2 1)).xor(word!(x k; 3 0));
    reduced([
        word!(x k; 0 0).xor(one.shuffled(&WORDS[0])),
        two.xor3(one.shuffled(&WORDS[1]), three.shuffled(&WORDS[0])),
    ])
}

/// Returns the XOR of a piece and the high half of its product with a polynomial.
#[inline(always)]
fn high<V: Octets>(isa: V::Isa, piece: V, k: &[[u8; 16]; 2]) -> V {
    let (x, k) = (piece.zip(V::splat(isa, 0)), [V::piece(isa, &k[0]), V::piece(isa, &k[1])]);
    let three = word!(x k; 0 3).xor3(word!(x k; 1 2), word!(x k; 2 1)).xor(word!(x k; 3 0));
    let four = word!(x k; 1 3).xor3(word!(x k; 2 2), word!(x k; 3 1));
    let five = word!(x k; 2 3).xor(word!(x k; 3 2));
    piece.xor(reduced([
        four.xor3(three.shuffled(&WORDS[1]), five.shuffled(&WORDS[0])),
        word!(x k; 3 3).xor(five.shuffled(&WORDS[1])),
    ]))
}

/// Reduces 15-bit coefficients to bytes of the field.
#[inline(always)]
fn reduced<V: Octets>([low, high]: [V; 2]) -> V {
    let bytes = |[to_low, to_high]: &[[u8; 16]; 2]| low.shuffled(to_low).xor(high.shuffled(to_high));
    bytes(&HALVES[0]).xor(bytes(&HALVES[1]).affine::<Top>())
}

/// Multiplies pieces by the matrix that these products are equal to.
#[inline(always)]
pub(super) fn by_products<V: Octets>(isa: V::Isa, x: V, products: &Products) -> V {
    let [first, second] = &products.factors;
    match products.high_first {
        true => low(isa, high(isa, x, first), second),
        false => high(isa, low(isa, x, first), second),
    }
}
