//! Keccak-p\[1600\] on one state with AVX-512: two words in a register.
//!
//! Planes 0 and 1, and 2 and 3, are side by side in five registers each, and plane 4 is there twice, so that with one
//! more exchange of halves a sum of columns is in both halves, and every word is XORed, rotated and combined in pairs.
//! A round has fifteen rotations, by counts from memory, instead of twenty-four; these CPUs do only one rotation at a
//! time. Pi takes every new column from one old plane, from the same half of two registers, by one unpacking each. Chi
//! is computed between registers. Everything fits in thirty-two registers.

use super::rounds::{RC, State};
use crate::{
    frame::Shape,
    simd::{
        arch::*,
        memory::{load2x64, store2x64},
    },
};

/// The distance by which rho rotates the word of column `x` of plane `y` (section 3.2.2).
const OFFSETS: [[u64; 5]; 5] = {
    let (mut offsets, mut x, mut y, mut t) = ([[0; 5]; 5], 1, 0, 0);
    while t < 24 {
        offsets[x][y] = ((t + 1) * (t + 2) / 2) % 64;
        (x, y) = (y, (2 * x + 3 * y) % 5);
        t += 1;
    }
    offsets
};
/// Returns the distances for two planes.
const fn offsets(y: [usize; 2]) -> [[u64; 2]; 5] {
    let (mut pairs, mut x) = ([[0; 2]; 5], 0);
    while x < 5 {
        pairs[x] = [OFFSETS[x][y[0]], OFFSETS[x][y[1]]];
        x += 1;
    }
    pairs
}
/// The planes of each pair.
const PLANES: [[usize; 2]; 3] = [[0, 1], [2, 3], [4, 4]];
static LOW: [[u64; 2]; 5] = offsets(PLANES[0]);
static HIGH: [[u64; 2]; 5] = offsets(PLANES[1]);
static LAST: [[u64; 2]; 5] = offsets(PLANES[2]);

/// The constants of iota, for the first word.
static CONSTANTS: [[u64; 2]; 24] = {
    let (mut constants, mut i) = ([[0; 2]; 24], 0);
    while i < 24 {
        constants[i][0] = RC[i];
        i += 1;
    }
    constants
};

/// Two planes, by columns.
type Planes = [__m128i; 5];

/// Returns `$e` for each column `$x`.
macro_rules! columns {
    (|$x:ident| $e:expr) => {
        [
            { const $x: usize = 0; $e },
            { const $x: usize = 1; $e },
            { const $x: usize = 2; $e },
            { const $x: usize = 3; $e },
            { const $x: usize = 4; $e },
        ]
    };
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn xor3(a: __m128i, b: __m128i, c: __m128i) -> __m128i {
    _mm_ternarylogic_epi64::<0x96>(a, b, c)
}

/// Applies chi to two planes: `a ^ (!b & c)`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn chi(b: Planes) -> Planes {
    columns!(|X| _mm_ternarylogic_epi64::<0xd2>(b[X], b[(X + 1) % 5], b[(X + 2) % 5]))
}

/// Applies theta, and rho by `$by`, to two planes.
macro_rules! rotated {
    ($planes:ident $by:ident, $sums:ident $turned:ident) => {
        columns!(|X| _mm_rolv_epi64(
            xor3($planes[X], $sums[(X + 4) % 5], $turned[(X + 1) % 5]),
            load2x64(&$by[X])
        ))
    };
}

/// Writes a round (section 3.3) in place: a call would pass the state through memory.
macro_rules! round {
    ($planes:ident $constant:expr) => {
        let [low, high, last] = $planes;
        let both = columns!(|X| _mm_xor_si128(low[X], high[X]));
        let sums = columns!(|X| xor3(both[X], _mm_shuffle_epi32::<0x4e>(both[X]), last[X]));
        let turned = columns!(|X| _mm_rol_epi64::<1>(sums[X]));
        let l = rotated!(low LOW, sums turned);
        let h = rotated!(high HIGH, sums turned);
        let e = rotated!(last LAST, sums turned);
        // pi: plane `x` becomes column `x`
        let first = |a, b| _mm_unpacklo_epi64(a, b);
        let second = |a, b| _mm_unpackhi_epi64(a, b);
        $planes = [
            chi([first(l[0], l[3]), second(l[1], l[4]), first(h[2], h[0]), second(h[3], h[1]), first(e[4], e[2])]),
            chi([first(l[1], l[4]), second(l[2], l[0]), first(h[3], h[1]), second(h[4], h[2]), first(e[0], e[3])]),
            chi([first(l[2], l[2]), second(l[3], l[3]), first(h[4], h[4]), second(h[0], h[0]), e[1]]),
        ];
        // iota
        $planes[0][0] = _mm_xor_si128($planes[0][0], load2x64($constant));
    };
}

/// Applies the last rounds of Keccak-f, an even number of them.
macro_rules! permute {
    ($planes:ident, $rounds:expr) => {
        let mut next = 12usize.wrapping_sub($rounds / 2);
        while let Some([one, other]) = CONSTANTS.as_chunks::<2>().0.get(next) {
            round!($planes one);
            round!($planes other);
            next += 1;
        }
    };
}

/// Loads words, by their positions in a state, in pairs.
macro_rules! pairs {
    (|$i:ident| $word:expr) => {{
        let word = |$i: usize| $word;
        let pair = |x: usize, [one, other]: [usize; 2]| load2x64(&[word(x + 5 * one), word(x + 5 * other)]);
        let [low, high, last] = PLANES;
        [columns!(|X| pair(X, low)), columns!(|X| pair(X, high)), columns!(|X| pair(X, last))]
    }};
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn store(planes: &[Planes; 3], words: &mut State) {
    for (planes, [one, other]) in planes.iter().zip(PLANES) {
        for (x, pair) in planes.iter().enumerate() {
            let mut two = [0; 2];
            store2x64(&mut two, *pair);
            (words[x + 5 * one], words[x + 5 * other]) = (two[0], two[1]);
        }
    }
}

/// Absorbs whole blocks.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn absorb(state: &mut State, shape: Shape, mut blocks: &[u8]) {
    let mut planes = pairs!(|i| state[i]);
    while let Some((block, rest)) = blocks.split_at_checked(shape.rate()) {
        let words = block.as_chunks().0;
        let message = pairs!(|i| words.get(i).map_or(0, |bytes| u64::from_le_bytes(*bytes)));
        for (planes, message) in planes.iter_mut().zip(message) {
            *planes = columns!(|X| _mm_xor_si128(planes[X], message[X]));
        }
        permute!(planes, shape.rounds());
        blocks = rest;
    }
    store(&planes, state);
}

/// Applies only the permutation.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn permuted(state: &mut State, shape: Shape) {
    let mut planes = pairs!(|i| state[i]);
    permute!(planes, shape.rounds());
    store(&planes, state);
}
