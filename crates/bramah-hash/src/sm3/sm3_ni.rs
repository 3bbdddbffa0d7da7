//! SM3 with the SM3 instructions of x86.
//!
//! The state is in two registers with the layout that the instructions need, ABEF and CDGH, where the first letter is
//! the highest lane. A round rotates B before it becomes C, and F before it becomes G. The register CDGH contains these words
//! and D and H as they were before this rotation. Two rounds (`vsm3rnds2`) take words `j`, `j + 1`, `j + 4` and `j + 5` and
//! return a new ABEF; the old ABEF is the new CDGH.

use crate::simd::{
    arch::*,
    memory::{load128, store4x32},
};

/// Compresses blocks of one message.
#[rustfmt::skip]
#[allow(unused_assignments)] // the last step of the expansion computes words that no round needs
#[inline]
#[target_feature(enable = "sm3,avx")]
pub(super) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let swap = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
    let row = |x: [u32; 4]| _mm_setr_epi32(x[0] as i32, x[1] as i32, x[2] as i32, x[3] as i32);
    let [a, b, c, d, e, f, g, h] = *state;
    let mut abef = row([f, e, b, a]);
    let mut cdgh = row([h.rotate_right(19), g.rotate_right(19), d.rotate_right(9), c.rotate_right(9)]);
    for block in blocks {
        let (abef0, cdgh0) = (abef, cdgh);
        let rows = block.as_chunks::<16>().0;
        let mut w = [swap; 4];
        for i in 0..4 {
            w[i] = _mm_shuffle_epi8(load128(&rows[i]), swap);
        }
        macro_rules! four {
            ($j:literal $i:literal) => {
                let (w0, w1, w2, w3) = (w[$i], w[($i + 1) % 4], w[($i + 2) % 4], w[($i + 3) % 4]);
                cdgh = _mm_sm3rnds2_epi32::<{ $j }>(cdgh, abef, _mm_unpacklo_epi64(w0, w1));
                abef = _mm_sm3rnds2_epi32::<{ $j + 2 }>(abef, cdgh, _mm_unpackhi_epi64(w0, w1));
                if $j < 52 {
                    let next = _mm_sm3msg1_epi32(_mm_alignr_epi8::<12>(w2, w1), _mm_srli_si128::<4>(w3), w0);
                    w[$i] = _mm_sm3msg2_epi32(
                        next, _mm_alignr_epi8::<12>(w1, w0), _mm_alignr_epi8::<8>(w3, w2),
                    );
                }
            };
        }
        four!(0 0); four!(4 1); four!(8 2); four!(12 3);
        four!(16 0); four!(20 1); four!(24 2); four!(28 3);
        four!(32 0); four!(36 1); four!(40 2); four!(44 3);
        four!(48 0); four!(52 1); four!(56 2); four!(60 3);
        abef = _mm_xor_si128(abef, abef0);
        cdgh = _mm_xor_si128(cdgh, cdgh0);
    }
    let mut out = [[0; 4]; 2];
    store4x32(&mut out[0], abef);
    store4x32(&mut out[1], cdgh);
    let [[f, e, b, a], [h, g, d, c]] = out;
    *state = [a, b, c.rotate_left(9), d.rotate_left(9), e, f, g.rotate_left(19), h.rotate_left(19)];
}
