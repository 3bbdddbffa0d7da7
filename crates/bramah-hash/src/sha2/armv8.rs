//! SHA-256 with the SHA-256 instructions of ARMv8, for one message or two.
//!
//! The state has the layout that the instructions need: `a` to `d` in the lanes of one register, `e` to `h` in another.
//! Each group of four rounds waits for the previous group, so a second message fills part of the waiting time.

use crate::primitives::sha2::K256 as K;
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
    ($n:literal, $($m:literal)*; $abcd:ident $efgh:ident, $words:expr) => {{
        let (abcd0, efgh0) = ($abcd, $efgh);
        let mut w: [[uint32x4_t; 4]; $n] = $words;
        macro_rules! four {
            ($i:literal) => { $(
                let (w0, w1, w2, w3) =
                    (w[$m][$i % 4], w[$m][($i + 1) % 4], w[$m][($i + 2) % 4], w[$m][($i + 3) % 4]);
                let wk = vaddq_u32(w0, load4x32(&K[$i / 4].as_chunks().0[$i % 4]));
                let abcd = $abcd[$m];
                $abcd[$m] = vsha256hq_u32(abcd, $efgh[$m], wk);
                $efgh[$m] = vsha256h2q_u32($efgh[$m], abcd, wk);
                if $i < 12 {
                    w[$m][$i % 4] = vsha256su1q_u32(vsha256su0q_u32(w0, w1), w2, w3);
                }
            )* };
        }
        four!(0); four!(1); four!(2); four!(3); four!(4); four!(5); four!(6); four!(7);
        four!(8); four!(9); four!(10); four!(11); four!(12); four!(13); four!(14); four!(15);
        $(
            $abcd[$m] = vaddq_u32($abcd[$m], abcd0[$m]);
            $efgh[$m] = vaddq_u32($efgh[$m], efgh0[$m]);
        )*
    }};
}

/// Compresses blocks of one message.
#[allow(unused_assignments)] // the last step of the schedule computes words that no round needs
#[inline]
#[target_feature(enable = "neon,sha2")]
pub(super) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let [first, second] = load(state);
    let (mut abcd, mut efgh) = ([first], [second]);
    for block in blocks {
        rounds!(1, 0; abcd efgh, words([block]));
    }
    store([abcd[0], efgh[0]], state);
}

/// Compresses blocks of two messages.
#[allow(unused_assignments)] // for the same reason as in `compress`
#[inline]
#[target_feature(enable = "neon,sha2")]
pub(super) fn two(rows: &mut [[u32; MAX_LANES]; 8], mut streams: Streams<'_>) {
    let (mut abcd, mut efgh) = ([vdupq_n_u32(0); 2], [vdupq_n_u32(0); 2]);
    for lane in 0..2 {
        abcd[lane] = load4x32(&[rows[0][lane], rows[1][lane], rows[2][lane], rows[3][lane]]);
        efgh[lane] = load4x32(&[rows[4][lane], rows[5][lane], rows[6][lane], rows[7][lane]]);
    }
    while let Some(blocks) = streams.next::<2, 64>() {
        rounds!(2, 0 1; abcd efgh, words(blocks));
    }
    for lane in 0..2 {
        let ([a, b, c, d], [e, f, g, h]) = (words4x32(abcd[lane]), words4x32(efgh[lane]));
        for (row, word) in rows.iter_mut().zip([a, b, c, d, e, f, g, h]) {
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

/// Loads a digest.
#[inline]
#[target_feature(enable = "neon")]
fn load([a, b, c, d, e, f, g, h]: &[u32; 8]) -> [uint32x4_t; 2] {
    [load4x32(&[*a, *b, *c, *d]), load4x32(&[*e, *f, *g, *h])]
}

/// Loads a state.
#[inline]
#[target_feature(enable = "neon")]
fn pack(words: &[u32; 8]) -> (uint32x4_t, uint32x4_t) {
    let [abcd, efgh] = load(words);
    (abcd, efgh)
}

/// Stores a digest.
#[inline]
#[target_feature(enable = "neon")]
fn store(registers: [uint32x4_t; 2], words: &mut [u32; 8]) {
    let ([a, b, c, d], [e, f, g, h]) = (words4x32(registers[0]), words4x32(registers[1]));
    *words = [a, b, c, d, e, f, g, h];
}

/// Converts the registers of a state to the registers of a digest.
#[inline]
#[target_feature(enable = "neon")]
fn digest(abcd: uint32x4_t, efgh: uint32x4_t) -> [uint32x4_t; 2] {
    [abcd, efgh]
}

chains!(8, "neon,sha2", vandq_u32 vorrq_u32 veorq_u32, [0 true, 1 true]);
