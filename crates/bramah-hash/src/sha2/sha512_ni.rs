//! SHA-512 with the SHA-512 extensions of x86.
//!
//! The state is in two registers with the layout that the instructions need, ABEF and CDGH, where the first letter is
//! the highest lane. A register of the schedule contains four words. Two rounds (`vsha512rnds2`) take two words with
//! their constants added, so four rounds take both halves of a register.

use super::rounds64::K;
use crate::simd::{
    arch::*,
    memory::{load256, store4x64},
};

/// Compresses blocks of one message.
#[rustfmt::skip]
#[allow(unused_assignments)] // the last step of the schedule is not used by any round
#[inline]
#[target_feature(enable = "sha512,avx2")]
pub(super) fn compress(state: &mut [u64; 8], blocks: &[[u8; 128]]) {
    let swap = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607));
    let [a, b, c, d, e, f, g, h] = state.map(|word| word as i64);
    let mut abef = _mm256_setr_epi64x(f, e, b, a);
    let mut cdgh = _mm256_setr_epi64x(h, g, d, c);
    for block in blocks {
        let (abef0, cdgh0) = (abef, cdgh);
        let mut w = [swap; 4];
        let rows = block.as_chunks::<32>().0;
        for i in 0..4 {
            w[i] = _mm256_shuffle_epi8(load256(&rows[i]), swap);
        }
        macro_rules! four {
            ($t:literal, $i:literal) => {
                let (w0, w1, w2, w3) = (w[$i], w[($i + 1) % 4], w[($i + 2) % 4], w[($i + 3) % 4]);
                let [k0, k1, k2, k3] = K[$t].as_chunks().0[$i];
                let k = _mm256_setr_epi64x(k0 as i64, k1 as i64, k2 as i64, k3 as i64);
                let wk = _mm256_add_epi64(w0, k);
                cdgh = _mm256_sha512rnds2_epi64(cdgh, abef, _mm256_castsi256_si128(wk));
                abef = _mm256_sha512rnds2_epi64(abef, cdgh, _mm256_extracti128_si256::<1>(wk));
                if $t < 4 {
                    // words 1 to 4 of the eight words in `w2` and `w3`, which precede the new words by seven
                    let seven = _mm256_permute4x64_epi64::<0x39>(_mm256_blend_epi32::<0x03>(w2, w3));
                    let sum = _mm256_add_epi64(_mm256_sha512msg1_epi64(w0, _mm256_castsi256_si128(w1)), seven);
                    w[$i] = _mm256_sha512msg2_epi64(sum, w3);
                }
            };
        }
        macro_rules! sixteen {
            ($t:literal) => {
                four!($t, 0); four!($t, 1); four!($t, 2); four!($t, 3);
            };
        }
        sixteen!(0); sixteen!(1); sixteen!(2); sixteen!(3); sixteen!(4);
        abef = _mm256_add_epi64(abef, abef0);
        cdgh = _mm256_add_epi64(cdgh, cdgh0);
    }
    let mut out = [[0; 4]; 2];
    store4x64(&mut out[0], abef);
    store4x64(&mut out[1], cdgh);
    let [[f, e, b, a], [h, g, d, c]] = out;
    *state = [a, b, c, d, e, f, g, h];
}
