//! SHA-256 on the SHA extensions, one message or four.
//!
//! The state lies in two registers as the instructions want it, ABEF and CDGH. A round pair
//! waits for the one before it (`sha256rnds2`, four cycles), so one message leaves three
//! quarters of the unit idle; four messages interleaved fill it.

use super::rounds32::K;
use crate::simd::{MAX_LANES, Streams, arch::*, load128, store128};

/// `ABEF` and `CDGH` of a state.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn pack(state: [u32; 8]) -> (__m128i, __m128i) {
    let [a, b, c, d, e, f, g, h] = state;
    (
        _mm_setr_epi32(f as i32, e as i32, b as i32, a as i32),
        _mm_setr_epi32(h as i32, g as i32, d as i32, c as i32),
    )
}

#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn unpack(abef: __m128i, cdgh: __m128i) -> [u32; 8] {
    let mut out = [[0; 16]; 2];
    store128(&mut out[0], abef);
    store128(&mut out[1], cdgh);
    let [[f, e, b, a], [h, g, d, c]] =
        [0, 1].map(|i| [0, 4, 8, 12].map(|at| u32::from_le_bytes(*out[i][at..].first_chunk().unwrap())));
    [a, b, c, d, e, f, g, h]
}

/// The rounds of `$n` messages: `$m` is `0 1 ..` up to it. In a macro, since the messages are
/// interleaved four rounds at a time with every index a literal.
#[rustfmt::skip]
macro_rules! rounds {
    ($n:literal, $($m:literal)*; $abef:ident $cdgh:ident, $blocks:expr) => {{
        let swap = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
        let (abef0, cdgh0) = ($abef, $cdgh);
        let mut w = [[_mm_setzero_si128(); 4]; $n];
        $(
            let rows = $blocks[$m].as_chunks::<16>().0;
            for i in 0..4 {
                w[$m][i] = _mm_shuffle_epi8(load128(&rows[i]), swap);
            }
        )*
        macro_rules! four {
            ($i:literal) => {
                let [k0, k1, k2, k3] = K[$i / 4].as_chunks().0[$i % 4];
                let k = _mm_setr_epi32(k0 as i32, k1 as i32, k2 as i32, k3 as i32);
                $(
                    let wk = _mm_add_epi32(w[$m][$i % 4], k);
                    $cdgh[$m] = _mm_sha256rnds2_epu32($cdgh[$m], $abef[$m], wk);
                    $abef[$m] = _mm_sha256rnds2_epu32($abef[$m], $cdgh[$m], _mm_shuffle_epi32::<0x0e>(wk));
                    if $i < 12 {
                        let (w0, w1, w2, w3) =
                            (w[$m][$i % 4], w[$m][($i + 1) % 4], w[$m][($i + 2) % 4], w[$m][($i + 3) % 4]);
                        let t = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8::<4>(w3, w2));
                        w[$m][$i % 4] = _mm_sha256msg2_epu32(t, w3);
                    }
                )*
            };
        }
        four!(0); four!(1); four!(2); four!(3); four!(4); four!(5); four!(6); four!(7);
        four!(8); four!(9); four!(10); four!(11); four!(12); four!(13); four!(14); four!(15);
        $(
            $abef[$m] = _mm_add_epi32($abef[$m], abef0[$m]);
            $cdgh[$m] = _mm_add_epi32($cdgh[$m], cdgh0[$m]);
        )*
    }};
}

/// One message.
#[allow(unused_assignments)] // the schedule's last step, in rounds that need no more of it
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
pub(super) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let (a, c) = pack(*state);
    let (mut abef, mut cdgh) = ([a], [c]);
    for block in blocks {
        rounds!(1, 0; abef cdgh, [block]);
    }
    *state = unpack(abef[0], cdgh[0]);
}

/// Four messages.
#[allow(unused_assignments)] // as above
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
pub(super) fn four(rows: &mut [[u32; MAX_LANES]; 8], mut streams: Streams<'_>) {
    let (mut abef, mut cdgh) = ([_mm_setzero_si128(); 4], [_mm_setzero_si128(); 4]);
    for lane in 0..4 {
        let mut state = [0; 8];
        for (word, row) in state.iter_mut().zip(&*rows) {
            *word = row[lane];
        }
        (abef[lane], cdgh[lane]) = pack(state);
    }
    while let Some(blocks) = streams.next::<4, 64>() {
        rounds!(4, 0 1 2 3; abef cdgh, blocks);
    }
    for lane in 0..4 {
        for (word, row) in unpack(abef[lane], cdgh[lane]).into_iter().zip(&mut *rows) {
            row[lane] = word;
        }
    }
}
