//! SM3 with the SM3 instructions of ARMv8.2.
//!
//! The state has the layout that the instructions need: A to D in the lanes of one register, with A in the highest
//! lane, and E to H in another. A round takes three instructions: SS1 of the highest lanes, and TT1 and TT2, which also
//! shift the words of the state.

use super::rounds::T;
use crate::simd::{
    arch::*,
    memory::{load4x32, load128, words4x32},
    sm3::*,
};

/// Compresses blocks of one message.
#[rustfmt::skip]
#[allow(unused_assignments)] // the last step of the expansion computes words that no round needs
#[inline]
#[target_feature(enable = "neon,sm4")]
pub(super) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let [a, b, c, d, e, f, g, h] = *state;
    let mut abcd = load4x32(&[d, c, b, a]);
    let mut efgh = load4x32(&[h, g, f, e]);
    for block in blocks {
        let (abcd0, efgh0) = (abcd, efgh);
        let rows = block.as_chunks::<16>().0;
        let mut w = [vdupq_n_u32(0); 4];
        for i in 0..4 {
            w[i] = vreinterpretq_u32_u8(vrev32q_u8(load128(&rows[i])));
        }
        macro_rules! four {
            ($j:literal, $tt1:ident $tt2:ident) => {
                let (w0, w1, w2, w3) =
                    (w[$j / 4 % 4], w[($j / 4 + 1) % 4], w[($j / 4 + 2) % 4], w[($j / 4 + 3) % 4]);
                let sum = veorq_u32(w0, w1);
                four!(round $j, 0, $tt1 $tt2, sum, w0);
                four!(round $j, 1, $tt1 $tt2, sum, w0);
                four!(round $j, 2, $tt1 $tt2, sum, w0);
                four!(round $j, 3, $tt1 $tt2, sum, w0);
                if $j < 52 {
                    let next = partw1(w0, vextq_u32::<3>(w1, w2), w3);
                    w[$j / 4 % 4] = partw2(next, vextq_u32::<2>(w2, w3), vextq_u32::<3>(w0, w1));
                }
            };
            (round $j:literal, $i:literal, $tt1:ident $tt2:ident, $sum:ident, $w:ident) => {
                let ss1 = ss1(abcd, efgh, vdupq_n_u32(T[$j / 16][$j % 16 + $i]));
                abcd = $tt1::<$i>(abcd, ss1, $sum);
                efgh = $tt2::<$i>(efgh, ss1, $w);
            };
        }
        four!(0, tt1a tt2a); four!(4, tt1a tt2a); four!(8, tt1a tt2a); four!(12, tt1a tt2a);
        four!(16, tt1b tt2b); four!(20, tt1b tt2b); four!(24, tt1b tt2b); four!(28, tt1b tt2b);
        four!(32, tt1b tt2b); four!(36, tt1b tt2b); four!(40, tt1b tt2b); four!(44, tt1b tt2b);
        four!(48, tt1b tt2b); four!(52, tt1b tt2b); four!(56, tt1b tt2b); four!(60, tt1b tt2b);
        abcd = veorq_u32(abcd, abcd0);
        efgh = veorq_u32(efgh, efgh0);
    }
    let [d, c, b, a] = words4x32(abcd);
    let [h, g, f, e] = words4x32(efgh);
    *state = [a, b, c, d, e, f, g, h];
}
