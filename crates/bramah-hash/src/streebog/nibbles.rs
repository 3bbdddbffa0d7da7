//! Streebog without a table larger than a register, and therefore constant-time.
//!
//! The S-box is computed from the structure that Biryukov, Perrin and Udovenko found in it ("Reverse-engineering the
//! S-box of Streebog, Kuznyechik and STRIBOBr1", Eurocrypt 2016, section 4.3): linear maps around two multiplications
//! in GF(2^4), which are here sums of logarithms. Everything is stored under the first of these maps, alpha, so that a
//! round begins with nibbles. The last map (omega), the factor of the matrix, and alpha of the next round are combined
//! to one map: a table of sixteen bytes for each of the two nibbles.
//!
//! A key and the state that is one step behind it go through a step together. Register `p` contains words `p` of both
//! in its low half, and words `p + 4` of both in its high half. So all bytes of a half have the same factors, one for
//! each byte of the result, and one look-up serves all of them. Byte `b` of all words is collected in register `b`, and
//! a transposition converts the bytes back to words.

use super::{
    Place,
    constants::{CONSTANTS, MATRIX, POLYNOMIAL},
    inputs, split,
};
use crate::simd::gf::Linear;

crate::backend::only! {
    vectors: { use crate::simd::gf::Halves; }
    x86: { use crate::simd::{Avx2, Avx2Gfni, Sse41, gf::{Halves128, Halves256, Halves256Gfni}}; }
    aarch64: { use crate::simd::{Neon, gf::HalvesNeon}; }
    wasm: { use crate::simd::{Simd128, gf::HalvesWasm}; }
}

/// The first and the last linear map, given by the images of bits 0 to 7.
const ALPHA: Linear = Linear([0x70, 0x3a, 0x14, 0x9a, 0x02, 0x11, 0x74, 0x18]);
const OMEGA: Linear = Linear([0x01, 0x92, 0x44, 0x98, 0x10, 0x20, 0x04, 0x12]);
/// The permutations of nibbles: nu0 and nu1, I, sigma and phi.
const NU: [[u8; 16]; 2] = [
    [2, 5, 3, 11, 6, 9, 14, 10, 0, 4, 15, 1, 8, 13, 12, 7],
    [7, 6, 12, 9, 0, 15, 8, 1, 4, 5, 11, 14, 13, 2, 3, 10],
];
const INVERSE: [u8; 16] = [0, 1, 12, 8, 6, 15, 4, 14, 3, 13, 11, 10, 2, 9, 7, 5];
const SIGMA: [u8; 16] = [12, 13, 0, 4, 8, 11, 10, 14, 3, 9, 5, 2, 15, 1, 6, 7];
const PHI: [u8; 16] = [11, 2, 11, 8, 12, 4, 1, 12, 6, 3, 5, 8, 14, 3, 6, 11];

/// The powers of a generator of GF(2^4) modulo x^4 + x^3 + 1; below, the logarithms of all elements except 0.
const POWERS: [u8; 15] = {
    let (mut powers, mut i, mut x) = ([0; 15], 0, 1);
    while i < 15 {
        powers[i] = x;
        x = if x & 8 == 0 { x << 1 } else { x << 1 ^ 0x19 };
        i += 1;
    }
    powers
};
const fn logarithm(x: u8) -> u8 {
    let mut i = 0;
    while POWERS[i] != x {
        i += 1;
    }
    i as u8
}

/// Tables that are indexed by a nibble, or by the difference or the sum modulo 15 of two of these logarithms. The
/// logarithms are stored with 128 added, so that both sum and difference are right.
struct Boxes {
    /// The logarithm of the left nibble. The entry for 0 makes every difference select 0.
    left: [u8; 16],
    /// The logarithm of the right nibble, which is also minus the logarithm of I, because I is inversion. Entries are
    /// at least 128, except the entry for 0: it makes every sum select 0, while the differences select a value that
    /// `nu0` cancels.
    right: [u8; 16],
    /// nu1 of the difference, and nu0 of the left nibble if the right nibble is 0; both XORed with nu1 of 0.
    nu1: [u8; 16],
    nu0: [u8; 16],
    /// The logarithm of phi of the result of `nu1` or `nu0`; phi is never 0.
    phi: [u8; 16],
}
static BOXES: Boxes = {
    let mut boxes = Boxes { left: [0; 16], right: [0; 16], nu1: [0; 16], nu0: [0; 16], phi: [0; 16] };
    let mut x = 0;
    while x < 15 {
        boxes.nu1[x] = NU[1][POWERS[x] as usize] ^ NU[1][0];
        x += 1;
    }
    let mut x = 0;
    while x < 16 {
        boxes.left[x] = if x == 0 { 0x20 } else { 0x80 + logarithm(x as u8) };
        boxes.right[x] = if x == 0 { 0x40 } else { 0x80 + logarithm(x as u8) };
        boxes.nu0[x] = NU[0][x] ^ NU[1][0];
        if x > 0 {
            assert!((logarithm(x as u8) + logarithm(INVERSE[x])).is_multiple_of(15));
            boxes.nu0[x] ^= boxes.nu1[logarithm(x as u8) as usize];
        }
        boxes.phi[x] = 0x80 + logarithm(PHI[x ^ NU[1][0] as usize]);
        x += 1;
    }
    boxes
};

/// Returns the last steps of the S-box, multiplication by `factor`, and alpha, as two tables: for the left nibble, and
/// for the power to which sigma is applied.
const fn last(factor: u8) -> [[u8; 16]; 2] {
    let map = ALPHA.after(Linear::times(factor, POLYNOMIAL)).after(OMEGA);
    let (mut tables, mut x) = ([[0; 16]; 2], 0);
    while x < 16 {
        tables[0][x] = map.of((x as u8 ^ NU[1][0]) << 4 | SIGMA[0]);
        if x < 15 {
            tables[1][x] = map.of(SIGMA[POWERS[x] as usize] ^ SIGMA[0]);
        }
        x += 1;
    }
    tables
}

/// The tables for byte `b` of the result and register `p`: for the left nibble of word `p` and of word `p + 4`, and
/// then for the right nibble of both.
static PRODUCTS: [[[[[u8; 16]; 2]; 2]; 4]; 8] = {
    let (mut tables, mut i) = ([[[[[0; 16]; 2]; 2]; 4]; 8], 0);
    while i < 64 {
        let (b, j) = (i / 8, i % 8);
        let [left, right] = last(MATRIX[j][b]);
        tables[b][j % 4][0][j / 4] = left;
        tables[b][j % 4][1][j / 4] = right;
        i += 1;
    }
    tables
};
/// The matrices for byte `b` of the result and register `p`, for an instruction that multiplies the result of the
/// S-box.
const MATRICES: [[[u64; 2]; 4]; 8] = {
    let (back, mut matrices, mut i) = (ALPHA.inverse(), [[[0; 2]; 4]; 8], 0);
    while i < 64 {
        let (b, j) = (i / 8, i % 8);
        let map = ALPHA.after(Linear::times(MATRIX[j][b], POLYNOMIAL)).after(back);
        matrices[b][j % 4][j / 4] = map.matrix();
        i += 1;
    }
    matrices
};
static LAST: [[u8; 16]; 2] = last(1);

/// The tables of alpha, and of the inverse of alpha.
static TO_ALPHA: [[u8; 16]; 2] = ALPHA.nibble_tables();
static FROM_ALPHA: [[u8; 16]; 2] = ALPHA.inverse().nibble_tables();

/// The iteration constants under alpha.
static KEYS: [[u64; 8]; 12] = {
    let (mut keys, mut i) = ([[0; 8]; 12], 0);
    while i < 12 * 64 {
        let (word, shift) = (CONSTANTS[i / 64][i / 8 % 8], 8 * (i % 8));
        keys[i / 64][i / 8 % 8] |= (ALPHA.of((word >> shift) as u8) as u64) << shift;
        i += 1;
    }
    keys
};

/// Computes the S-box under alpha up to its last steps. Returns the nibbles that the tables of [`last`] take.
#[inline(always)]
fn substituted<H: Halves>(x: H) -> [H; 2] {
    let [right, left] = x.nibbles();
    let logarithm = right.of(&BOXES.right);
    let power = left.of(&BOXES.left).difference_modulo_15(logarithm);
    // with a right nibble of 0, this is the left nibble plus 64
    let zero = left.or(logarithm);
    let left = power.of_low(&BOXES.nu1).xor(zero.of_low(&BOXES.nu0));
    [left, logarithm.sum_modulo_15(left.of(&BOXES.phi))]
}

/// Eight words: words 0, 1, 4 and 5 in the first register, words 2, 3, 6 and 7 in the second.
type Words<H> = [H; 2];

#[inline(always)]
fn sum<H: Halves>(a: Words<H>, b: Words<H>) -> Words<H> {
    [a[0].xor(b[0]), a[1].xor(b[1])]
}

/// Applies the transformations S, P and L to both a key and a text.
#[inline(always)]
fn lps<H: Halves>(key: Words<H>, text: Words<H>) -> [Words<H>; 2] {
    let ([r0, r1], [r2, r3]) = (key[0].zip64(text[0]), key[1].zip64(text[1]));
    let mut steps = [[r0, r0]; 4];
    steps[0] = substituted(r0);
    steps[1] = substituted(r1);
    steps[2] = substituted(r2);
    steps[3] = substituted(r3);
    if H::LINEAR {
        for p in 0..4 {
            steps[p][0] = steps[p][0].of(&LAST[0]).xor(steps[p][1].of(&LAST[1]));
        }
    }
    let mut bytes = [r0; 8];
    for b in 0..8 {
        let factor = |p: usize| {
            if H::LINEAR {
                return steps[p][0].linear(MATRICES[b][p]);
            }
            let [left, right] = &PRODUCTS[b][p];
            steps[p][0].of_two(left).xor(steps[p][1].of_two(right))
        };
        bytes[b] = factor(0).xor(factor(1)).xor(factor(2).xor(factor(3)));
    }
    let (a, b) = (bytes[0].folded(bytes[4]), bytes[1].folded(bytes[5]));
    let (c, d) = (bytes[2].folded(bytes[6]), bytes[3].folded(bytes[7]));
    let ([key01, text01], [key23, text23]) = (a.zip8(b), c.zip8(d));
    let words = |low: H, high: H| {
        let [front, back] = low.zip16(high);
        front.lows(back).zip32(front.highs(back))
    };
    [words(key01, key23), words(text01, text23)]
}

/// Loads words into registers.
#[inline(always)]
fn load<H: Halves>(isa: H::Isa, words: &[u64; 8]) -> Words<H> {
    let mut bytes = [[0; 16]; 4];
    for (i, word) in words.iter().enumerate() {
        bytes[i / 2][i % 2 * 8..][..8].copy_from_slice(&word.to_le_bytes());
    }
    [H::load(isa, &bytes[0], &bytes[2]), H::load(isa, &bytes[1], &bytes[3])]
}

/// Applies the linear map of two nibble tables (alpha, or its inverse) to words.
#[inline(always)]
fn mapped<H: Halves>(x: Words<H>, [first, second]: &'static [[u8; 16]; 2]) -> Words<H> {
    let map = |x: H| {
        let [low, high] = x.nibbles();
        low.of(first).xor(high.of(second))
    };
    [map(x[0]), map(x[1])]
}

#[inline(always)]
fn blocks<H: Halves>(isa: H::Isa, state: &mut [u64; 16], blocks: &[[u8; 64]], place: &Place) {
    let (chaining, total) = split(state);
    let mut hash = mapped(load::<H>(isa, chaining), &TO_ALPHA);
    for (i, block) in blocks.iter().enumerate() {
        let (counter, message) = inputs(total, place, i, block);
        let message = mapped(load::<H>(isa, &message), &TO_ALPHA);
        let counter = mapped(load(isa, &counter), &TO_ALPHA);
        let first = sum(hash, counter);
        let [mut key, _] = lps(first, first);
        let mut text = message;
        for constant in &KEYS {
            [key, text] = lps(sum(key, load(isa, constant)), sum(text, key));
        }
        hash = sum(sum(hash, message), sum(text, key));
    }
    let hash = mapped(hash, &FROM_ALPHA);
    for p in 0..2 {
        for (at, bytes) in hash[p].store().iter().enumerate() {
            for (word, bytes) in chaining[4 * at + 2 * p..].iter_mut().zip(bytes.as_chunks().0) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
    }
}

/// Defines the entry function of each instruction set.
macro_rules! entries {
    ($($name:ident $features:literal $halves:ident $token:ident)*) => { $(
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name(state: &mut [u64; 16], run: &[[u8; 64]], place: &Place) {
            blocks::<$halves>($token::here(), state, run, place);
        }
    )* };
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entries! {
    sse41 "sse4.1,ssse3" Halves128 Sse41
    avx2 "avx2" Halves256 Avx2
    gfni "avx2,gfni" Halves256Gfni Avx2Gfni
}
#[cfg(target_arch = "aarch64")]
entries! { neon "neon" HalvesNeon Neon }
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
entries! { simd128 "simd128" HalvesWasm Simd128 }

#[cfg(test)]
mod tests {
    use super::{super::constants::PI, *};

    #[test]
    fn the_structure_is_the_s_box() {
        let [left, right] = last(1);
        let of = |table: &[u8; 16], x: u8| if x < 128 { table[usize::from(x % 16)] } else { 0 };
        for x in 0..=255 {
            let image = ALPHA.of(x);
            let (l, r) = (image >> 4, image & 15);
            let logarithm = of(&BOXES.right, r);
            let difference = of(&BOXES.left, l).wrapping_sub(logarithm);
            let power = difference.min(difference.wrapping_add(15));
            let l = of(&BOXES.nu1, power) ^ of(&BOXES.nu0, l | logarithm);
            let sum = logarithm.wrapping_add(of(&BOXES.phi, l));
            let power = sum.min(sum.wrapping_sub(15));
            assert_eq!(of(&left, l) ^ of(&right, power), ALPHA.of(PI[usize::from(x)]));
        }
    }
}
