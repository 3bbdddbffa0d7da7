//! Grøstl on AES instructions in registers of 256 bits, P and Q side by side in each.
//!
//! A state lies in rows. For the long variants register `i` holds row `i` of P in its low half and
//! that of Q in its high half. For the short ones, whose rows are half as long, a half holds a row of
//! both, and a register rows `i` and `i + 4`, so that four are the state: the four with their halves
//! exchanged are the sums' other operands, and the outputs are chosen so that these come in order.
//!
//! `aesenclast` is SubBytes; the bytes are shuffled before it so that its ShiftRows ends in ShiftBytes,
//! and its key adds the next round's constants, taken back through MixBytes. MixBytes is that of "Byte
//! slicing Grøstl" (Aoki and others, 2011), section 3: `b[i] = 2 (2 x[i+3] + y[i+7]) + y[i+4]`, where
//! `x` and `y` are sums of `t[i] = a[i] + a[i+1]`. A shuffle that gives the polynomial where the top
//! bit is *clear* doubles in three instructions, up to a constant that goes into the keys as well.

use super::constants::{MIX, P_LONG, P_SHORT, Q_LONG, Q_SHORT, constant};
use crate::simd::{AES, Aligned, arch::*, load256, opaque256, product, store4x64};

/// What doubling by a shuffle adds: the polynomial without its top bit.
const REDUCTION: u8 = 0x1b;
/// What MixBytes adds by it: once, and doubled once more.
const MIXED_IN: u8 = REDUCTION ^ product(2, REDUCTION, AES);

/// The first row of the inverse of MixBytes. Circulants are polynomials modulo `x^8 - 1`, so the
/// eighth power of one is a number, that of the sum of its coefficients.
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

/// The key that adds the constants of `round` behind MixBytes.
const fn key(q: bool, row: usize, column: usize, round: usize) -> u8 {
    let (mut byte, mut d) = (0, 0);
    while d < 8 {
        let a = constant(q, (row + d) % 8, column, round) ^ MIXED_IN;
        byte ^= product(UNMIX[d], a, AES);
        d += 1;
    }
    byte
}

/// The row, the permutation and the place in the row of byte `at` of register `i`.
const fn place(columns: usize, i: usize, at: usize) -> (usize, bool, usize) {
    if columns == 8 { (i + at / 16 * 4, at % 16 >= 8, at % 8) } else { (i, at >= 16, at % 16) }
}

/// The columns in the order in which a row holds them, which is that of the transposition.
const SHORT_ORDER: [usize; 8] = [0, 1, 4, 5, 2, 3, 6, 7];
const LONG_ORDER: [usize; 16] = [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15];

/// The constants of the first round, `N` registers of them.
const fn first<const N: usize>(order: &[usize]) -> [Aligned<32>; N] {
    let (mut out, mut i) = ([Aligned([0; 32]); N], 0);
    while i < 32 * N {
        let (row, q, at) = place(order.len(), i / 32, i % 32);
        out[i / 32].0[i % 32] = constant(q, row, order[at], 0);
        i += 1;
    }
    out
}

/// The keys of each round; none for the last, whose additions are the same in P and Q.
const fn keys<const N: usize, const ROUNDS: usize>(order: &[usize]) -> [[Aligned<32>; N]; ROUNDS] {
    let (mut out, mut round) = ([[Aligned([0; 32]); N]; ROUNDS], 0);
    while round < ROUNDS - 1 {
        let mut i = 0;
        while i < 32 * N {
            let (row, q, at) = place(order.len(), i / 32, i % 32);
            out[round][i / 32].0[i % 32] = key(q, row, order[at], round + 1);
            i += 1;
        }
        round += 1;
    }
    out
}

/// The shuffles in front of `aesenclast`, which moves byte `b + 4 (b mod 4)` of 16 to `b`.
const fn shuffles<const N: usize>(order: &[usize], p: [usize; 8], q: [usize; 8]) -> [Aligned<32>; N] {
    let (columns, mut out, mut i) = (order.len(), [Aligned([0; 32]); N], 0);
    while i < 32 * N {
        let (row, is_q, at) = place(columns, i / 32, i % 32);
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
static LONG_FIRST: [Aligned<32>; 8] = first(&LONG_ORDER);
static LONG_KEYS: [[Aligned<32>; 8]; 14] = keys(&LONG_ORDER);
static LONG_SHUFFLES: [Aligned<32>; 8] = shuffles(&LONG_ORDER, P_LONG, Q_LONG);

/// Doubles, and adds [`REDUCTION`].
#[inline]
#[target_feature(enable = "avx2")]
fn double(x: __m256i) -> __m256i {
    let reduction = _mm256_shuffle_epi8(_mm256_set1_epi8(REDUCTION as i8), x);
    _mm256_xor_si256(_mm256_add_epi8(x, x), reduction)
}

#[inline]
#[target_feature(enable = "avx2")]
fn xor(a: __m256i, b: __m256i) -> __m256i {
    _mm256_xor_si256(a, b)
}

/// The halves of two registers: both low ones, or both high ones.
#[inline]
#[target_feature(enable = "avx2")]
fn halves<const HIGH: bool>(a: __m256i, b: __m256i) -> __m256i {
    if HIGH { _mm256_permute2x128_si256::<0x31>(a, b) } else { _mm256_permute2x128_si256::<0x20>(a, b) }
}

/// The halves the other way round. The compiler would make it a shuffle of words, which takes AMD's
/// CPUs twice as long.
#[inline]
#[target_feature(enable = "avx2")]
fn exchanged(x: __m256i) -> __m256i {
    _mm256_permute2x128_si256::<0x01>(x, opaque256(x))
}

/// SubBytes of a register by AES instructions of 256 bits.
#[inline]
#[target_feature(enable = "avx2,vaes")]
fn substitute_wide(x: __m256i, key: __m256i) -> __m256i {
    _mm256_aesenclast_epi128(x, key)
}

/// The same by those of 128.
#[inline]
#[target_feature(enable = "avx2,aes")]
fn substitute_halves(x: __m256i, key: __m256i) -> __m256i {
    let low = _mm_aesenclast_si128(_mm256_castsi256_si128(x), _mm256_castsi256_si128(key));
    let high = _mm_aesenclast_si128(_mm256_extracti128_si256::<1>(x), _mm256_extracti128_si256::<1>(key));
    _mm256_set_m128i(high, low)
}

/// Bytes of two neighbouring columns to pairs.
#[inline]
#[target_feature(enable = "avx2")]
fn pairs(columns: &[u8; 32]) -> __m256i {
    let order =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    _mm256_shuffle_epi8(load256(columns), order)
}

/// Eight columns to rows: 0, 1 and 4, 5 in one register, 2, 3 and 6, 7 in the other.
#[inline]
#[target_feature(enable = "avx2")]
fn short_rows(block: &[u8; 64]) -> [__m256i; 2] {
    let [a, b] = block.as_chunks().0 else { return [_mm256_setzero_si256(); 2] };
    let (a, b) = (pairs(a), pairs(b));
    let (low, high) = (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b));
    let (a, b) = (halves::<false>(low, high), halves::<true>(low, high));
    [_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)]
}

/// Sixteen columns to rows, two in each register.
#[inline]
#[target_feature(enable = "avx2")]
fn long_rows(block: &[u8; 128]) -> [__m256i; 4] {
    let [a, b, c, d] = block.as_chunks().0 else { return [_mm256_setzero_si256(); 4] };
    let (a, b, c, d) = (pairs(a), pairs(b), pairs(c), pairs(d));
    let (e, f) = (_mm256_unpacklo_epi16(a, b), _mm256_unpacklo_epi16(c, d));
    let (g, h) = (_mm256_unpackhi_epi16(a, b), _mm256_unpackhi_epi16(c, d));
    [
        _mm256_permute4x64_epi64::<0xd8>(_mm256_unpacklo_epi32(e, f)),
        _mm256_permute4x64_epi64::<0xd8>(_mm256_unpackhi_epi32(e, f)),
        _mm256_permute4x64_epi64::<0xd8>(_mm256_unpacklo_epi32(g, h)),
        _mm256_permute4x64_epi64::<0xd8>(_mm256_unpackhi_epi32(g, h)),
    ]
}

/// Words of 32 bits: the even ones of two registers, or the odd ones.
#[inline]
#[target_feature(enable = "avx2")]
fn alternate<const ODD: bool>(a: __m256i, b: __m256i) -> __m256i {
    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
    _mm256_castps_si256(if ODD { _mm256_shuffle_ps::<0xdd>(a, b) } else { _mm256_shuffle_ps::<0x88>(a, b) })
}

/// Rows 0 to 3 and 4 to 7 of the same columns, two pairs in each half, to columns.
#[inline]
#[target_feature(enable = "avx2")]
fn unpaired(low: __m256i, high: __m256i) -> [__m256i; 2] {
    let order =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
    let (low, high) = (_mm256_shuffle_epi8(low, order), _mm256_shuffle_epi8(high, order));
    [_mm256_unpacklo_epi32(low, high), _mm256_unpackhi_epi32(low, high)]
}

/// What [`short_rows`] made.
#[inline]
#[target_feature(enable = "avx2")]
fn short_columns(rows: [__m256i; 2]) -> [u64; 8] {
    let (a, b) = (alternate::<false>(rows[0], rows[1]), alternate::<true>(rows[0], rows[1]));
    words(unpaired(halves::<false>(a, b), halves::<true>(a, b)))
}

/// What [`long_rows`] made.
#[inline]
#[target_feature(enable = "avx2")]
fn long_columns(rows: [__m256i; 4]) -> [u64; 16] {
    let mut c = rows;
    for row in &mut c {
        *row = _mm256_permute4x64_epi64::<0xd8>(*row);
    }
    let (e, f) = (alternate::<false>(c[0], c[1]), alternate::<true>(c[0], c[1]));
    let (g, h) = (alternate::<false>(c[2], c[3]), alternate::<true>(c[2], c[3]));
    let ([a, b], [c, d]) = (unpaired(e, g), unpaired(f, h));
    words([a, b, c, d])
}

/// Registers as a state.
#[inline]
#[target_feature(enable = "avx2")]
fn words<const REGISTERS: usize, const N: usize>(registers: [__m256i; REGISTERS]) -> [u64; N] {
    let mut state = [0; N];
    for (words, register) in state.as_chunks_mut().0.iter_mut().zip(registers) {
        store4x64(words, register);
    }
    state
}

/// The bytes of a state.
#[inline(always)]
fn bytes<const N: usize, const BYTES: usize>(state: &[u64; N]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

/// The kernels: with which instructions, and how a register is substituted.
macro_rules! kernels {
    ($module:ident, $features:literal, $substitute:ident) => {
        pub(in crate::hash) mod $module {
            use super::*;

            /// The rounds of the short variants.
            #[inline]
            #[target_feature(enable = $features)]
            fn short_rounds(x: &mut [__m256i; 4]) {
                for i in 0..4 {
                    x[i] = xor(x[i], load256(&SHORT_FIRST[i].0));
                }
                for keys in &SHORT_KEYS {
                    let mut a = [x[0]; 8];
                    for i in 0..4 {
                        let shuffled = _mm256_shuffle_epi8(x[i], load256(&SHORT_SHUFFLES[i].0));
                        a[i] = $substitute(shuffled, load256(&keys[i].0));
                        a[i + 4] = exchanged(a[i]);
                    }
                    let mut t = a;
                    for i in 0..8 {
                        t[i] = xor(a[i], a[(i + 1) % 8]);
                    }
                    let mut y = t;
                    for i in [0, 1, 2, 4, 5, 6, 7] {
                        y[i] = xor(xor(t[i], t[(i + 2) % 8]), a[(i + 6) % 8]);
                    }
                    for i in 3..7 {
                        let doubled = double(xor(t[i], t[(i + 3) % 8]));
                        x[i - 3] = xor(double(xor(doubled, y[(i + 4) % 8])), y[i + 1]);
                    }
                }
            }

            pub(in crate::hash) mod short {
                use super::*;

                #[inline]
                #[target_feature(enable = $features)]
                pub(in crate::hash) fn compress(state: &mut [u64; 8], blocks: &[[u8; 64]]) {
                    let mut h = short_rows(&bytes(state));
                    for block in blocks {
                        let m = short_rows(block);
                        let (h0, h1) = (xor(h[0], m[0]), xor(h[1], m[1]));
                        let mut x = [
                            _mm256_unpacklo_epi64(h0, m[0]),
                            _mm256_unpackhi_epi64(h0, m[0]),
                            _mm256_unpacklo_epi64(h1, m[1]),
                            _mm256_unpackhi_epi64(h1, m[1]),
                        ];
                        short_rounds(&mut x);
                        let [p0, p1] = [_mm256_unpacklo_epi64(x[0], x[1]), _mm256_unpacklo_epi64(x[2], x[3])];
                        let [q0, q1] = [_mm256_unpackhi_epi64(x[0], x[1]), _mm256_unpackhi_epi64(x[2], x[3])];
                        h = [xor(h[0], xor(p0, q0)), xor(h[1], xor(p1, q1))];
                    }
                    *state = short_columns(h);
                }

                #[inline]
                #[target_feature(enable = $features)]
                pub(in crate::hash) fn transform(state: &mut [u64; 8]) {
                    let [h0, h1] = short_rows(&bytes(state));
                    let mut x = [h0, _mm256_unpackhi_epi64(h0, h0), h1, _mm256_unpackhi_epi64(h1, h1)];
                    short_rounds(&mut x);
                    let added = _mm256_set1_epi8(MIXED_IN as i8);
                    let [p0, p1] = [_mm256_unpacklo_epi64(x[0], x[1]), _mm256_unpacklo_epi64(x[2], x[3])];
                    *state = short_columns([xor(h0, xor(p0, added)), xor(h1, xor(p1, added))]);
                }
            }

            /// The rounds of the long variants.
            #[inline]
            #[target_feature(enable = $features)]
            fn long_rounds(x: &mut [__m256i; 8]) {
                for i in 0..8 {
                    x[i] = xor(x[i], load256(&LONG_FIRST[i].0));
                }
                for keys in &LONG_KEYS {
                    let mut a = *x;
                    for i in 0..8 {
                        let shuffled = _mm256_shuffle_epi8(x[i], load256(&LONG_SHUFFLES[i].0));
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
                        let doubled = double(xor(t[i], t[(i + 3) % 8]));
                        x[(i + 5) % 8] = xor(double(xor(doubled, y[(i + 4) % 8])), y[(i + 1) % 8]);
                    }
                }
            }

            pub(in crate::hash) mod long {
                use super::*;

                #[inline]
                #[target_feature(enable = $features)]
                pub(in crate::hash) fn compress(state: &mut [u64; 16], blocks: &[[u8; 128]]) {
                    let mut h = long_rows(&bytes(state));
                    for block in blocks {
                        let m = long_rows(block);
                        let mut x = [m[0]; 8];
                        for i in 0..4 {
                            let both = xor(h[i], m[i]);
                            x[2 * i] = halves::<false>(both, m[i]);
                            x[2 * i + 1] = halves::<true>(both, m[i]);
                        }
                        long_rounds(&mut x);
                        for i in 0..4 {
                            let (p, q) = (
                                halves::<false>(x[2 * i], x[2 * i + 1]),
                                halves::<true>(x[2 * i], x[2 * i + 1]),
                            );
                            h[i] = xor(h[i], xor(p, q));
                        }
                    }
                    *state = long_columns(h);
                }

                #[inline]
                #[target_feature(enable = $features)]
                pub(in crate::hash) fn transform(state: &mut [u64; 16]) {
                    let mut h = long_rows(&bytes(state));
                    let mut x = [h[0]; 8];
                    for i in 0..4 {
                        x[2 * i] = h[i];
                        x[2 * i + 1] = halves::<true>(h[i], h[i]);
                    }
                    long_rounds(&mut x);
                    let added = _mm256_set1_epi8(MIXED_IN as i8);
                    for i in 0..4 {
                        h[i] = xor(h[i], xor(halves::<false>(x[2 * i], x[2 * i + 1]), added));
                    }
                    *state = long_columns(h);
                }
            }
        }
    };
}

kernels!(vaes, "avx2,vaes", substitute_wide);
kernels!(aes_ni, "avx2,aes", substitute_halves);
