//! SHA-1 with the SHA extensions of x86, for one message or four.
//!
//! The state has the layout that the instructions need: `a b c d` in one register, from the top lane down, and `e` in
//! the top lane of another. Each group of four rounds (`sha1rnds4`) waits for the previous group, so one message leaves
//! the unit more than half idle. Four interleaved messages fill it.

use crate::{
    frame::{Chain, Ends},
    sha_instructions::{chains, words},
    simd::{
        arch::*,
        memory::{MAX_LANES, Streams, load4x32, load128, store128},
    },
};

/// Loads a state into its registers.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn pack(state: &[u32; 5]) -> (__m128i, __m128i) {
    let [abcd @ .., e] = state;
    (_mm_shuffle_epi32::<0x1b>(load4x32(abcd)), _mm_setr_epi32(0, 0, 0, *e as i32))
}

#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn unpack(abcd: __m128i, e: __m128i) -> [u32; 5] {
    let mut bytes = [0; 16];
    store128(&mut bytes, _mm_shuffle_epi32::<0x1b>(abcd));
    let words = bytes.as_chunks().0;
    let word = |i: usize| u32::from_le_bytes(words[i]);
    [word(0), word(1), word(2), word(3), _mm_extract_epi32::<3>(e) as u32]
}

words!("sha,sse4.1,ssse3", __m128i, _mm_setzero_si128(), |row| {
    _mm_shuffle_epi8(row, _mm_set_epi64x(0x00010203_04050607, 0x08090a0b_0c0d0e0f))
});

/// Runs the rounds of `$n` messages; `$m` are their indices, `0 1 ..`. This is a macro because the messages are
/// interleaved, four rounds at a time, and every index is a literal.
#[rustfmt::skip]
macro_rules! rounds {
    ($n:literal, $($m:literal)*; $abcd:ident $e:ident, $words:expr) => {{
        let (abcd0, e0) = ($abcd, $e);
        let mut w: [[__m128i; 4]; $n] = $words;
        macro_rules! four {
            ($i:literal) => { $(
                let (w0, w1, w2, w3) =
                    (w[$m][$i % 4], w[$m][($i + 1) % 4], w[$m][($i + 2) % 4], w[$m][($i + 3) % 4]);
                // `e` of these rounds is `a` of four rounds ago, rotated; `sha1nexte` adds it to the words
                let we = if $i == 0 { _mm_add_epi32($e[$m], w0) } else { _mm_sha1nexte_epu32($e[$m], w0) };
                $e[$m] = $abcd[$m];
                $abcd[$m] = _mm_sha1rnds4_epu32::<{ $i / 5 }>($abcd[$m], we);
                if $i < 16 {
                    w[$m][$i % 4] = _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(w0, w1), w2), w3);
                }
            )* };
        }
        four!(0); four!(1); four!(2); four!(3); four!(4); four!(5); four!(6); four!(7); four!(8); four!(9);
        four!(10); four!(11); four!(12); four!(13); four!(14); four!(15); four!(16); four!(17); four!(18);
        four!(19);
        $(
            $e[$m] = _mm_sha1nexte_epu32($e[$m], e0[$m]);
            $abcd[$m] = _mm_add_epi32($abcd[$m], abcd0[$m]);
        )*
    }};
}

/// Compresses blocks of one message.
#[allow(unused_assignments)] // the last steps of the schedule are not used
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
pub(super) fn compress(state: &mut [u32; 5], blocks: &[[u8; 64]], more: &[[u8; 64]]) {
    let (x, y) = pack(state);
    let (mut abcd, mut e) = ([x], [y]);
    for block in blocks.iter().chain(more) {
        rounds!(1, 0; abcd e, words([block]));
    }
    *state = unpack(abcd[0], e[0]);
}

/// Compresses blocks of four messages.
#[allow(unused_assignments)] // for the same reason as in `compress`
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
pub(super) fn four(rows: &mut [[u32; MAX_LANES]; 5], mut streams: Streams<'_>) {
    let (mut abcd, mut e) = ([_mm_setzero_si128(); 4], [_mm_setzero_si128(); 4]);
    for lane in 0..4 {
        let mut state = [0; 5];
        for (word, row) in state.iter_mut().zip(&*rows) {
            *word = row[lane];
        }
        (abcd[lane], e[lane]) = pack(&state);
    }
    while let Some(blocks) = streams.next::<4, 64>() {
        rounds!(4, 0 1 2 3; abcd e, words(blocks));
    }
    for lane in 0..4 {
        for (word, row) in unpack(abcd[lane], e[lane]).into_iter().zip(&mut *rows) {
            row[lane] = word;
        }
    }
}

/// Loads four words of a block or digest. The instructions expect the first word in the top lane, for blocks as for
/// states.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn row(words: &[u32; 4]) -> __m128i {
    _mm_shuffle_epi32::<0x1b>(load4x32(words))
}

/// Loads a digest.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn load(words: &[u32; 5]) -> [__m128i; 2] {
    let (abcd, e) = pack(words);
    [abcd, e]
}

/// Stores a digest.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn store([abcd, e]: [__m128i; 2], words: &mut [u32; 5]) {
    *words = unpack(abcd, e);
}

/// Converts the registers of a state to the registers of a digest.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn digest(abcd: __m128i, e: __m128i) -> [__m128i; 2] {
    [abcd, e]
}

// the register with `e` contains no other words of the digest, so it always needs the mask
chains!(5, "sha,sse4.1,ssse3", _mm_and_si128 _mm_or_si128 _mm_xor_si128, [0 false, 1 true]);
