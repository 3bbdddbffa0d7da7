//! Squares: blocks of four rows of four words, several side by side, for stream ciphers whose blocks differ only in a counter.

use crate::simd::{
    Avx2, Avx512, Sse41,
    arch::*,
    memory::{InOut, load4x32, load128, load256, load512, store4x32, store128, store256, store512},
    rows::{Row, Row32, Row32V, Rows32, Rows32V, Squares, row},
    words::MapWords,
};

row!(
    /// Four words of each of four squares in an AVX-512 register.
    Rows32Z(__m512i), Avx512, _mm512_add_epi32, _mm512_xor_si512, turns _mm512_shuffle_epi32 half half_turn512,
    |x, n| rotr _mm512_rorv_epi32(x, _mm512_set1_epi32(n))
);

#[inline]
#[target_feature(enable = "avx512f")]
fn half_turn512(x: __m512i) -> __m512i {
    _mm512_shuffle_epi32::<0x4e>(x)
}

/// Implements [`Squares`] for a type of register.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
macro_rules! squares {
    ($($name:ident $token:ident $count:literal: |$words:ident| $splat:expr, |$n:ident| $add:ident $numbers:expr,
       |$x:ident, $y:ident| $odd:expr, $high:expr, first $first:expr, |$rows:ident| $pieces:expr, $bytes:literal $load:ident $store:ident $xor:ident;)*) => { $(
        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Squares for $name {
            const COUNT: usize = $count;

            #[inline(always)]
            fn splat(_: $token, $words: &[u32; 4]) -> Self {
                #[allow(unused_unsafe)]
                Self(unsafe { $splat })
            }
            #[inline(always)]
            fn numbered(self, first: u64) -> Self {
                let $n = first as i64;
                Self(unsafe { $add(self.0, $numbers) })
            }
            #[inline(always)]
            fn odd_of(self, o: Self) -> Self {
                let ($x, $y) = (self.0, o.0);
                Self(unsafe { $odd })
            }
            #[inline(always)]
            fn high_of(self, o: Self) -> Self {
                let ($x, $y) = (self.0, o.0);
                Self(unsafe { $high })
            }
            #[inline(always)]
            fn first(self, words: &mut [u32; 4]) {
                let $x = self.0;
                unsafe { store4x32(words, $first) };
            }
            #[inline(always)]
            fn xor_le($rows: [Self; 4], data: &mut InOut<'_>) {
                #[allow(unused_unsafe)]
                let squares = unsafe { $pieces };
                for pieces in squares {
                    if let Some(step) = data.next::<[u8; $bytes], { 64 / $bytes }>() {
                        for i in 0..64 / $bytes {
                            let mut bytes = [0; $bytes];
                            unsafe { $store(&mut bytes, $xor($load(&step.get(i)), pieces[i])) };
                            step.put(i, bytes);
                        }
                    }
                }
            }
        }
    )* };
}

squares! {
    Row32 Sse41 1: |words| load4x32(words), |n| _mm_add_epi64 _mm_set_epi64x(0, n),
        |x, y| _mm_blend_epi16::<0xcc>(x, y), _mm_blend_epi16::<0xf0>(x, y), first x,
        |rows| [[rows[0].0, rows[1].0, rows[2].0, rows[3].0]], 16 load128 store128 _mm_xor_si128;
    Row32V Avx512 1: |words| load4x32(words), |n| _mm_add_epi64 _mm_set_epi64x(0, n),
        |x, y| _mm_blend_epi16::<0xcc>(x, y), _mm_blend_epi16::<0xf0>(x, y), first x,
        |rows| [[rows[0].0, rows[1].0, rows[2].0, rows[3].0]], 16 load128 store128 _mm_xor_si128;
    Rows32 Avx2 2: |words| _mm256_broadcastsi128_si256(load4x32(words)),
        |n| _mm256_add_epi64 _mm256_setr_epi64x(n, 0, n + 1, 0),
        |x, y| _mm256_blend_epi32::<0xaa>(x, y), _mm256_blend_epi32::<0xcc>(x, y), first _mm256_castsi256_si128(x),
        |rows| halves(rows[0].0, rows[1].0, rows[2].0, rows[3].0), 32 load256 store256 _mm256_xor_si256;
    Rows32V Avx512 2: |words| _mm256_broadcastsi128_si256(load4x32(words)),
        |n| _mm256_add_epi64 _mm256_setr_epi64x(n, 0, n + 1, 0),
        |x, y| _mm256_blend_epi32::<0xaa>(x, y), _mm256_blend_epi32::<0xcc>(x, y), first _mm256_castsi256_si128(x),
        |rows| halves(rows[0].0, rows[1].0, rows[2].0, rows[3].0), 32 load256 store256 _mm256_xor_si256;
    Rows32Z Avx512 4: |words| _mm512_broadcast_i32x4(load4x32(words)),
        |n| _mm512_add_epi64 _mm512_setr_epi64(n, 0, n + 1, 0, n + 2, 0, n + 3, 0),
        |x, y| _mm512_mask_blend_epi32(0xaaaa, x, y), _mm512_mask_blend_epi32(0xcccc, x, y), first _mm512_castsi512_si128(x),
        |rows| quarters512([rows[0].0, rows[1].0, rows[2].0, rows[3].0]).map_words(|q| [q]), 64 load512 store512 _mm512_xor_si512;
}

/// Joins the halves of four registers: the low halves, then the high halves.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn halves(a: __m256i, b: __m256i, c: __m256i, d: __m256i) -> [[__m256i; 2]; 2] {
    // SAFETY: the caller guarantees that the CPU has AVX2.
    unsafe {
        [
            [_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x20>(c, d)],
            [_mm256_permute2x128_si256::<0x31>(a, b), _mm256_permute2x128_si256::<0x31>(c, d)],
        ]
    }
}

/// Joins the quarters of four registers: the lowest quarters, then the next quarters, and so on.
///
/// # Safety
/// The CPU has AVX-512 F.
#[inline(always)]
pub(in crate::simd) unsafe fn quarters512([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    // SAFETY: the caller guarantees that the CPU has AVX-512 F.
    unsafe {
        let (low, high) = (_mm512_shuffle_i32x4::<0x44>(a, b), _mm512_shuffle_i32x4::<0xee>(a, b));
        let (low2, high2) = (_mm512_shuffle_i32x4::<0x44>(c, d), _mm512_shuffle_i32x4::<0xee>(c, d));
        [
            _mm512_shuffle_i32x4::<0x88>(low, low2),
            _mm512_shuffle_i32x4::<0xdd>(low, low2),
            _mm512_shuffle_i32x4::<0x88>(high, high2),
            _mm512_shuffle_i32x4::<0xdd>(high, high2),
        ]
    }
}
