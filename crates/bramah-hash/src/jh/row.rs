//! The compression function F8 of JH for one message in four registers of 256 bits (section 4.3, and
//! the bit-sliced form of section 9).
//!
//! A register holds bit `i` of all elements: in each half of it, eight bytes of the even elements and then eight of the
//! odd ones, so that both S-boxes are computed at once and moving data between even and odd elements is a shuffle
//! within the halves. That shuffle also includes the exchanges at distances of 8, 16 and 32: odd elements stay, and
//! even ones meet them at a distance. Exchanges at 1, 2 and 4 are bit matrices, and the one at 64 crosses the halves.
//! Every round waits for the one before it; the linear transformation adds first the words that the S-box yields first.

use super::constants::placed;
use crate::simd::{
    arch::*,
    memory::{load4x64, load256, store4x64},
    opaque::opaque256,
};

/// The constants as bytes of a register.
static CONSTANTS: [[u8; 32]; 42] = {
    let (placed, mut constants, mut i) = (placed(0b100_0111), [[0; 32]; 42], 0);
    while i < 42 * 32 {
        constants[i / 32][i % 32] = placed[i / 32][i % 16 / 8][i % 32 / 16 * 8 + i % 8];
        i += 1;
    }
    constants
};

/// For each set of byte exchanges still to be applied, the shuffle that moves the even elements to the odd ones and
/// back.
static ACROSS: [[u8; 32]; 8] = {
    let (mut orders, mut i) = ([[0; 32]; 8], 0);
    while i < 8 * 32 {
        orders[i / 32][i % 32] = ((i % 16) ^ 8 ^ (i / 32)) as u8;
        i += 1;
    }
    orders
};

/// Applies the S-boxes: S0 where the constant is 0, else S1.
#[inline]
#[target_feature(enable = "avx2")]
fn substitute([mut a, mut b, mut c, mut d]: [__m256i; 4], constant: __m256i) -> [__m256i; 4] {
    a = _mm256_xor_si256(a, _mm256_andnot_si256(c, constant));
    let t = _mm256_xor_si256(constant, _mm256_and_si256(a, b));
    a = _mm256_xor_si256(a, _mm256_andnot_si256(d, c));
    let not_d = _mm256_xor_si256(d, _mm256_andnot_si256(b, c));
    d = _mm256_xor_si256(not_d, _mm256_set1_epi64x(-1));
    b = _mm256_xor_si256(b, _mm256_and_si256(a, c));
    c = _mm256_xor_si256(c, _mm256_and_si256(a, not_d));
    a = _mm256_xor_si256(a, _mm256_or_si256(b, d));
    d = _mm256_xor_si256(d, _mm256_and_si256(b, c));
    c = _mm256_xor_si256(c, t);
    b = _mm256_xor_si256(b, _mm256_and_si256(t, a));
    [a, b, c, d]
}

/// Applies the linear transformation. With even words a to d and odd words e to h, it is e ^= b, f ^= c, g ^= d ^ a, h
/// ^= a, and then a ^= f, b ^= g, c ^= h ^ e, d ^= e: written out, each word adds one word from the other side (for c
/// and g it is a ^ d) and, if even, some of its own side.
#[inline]
#[target_feature(enable = "avx2")]
fn linear([a, b, c, d]: [__m256i; 4], across: __m256i) -> [__m256i; 4] {
    macro_rules! across {
        ($x:expr) => {
            _mm256_shuffle_epi8($x, across)
        };
    }
    macro_rules! even_odd {
        ($even:expr, $odd:expr) => {
            _mm256_blend_epi32::<0b1100_1100>($even, $odd)
        };
    }
    // b is the last word that the S-box yields
    let ac = _mm256_xor_si256(a, c);
    let next_a = opaque256(even_odd!(ac, a));
    let c_across = across!(c);
    let ad = _mm256_xor_si256(a, d);
    let next_d = opaque256(_mm256_xor_si256(d, across!(a)));
    let abc = _mm256_xor_si256(opaque256(ac), b);
    [
        _mm256_xor_si256(next_a, across!(b)),
        _mm256_xor_si256(even_odd!(_mm256_xor_si256(b, ad), b), c_across),
        _mm256_xor_si256(even_odd!(abc, c), across!(ad)),
        _mm256_xor_si256(next_d, _mm256_and_si256(b, _mm256_set_epi64x(0, -1, 0, -1))),
    ]
}

/// Exchanges odd elements at a distance of 64.
#[inline]
#[target_feature(enable = "avx2")]
fn exchange_halves(x: __m256i) -> __m256i {
    _mm256_blend_epi32::<0b1100_1100>(x, _mm256_permute2x128_si256::<1>(x, x))
}

/// Converts words of 32 bytes from memory order to even and odd halves in turn, and back.
#[inline]
#[target_feature(enable = "avx2")]
fn in_turn(x: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(x)
}

/// Returns the bit matrix of an exchange; row `i` of a matrix is its byte `7 - i`.
const fn matrix(distance: usize) -> i64 {
    let (mut matrix, mut i) = (0, 0);
    while i < 8 {
        matrix |= 1 << (i ^ distance) << (8 * (7 - i));
        i += 1;
    }
    matrix
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,gfni")]
pub(super) fn avx512(state: &mut [u64; 16], blocks: &[[u8; 64]]) {
    let words = state.as_chunks_mut::<4>().0;
    let mut x = [_mm256_setzero_si256(); 4];
    for (x, words) in x.iter_mut().zip(&*words) {
        *x = in_turn(load4x64(words));
    }
    for block in blocks {
        let [low, high] = block.as_chunks::<32>().0 else { continue };
        let (low, high) = (in_turn(load256(low)), in_turn(load256(high)));
        x[0] = _mm256_xor_si256(x[0], low);
        x[1] = _mm256_xor_si256(x[1], high);
        // first no exchanges of bytes are pending, and then, after seven rounds, all of them are
        let mut due = 0;
        macro_rules! round {
            ($constants:ident, $round:literal, $due:literal) => {
                x = substitute(x, load256(&$constants[$round]));
                x = linear(x, load256(&ACROSS[due ^ $due]));
            };
        }
        // within bytes, by matrices: the identity for the even elements
        macro_rules! exchange {
            ($distance:literal) => {
                let matrix = const { [matrix(0), matrix($distance)] };
                let matrix = _mm256_set_epi64x(matrix[1], matrix[0], matrix[1], matrix[0]);
                for x in &mut x {
                    *x = _mm256_gf2p8affine_epi64_epi8::<0>(*x, matrix);
                }
            };
        }
        for constants in CONSTANTS.as_chunks::<7>().0 {
            round!(constants, 0, 0);
            exchange!(1);
            round!(constants, 1, 0);
            exchange!(2);
            round!(constants, 2, 0);
            exchange!(4);
            round!(constants, 3, 0);
            round!(constants, 4, 1);
            round!(constants, 5, 3);
            round!(constants, 6, 7);
            for x in &mut x {
                *x = exchange_halves(*x);
            }
            due ^= 7;
        }
        x[2] = _mm256_xor_si256(x[2], low);
        x[3] = _mm256_xor_si256(x[3], high);
    }
    for (x, words) in x.into_iter().zip(words) {
        store4x64(words, in_turn(x));
    }
}
