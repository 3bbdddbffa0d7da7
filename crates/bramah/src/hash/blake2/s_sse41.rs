//! BLAKE2s, one message in SSE registers.
//!
//! A register holds a row of the working vector, so the four columns advance together. What
//! limits a single message is the chain of dependent steps. Hence, for the diagonals, the rows
//! a, c and d turn and b stays: b is the last to be ready, and their turns are done by then.
//! The message words have no such hurry, and are gathered from memory beside the chain.

use super::{
    super::frame::Context,
    rounds::{IV_S, SIGMA, s::extra},
};
use crate::simd::{arch::*, opaque_ref, opaque128, store128};

/// Four words as a register.
#[inline]
#[target_feature(enable = "sse4.1,ssse3")]
fn row(words: [u32; 4]) -> __m128i {
    _mm_setr_epi32(words[0] as i32, words[1] as i32, words[2] as i32, words[3] as i32)
}

/// One message.
#[inline]
#[target_feature(enable = "sse4.1,ssse3")]
pub(super) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]], context: &Context) {
    let right16 = opaque128(_mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
    let right8 = _mm_setr_epi8(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12);
    let [h0, h1, h2, h3, h4, h5, h6, h7] = *state;
    let (mut low, mut high) = (row([h0, h1, h2, h3]), row([h4, h5, h6, h7]));
    let iv_low = row([IV_S[0], IV_S[1], IV_S[2], IV_S[3]]);
    let iv_high = row([IV_S[4], IV_S[5], IV_S[6], IV_S[7]]);
    let mut at = context.before;
    for block in blocks {
        at = at.wrapping_add(64);
        let (mut a, mut b, mut c) = (low, high, iv_low);
        let mut d = _mm_xor_si128(iv_high, row(extra(context, at)));
        macro_rules! message {
            ($words:ident $r:literal: $i0:literal $i1:literal $i2:literal $i3:literal) => {
                _mm_setr_epi32(
                    i32::from_le_bytes($words[SIGMA[$r][$i0]]),
                    i32::from_le_bytes($words[SIGMA[$r][$i1]]),
                    i32::from_le_bytes($words[SIGMA[$r][$i2]]),
                    i32::from_le_bytes($words[SIGMA[$r][$i3]]),
                )
            };
        }
        macro_rules! four {
            ($m0:expr, $m1:expr) => {
                a = _mm_add_epi32(_mm_add_epi32(a, $m0), b);
                d = _mm_shuffle_epi8(opaque128(_mm_xor_si128(d, a)), right16);
                c = _mm_add_epi32(c, d);
                b = _mm_xor_si128(b, c);
                b = _mm_or_si128(_mm_srli_epi32::<12>(b), _mm_slli_epi32::<20>(b));
                a = _mm_add_epi32(_mm_add_epi32(a, $m1), b);
                d = _mm_shuffle_epi8(opaque128(_mm_xor_si128(d, a)), right8);
                c = _mm_add_epi32(c, d);
                b = _mm_xor_si128(b, c);
                b = _mm_or_si128(_mm_srli_epi32::<7>(b), _mm_slli_epi32::<25>(b));
            };
        }
        macro_rules! rounds {
            ($($r:literal)*) => { $(
                let words = opaque_ref(block).as_chunks::<4>().0;
                four!(message!(words $r: 0 2 4 6), message!(words $r: 1 3 5 7));
                a = _mm_shuffle_epi32::<0x93>(a);
                d = _mm_shuffle_epi32::<0x4e>(d);
                c = _mm_shuffle_epi32::<0x39>(c);
                four!(message!(words $r: 14 8 10 12), message!(words $r: 15 9 11 13));
                a = _mm_shuffle_epi32::<0x39>(a);
                d = _mm_shuffle_epi32::<0x4e>(d);
                c = _mm_shuffle_epi32::<0x93>(c);
            )* };
        }
        rounds!(0 1 2 3 4 5 6 7 8 9);
        low = _mm_xor_si128(low, _mm_xor_si128(a, c));
        high = _mm_xor_si128(high, _mm_xor_si128(b, d));
    }
    for (words, row) in state.as_chunks_mut::<4>().0.iter_mut().zip([low, high]) {
        *words = words_of(row);
    }
}

/// The four words of a register.
#[inline]
#[target_feature(enable = "sse4.1,ssse3")]
fn words_of(row: __m128i) -> [u32; 4] {
    let mut bytes = [0; 16];
    store128(&mut bytes, row);
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}
