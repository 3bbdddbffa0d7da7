//! Grøstl with AES instructions, in registers of 256 bits that contain rows of both P and Q.
//!
//! States are stored in rows, see `columns/rows.rs`. Two messages with short states run like one long state, each in
//! one half of the registers, because with a single short state instructions would wait for one another.
//!
//! `aesenclast` computes SubBytes. The bytes are shuffled before it so that its ShiftRows results in ShiftBytes, and
//! its key adds the constants of the next round, transformed by the inverse of MixBytes. MixBytes is computed as in
//! "Byte slicing Grøstl" (Aoki and others, 2011): `b[i] = 2 (2 x[i+3] + y[i+7]) + y[i+4]`, where `x` and `y` are sums
//! of `t[i] = a[i] + a[i+1]`. The keys also cancel the constants that doubling adds.

use super::constants::{MIX, P_LONG, P_SHORT, Q_LONG, Q_SHORT, constant};
use crate::{
    columns::rows::*,
    simd::{
        arch::*,
        gf::{AES, Aligned, Linear, product, products},
        memory::{MAX_LANES, Streams, load256},
    },
};

/// The low byte of the field's polynomial, which the doubling adds to every byte.
const REDUCTION: u8 = AES as u8;
/// The sum of the constants that the two doublings in MixBytes add: the constant itself, and the constant doubled.
const MIXED_IN: u8 = REDUCTION ^ product(2, REDUCTION, AES);

/// The first row of the inverse of MixBytes. Circulants are polynomials modulo `x^8 - 1`, so the eighth power of a
/// circulant is a scalar: the eighth power of the sum of its coefficients.
const UNMIX: [u8; 8] = {
    const fn times(a: [u8; 8], b: [u8; 8]) -> [u8; 8] {
        let (mut out, mut i) = ([0; 8], 0);
        while i < 64 {
            out[(i / 8 + i % 8) % 8] ^= product(a[i / 8], b[i % 8], AES);
            i += 1;
        }
        out
    }
    let (mut power, mut i) = (MIX, 1);
    while i < 7 {
        power = times(power, MIX);
        i += 1;
    }
    let number = times(power, MIX)[0];
    let mut inverse = 1;
    while product(number, inverse, AES) != 1 {
        inverse += 1;
    }
    times(power, [inverse, 0, 0, 0, 0, 0, 0, 0])
};

/// The products of each byte value with the coefficients of `UNMIX`, one byte of the word for each coefficient.
const UNMIXED: [u64; 256] = {
    let (mut bytes, mut i) = ([0; 256], 0);
    while i < 256 {
        bytes[i] = i as u8;
        i += 1;
    }
    products(&bytes, UNMIX, AES)
};

/// The product of each byte value with the sum of the coefficients of `UNMIX`.
const UNMIXED_ALL: [u8; 256] = {
    let (mut sums, mut i) = ([0; 256], 0);
    while i < 8 * 256 {
        sums[i / 8] ^= (UNMIXED[i / 8] >> (8 * (i % 8))) as u8;
        i += 1;
    }
    sums
};

/// Returns a byte of the key that adds the constants of `round` after MixBytes. All rows but one have the same
/// constant.
const fn key(q: bool, row: usize, column: usize, round: usize) -> u8 {
    let single = if q { 7 } else { 0 };
    let others = constant(q, 1, column, round);
    let difference = constant(q, single, column, round) ^ others;
    let own = UNMIXED[difference as usize] >> (8 * ((single + 8 - row) % 8));
    UNMIXED_ALL[(others ^ MIXED_IN) as usize] ^ own as u8
}

/// Returns the constants of round 0, in `N` registers.
const fn first<const N: usize>(order: &[usize]) -> [Aligned<32>; N] {
    let (mut out, mut i) = ([Aligned([0; 32]); N], 0);
    while i < 32 * N {
        let (row, q, at) = place(order.len(), N, i / 32, i % 32);
        out[i / 32].0[i % 32] = constant(q, row, order[at], 0);
        i += 1;
    }
    out
}

/// Returns the keys of each round. The keys of the last round are zero, because P and Q would add equal constants,
/// which cancel.
const fn keys<const N: usize, const ROUNDS: usize>(order: &[usize]) -> [[Aligned<32>; N]; ROUNDS] {
    let (mut out, mut round) = ([[Aligned([0; 32]); N]; ROUNDS], 0);
    while round < ROUNDS - 1 {
        let mut i = 0;
        while i < 32 * N {
            let (row, q, at) = place(order.len(), N, i / 32, i % 32);
            out[round][i / 32].0[i % 32] = key(q, row, order[at], round + 1);
            i += 1;
        }
        round += 1;
    }
    out
}

/// Returns the indices of the shuffles before `aesenclast`, which moves byte `b + 4 (b mod 4)` of 16 to position `b`.
const fn shuffles<const N: usize>(order: &[usize], p: [usize; 8], q: [usize; 8]) -> [Aligned<32>; N] {
    let (columns, mut out, mut i) = (order.len(), [Aligned([0; 32]); N], 0);
    while i < 32 * N {
        let (row, is_q, at) = place(columns, N, i / 32, i % 32);
        let from = (order[at] + if is_q { q[row] } else { p[row] }) % columns;
        let mut source = 0;
        while order[source] != from {
            source += 1;
        }
        let b = i % 16;
        out[i / 32].0[i % 32 / 16 * 16 + (b + b % 4 * 4) % 16] = (b - at % 16 + source) as u8;
        i += 1;
    }
    out
}

static SHORT_FIRST: [Aligned<32>; 4] = first(&SHORT_ORDER);
static SHORT_KEYS: [[Aligned<32>; 4]; 10] = keys(&SHORT_ORDER);
static SHORT_SHUFFLES: [Aligned<32>; 4] = shuffles(&SHORT_ORDER, P_SHORT, Q_SHORT);
static PAIR_FIRST: [Aligned<32>; 8] = first(&SHORT_ORDER);
static PAIR_KEYS: [[Aligned<32>; 8]; 10] = keys(&SHORT_ORDER);
static PAIR_SHUFFLES: [Aligned<32>; 8] = shuffles(&SHORT_ORDER, P_SHORT, Q_SHORT);
static LONG_FIRST: [Aligned<32>; 8] = first(&LONG_ORDER);
static LONG_KEYS: [[Aligned<32>; 8]; 14] = keys(&LONG_ORDER);
static LONG_SHUFFLES: [Aligned<32>; 8] = shuffles(&LONG_ORDER, P_LONG, Q_LONG);

/// Applies SubBytes to a register with one AES instruction of 256 bits.
#[inline]
#[target_feature(enable = "avx2,vaes")]
fn substitute_wide(x: __m256i, key: __m256i) -> __m256i {
    _mm256_aesenclast_epi128(x, key)
}

/// Applies SubBytes to a register with two AES instructions of 128 bits.
#[inline]
#[target_feature(enable = "avx2,aes")]
fn substitute_halves(x: __m256i, key: __m256i) -> __m256i {
    let low = _mm_aesenclast_si128(_mm256_castsi256_si128(x), _mm256_castsi256_si128(key));
    let high = _mm_aesenclast_si128(_mm256_extracti128_si256::<1>(x), _mm256_extracti128_si256::<1>(key));
    _mm256_set_m128i(high, low)
}

/// Doubles each byte in GF(2^8) with one instruction, and adds the same constant as [`double`].
#[inline]
#[target_feature(enable = "avx2,gfni")]
fn double_affine(x: __m256i) -> __m256i {
    let matrix = _mm256_set1_epi64x(const { Linear::times(2, AES).matrix() } as i64);
    _mm256_gf2p8affine_epi64_epi8::<{ REDUCTION as i32 }>(x, matrix)
}

/// Transposes two short states to rows, two rows of each state in a register: rows 0 and 1, 2 and 3, and so on.
#[inline]
#[target_feature(enable = "avx2")]
fn pair_rows(a: &[u8; 64], b: &[u8; 64]) -> [__m256i; 4] {
    let ([a, c], [b, d]) = (short_rows(a), short_rows(b));
    [halves::<false>(a, b), halves::<false>(c, d), halves::<true>(a, b), halves::<true>(c, d)]
}

/// Transposes the rows of [`pair_rows`] back to columns.
#[inline]
#[target_feature(enable = "avx2")]
fn pair_columns([a, b, c, d]: [__m256i; 4]) -> [[u64; 8]; 2] {
    [
        short_columns([halves::<false>(a, c), halves::<false>(b, d)]),
        short_columns([halves::<true>(a, c), halves::<true>(b, d)]),
    ]
}

/// Applies the rounds to a state in eight registers.
macro_rules! eight_rounds {
    ($substitute:ident, $double:path, $x:ident, $first:ident, $keys:ident, $shuffles:ident) => {{
        for i in 0..8 {
            $x[i] = xor($x[i], load256(&$first[i].0));
        }
        for keys in &$keys {
            let mut a = $x;
            for i in 0..8 {
                let shuffled = _mm256_shuffle_epi8($x[i], load256(&$shuffles[i].0));
                a[i] = $substitute(shuffled, load256(&keys[i].0));
            }
            let mut t = a;
            for i in 0..8 {
                t[i] = xor(a[i], a[(i + 1) % 8]);
            }
            let mut y = t;
            for i in 0..8 {
                y[i] = xor(xor(t[i], t[(i + 2) % 8]), a[(i + 6) % 8]);
            }
            for i in 0..8 {
                let doubled = $double(xor(t[i], t[(i + 3) % 8]));
                $x[(i + 5) % 8] = xor($double(xor(doubled, y[(i + 4) % 8])), y[(i + 1) % 8]);
            }
        }
    }};
}

/// Applies the rounds to a short state in four registers.
macro_rules! four_rounds {
    ($substitute:ident, $double:path, $x:ident) => {{
        for i in 0..4 {
            $x[i] = xor($x[i], load256(&SHORT_FIRST[i].0));
        }
        for keys in &SHORT_KEYS {
            for i in 0..4 {
                let shuffled = _mm256_shuffle_epi8($x[i], load256(&SHORT_SHUFFLES[i].0));
                $x[i] = $substitute(shuffled, load256(&keys[i].0));
            }
            let a = eight($x);
            let mut t = a;
            for i in 0..8 {
                t[i] = xor(a[i], a[(i + 1) % 8]);
            }
            let mut y = t;
            for i in [0, 1, 2, 4, 5, 6, 7] {
                y[i] = xor(xor(t[i], t[(i + 2) % 8]), a[(i + 6) % 8]);
            }
            for i in 3..7 {
                let doubled = $double(xor(t[i], t[(i + 3) % 8]));
                $x[i - 3] = xor($double(xor(doubled, y[(i + 4) % 8])), y[i + 1]);
            }
        }
    }};
}

/// Declares the kernels for a set of features, given the macros that substitute and double the bytes of a register.
macro_rules! kernels {
    ($module:ident, $features:literal, $substitute:ident, $double:path) => {
        pub(crate) mod $module {
            use super::*;

            row_kernels!(
                $features,
                |x| short four_rounds!($substitute, $double, x),
                long eight_rounds!($substitute, $double, x, LONG_FIRST, LONG_KEYS, LONG_SHUFFLES),
                added MIXED_IN
            );

            /// Compresses blocks of two messages with short states, each in one half of every register.
            #[inline]
            #[target_feature(enable = $features)]
            pub(crate) fn two(rows: &mut [[u64; MAX_LANES]; 8], mut streams: Streams<'_>) {
                let mut states = [[0; 8]; 2];
                for (i, row) in rows.iter().enumerate() {
                    (states[0][i], states[1][i]) = (row[0], row[1]);
                }
                let mut h = pair_rows(&bytes(&states[0]), &bytes(&states[1]));
                while let Some([a, b]) = streams.next::<2, 64>() {
                    let m = pair_rows(a, b);
                    let mut x = [m[0]; 8];
                    for i in 0..4 {
                        let sum = xor(h[i], m[i]);
                        x[2 * i] = _mm256_unpacklo_epi64(sum, m[i]);
                        x[2 * i + 1] = _mm256_unpackhi_epi64(sum, m[i]);
                    }
                    eight_rounds!($substitute, $double, x, PAIR_FIRST, PAIR_KEYS, PAIR_SHUFFLES);
                    for i in 0..4 {
                        let p = _mm256_unpacklo_epi64(x[2 * i], x[2 * i + 1]);
                        let q = _mm256_unpackhi_epi64(x[2 * i], x[2 * i + 1]);
                        h[i] = xor(h[i], xor(p, q));
                    }
                }
                states = pair_columns(h);
                for (i, row) in rows.iter_mut().enumerate() {
                    (row[0], row[1]) = (states[0][i], states[1][i]);
                }
            }
        }
    };
}

kernels!(gfni, "avx2,vaes,gfni", substitute_wide, double_affine);
kernels!(vaes, "avx2,vaes", substitute_wide, double::<REDUCTION>);
kernels!(aes_ni, "avx2,aes", substitute_halves, double::<REDUCTION>);
