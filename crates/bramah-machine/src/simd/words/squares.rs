//! Transpositions of words in registers, for the modules of registers and for [`xor`](super::xor).

use crate::simd::arch::*;

/// Transposes a square of four rows of four words.
///
/// # Safety
/// The CPU has SSE4.1.
#[inline(always)]
pub(super) unsafe fn square4(r: [__m128i; 4]) -> [__m128i; 4] {
    // SAFETY: the caller guarantees that the CPU has the features that this code needs.
    unsafe {
        let (a, b) = (_mm_unpacklo_epi32(r[0], r[1]), _mm_unpackhi_epi32(r[0], r[1]));
        let (c, d) = (_mm_unpacklo_epi32(r[2], r[3]), _mm_unpackhi_epi32(r[2], r[3]));
        [
            _mm_unpacklo_epi64(a, c),
            _mm_unpackhi_epi64(a, c),
            _mm_unpacklo_epi64(b, d),
            _mm_unpackhi_epi64(b, d),
        ]
    }
}

/// Transposes eight words of eight lanes, so that the words of each lane are side by side.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
pub(super) unsafe fn columns8(w: [__m256i; 8]) -> [__m256i; 8] {
    // SAFETY: the caller guarantees that the CPU has AVX2.
    unsafe {
        // the low half of each register has words 0 to 3 (then 4 to 7) of one of lanes 0 to 3, and the high half has the same
        // words of one of lanes 4 to 7
        let (a, b) = (_mm256_unpacklo_epi32(w[0], w[1]), _mm256_unpackhi_epi32(w[0], w[1]));
        let (c, d) = (_mm256_unpacklo_epi32(w[2], w[3]), _mm256_unpackhi_epi32(w[2], w[3]));
        let (q0, q1) = (_mm256_unpacklo_epi64(a, c), _mm256_unpackhi_epi64(a, c));
        let (q2, q3) = (_mm256_unpacklo_epi64(b, d), _mm256_unpackhi_epi64(b, d));
        let (a, b) = (_mm256_unpacklo_epi32(w[4], w[5]), _mm256_unpackhi_epi32(w[4], w[5]));
        let (c, d) = (_mm256_unpacklo_epi32(w[6], w[7]), _mm256_unpackhi_epi32(w[6], w[7]));
        let (r0, r1) = (_mm256_unpacklo_epi64(a, c), _mm256_unpackhi_epi64(a, c));
        let (r2, r3) = (_mm256_unpacklo_epi64(b, d), _mm256_unpackhi_epi64(b, d));
        [
            _mm256_permute2x128_si256::<0x20>(q0, r0),
            _mm256_permute2x128_si256::<0x20>(q1, r1),
            _mm256_permute2x128_si256::<0x20>(q2, r2),
            _mm256_permute2x128_si256::<0x20>(q3, r3),
            _mm256_permute2x128_si256::<0x31>(q0, r0),
            _mm256_permute2x128_si256::<0x31>(q1, r1),
            _mm256_permute2x128_si256::<0x31>(q2, r2),
            _mm256_permute2x128_si256::<0x31>(q3, r3),
        ]
    }
}
