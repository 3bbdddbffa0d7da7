//! SHA-256 on the instructions of ARMv8, one message or two.
//!
//! The state is laid out as the instructions want it: `a` to `d` in the lanes of one register, `e` to `h` in another.
//! Four rounds wait for the four before them, so a second message fills part of the wait.

use crate::primitives::sha2::K256 as K;
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
#[allow(unused_assignments)] // the schedule's last step, of words that no round needs
#[inline]
#[target_feature(enable = "neon,sha2")]
pub(super) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let [a, b, c, d, e, f, g, h] = *state;
    let (mut abcd, mut efgh) = ([load4x32(&[a, b, c, d])], [load4x32(&[e, f, g, h])]);
    for block in blocks {
        rounds!(1, 0; abcd efgh, words([block]));
    }
    let ([a, b, c, d], [e, f, g, h]) = (words4x32(abcd[0]), words4x32(efgh[0]));
    *state = [a, b, c, d, e, f, g, h];
}

/// Compresses blocks of two messages.
#[allow(unused_assignments)] // as above
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

/// Loads a state's words into registers.
#[inline]
#[target_feature(enable = "neon")]
fn load([a, b, c, d, e, f, g, h]: &[u32; 8]) -> [uint32x4_t; 2] {
    [load4x32(&[*a, *b, *c, *d]), load4x32(&[*e, *f, *g, *h])]
}

/// Stores a state's words from registers.
#[inline]
#[target_feature(enable = "neon")]
fn store(words: [uint32x4_t; 2]) -> [u32; 8] {
    let ([a, b, c, d], [e, f, g, h]) = (words4x32(words[0]), words4x32(words[1]));
    [a, b, c, d, e, f, g, h]
}

/// Advances `$n` chains (RFC 8018, section 5.2): a digest goes from the registers of a state straight to those of the
/// next block.
macro_rules! chains {
    ($n:literal, $($m:literal)*; $chains:expr, $ends:expr, $count:expr) => {{
        let (ends, zero) = ($ends, vdupq_n_u32(0));
        let (mut keys, mut u, mut sum) = ([([zero; $n], [zero; $n]); 2], [[zero; 2]; $n], [[zero; 2]; $n]);
        for i in 0..$n {
            for key in 0..2 {
                let [first, second] = load(&$chains[i].keys[key]);
                (keys[key].0[i], keys[key].1[i]) = (first, second);
            }
            (u[i], sum[i]) = (load(&$chains[i].u), load(&$chains[i].sum));
        }
        let mask = load(&ends.mask);
        let [w0, w1, w2, w3] = ends.words.as_chunks().0 else { unreachable!("sixteen words") };
        let (mark, rest) = ([load4x32(w0), load4x32(w1)], [load4x32(w2), load4x32(w3)]);
        for _ in 0..$count {
            for (mut abcd, mut efgh) in keys {
                let mut w = [[zero; 4]; $n];
                for i in 0..$n {
                    for half in 0..2 {
                        u[i][half] = vorrq_u32(vandq_u32(u[i][half], mask[half]), mark[half]);
                    }
                    w[i] = [u[i][0], u[i][1], rest[0], rest[1]];
                }
                rounds!($n, $($m)*; abcd efgh, w);
                for i in 0..$n {
                    u[i] = [abcd[i], efgh[i]];
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
pub(super) fn chains(chains: &mut [Chain<[u32; 8]>], ends: &Ends<u32, 8>, count: u32) {
    let (pairs, rest) = chains.as_chunks_mut::<2>();
    for pair in pairs {
        chains!(2, 0 1; pair, ends, count);
    }
    for one in rest.as_chunks_mut::<1>().0 {
        chains!(1, 0; one, ends, count);
    }
}
