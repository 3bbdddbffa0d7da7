//! SHA-1 with the SHA-1 instructions of ARMv8, for one message or two.
//!
//! The state has the layout that the instructions need: `a` to `d` in the lanes of one register, `e` in a separate
//! register. Each group of four rounds waits for the previous group, so a second message fills part of the waiting
//! time.

use super::rounds::K;
use crate::{
    frame::{Chain, Ends},
    sha_instructions::{chains, words},
    simd::{
        arch::*,
        memory::{MAX_LANES, Streams, load4x32, load128, words4x32},
    },
};

words!("neon,sha2", uint32x4_t, vdupq_n_u32(0), |row| vreinterpretq_u32_u8(vrev32q_u8(row)));

/// Runs the rounds of `$n` messages; `$m` are their indices, `0 1 ..`. This is a macro because the messages are
/// interleaved, four rounds at a time, and every index is a literal.
#[rustfmt::skip]
macro_rules! rounds {
    ($n:literal, $($m:literal)*; $abcd:ident $e:ident, $words:expr) => {{
        let (abcd0, e0) = ($abcd, $e);
        let mut w: [[uint32x4_t; 4]; $n] = $words;
        macro_rules! four {
            ($rounds:ident, $i:literal) => { $(
                let (w0, w1, w2, w3) =
                    (w[$m][$i % 4], w[$m][($i + 1) % 4], w[$m][($i + 2) % 4], w[$m][($i + 3) % 4]);
                let wk = vaddq_u32(w0, vdupq_n_u32(K[$i / 5]));
                let e = $e[$m];
                $e[$m] = vsha1h_u32(vgetq_lane_u32::<0>($abcd[$m]));
                $abcd[$m] = $rounds($abcd[$m], e, wk);
                if $i < 16 {
                    w[$m][$i % 4] = vsha1su1q_u32(vsha1su0q_u32(w0, w1, w2), w3);
                }
            )* };
        }
        four!(vsha1cq_u32, 0); four!(vsha1cq_u32, 1); four!(vsha1cq_u32, 2); four!(vsha1cq_u32, 3);
        four!(vsha1cq_u32, 4);
        four!(vsha1pq_u32, 5); four!(vsha1pq_u32, 6); four!(vsha1pq_u32, 7); four!(vsha1pq_u32, 8);
        four!(vsha1pq_u32, 9);
        four!(vsha1mq_u32, 10); four!(vsha1mq_u32, 11); four!(vsha1mq_u32, 12); four!(vsha1mq_u32, 13);
        four!(vsha1mq_u32, 14);
        four!(vsha1pq_u32, 15); four!(vsha1pq_u32, 16); four!(vsha1pq_u32, 17); four!(vsha1pq_u32, 18);
        four!(vsha1pq_u32, 19);
        $(
            $abcd[$m] = vaddq_u32($abcd[$m], abcd0[$m]);
            $e[$m] = $e[$m].wrapping_add(e0[$m]);
        )*
    }};
}

/// Compresses blocks of one message.
#[allow(unused_assignments)] // the last steps of the schedule compute words that no round needs
#[inline]
#[target_feature(enable = "neon,sha2")]
pub(super) fn compress(state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    let [a, b, c, d, e] = *state;
    let (mut abcd, mut e) = ([load4x32(&[a, b, c, d])], [e]);
    for block in blocks {
        rounds!(1, 0; abcd e, words([block]));
    }
    let [a, b, c, d] = words4x32(abcd[0]);
    *state = [a, b, c, d, e[0]];
}

/// Compresses blocks of two messages.
#[allow(unused_assignments)] // for the same reason as in `compress`
#[inline]
#[target_feature(enable = "neon,sha2")]
pub(super) fn two(rows: &mut [[u32; MAX_LANES]; 5], mut streams: Streams<'_>) {
    let (mut abcd, mut e) = ([vdupq_n_u32(0); 2], [0; 2]);
    for lane in 0..2 {
        abcd[lane] = load4x32(&[rows[0][lane], rows[1][lane], rows[2][lane], rows[3][lane]]);
        e[lane] = rows[4][lane];
    }
    while let Some(blocks) = streams.next::<2, 64>() {
        rounds!(2, 0 1; abcd e, words(blocks));
    }
    for lane in 0..2 {
        let [a, b, c, d] = words4x32(abcd[lane]);
        for (row, word) in rows.iter_mut().zip([a, b, c, d, e[lane]]) {
            row[lane] = word;
        }
    }
}

/// Loads four words of a block.
#[inline]
#[target_feature(enable = "neon")]
fn row(words: &[u32; 4]) -> uint32x4_t {
    load4x32(words)
}

/// Loads a state.
#[inline]
#[target_feature(enable = "neon")]
fn pack([a, b, c, d, e]: &[u32; 5]) -> (uint32x4_t, u32) {
    (load4x32(&[*a, *b, *c, *d]), *e)
}

/// Loads a digest. The second register contains only `e`.
#[inline]
#[target_feature(enable = "neon")]
fn load(words: &[u32; 5]) -> [uint32x4_t; 2] {
    let (abcd, e) = pack(words);
    [abcd, load4x32(&[e, 0, 0, 0])]
}

/// Stores a digest.
#[inline]
#[target_feature(enable = "neon")]
fn store(registers: [uint32x4_t; 2], words: &mut [u32; 5]) {
    let ([a, b, c, d], [e, ..]) = (words4x32(registers[0]), words4x32(registers[1]));
    *words = [a, b, c, d, e];
}

/// Converts the registers of a state to the registers of a digest.
#[inline]
#[target_feature(enable = "neon")]
fn digest(abcd: uint32x4_t, e: u32) -> [uint32x4_t; 2] {
    [abcd, vsetq_lane_u32::<0>(e, vdupq_n_u32(0))]
}

chains!(5, "neon,sha2", vandq_u32 vorrq_u32 veorq_u32, [0 true, 1 true]);
