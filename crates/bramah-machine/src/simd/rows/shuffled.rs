//! Rows of 32-bit words whose lanes can be reordered, of one message, or of two or four side by side: each message has
//! 16 bytes of a register, and no instruction moves a word from one message to another.

use crate::simd::{
    Avx2, Avx512, Sse41,
    arch::*,
    memory::load128,
    opaque::opaque256,
    rotate::{rotr32x8, shifts32x8},
    rows::{Row, Row32, Row32V, Rows32Z, Shuffled, row},
};

row!(
    /// Four words of each of two messages in an AVX2 register.
    Rows32(__m256i), Avx2, _mm256_add_epi32, _mm256_xor_si256, turns _mm256_shuffle_epi32 half half_turns32,
    |x, n| rotr rotr32x8(x, n), shifts shifts32x8 opaque256
);
row!(
    /// Four words of each of two messages in an AVX register, with the instructions of AVX-512.
    Rows32V(__m256i), Avx512, _mm256_add_epi32, _mm256_xor_si256, turns _mm256_shuffle_epi32 half half_turns32,
    |x, n| rotr _mm256_rorv_epi32(x, _mm256_set1_epi32(n))
);

#[inline]
#[target_feature(enable = "avx2")]
fn half_turns32(x: __m256i) -> __m256i {
    _mm256_shuffle_epi32::<0x4e>(x)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn blended512<const LANES: i32>(x: __m512i, o: __m512i) -> __m512i {
    _mm512_mask_blend_epi32(LANES as u16, x, o)
}

/// Declares the operations on lanes for rows of a kind of register.
///
/// SAFETY of every block: a token, or a value made with one, is at hand, so the CPU has the features;
/// the arrays are at least as long as the register and any bits are valid in both.
macro_rules! shuffled {
    ($($name:ident($register:ident) $token:ident $messages:literal: |$words:ident| $new:expr, |$rows:ident| $load:expr,
       $order:ident $zip:ident $pick:ident $to_ps:ident $from_ps:ident, $blend:ident $lane0:literal $lane1:literal $lane2:literal $lane3:literal;)*) => { $(
        #[allow(clippy::undocumented_unsafe_blocks)] // documented once, above
        impl Shuffled for $name {
            const MESSAGES: usize = $messages;

            #[inline(always)]
            fn new(_: $token, $words: [[u32; 4]; 4]) -> Self {
                Self(unsafe { $new })
            }
            #[inline(always)]
            fn load(_: $token, blocks: [&[u8; 64]; 4], quarter: usize) -> Self {
                let mut $rows = [&blocks[0].as_chunks().0[quarter]; 4];
                for i in 1..4 {
                    $rows[i] = &blocks[i].as_chunks().0[quarter];
                }
                #[allow(unused_unsafe)]
                Self(unsafe { $load })
            }
            #[inline(always)]
            fn words(self) -> [[u32; 4]; 4] {
                let mut words = [[0; 4]; 4];
                unsafe { words.as_mut_ptr().cast::<$register>().write_unaligned(self.0) }
                words
            }
            #[inline(always)]
            fn order<const ORDER: i32>(self) -> Self {
                Self(unsafe { $order::<ORDER>(self.0) })
            }
            #[inline(always)]
            fn pick<const ORDER: i32>(self, o: Self) -> Self {
                Self(unsafe { $from_ps($pick::<ORDER>($to_ps(self.0), $to_ps(o.0))) })
            }
            calls! { fn zip(o) = $zip; }
            #[inline(always)]
            fn lane_of<const LANE: usize>(self, o: Self) -> Self {
                Self(unsafe {
                    match LANE {
                        0 => $blend::<$lane0>(self.0, o.0),
                        1 => $blend::<$lane1>(self.0, o.0),
                        2 => $blend::<$lane2>(self.0, o.0),
                        _ => $blend::<$lane3>(self.0, o.0),
                    }
                })
            }
        }
    )* };
}

/// Joins four words in a register.
macro_rules! set128 {
    ($words:expr) => {{
        let [a, b, c, d] = $words;
        _mm_setr_epi32(a as i32, b as i32, c as i32, d as i32)
    }};
}

/// Joins four registers in one.
macro_rules! set512 {
    ($parts:expr) => {{
        let [a, b, c, d] = $parts;
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(_mm256_setr_m128i(a, b)), _mm256_setr_m128i(c, d))
    }};
}

shuffled! {
    Row32(__m128i) Sse41 1: |words| set128!(words[0]), |rows| load128(rows[0]),
        _mm_shuffle_epi32 _mm_unpacklo_epi32 _mm_shuffle_ps _mm_castsi128_ps _mm_castps_si128,
        _mm_blend_epi16 0x03 0x0c 0x30 0xc0;
    Row32V(__m128i) Avx512 1: |words| set128!(words[0]), |rows| load128(rows[0]),
        _mm_shuffle_epi32 _mm_unpacklo_epi32 _mm_shuffle_ps _mm_castsi128_ps _mm_castps_si128,
        _mm_blend_epi16 0x03 0x0c 0x30 0xc0;
    Rows32(__m256i) Avx2 2: |words| _mm256_setr_m128i(set128!(words[0]), set128!(words[1])),
        |rows| _mm256_setr_m128i(load128(rows[0]), load128(rows[1])),
        _mm256_shuffle_epi32 _mm256_unpacklo_epi32 _mm256_shuffle_ps _mm256_castsi256_ps _mm256_castps_si256,
        _mm256_blend_epi32 0x11 0x22 0x44 0x88;
    Rows32V(__m256i) Avx512 2: |words| _mm256_setr_m128i(set128!(words[0]), set128!(words[1])),
        |rows| _mm256_setr_m128i(load128(rows[0]), load128(rows[1])),
        _mm256_shuffle_epi32 _mm256_unpacklo_epi32 _mm256_shuffle_ps _mm256_castsi256_ps _mm256_castps_si256,
        _mm256_blend_epi32 0x11 0x22 0x44 0x88;
    Rows32Z(__m512i) Avx512 4: |words| set512!([set128!(words[0]), set128!(words[1]), set128!(words[2]), set128!(words[3])]),
        |rows| set512!([load128(rows[0]), load128(rows[1]), load128(rows[2]), load128(rows[3])]),
        _mm512_shuffle_epi32 _mm512_unpacklo_epi32 _mm512_shuffle_ps _mm512_castsi512_ps _mm512_castps_si512,
        blended512 0x1111 0x2222 0x4444 0x8888;
}
