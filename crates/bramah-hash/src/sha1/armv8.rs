//! SHA-1 on the instructions of ARMv8, one message or two.
//!
//! The state is laid out as the instructions want it: `a` to `d` in the lanes of one register, `e` in a register of its
//! own. Four rounds wait for the four before them, so a second message fills part of the wait.

use super::rounds::K;
use crate::{
    frame::{Chain, Ends},
    simd::{
        arch::*,
        memory::{MAX_LANES, Streams, load4x32, load128, words4x32},
    },
};

/// Returns the words of blocks.
#[inline]
#[target_feature(enable = "neon,sha2")]
fn words<const N: usize>(blocks: [&[u8; 64]; N]) -> [[uint32x4_t; 4]; N] {
    let mut w = [[vdupq_n_u32(0); 4]; N];
    for (w, block) in w.iter_mut().zip(blocks) {
        for (w, row) in w.iter_mut().zip(block.as_chunks().0) {
            *w = vreinterpretq_u32_u8(vrev32q_u8(load128(row)));
        }
    }
    w
}

/// Runs the rounds of `$n` messages: `$m` is `0 1 ..` up to it. A macro, since the messages are interleaved four rounds
/// at a time with every index a literal.
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
#[allow(unused_assignments)] // the schedule's last steps, of words that no round needs
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
#[allow(unused_assignments)] // as above
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

/// Loads a state's words into registers; the second one holds only `e`.
#[inline]
#[target_feature(enable = "neon")]
fn load([a, b, c, d, e]: &[u32; 5]) -> [uint32x4_t; 2] {
    [load4x32(&[*a, *b, *c, *d]), load4x32(&[*e, 0, 0, 0])]
}

/// Stores a state's words from registers.
#[inline]
#[target_feature(enable = "neon")]
fn store(words: [uint32x4_t; 2]) -> [u32; 5] {
    let ([a, b, c, d], [e, ..]) = (words4x32(words[0]), words4x32(words[1]));
    [a, b, c, d, e]
}

/// Advances `$n` chains (RFC 8018, section 5.2): a digest goes from the registers of a state straight to those of the
/// next block.
macro_rules! chains {
    ($n:literal, $($m:literal)*; $chains:expr, $ends:expr, $count:expr) => {{
        let (ends, zero) = ($ends, vdupq_n_u32(0));
        let (mut keys, mut u, mut sum) = ([([zero; $n], [0; $n]); 2], [[zero; 2]; $n], [[zero; 2]; $n]);
        for i in 0..$n {
            for key in 0..2 {
                let (first, second) = (load(&$chains[i].keys[key])[0], $chains[i].keys[key][4]);
                (keys[key].0[i], keys[key].1[i]) = (first, second);
            }
            (u[i], sum[i]) = (load(&$chains[i].u), load(&$chains[i].sum));
        }
        let mask = load(&ends.mask);
        let [w0, w1, w2, w3] = ends.words.as_chunks().0 else { unreachable!("sixteen words") };
        let (mark, rest) = ([load4x32(w0), load4x32(w1)], [load4x32(w2), load4x32(w3)]);
        for _ in 0..$count {
            for (mut abcd, mut e) in keys {
                let mut w = [[zero; 4]; $n];
                for i in 0..$n {
                    for half in 0..2 {
                        u[i][half] = vorrq_u32(vandq_u32(u[i][half], mask[half]), mark[half]);
                    }
                    w[i] = [u[i][0], u[i][1], rest[0], rest[1]];
                }
                rounds!($n, $($m)*; abcd e, w);
                for i in 0..$n {
                    u[i] = [abcd[i], vsetq_lane_u32::<0>(e[i], zero)];
                }
            }
            for i in 0..$n {
                for half in 0..2 {
                    sum[i][half] = veorq_u32(sum[i][half], u[i][half]);
                }
            }
        }
        for i in 0..$n {
            ($chains[i].u, $chains[i].sum) = (store(u[i]), store(sum[i]));
        }
    }};
}

/// Advances chains, two at a time, and a last odd one alone.
#[allow(unused_assignments)] // as above
#[inline]
#[target_feature(enable = "neon,sha2")]
pub(super) fn chains(chains: &mut [Chain<[u32; 5]>], ends: &Ends<u32, 5>, count: u32) {
    let (pairs, rest) = chains.as_chunks_mut::<2>();
    for pair in pairs {
        chains!(2, 0 1; pair, ends, count);
    }
    for one in rest.as_chunks_mut::<1>().0 {
        chains!(1, 0; one, ends, count);
    }
}
