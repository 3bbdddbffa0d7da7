//! Kupyna on AVX2. It is constant-time, because every look-up reads the whole S-box in the same order.
//!
//! States are stored in rows (see `columns/rows.rs`), so a register needs only the S-box of its row. Sixteen shuffles
//! look up the low four bits in the sixteen parts of the S-box. A shuffle returns zero for indices whose top bit is
//! set, so the results for both values of that bit are XORed in pairs. The other three bits select among the eight
//! results.
//!
//! The circulant is `A + 2 (B + 2 (C + 2 D))`, where each of the four is a sum of the rows selected by one bit of the
//! coefficients. Doubling adds a constant, which is cancelled by the XOR that prepares the bytes of Q for comparison.
//!
//! T-plus adds a number to a column, whose bytes are spread over eight rows. The carry out of each row is found by a
//! comparison and then passed up: in the long state from row to row, in the short state through both halves of the
//! registers at once, and then from row 3 to the rows above it.

use super::constants::{LONG, MIX, POLYNOMIAL, SBOXES, SHORT, plus};
use crate::{
    columns::rows::*,
    simd::{
        arch::*,
        gf::{Aligned, product},
        memory::{load128, load256},
    },
};

/// The low byte of the field's polynomial, which the doubling adds to every byte.
const REDUCTION: u8 = POLYNOMIAL as u8;
/// The constant that the doublings in the circulant add.
const MIXED_IN: u8 = product(7, REDUCTION, POLYNOMIAL);
/// The bit that converts the order of unsigned bytes to the order of signed bytes.
const SIGN: u8 = 0x80;

const _: () = assert!(matches!(MIX, [1, 1, 5, 1, 8, 6, 7, 4]), "the sums are for these coefficients");

/// The constants of a round. `xor` is XORed in first; it cancels the constant that the previous round added, and flips
/// the sign bit for comparisons. `plus` is then added to Q as a number; it also flips the sign bit back.
struct Constants<const N: usize> {
    xor: [Aligned<32>; N],
    plus: [Aligned<32>; N],
}

const fn constants<const N: usize, const ROUNDS: usize>(order: &[usize]) -> [Constants<N>; ROUNDS] {
    let mut all = [const { Constants { xor: [Aligned([0; 32]); N], plus: [Aligned([0; 32]); N] } }; ROUNDS];
    let mut round = 0;
    while round < ROUNDS {
        let mut i = 0;
        while i < 32 * N {
            let (row, q, at) = place(order.len(), N, i / 32, i % 32);
            let (j, r) = (order[at] as u64, round as u64);
            let mixed_in = if round == 0 { 0 } else { MIXED_IN };
            let (number, sum) = if q {
                (SIGN, (plus(order.len() as u64, j, r) >> (8 * row)) as u8 ^ SIGN)
            } else if row == 0 {
                ((j << 4 ^ r) as u8, 0)
            } else {
                (0, 0)
            };
            all[round].xor[i / 32].0[i % 32] = number ^ mixed_in;
            all[round].plus[i / 32].0[i % 32] = sum;
            i += 1;
        }
        round += 1;
    }
    all
}

/// Returns the limits above which a (signed) byte of Q yields a carry even without an incoming carry. Bytes of P never
/// do.
const fn limits<const N: usize>(order: &[usize]) -> [Aligned<32>; N] {
    let (mut out, mut i) = ([Aligned([0; 32]); N], 0);
    while i < 32 * N {
        let (row, q, _) = place(order.len(), N, i / 32, i % 32);
        let number = plus(8, 0, 0) >> (8 * row);
        out[i / 32].0[i % 32] = if q { !(number as u8) ^ SIGN } else { 0x7f };
        i += 1;
    }
    out
}

/// Returns the shuffle indices of ShiftBytes within the rows.
const fn shuffles<const N: usize>(order: &[usize], shifts: [usize; 8]) -> [Aligned<32>; N] {
    let (columns, mut out, mut i) = (order.len(), [Aligned([0; 32]); N], 0);
    while i < 32 * N {
        let (row, _, at) = place(columns, N, i / 32, i % 32);
        let mut source = 0;
        while order[source] != (order[at] + shifts[row]) % columns {
            source += 1;
        }
        out[i / 32].0[i % 32] = (i % 16 - at + source) as u8;
        i += 1;
    }
    out
}

static BOXES: [[u8; 256]; 4] = SBOXES;
static SHORT_CONSTANTS: [Constants<4>; 10] = constants(&SHORT_ORDER);
static SHORT_LIMITS: [Aligned<32>; 4] = limits(&SHORT_ORDER);
static SHORT_SHUFFLES: [Aligned<32>; 4] = shuffles(&SHORT_ORDER, SHORT);
static LONG_CONSTANTS: [Constants<8>; 14] = constants(&LONG_ORDER);
static LONG_LIMITS: [Aligned<32>; 8] = limits(&LONG_ORDER);
static LONG_SHUFFLES: [Aligned<32>; 8] = shuffles(&LONG_ORDER, LONG);

/// Applies SubBytes to a register; `table` is the S-box of its row.
#[inline]
#[target_feature(enable = "avx2")]
fn look_up(x: __m256i, table: &[u8; 256]) -> __m256i {
    let parts = table.as_chunks::<16>().0;
    let other = xor(x, _mm256_set1_epi8(SIGN as i8));
    macro_rules! sum {
        ($i:literal) => {{
            let low = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load128(&parts[$i])), x);
            let high = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load128(&parts[$i + 8])), other);
            xor(low, high)
        }};
    }
    // bits 6, 5 and 4, each moved to the top bit
    let bit6 = _mm256_add_epi8(x, x);
    let bit5 = _mm256_add_epi8(bit6, bit6);
    let bit4 = _mm256_add_epi8(bit5, bit5);
    let a = _mm256_blendv_epi8(sum!(0), sum!(1), bit4);
    let b = _mm256_blendv_epi8(sum!(2), sum!(3), bit4);
    let ab = _mm256_blendv_epi8(a, b, bit5);
    let c = _mm256_blendv_epi8(sum!(4), sum!(5), bit4);
    let d = _mm256_blendv_epi8(sum!(6), sum!(7), bit4);
    _mm256_blendv_epi8(ab, _mm256_blendv_epi8(c, d, bit5), bit6)
}

/// Computes row `$i` of the product with the circulant.
macro_rules! mixed {
    ($a:ident, $t:ident, $i:expr) => {{
        let b = $t[($i + 5) % 8];
        let c = xor(xor($a[($i + 2) % 8], $a[($i + 7) % 8]), b);
        let c = xor(double::<REDUCTION>($a[($i + 4) % 8]), c);
        let b = xor(double::<REDUCTION>(c), b);
        let a = xor(xor($t[$i], $t[($i + 2) % 8]), $a[($i + 6) % 8]);
        xor(double::<REDUCTION>(b), a)
    }};
}

/// Applies the rounds to a short state.
macro_rules! short_rounds {
    ($x:ident) => {{
        let full = _mm256_set1_epi8((0x0f ^ SIGN) as i8);
        for constants in &SHORT_CONSTANTS {
            // the carry out of each row, and whether the row would pass on an incoming carry
            let mut carry = $x;
            let mut hands_on = $x;
            for i in 0..4 {
                $x[i] = xor($x[i], load256(&constants.xor[i].0));
                carry[i] = _mm256_cmpgt_epi8($x[i], load256(&SHORT_LIMITS[i].0));
                hands_on[i] = _mm256_cmpeq_epi8($x[i], full);
            }
            for i in 1..4 {
                carry[i] = _mm256_or_si256(carry[i], _mm256_and_si256(hands_on[i], carry[i - 1]));
            }
            // pass the carry from row 3 to rows 4 and up
            let up = _mm256_permute2x128_si256::<0x08>(carry[3], carry[3]);
            let mut through = up;
            for i in 0..4 {
                let sum = _mm256_add_epi8($x[i], load256(&constants.plus[i].0));
                let handed = if i == 0 { up } else { _mm256_or_si256(carry[i - 1], through) };
                $x[i] = _mm256_sub_epi8(sum, handed);
                through = _mm256_and_si256(through, hands_on[i]);
            }
            for i in 0..4 {
                $x[i] = _mm256_shuffle_epi8(look_up($x[i], &BOXES[i]), load256(&SHORT_SHUFFLES[i].0));
            }
            let a = eight($x);
            let mut t = a;
            for i in 0..8 {
                t[i] = xor(a[i], a[(i + 1) % 8]);
            }
            $x = [mixed!(a, t, 0), mixed!(a, t, 1), mixed!(a, t, 2), mixed!(a, t, 3)];
        }
    }};
}

/// Applies the rounds to a long state.
macro_rules! long_rounds {
    ($x:ident) => {{
        let full = _mm256_set1_epi8((0x0f ^ SIGN) as i8);
        for constants in &LONG_CONSTANTS {
            let mut handed = _mm256_setzero_si256();
            for i in 0..8 {
                $x[i] = xor($x[i], load256(&constants.xor[i].0));
                let carry = _mm256_cmpgt_epi8($x[i], load256(&LONG_LIMITS[i].0));
                let hands_on = _mm256_and_si256(_mm256_cmpeq_epi8($x[i], full), handed);
                let sum = _mm256_add_epi8($x[i], load256(&constants.plus[i].0));
                $x[i] = _mm256_sub_epi8(sum, handed);
                handed = _mm256_or_si256(carry, hands_on);
            }
            for i in 0..8 {
                $x[i] = _mm256_shuffle_epi8(look_up($x[i], &BOXES[i % 4]), load256(&LONG_SHUFFLES[i].0));
            }
            let a = $x;
            let mut t = a;
            for i in 0..8 {
                t[i] = xor(a[i], a[(i + 1) % 8]);
            }
            $x = [
                mixed!(a, t, 0),
                mixed!(a, t, 1),
                mixed!(a, t, 2),
                mixed!(a, t, 3),
                mixed!(a, t, 4),
                mixed!(a, t, 5),
                mixed!(a, t, 6),
                mixed!(a, t, 7),
            ];
        }
    }};
}

row_kernels!("avx2", |x| short short_rounds!(x), long long_rounds!(x), added MIXED_IN);
