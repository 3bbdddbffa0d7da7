//! SHA-256 with the SHA extensions of x86, for one message or four.
//!
//! The state is in two registers with the layout that the instructions need, ABEF and CDGH. Each pair of rounds
//! (`sha256rnds2`, four cycles) waits for the previous pair, so one message leaves the unit three quarters idle. Four
//! interleaved messages fill it.

use crate::primitives::sha2::K256 as K;
use crate::{
    frame::{Chain, Ends},
    sha_instructions::{chains, words},
    simd::{
        arch::*,
        memory::{MAX_LANES, Streams, load4x32, load128, store4x32},
    },
};

/// Loads the words of a state in order into two registers.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn load(state: &[u32; 8]) -> [__m128i; 2] {
    let [abcd, efgh] = state.as_chunks().0 else { unreachable!("eight words") };
    [load4x32(abcd), load4x32(efgh)]
}

/// Stores the words of a state in order from two registers.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn store(words: [__m128i; 2], state: &mut [u32; 8]) {
    let [abcd, efgh] = state.as_chunks_mut().0 else { unreachable!("eight words") };
    store4x32(abcd, words[0]);
    store4x32(efgh, words[1]);
}

/// Converts a state to the registers `ABEF` and `CDGH`.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn pack(state: &[u32; 8]) -> (__m128i, __m128i) {
    let [abcd, efgh] = load(state);
    let badc = _mm_shuffle_epi32::<0xb1>(abcd);
    let hgfe = _mm_shuffle_epi32::<0x1b>(efgh);
    (_mm_alignr_epi8::<8>(badc, hgfe), _mm_blend_epi16::<0xf0>(hgfe, badc))
}

/// Converts the registers `ABEF` and `CDGH` to words in order.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn digest(abef: __m128i, cdgh: __m128i) -> [__m128i; 2] {
    let abef = _mm_shuffle_epi32::<0x1b>(abef);
    let ghcd = _mm_shuffle_epi32::<0xb1>(cdgh);
    [_mm_blend_epi16::<0xf0>(abef, ghcd), _mm_alignr_epi8::<8>(ghcd, abef)]
}

/// Transposes the square of words whose rows are four registers.
#[inline]
#[target_feature(enable = "sse2")]
fn transpose(rows: [__m128i; 4]) -> [__m128i; 4] {
    let [a, b, c, d] = rows;
    let (ab, cd) = (_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d));
    let (ab2, cd2) = (_mm_unpackhi_epi32(a, b), _mm_unpackhi_epi32(c, d));
    [
        _mm_unpacklo_epi64(ab, cd),
        _mm_unpackhi_epi64(ab, cd),
        _mm_unpacklo_epi64(ab2, cd2),
        _mm_unpackhi_epi64(ab2, cd2),
    ]
}

words!("sha,sse4.1,ssse3", __m128i, _mm_setzero_si128(), |row| {
    _mm_shuffle_epi8(row, _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203))
});

/// Runs the rounds of `$n` messages; `$m` are their indices, `0 1 ..`. This is a macro because the messages are
/// interleaved, four rounds at a time, and every index is a literal.
#[rustfmt::skip]
macro_rules! rounds {
    ($n:literal, $($m:literal)*; $abef:ident $cdgh:ident, $words:expr) => {{
        let (abef0, cdgh0) = ($abef, $cdgh);
        let mut w: [[__m128i; 4]; $n] = $words;
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

/// Compresses blocks of one message.
#[allow(unused_assignments)] // the last step of the schedule is not used by any round
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
pub(super) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]], more: &[[u8; 64]]) {
    let (a, c) = pack(state);
    let (mut abef, mut cdgh) = ([a], [c]);
    for block in blocks.iter().chain(more) {
        rounds!(1, 0; abef cdgh, words([block]));
    }
    store(digest(abef[0], cdgh[0]), state);
}

/// Compresses blocks of four messages.
#[allow(unused_assignments)] // for the same reason as in `compress`
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
pub(super) fn four(rows: &mut [[u32; MAX_LANES]; 8], mut streams: Streams<'_>) {
    let row = |rows: &[[u32; MAX_LANES]; 8], i: usize| load4x32(&rows[i].as_chunks().0[0]);
    let mut abef = transpose([row(rows, 5), row(rows, 4), row(rows, 1), row(rows, 0)]);
    let mut cdgh = transpose([row(rows, 7), row(rows, 6), row(rows, 3), row(rows, 2)]);
    while let Some(blocks) = streams.next::<4, 64>() {
        rounds!(4, 0 1 2 3; abef cdgh, words(blocks));
    }
    let [f, e, b, a] = transpose(abef);
    let [h, g, d, c] = transpose(cdgh);
    for (row, words) in rows.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        store4x32(&mut row.as_chunks_mut().0[0], words);
    }
}

/// Loads four words of a block.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn row(words: &[u32; 4]) -> __m128i {
    load4x32(words)
}

chains!(8, "sha,sse4.1,ssse3", _mm_and_si128 _mm_or_si128 _mm_xor_si128, [0 false, 1 false]);
