//! The compression function F8 of JH for one message, by look-ups of nibbles (section 4.2, with the elements in the
//! order of section 9).
//!
//! A byte contains the two elements that the linear transformation mixes: the odd one in its high bits, the even one in
//! its low bits. Four registers of 32 bytes contain all elements. In memory, a byte contains one bit of each of eight elements.
//! Here these elements are in eight different bytes: the elements of bits 0 to 3 in the low halves of the four registers, those
//! of bits 4 to 7 in the high halves, all at the position of that byte.
//!
//! An S-box and the linear transformation of its result are one table entry; the bit of the round constant selects the
//! table. No element moves: the odd elements stay, and are combined with the even elements where these are. So each
//! exchange is applied in the following round, and the exchange at a distance of 64 between blocks. An exchange at
//! distance 1 or 2 selects another register, at 4 the other half, and from 8 on it is a shuffle of bytes. Within a
//! round the registers do not depend on one another, which keeps the CPU busy. Each is finished before the next begins,
//! because otherwise the compiler would begin all of them and run out of registers.

use super::{
    constants::{S, double},
    rounds,
};
use crate::simd::{
    arch::*,
    memory::{load4x64, load128, load256, store4x64},
    opaque::{opaque256, pinned256, shifted_by_4},
};

/// The images of an element under the S-box and the linear transformation, as an odd element in the high bits and an
/// even one in the low bits. First index: for even and for odd elements; second index: for a constant bit of 0 and of
/// 1.
static TABLES: [[[u8; 16]; 2]; 2] = {
    let (mut tables, mut i) = ([[[0; 16]; 2]; 2], 0);
    while i < 32 {
        let s = S[i / 16][i % 16];
        tables[0][i / 16][i % 16] = double(s) << 4 | s ^ double(double(s));
        tables[1][i / 16][i % 16] = s << 4 | double(s);
        i += 1;
    }
    tables
};

#[repr(align(32))]
struct Aligned<T>(T);

/// The round constants of the even and of the odd elements in each register: a bit of 1 is stored as a byte whose bits are all
/// 1.
static CONSTANTS: Aligned<[[[[u8; 32]; 2]; 4]; 42]> = {
    let (mut constants, mut i) = ([[[[0; 32]; 2]; 4]; 42], 0);
    while i < 42 * 256 {
        let (round, register, odd, byte) = (i / 256, i / 64 % 4, i / 32 % 2, i % 32);
        let bit = rounds::CONSTANTS[round][odd][byte % 16] >> (byte / 16 * 4 + register) & 1;
        constants[round][register][odd][byte] = bit * 0xff;
        i += 1;
    }
    Aligned(constants)
};

/// The shuffle indices that exchange bytes at a distance of 1, 2, 4 and 8.
static ORDERS: [[u8; 32]; 4] = {
    let (mut orders, mut i) = ([[0; 32]; 4], 0);
    while i < 4 * 32 {
        orders[i / 32][i % 32] = ((i % 16) ^ (1 << (i / 32))) as u8;
        i += 1;
    }
    orders
};

/// Converts bit planes to the layout of the kernel, and back. The planes are in reverse order, and in each plane, the
/// even elements come before the odd elements.
#[inline]
#[target_feature(enable = "avx2")]
fn turned(mut x: [__m256i; 4]) -> [__m256i; 4] {
    // swap the high nibbles of the low half and the low nibbles of the high half
    for x in &mut x {
        let other = _mm256_permute2x128_si256::<1>(*x, *x);
        let up = _mm256_sllv_epi64(other, _mm256_set_epi64x(64, 64, 4, 4));
        let down = _mm256_srlv_epi64(other, _mm256_set_epi64x(4, 4, 64, 64));
        let stay = _mm256_set_m128i(_mm_set1_epi8(!15), _mm_set1_epi8(15));
        *x =
            _mm256_or_si256(_mm256_and_si256(stay, *x), _mm256_andnot_si256(stay, _mm256_or_si256(up, down)));
    }
    // swap groups of bits of two registers
    macro_rules! swap {
        ($a:literal, $b:literal, $n:literal, $low:literal) => {
            let low = _mm256_set1_epi8($low);
            let t = _mm256_and_si256(_mm256_xor_si256(_mm256_srli_epi64::<$n>(x[$a]), x[$b]), low);
            x[$a] = _mm256_xor_si256(x[$a], _mm256_slli_epi64::<$n>(t));
            x[$b] = _mm256_xor_si256(x[$b], t);
        };
    }
    swap!(0, 1, 1, 0x55);
    swap!(2, 3, 1, 0x55);
    swap!(0, 2, 2, 0x33);
    swap!(1, 3, 2, 0x33);
    x
}

/// Exchanges the odd elements at a distance of 64.
#[inline]
#[target_feature(enable = "avx2")]
fn exchanged(plane: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b10_11_01_00>(plane)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn avx2(state: &mut [u64; 16], blocks: &[[u8; 64]]) {
    let words = state.as_chunks_mut::<4>().0;
    let mut x = [_mm256_setzero_si256(); 4];
    for (x, words) in x.iter_mut().rev().zip(&*words) {
        *x = exchanged(load4x64(words));
    }
    x = turned(x);
    let mut tables = [[_mm256_setzero_si256(); 2]; 2];
    for (to, table) in tables.as_flattened_mut().iter_mut().zip(TABLES.as_flattened()) {
        // opaque, because otherwise the compiler would load the table again for each look-up
        *to = opaque256(_mm256_broadcastsi128_si256(load128(table)));
    }
    let [even, odd] = tables;
    let nibble = _mm256_set1_epi8(15);
    for block in blocks {
        let [low, high] = block.as_chunks::<32>().0 else { continue };
        let zero = _mm256_setzero_si256();
        let m = turned([zero, zero, exchanged(load256(high)), exchanged(load256(low))]);
        for (x, m) in x.iter_mut().zip(m) {
            *x = _mm256_xor_si256(*x, m);
        }
        macro_rules! register {
            ($constants:expr, $x:expr, $other:expr) => {{
                let high = _mm256_and_si256(shifted_by_4($other), nibble);
                let low = _mm256_and_si256($x, nibble);
                let [even_constants, odd_constants] = &$constants;
                let even = _mm256_blendv_epi8(
                    _mm256_shuffle_epi8(even[0], low),
                    _mm256_shuffle_epi8(even[1], low),
                    load256(even_constants),
                );
                let odd = _mm256_blendv_epi8(
                    _mm256_shuffle_epi8(odd[0], high),
                    _mm256_shuffle_epi8(odd[1], high),
                    load256(odd_constants),
                );
                pinned256(_mm256_xor_si256(even, odd))
            }};
        }
        macro_rules! round {
            ($constants:ident, $round:literal, [$a:literal, $b:literal, $c:literal, $d:literal], |$x:ident| $other:expr) => {
                let [a, b, c, d] = &$constants[$round];
                macro_rules! other {
                    ($i:literal) => {{
                        let $x = x[$i];
                        $other
                    }};
                }
                x = [
                    register!(*a, x[0], other!($a)),
                    register!(*b, x[1], other!($b)),
                    register!(*c, x[2], other!($c)),
                    register!(*d, x[3], other!($d)),
                ];
            };
        }
        for constants in CONSTANTS.0.as_chunks::<7>().0 {
            round!(constants, 0, [0, 1, 2, 3], |x| _mm256_shuffle_epi8(x, load256(&ORDERS[3])));
            round!(constants, 1, [1, 0, 3, 2], |x| x);
            round!(constants, 2, [2, 3, 0, 1], |x| x);
            // opaque, because if both operands are equal, the compiler would use a slower instruction
            round!(constants, 3, [0, 1, 2, 3], |x| _mm256_permute2x128_si256::<0x21>(x, opaque256(x)));
            round!(constants, 4, [0, 1, 2, 3], |x| _mm256_shuffle_epi8(x, load256(&ORDERS[0])));
            round!(constants, 5, [0, 1, 2, 3], |x| _mm256_shuffle_epi8(x, load256(&ORDERS[1])));
            round!(constants, 6, [0, 1, 2, 3], |x| _mm256_shuffle_epi8(x, load256(&ORDERS[2])));
        }
        // XOR the message into the last planes too
        for (x, m) in x.iter_mut().zip(m) {
            *x = _mm256_xor_si256(*x, _mm256_srli_epi64::<2>(m));
        }
    }
    for (x, words) in turned(x).into_iter().rev().zip(words) {
        store4x64(words, exchanged(x));
    }
}
