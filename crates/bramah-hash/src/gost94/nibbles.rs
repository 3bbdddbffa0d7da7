//! The step function of GOST R 34.11-94 (RFC 5831, section 5, and RFC 5830) without tables in memory: the S-boxes, of
//! sixteen entries each, are in registers.
//!
//! The four encryptions of a step run side by side: one register contains the left halves of their blocks, another the
//! right halves. An S-box is looked up for all sixteen bytes of a register, though it is used only for the bytes at one
//! position in each 32-bit word, so a round takes eight look-ups; each round waits for the round before it. The mixing after
//! the encryptions is linear. So the contributions of H and of the block to the new H are computed before the encryptions end,
//! and any number of mixing steps is done at once: each of the sixteen words is copied to all words of the result whose XOR
//! contains it, and the copies are XORed.

use super::{
    Place,
    step::{self, C3},
    tables::Boxes,
};
use crate::simd::{
    arch::*,
    memory::{load4x64, load128, load256, store4x64},
};

/// The S-boxes as tables of 16 bytes: for lower nibbles, and for upper nibbles, whose results are shifted into
/// position.
pub(super) type Nibbles = [[[u8; 16]; 2]; 4];

pub(super) const fn nibbles(boxes: &Boxes) -> Nibbles {
    let (mut nibbles, mut i) = ([[[0; 16]; 2]; 4], 0);
    while i < 8 * 16 {
        nibbles[i / 32][i / 16 % 2][i % 16] = boxes[i / 16][i % 16] << (i / 16 % 2 * 4);
        i += 1;
    }
    nibbles
}

/// Several steps of psi as shuffles: for each of the sixteen words of the input, the indices that copy the word to all words of
/// the result whose XOR contains it. The first eight words are the lower half of the 256-bit number.
type Steps = [[u8; 32]; 16];

const fn steps(n: usize) -> Steps {
    // for each word, the set of the original words whose XOR it is, as a bit mask
    let (mut sets, mut i) = ([0u16; 16], 0);
    while i < 16 {
        sets[i] = 1 << i;
        i += 1;
    }
    let mut k = 0;
    while k < n {
        let new = sets[0] ^ sets[1] ^ sets[2] ^ sets[3] ^ sets[12] ^ sets[15];
        i = 0;
        while i < 15 {
            sets[i] = sets[i + 1];
            i += 1;
        }
        sets[15] = new;
        k += 1;
    }
    let mut orders = [[0x80; 32]; 16];
    i = 0;
    while i < 16 * 32 {
        let (word, at) = (i / 32, i % 32);
        if sets[at / 2] >> word & 1 == 1 {
            orders[word][at] = (word % 8 * 2 + at % 2) as u8;
        }
        i += 1;
    }
    orders
}

/// The steps of psi for H, for the block, and for the encrypted H (section 5.3).
static OF_H: Steps = steps(61);
static OF_BLOCK: Steps = steps(62);
static OF_CIPHERTEXT: Steps = steps(74);

#[inline]
#[target_feature(enable = "avx2")]
fn stepped(x: __m256i, steps: &Steps) -> __m256i {
    let low = _mm256_permute2x128_si256::<0x00>(x, x);
    let high = _mm256_permute2x128_si256::<0x11>(x, x);
    let mut sums = [_mm256_setzero_si256(); 4];
    macro_rules! add {
        ($($i:literal)*) => { $(
            let half = if $i < 8 { low } else { high };
            sums[$i % 4] = _mm256_xor_si256(sums[$i % 4], _mm256_shuffle_epi8(half, load256(&steps[$i])));
        )* };
    }
    add!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    _mm256_xor_si256(_mm256_xor_si256(sums[0], sums[1]), _mm256_xor_si256(sums[2], sums[3]))
}

/// Applies the transformation A (section 5.1).
#[inline]
#[target_feature(enable = "avx2")]
fn a(y: __m256i) -> __m256i {
    let first =
        _mm256_blend_epi32::<0b1100_0000>(_mm256_setzero_si256(), _mm256_permute4x64_epi64::<0x40>(y));
    _mm256_xor_si256(_mm256_permute4x64_epi64::<0x39>(y), first)
}

/// Applies the transformation P (section 5.1); returns the first four words of the key, and the last four.
#[inline]
#[target_feature(enable = "avx2")]
fn p(y: __m256i) -> [__m128i; 2] {
    let pairs = _mm256_broadcastsi128_si256(load128(&[0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]));
    let y = _mm256_shuffle_epi8(y, pairs);
    let (low, high) = (_mm256_castsi256_si128(y), _mm256_extracti128_si256::<1>(y));
    [_mm_unpacklo_epi16(low, high), _mm_unpackhi_epi16(low, high)]
}

/// Returns the keys of the four encryptions (section 5.1), one register for each word of the keys.
#[inline]
#[target_feature(enable = "avx2")]
fn keys(h: __m256i, m: __m256i) -> [__m128i; 8] {
    let (u, v) = (h, m);
    let k1 = p(_mm256_xor_si256(u, v));
    let (u, v) = (a(u), a(a(v)));
    let k2 = p(_mm256_xor_si256(u, v));
    let (u, v) = (_mm256_xor_si256(a(u), load4x64(&C3)), a(a(v)));
    let k3 = p(_mm256_xor_si256(u, v));
    let (u, v) = (a(u), a(a(v)));
    let k4 = p(_mm256_xor_si256(u, v));
    let mut words = [_mm_setzero_si128(); 8];
    for i in 0..2 {
        let (a, b) = (_mm_unpacklo_epi32(k1[i], k2[i]), _mm_unpackhi_epi32(k1[i], k2[i]));
        let (c, d) = (_mm_unpacklo_epi32(k3[i], k4[i]), _mm_unpackhi_epi32(k3[i], k4[i]));
        words[4 * i] = _mm_unpacklo_epi64(a, c);
        words[4 * i + 1] = _mm_unpackhi_epi64(a, c);
        words[4 * i + 2] = _mm_unpacklo_epi64(b, d);
        words[4 * i + 3] = _mm_unpackhi_epi64(b, d);
    }
    words
}

/// Applies the S-boxes and the rotation to `x`, and XORs the result into `y`.
#[inline]
#[target_feature(enable = "avx2")]
fn round(boxes: &[[__m128i; 2]; 4], x: __m128i, y: __m128i) -> __m128i {
    let nibble = _mm_set1_epi8(0x0f);
    let (low, high) = (_mm_and_si128(x, nibble), _mm_and_si128(_mm_srli_epi32::<4>(x), nibble));
    macro_rules! byte {
        ($i:literal) => {
            _mm_or_si128(_mm_shuffle_epi8(boxes[$i][0], low), _mm_shuffle_epi8(boxes[$i][1], high))
        };
    }
    let even = _mm_blend_epi16::<0b1010_1010>(byte!(0), byte!(2));
    let odd = _mm_blend_epi16::<0b1010_1010>(byte!(1), byte!(3));
    let all = _mm_blendv_epi8(even, odd, _mm_set1_epi16(-256));
    _mm_xor_si128(_mm_xor_si128(y, _mm_slli_epi32::<11>(all)), _mm_srli_epi32::<21>(all))
}

/// Computes the four encryptions (section 5.2).
#[inline]
#[target_feature(enable = "avx2")]
fn encrypt(boxes: &[[__m128i; 2]; 4], keys: &[__m128i; 8], h: __m256i) -> __m256i {
    let (low, high) =
        (_mm_castsi128_ps(_mm256_castsi256_si128(h)), _mm_castsi128_ps(_mm256_extracti128_si256::<1>(h)));
    let mut x = _mm_castps_si128(_mm_shuffle_ps::<0x88>(low, high));
    let mut y = _mm_castps_si128(_mm_shuffle_ps::<0xdd>(low, high));
    macro_rules! two {
        ($k:literal $l:literal) => {
            y = round(boxes, _mm_add_epi32(x, keys[$k]), y);
            x = round(boxes, _mm_add_epi32(y, keys[$l]), x);
        };
    }
    for _ in 0..3 {
        two!(0 1);
        two!(2 3);
        two!(4 5);
        two!(6 7);
    }
    two!(7 6);
    two!(5 4);
    two!(3 2);
    two!(1 0);
    // the halves are swapped
    _mm256_set_m128i(_mm_unpackhi_epi32(y, x), _mm_unpacklo_epi32(y, x))
}

/// Compresses blocks of one message.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn compress(nibbles: &Nibbles, state: &mut step::State, blocks: &[[u8; 32]], place: &Place) {
    let mut boxes = [[_mm_setzero_si128(); 2]; 4];
    for (boxes, nibbles) in boxes.as_flattened_mut().iter_mut().zip(nibbles.as_flattened()) {
        *boxes = load128(nibbles);
    }
    let (words, sum) = step::split(state);
    let mut h = load4x64(words);
    step::blocks(sum, blocks, place, |block| {
        let m = load256(block);
        let known = _mm256_xor_si256(stepped(h, &OF_H), stepped(m, &OF_BLOCK));
        let ciphertext = encrypt(&boxes, &keys(h, m), h);
        h = _mm256_xor_si256(known, stepped(ciphertext, &OF_CIPHERTEXT));
    });
    store4x64(words, h);
}
