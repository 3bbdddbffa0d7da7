//! 32-bit words that can be multiplied, and rotated by a different number of bits in each lane.

use super::*;

/// 32-bit words with products modulo 2^32, and with rotations by any number of bits.
pub trait Turning: Words<Word = u32> {
    /// Multiplies modulo 2^32.
    fn times(self, o: Self) -> Self;
    /// Rotates each word to the left by the number in the lowest five bits of the corresponding word of `by`.
    fn turned_left(self, by: Self) -> Self;
    /// Rotates each word to the right by the number in the lowest five bits of the corresponding word of `by`.
    fn turned_right(self, by: Self) -> Self;
}

impl Turning for u32 {
    #[inline(always)]
    fn times(self, o: Self) -> Self {
        self.wrapping_mul(o)
    }
    #[inline(always)]
    fn turned_left(self, by: Self) -> Self {
        self.rotate_left(by % 32)
    }
    #[inline(always)]
    fn turned_right(self, by: Self) -> Self {
        self.rotate_right(by % 32)
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;
    use crate::simd::arch::*;

    // SAFETY of every unsafe block: a value made with the token proves that the CPU has AVX-512.
    macro_rules! wide {
        ($($name:ident)*) => { $(
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Turning for $name {
        calls! {
            fn times(o) = _mm512_mullo_epi32;
            fn turned_left(by) = _mm512_rolv_epi32;
            fn turned_right(by) = _mm512_rorv_epi32;
        }
    }
        )* };
    }
    wide!(U32x16 U32x16Vbmi);

    // SAFETY of every unsafe block: a value made with the token proves that the CPU has AVX2.
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Turning for U32x8 {
        calls! { fn times(o) = _mm256_mullo_epi32; }
        #[inline(always)]
        fn turned_left(self, by: Self) -> Self {
            Self(unsafe {
                let by = _mm256_and_si256(by.0, _mm256_set1_epi32(31));
                // a shift by 32 bits returns 0
                let back = _mm256_sub_epi32(_mm256_set1_epi32(32), by);
                _mm256_or_si256(_mm256_sllv_epi32(self.0, by), _mm256_srlv_epi32(self.0, back))
            })
        }
        #[inline(always)]
        fn turned_right(self, by: Self) -> Self {
            Self(unsafe {
                let by = _mm256_and_si256(by.0, _mm256_set1_epi32(31));
                let back = _mm256_sub_epi32(_mm256_set1_epi32(32), by);
                _mm256_or_si256(_mm256_srlv_epi32(self.0, by), _mm256_sllv_epi32(self.0, back))
            })
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::*;
    use crate::simd::arch::*;

    // SAFETY of every unsafe block: a value made with the token proves that the CPU has NEON.
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Turning for U32x4 {
        calls! { fn times(o) = vmulq_u32; }
        #[inline(always)]
        fn turned_left(self, by: Self) -> Self {
            Self(unsafe {
                let by = vreinterpretq_s32_u32(vandq_u32(by.0, vdupq_n_u32(31)));
                // a shift by a negative number goes to the right, and a shift by -32 returns 0
                vorrq_u32(vshlq_u32(self.0, by), vshlq_u32(self.0, vsubq_s32(by, vdupq_n_s32(32))))
            })
        }
        #[inline(always)]
        fn turned_right(self, by: Self) -> Self {
            Self(unsafe {
                let by = vreinterpretq_s32_u32(vandq_u32(by.0, vdupq_n_u32(31)));
                let right = vshlq_u32(self.0, vnegq_s32(by));
                vorrq_u32(right, vshlq_u32(self.0, vsubq_s32(vdupq_n_s32(32), by)))
            })
        }
    }
}
