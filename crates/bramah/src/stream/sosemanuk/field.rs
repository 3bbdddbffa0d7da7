//! The linear register: `s[t + 10] = s[t + 9] + s[t + 3] / alpha + s[t] * alpha` in a field of 2^32 elements.
//!
//! An element of the field consists of four elements of a field of 2^8, and a multiplication by alpha shifts them by one place.
//! The element that is shifted out is multiplied by four constants. This is linear: each bit of the byte contributes a word, so
//! the product is the XOR of masked words, and no table is indexed by secrets. A word depends on the preceding one only by an
//! XOR, so seven words are computed together; the last known word supplies the quotient for the seventh word.

use crate::simd::{memory::MAX_LANES, words::Words};

/// The number of words of the linear register that are computed together.
pub(super) const GROUP: usize = 7;

/// The number of steps in a block.
pub(super) const STEPS: usize = 4 * GROUP;
/// The number of words of the linear register that are known before a block.
pub(super) const KNOWN: usize = 10 + GROUP;
/// The number of known words and of the words of a block, plus free space for the longest vector.
pub(super) const ROOM: usize = KNOWN + STEPS + MAX_LANES;

/// Loads a vector of the words of a row, from index `at` on.
#[inline(always)]
pub(super) fn load<V: Words<Word = u32>>(isa: V::Isa, row: &[u32], at: usize) -> V {
    row.get(at..).and_then(|row| row.first_chunk()).map_or(V::splat(isa, 0), |row| V::load(isa, row))
}

/// Stores a vector of words to a row, from index `at` on.
#[inline(always)]
pub(super) fn store<V: Words<Word = u32>>(row: &mut [u32], at: usize, words: V) {
    if let Some(row) = row.get_mut(at..).and_then(|row| row.first_chunk_mut()) {
        words.store(row);
    }
}

/// Multiplies two elements of the field of 2^8, modulo `x^8 + x^7 + x^5 + x^3 + 1`.
const fn multiply(mut a: u32, mut b: u32) -> u32 {
    let mut product = 0;
    while b != 0 {
        if b & 1 == 1 {
            product ^= a;
        }
        a <<= 1;
        if a > 0xff {
            a ^= 0x1a9;
        }
        b >>= 1;
    }
    product
}

/// Returns the word that each bit of a byte contributes, the highest bit first, if the byte is multiplied by four powers of the
/// polynomial's root. `powers` contains the exponents of these powers, the first for the highest byte of the word.
const fn contributions(powers: [u32; 4]) -> [u32; 8] {
    let mut out = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        let mut i = 0;
        while i < 4 {
            let mut product = 0x80 >> bit;
            let mut power = powers[i];
            while power > 0 {
                product = multiply(product, 2);
                power -= 1;
            }
            out[bit] = out[bit] << 8 | product;
            i += 1;
        }
        bit += 1;
    }
    out
}

/// The contributions to a product with alpha, where `alpha^4 = b^23 alpha^3 + b^245 alpha^2 + b^48 alpha + b^239`, and in
/// the next constant, the contributions to a quotient by alpha.
const MULTIPLY: [u32; 8] = contributions([23, 245, 48, 239]);
const DIVIDE: [u32; 8] = contributions([16, 39, 6, 64]);

/// XORs onto `sum` the contributions of the highest bytes of the words in `x`.
#[inline(always)]
fn sum<V: Words<Word = u32>>(isa: V::Isa, mut x: V, words: &[u32; 8], mut sum: V) -> V {
    for &word in words {
        sum = sum.xor(x.where_high(V::splat(isa, word)));
        x = x.add(x);
    }
    sum
}

/// Computes the words `s[t + 10]` to `s[t + 16]` of the linear register.
#[inline(always)]
pub(super) fn extend<V: Words<Word = u32>>(isa: V::Isa, s: &mut [u32; ROOM], t: usize) {
    let mut row = [0; 8 + MAX_LANES];
    for lane in (0..GROUP).step_by(V::LANES) {
        let x = load::<V>(isa, s, t + lane);
        let product = sum(isa, x, &MULTIPLY, x.rotl::<8>().and(V::splat(isa, !0xff)));
        let x = load::<V>(isa, s, t + lane + 3);
        let quotient = sum(isa, x.rotl::<24>(), &DIVIDE, x.shr::<8>());
        store(&mut row, lane, product.xor(quotient));
    }
    for i in 0..GROUP {
        s[t + 10 + i] = s[t + 9 + i] ^ row[i];
    }
}
