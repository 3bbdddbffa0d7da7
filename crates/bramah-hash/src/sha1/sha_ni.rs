//! SHA-1 on the SHA extensions, one message or four.
//!
//! The state is laid out as the instructions want it: `a b c d` in one register, from its top down, and `e` at the top
//! of another. Four rounds wait for the four before them (`sha1rnds4`), so one message leaves more than half of the
//! unit idle; four messages interleaved fill it.

use crate::{
    frame::{Chain, Ends},
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

/// Returns the words of blocks.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn words<const N: usize>(blocks: [&[u8; 64]; N]) -> [[__m128i; 4]; N] {
    let swap = _mm_set_epi64x(0x00010203_04050607, 0x08090a0b_0c0d0e0f);
    let mut w = [[_mm_setzero_si128(); 4]; N];
    for (w, block) in w.iter_mut().zip(blocks) {
        for (w, row) in w.iter_mut().zip(block.as_chunks().0) {
            *w = _mm_shuffle_epi8(load128(row), swap);
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
        let mut w: [[__m128i; 4]; $n] = $words;
        macro_rules! four {
            ($i:literal) => { $(
                let (w0, w1, w2, w3) =
                    (w[$m][$i % 4], w[$m][($i + 1) % 4], w[$m][($i + 2) % 4], w[$m][($i + 3) % 4]);
                // `e` of these rounds is `a` of four rounds ago, rotated: the second operand adds it
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
#[allow(unused_assignments)] // the schedule's last steps
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
#[allow(unused_assignments)] // as above
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

/// Advances `$n` chains (RFC 8018, section 5.2): a digest goes from the registers of a state straight to those of the
/// next block. The instructions take words from the top down, in blocks as in states.
macro_rules! chains {
    ($n:literal, $($m:literal)*; $chains:expr, $ends:expr, $count:expr) => {{
        let (ends, zero) = ($ends, _mm_setzero_si128());
        let (mut keys, mut u, mut sum) = ([([zero; $n], [zero; $n]); 2], [[zero; 2]; $n], [[zero; 2]; $n]);
        $(
            (keys[0].0[$m], keys[0].1[$m]) = pack(&$chains[$m].keys[0]);
            (keys[1].0[$m], keys[1].1[$m]) = pack(&$chains[$m].keys[1]);
            let ((abcd, e), (sums, sum_e)) = (pack(&$chains[$m].u), pack(&$chains[$m].sum));
            (u[$m], sum[$m]) = ([abcd, e], [sums, sum_e]);
        )*
        let top = |words: &[u32; 4]| _mm_shuffle_epi32::<0x1b>(load4x32(words));
        let [w0, w1, w2, w3] = ends.words.as_chunks().0 else { unreachable!("sixteen words") };
        let [m0, m1, m2, m3, m4] = ends.mask;
        let (mark, rest) = ([top(w0), top(w1)], [top(w2), top(w3)]);
        let mask = [top(&[m0, m1, m2, m3]), top(&[m4, 0, 0, 0])];
        for _ in 0..$count {
            for (mut abcd, mut e) in keys {
                let mut w = [[zero; 4]; $n];
                $(
                    if !ends.whole {
                        u[$m][0] = _mm_or_si128(_mm_and_si128(u[$m][0], mask[0]), mark[0]);
                    }
                    // in the register with `e`, only that word belongs to the digest
                    u[$m][1] = _mm_or_si128(_mm_and_si128(u[$m][1], mask[1]), mark[1]);
                    w[$m] = [u[$m][0], u[$m][1], rest[0], rest[1]];
                )*
                rounds!($n, $($m)*; abcd e, w);
                $(
                    u[$m] = [abcd[$m], e[$m]];
                )*
            }
            $(
                sum[$m][0] = _mm_xor_si128(sum[$m][0], u[$m][0]);
                sum[$m][1] = _mm_xor_si128(sum[$m][1], u[$m][1]);
            )*
        }
        $(
            $chains[$m].u = unpack(u[$m][0], u[$m][1]);
            $chains[$m].sum = unpack(sum[$m][0], sum[$m][1]);
        )*
    }};
}

/// Advances chains, two at a time, and a last odd one alone.
#[allow(unused_assignments)] // as above
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
pub(super) fn chains(chains: &mut [Chain<[u32; 5]>], ends: &Ends<u32, 5>, count: u32) {
    let (pairs, rest) = chains.as_chunks_mut::<2>();
    for pair in pairs {
        chains!(2, 0 1; pair, ends, count);
    }
    for one in rest.as_chunks_mut::<1>().0 {
        chains!(1, 0; one, ends, count);
    }
}
