//! P and Q side by side in rows, for kernels with registers of 256 bits.
//!
//! A row of a long state has sixteen bytes: register `i` contains row `i` of P in its low half and row `i` of Q in its
//! high half. A row of a short state has eight bytes: each half of a register contains a row of P and a row of Q, and a
//! register contains rows `i` and `i + 4`, so four registers are a state. After [`eight`] has appended these registers
//! with their halves exchanged, the formulas for the circulant are as for the long state, and only half of them are
//! needed.

use crate::simd::{
    arch::*,
    memory::{load256, store4x64},
    opaque::opaque256,
};

/// The order of the columns in a row, which results from the transposition.
pub(crate) const SHORT_ORDER: [usize; 8] = [0, 1, 4, 5, 2, 3, 6, 7];
pub(crate) const LONG_ORDER: [usize; 16] = [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15];

/// Returns the row, the permutation (true for Q) and the position in the row of byte `at` of register `i`, for a state
/// of `registers` registers. A short state in eight registers shares them with the state of another message.
pub(crate) const fn place(columns: usize, registers: usize, i: usize, at: usize) -> (usize, bool, usize) {
    match (columns, registers) {
        (8, 4) => (i + at / 16 * 4, at % 16 >= 8, at % 8),
        (8, _) => (i, at % 16 >= 8, at % 8),
        _ => (i, at >= 16, at % 16),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn xor(a: __m256i, b: __m256i) -> __m256i {
    _mm256_xor_si256(a, b)
}

/// Joins the low halves of two registers, or their high halves.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn halves<const HIGH: bool>(a: __m256i, b: __m256i) -> __m256i {
    if HIGH { _mm256_permute2x128_si256::<0x31>(a, b) } else { _mm256_permute2x128_si256::<0x20>(a, b) }
}

/// Exchanges the halves of a register. Without `opaque256` the compiler would use a shuffle of words, which takes AMD's
/// CPUs twice as long.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn exchanged(x: __m256i) -> __m256i {
    _mm256_permute2x128_si256::<0x01>(x, opaque256(x))
}

/// Doubles each byte in a field whose polynomial has the low byte `LOW`, and XORs `LOW` into the result. For a byte whose top
/// bit is set, this XOR cancels the one of the reduction. So only bytes whose top bit is clear are XORed with `LOW`, and for
/// exactly these bytes the shuffle returns `LOW`. This takes one instruction less than plain doubling.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn double<const LOW: u8>(x: __m256i) -> __m256i {
    let low = _mm256_shuffle_epi8(_mm256_set1_epi8(LOW as i8), x);
    xor(_mm256_add_epi8(x, x), low)
}

/// Returns the eight rows of a short state, given its four registers.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn eight(x: [__m256i; 4]) -> [__m256i; 8] {
    [x[0], x[1], x[2], x[3], exchanged(x[0]), exchanged(x[1]), exchanged(x[2]), exchanged(x[3])]
}

/// Interleaves the bytes of pairs of neighbouring columns.
#[inline]
#[target_feature(enable = "avx2")]
fn pairs(columns: &[u8; 32]) -> __m256i {
    let order =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    _mm256_shuffle_epi8(load256(columns), order)
}

/// Transposes eight columns to rows: rows 0, 1, 4 and 5 are in the first register, rows 2, 3, 6 and 7 in the second.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn short_rows(block: &[u8; 64]) -> [__m256i; 2] {
    let [a, b] = block.as_chunks().0 else { return [_mm256_setzero_si256(); 2] };
    let (a, b) = (pairs(a), pairs(b));
    let (low, high) = (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b));
    let (a, b) = (halves::<false>(low, high), halves::<true>(low, high));
    [_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)]
}

/// Transposes sixteen columns to rows, two rows in each register.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn long_rows(block: &[u8; 128]) -> [__m256i; 4] {
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

/// Selects the even or the odd 32-bit words of two registers.
#[inline]
#[target_feature(enable = "avx2")]
fn alternate<const ODD: bool>(a: __m256i, b: __m256i) -> __m256i {
    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
    _mm256_castps_si256(if ODD { _mm256_shuffle_ps::<0xdd>(a, b) } else { _mm256_shuffle_ps::<0x88>(a, b) })
}

/// Transposes rows to columns: `low` contains rows 0 to 3 and `high` rows 4 to 7 of the same columns, two pairs of columns in
/// each half of a register.
#[inline]
#[target_feature(enable = "avx2")]
fn unpaired(low: __m256i, high: __m256i) -> [__m256i; 2] {
    let order =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
    let (low, high) = (_mm256_shuffle_epi8(low, order), _mm256_shuffle_epi8(high, order));
    [_mm256_unpacklo_epi32(low, high), _mm256_unpackhi_epi32(low, high)]
}

/// Transposes the rows of [`short_rows`] back to columns.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn short_columns(rows: [__m256i; 2]) -> [u64; 8] {
    let (a, b) = (alternate::<false>(rows[0], rows[1]), alternate::<true>(rows[0], rows[1]));
    words(unpaired(halves::<false>(a, b), halves::<true>(a, b)))
}

/// Transposes the rows of [`long_rows`] back to columns.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn long_columns(rows: [__m256i; 4]) -> [u64; 16] {
    let mut c = rows;
    for row in &mut c {
        *row = _mm256_permute4x64_epi64::<0xd8>(*row);
    }
    let (e, f) = (alternate::<false>(c[0], c[1]), alternate::<true>(c[0], c[1]));
    let (g, h) = (alternate::<false>(c[2], c[3]), alternate::<true>(c[2], c[3]));
    let ([a, b], [c, d]) = (unpaired(e, g), unpaired(f, h));
    words([a, b, c, d])
}

/// Returns the registers as the words of a state.
#[inline]
#[target_feature(enable = "avx2")]
fn words<const REGISTERS: usize, const N: usize>(registers: [__m256i; REGISTERS]) -> [u64; N] {
    let mut state = [0; N];
    for (words, register) in state.as_chunks_mut().0.iter_mut().zip(registers) {
        store4x64(words, register);
    }
    state
}

/// Returns the bytes of a state, its words little-endian.
#[inline(always)]
pub(crate) fn bytes<const N: usize, const BYTES: usize>(state: &[u64; N]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

/// Declares `compress` and `transform` for short and for long states, in the modules `short` and `long`. The rounds of
/// both are expanded in place, because functions of this size would not be inlined. The rounds change the registers `$x`, and
/// may leave every byte XORed with `$added`.
macro_rules! row_kernels {
    ($features:literal, |$x:ident| short $short_rounds:expr, long $long_rounds:expr, added $added:expr) => {
        pub(crate) mod short {
            use super::*;

            #[inline]
            #[target_feature(enable = $features)]
            pub(crate) fn compress(state: &mut [u64; 8], blocks: &[[u8; 64]]) {
                let mut h = short_rows(&bytes(state));
                for block in blocks {
                    let m = short_rows(block);
                    let (h0, h1) = (xor(h[0], m[0]), xor(h[1], m[1]));
                    let mut $x = [
                        _mm256_unpacklo_epi64(h0, m[0]),
                        _mm256_unpackhi_epi64(h0, m[0]),
                        _mm256_unpacklo_epi64(h1, m[1]),
                        _mm256_unpackhi_epi64(h1, m[1]),
                    ];
                    $short_rounds;
                    let p = [_mm256_unpacklo_epi64($x[0], $x[1]), _mm256_unpacklo_epi64($x[2], $x[3])];
                    let q = [_mm256_unpackhi_epi64($x[0], $x[1]), _mm256_unpackhi_epi64($x[2], $x[3])];
                    h = [xor(h[0], xor(p[0], q[0])), xor(h[1], xor(p[1], q[1]))];
                }
                *state = short_columns(h);
            }

            #[inline]
            #[target_feature(enable = $features)]
            pub(crate) fn transform(state: &mut [u64; 8]) {
                let h = short_rows(&bytes(state));
                let mut $x =
                    [h[0], _mm256_unpackhi_epi64(h[0], h[0]), h[1], _mm256_unpackhi_epi64(h[1], h[1])];
                $short_rounds;
                let added = _mm256_set1_epi8($added as i8);
                let p = [_mm256_unpacklo_epi64($x[0], $x[1]), _mm256_unpacklo_epi64($x[2], $x[3])];
                *state = short_columns([xor(h[0], xor(p[0], added)), xor(h[1], xor(p[1], added))]);
            }
        }

        pub(crate) mod long {
            use super::*;

            #[inline]
            #[target_feature(enable = $features)]
            pub(crate) fn compress(state: &mut [u64; 16], blocks: &[[u8; 128]]) {
                let mut h = long_rows(&bytes(state));
                for block in blocks {
                    let m = long_rows(block);
                    let mut $x = [m[0]; 8];
                    for i in 0..4 {
                        let sum = xor(h[i], m[i]);
                        $x[2 * i] = halves::<false>(sum, m[i]);
                        $x[2 * i + 1] = halves::<true>(sum, m[i]);
                    }
                    $long_rounds;
                    for i in 0..4 {
                        let p = halves::<false>($x[2 * i], $x[2 * i + 1]);
                        let q = halves::<true>($x[2 * i], $x[2 * i + 1]);
                        h[i] = xor(h[i], xor(p, q));
                    }
                }
                *state = long_columns(h);
            }

            #[inline]
            #[target_feature(enable = $features)]
            pub(crate) fn transform(state: &mut [u64; 16]) {
                let mut h = long_rows(&bytes(state));
                let mut $x = [h[0]; 8];
                for i in 0..4 {
                    $x[2 * i] = h[i];
                    $x[2 * i + 1] = halves::<true>(h[i], h[i]);
                }
                $long_rounds;
                let added = _mm256_set1_epi8($added as i8);
                for i in 0..4 {
                    h[i] = xor(h[i], xor(halves::<false>($x[2 * i], $x[2 * i + 1]), added));
                }
                *state = long_columns(h);
            }
        }
    };
}
pub(crate) use row_kernels;
