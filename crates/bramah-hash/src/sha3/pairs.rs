//! Keccak-p\[1600\] on one state with AVX-512: two words of 64 bits in each register.
//!
//! Planes 0 and 1 are paired in five registers, as are planes 2 and 3; plane 4 is in both halves of five more. So every
//! word is XORed, rotated and combined in pairs, and after one exchange of halves the parity of a column is in both
//! halves. A round takes fifteen rotations, with distances from memory, instead of twenty-four; these CPUs execute only
//! one rotation at a time. Pi takes each new column from one old plane, in the same half of two registers, by one
//! unpacking instruction. Chi combines whole registers. Everything fits in thirty-two registers.

use super::rounds::{RC, State};
use crate::{
    frame::Shape,
    simd::{
        arch::*,
        memory::{load2x64, store2x64},
    },
};

/// The distance in bits by which rho rotates the word at column `x` of plane `y` (section 3.2.2).
const OFFSETS: [[u64; 5]; 5] = {
    let (mut offsets, mut x, mut y, mut t) = ([[0; 5]; 5], 1, 0, 0);
    while t < 24 {
        offsets[x][y] = ((t + 1) * (t + 2) / 2) % 64;
        (x, y) = (y, (2 * x + 3 * y) % 5);
        t += 1;
    }
    offsets
};
/// Returns the rotation distances for a pair of planes.
const fn offsets(y: [usize; 2]) -> [[u64; 2]; 5] {
    let (mut pairs, mut x) = ([[0; 2]; 5], 0);
    while x < 5 {
        pairs[x] = [OFFSETS[x][y[0]], OFFSETS[x][y[1]]];
        x += 1;
    }
    pairs
}
/// The numbers of the two planes in each pair.
const PLANES: [[usize; 2]; 3] = [[0, 1], [2, 3], [4, 4]];
static LOW: [[u64; 2]; 5] = offsets(PLANES[0]);
static HIGH: [[u64; 2]; 5] = offsets(PLANES[1]);
static LAST: [[u64; 2]; 5] = offsets(PLANES[2]);

/// The round constants of iota, which are XORed into the first word.
static CONSTANTS: [[u64; 2]; 24] = {
    let (mut constants, mut i) = ([[0; 2]; 24], 0);
    while i < 24 {
        constants[i][0] = RC[i];
        i += 1;
    }
    constants
};

/// A pair of planes, as one register for each column.
type Planes = [__m128i; 5];

/// Evaluates `$e` with `$x` as each column number, and returns the array of the results.
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

/// Applies chi to a pair of planes: `a ^ (!b & c)`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn chi(b: Planes) -> Planes {
    columns!(|X| _mm_ternarylogic_epi64::<0xd2>(b[X], b[(X + 1) % 5], b[(X + 2) % 5]))
}

/// Applies theta, and rho with the distances `$by`, to a pair of planes.
macro_rules! rotated {
    ($planes:ident $by:ident, $sums:ident $turned:ident) => {
        columns!(|X| _mm_rolv_epi64(
            xor3($planes[X], $sums[(X + 4) % 5], $turned[(X + 1) % 5]),
            load2x64(&$by[X])
        ))
    };
}

/// Expands to a round (section 3.3). It is not a function, because a call would pass the state through memory.
macro_rules! round {
    ($planes:ident $constant:expr) => {
        let [low, high, last] = $planes;
        let both = columns!(|X| _mm_xor_si128(low[X], high[X]));
        let sums = columns!(|X| xor3(both[X], _mm_shuffle_epi32::<0x4e>(both[X]), last[X]));
        let turned = columns!(|X| _mm_rol_epi64::<1>(sums[X]));
        let l = rotated!(low LOW, sums turned);
        let h = rotated!(high HIGH, sums turned);
        let e = rotated!(last LAST, sums turned);
        // pi: plane `x` of the old state becomes column `x` of the new one
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

/// Applies the last `$rounds` rounds of Keccak-f; the number must be even.
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

/// Loads a state in pairs of words; `$word` is the word at position `$i` of the state.
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

/// Absorbs whole blocks: XORs each block into the state and permutes the state.
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

/// Applies only the permutation, without a block.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn permuted(state: &mut State, shape: Shape) {
    let mut planes = pairs!(|i| state[i]);
    permute!(planes, shape.rounds());
    store(&planes, state);
}
