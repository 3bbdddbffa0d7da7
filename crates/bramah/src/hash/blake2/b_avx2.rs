//! BLAKE2b, one message in AVX2 registers.
//!
//! A register holds a row of the working vector, so the four columns advance together. What
//! limits a single message is the chain of dependent steps. Hence, for the diagonals, the rows
//! a, c and d turn and b stays: b is the last to be ready, and their turns are done by then.
//! The message words have no such hurry, and are gathered from memory beside the chain.

use super::{
    super::frame::Context,
    rounds::{IV_B, SIGMA, b::extra},
};
use crate::simd::{arch::*, opaque_ref, opaque256, store256};

/// Four words as a register.
#[inline]
#[target_feature(enable = "avx2")]
fn row(words: [u64; 4]) -> __m256i {
    _mm256_set_epi64x(words[3] as i64, words[2] as i64, words[1] as i64, words[0] as i64)
}

/// One message.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn compress(state: &mut [u64; 8], blocks: &[[u8; 128]], context: &Context) {
    let right24 =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10));
    let right16 = opaque256(_mm256_broadcastsi128_si256(_mm_setr_epi8(
        2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9,
    )));
    let [h0, h1, h2, h3, h4, h5, h6, h7] = *state;
    let (mut low, mut high) = (row([h0, h1, h2, h3]), row([h4, h5, h6, h7]));
    let iv_low = row([IV_B[0], IV_B[1], IV_B[2], IV_B[3]]);
    let iv_high = row([IV_B[4], IV_B[5], IV_B[6], IV_B[7]]);
    let mut at = context.before;
    for block in blocks {
        at = at.wrapping_add(128);
        let (mut a, mut b, mut c) = (low, high, iv_low);
        let mut d = _mm256_xor_si256(iv_high, row(extra(context, at)));
        macro_rules! message {
            ($words:ident $r:literal: $i0:literal $i1:literal $i2:literal $i3:literal) => {
                _mm256_setr_epi64x(
                    i64::from_le_bytes($words[SIGMA[$r][$i0]]),
                    i64::from_le_bytes($words[SIGMA[$r][$i1]]),
                    i64::from_le_bytes($words[SIGMA[$r][$i2]]),
                    i64::from_le_bytes($words[SIGMA[$r][$i3]]),
                )
            };
        }
        macro_rules! four {
            ($m0:expr, $m1:expr) => {
                a = _mm256_add_epi64(_mm256_add_epi64(a, $m0), b);
                d = _mm256_shuffle_epi32::<0xb1>(opaque256(_mm256_xor_si256(d, a)));
                c = _mm256_add_epi64(c, d);
                b = _mm256_shuffle_epi8(opaque256(_mm256_xor_si256(b, c)), right24);
                a = _mm256_add_epi64(_mm256_add_epi64(a, $m1), b);
                d = _mm256_shuffle_epi8(opaque256(_mm256_xor_si256(d, a)), right16);
                c = _mm256_add_epi64(c, d);
                b = _mm256_xor_si256(b, c);
                b = _mm256_or_si256(_mm256_add_epi64(b, b), _mm256_srli_epi64::<63>(b));
            };
        }
        macro_rules! rounds {
            ($($r:literal)*) => { $(
                let words = opaque_ref(block).as_chunks::<8>().0;
                four!(message!(words $r: 0 2 4 6), message!(words $r: 1 3 5 7));
                a = _mm256_permute4x64_epi64::<0x93>(a);
                d = _mm256_permute4x64_epi64::<0x4e>(d);
                c = _mm256_permute4x64_epi64::<0x39>(c);
                four!(message!(words $r: 14 8 10 12), message!(words $r: 15 9 11 13));
                a = _mm256_permute4x64_epi64::<0x39>(a);
                d = _mm256_permute4x64_epi64::<0x4e>(d);
                c = _mm256_permute4x64_epi64::<0x93>(c);
            )* };
        }
        rounds!(0 1 2 3 4 5 6 7 8 9 10 11);
        low = _mm256_xor_si256(low, _mm256_xor_si256(a, c));
        high = _mm256_xor_si256(high, _mm256_xor_si256(b, d));
    }
    for (words, row) in state.as_chunks_mut::<4>().0.iter_mut().zip([low, high]) {
        *words = words_of(row);
    }
}

/// The four words of a register.
#[inline]
#[target_feature(enable = "avx2")]
fn words_of(row: __m256i) -> [u64; 4] {
    let mut bytes = [0; 32];
    store256(&mut bytes, row);
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    words
}
