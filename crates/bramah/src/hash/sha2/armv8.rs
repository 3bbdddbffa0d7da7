//! SHA-256 on the instructions of ARMv8, one message or two.
//!
//! The state lies as the instructions want it: `a` to `d` in the lanes of one register, `e` to
//! `h` in another. Four rounds wait for the four before them, so a second message fills part of
//! the wait.

use super::rounds32::K;
use crate::simd::{MAX_LANES, Streams, arch::*, load4x32, load128, words4x32};

/// The rounds of `$n` messages: `$m` is `0 1 ..` up to it. In a macro, since the messages are
/// interleaved four rounds at a time with every index a literal.
#[rustfmt::skip]
macro_rules! rounds {
    ($n:literal, $($m:literal)*; $abcd:ident $efgh:ident, $blocks:expr) => {{
        let (abcd0, efgh0) = ($abcd, $efgh);
        let mut w = [[vdupq_n_u32(0); 4]; $n];
        $(
            let rows = $blocks[$m].as_chunks::<16>().0;
            for i in 0..4 {
                w[$m][i] = vreinterpretq_u32_u8(vrev32q_u8(load128(&rows[i])));
            }
        )*
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

/// One message.
#[allow(unused_assignments)] // the schedule's last step, of words that no round needs
#[inline]
#[target_feature(enable = "neon,sha2")]
pub(super) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let [a, b, c, d, e, f, g, h] = *state;
    let (mut abcd, mut efgh) = ([load4x32(&[a, b, c, d])], [load4x32(&[e, f, g, h])]);
    for block in blocks {
        rounds!(1, 0; abcd efgh, [block]);
    }
    let ([a, b, c, d], [e, f, g, h]) = (words4x32(abcd[0]), words4x32(efgh[0]));
    *state = [a, b, c, d, e, f, g, h];
}

/// Two messages.
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
        rounds!(2, 0 1; abcd efgh, blocks);
    }
    for lane in 0..2 {
        let ([a, b, c, d], [e, f, g, h]) = (words4x32(abcd[lane]), words4x32(efgh[lane]));
        for (row, word) in rows.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            row[lane] = word;
        }
    }
}
