//! Reading 64-bit words of every lane a few at a time, for blocks that are not sixteen words long.

use super::*;

/// Words that can be read from streams four or one at a time.
pub trait Pieces: Words<Word = u64> {
    /// Loads the next four words of every lane, read as little-endian. Returns `None` at the end.
    fn next_four(isa: Self::Isa, streams: &mut Streams<'_>) -> Option<[Self; 4]>;
    /// Loads the next word of every lane, read as little-endian. Returns `None` at the end.
    fn next_one(isa: Self::Isa, streams: &mut Streams<'_>) -> Option<Self>;
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;
    use crate::simd::arch::*;

    #[inline(always)]
    fn word(bytes: &[u8; 8]) -> i64 {
        i64::from_le_bytes(*bytes)
    }

    // SAFETY of every unsafe block: a token proves that the CPU has the features that this code needs.
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Pieces for U64x4 {
        #[inline(always)]
        fn next_four(_: Avx2, streams: &mut Streams<'_>) -> Option<[Self; 4]> {
            let [b0, b1, b2, b3] = streams.next::<4, 32>()?;
            unsafe {
                let (r0, r1, r2, r3) = (load256(b0), load256(b1), load256(b2), load256(b3));
                let (a, b) = (_mm256_unpacklo_epi64(r0, r1), _mm256_unpackhi_epi64(r0, r1));
                let (c, d) = (_mm256_unpacklo_epi64(r2, r3), _mm256_unpackhi_epi64(r2, r3));
                Some([
                    Self(_mm256_permute2x128_si256::<0x20>(a, c)),
                    Self(_mm256_permute2x128_si256::<0x20>(b, d)),
                    Self(_mm256_permute2x128_si256::<0x31>(a, c)),
                    Self(_mm256_permute2x128_si256::<0x31>(b, d)),
                ])
            }
        }
        #[inline(always)]
        fn next_one(_: Avx2, streams: &mut Streams<'_>) -> Option<Self> {
            let [b0, b1, b2, b3] = streams.next::<4, 8>()?;
            Some(Self(unsafe { _mm256_set_epi64x(word(b3), word(b2), word(b1), word(b0)) }))
        }
    }

    #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
    impl Pieces for U64x8 {
        #[inline(always)]
        fn next_four(_: Avx512, streams: &mut Streams<'_>) -> Option<[Self; 4]> {
            let [b0, b1, b2, b3, b4, b5, b6, b7] = streams.next::<8, 32>()?;
            unsafe {
                let pair = |low: &[u8; 32], high: &[u8; 32]| {
                    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(load256(low)), load256(high))
                };
                // register `i` has words 0 to 3 of lane `i`, followed by words 0 to 3 of lane `4 + i`
                let (r0, r1, r2, r3) = (pair(b0, b4), pair(b1, b5), pair(b2, b6), pair(b3, b7));
                let (a, b) = (_mm512_unpacklo_epi64(r0, r1), _mm512_unpackhi_epi64(r0, r1));
                let (c, d) = (_mm512_unpacklo_epi64(r2, r3), _mm512_unpackhi_epi64(r2, r3));
                let low = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
                let high = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
                Some([
                    Self(_mm512_permutex2var_epi64(a, low, c)),
                    Self(_mm512_permutex2var_epi64(b, low, d)),
                    Self(_mm512_permutex2var_epi64(a, high, c)),
                    Self(_mm512_permutex2var_epi64(b, high, d)),
                ])
            }
        }
        #[inline(always)]
        fn next_one(_: Avx512, streams: &mut Streams<'_>) -> Option<Self> {
            let [b0, b1, b2, b3, b4, b5, b6, b7] = streams.next::<8, 8>()?;
            Some(Self(unsafe {
                _mm512_set_epi64(
                    word(b7),
                    word(b6),
                    word(b5),
                    word(b4),
                    word(b3),
                    word(b2),
                    word(b1),
                    word(b0),
                )
            }))
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::*;
    use crate::simd::arch::*;

    // SAFETY of every unsafe block: a token proves that the CPU has NEON; each load reads 16 of 32 bytes, or 8 of 8.
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Pieces for U64x2 {
        #[inline(always)]
        fn next_four(_: Neon, streams: &mut Streams<'_>) -> Option<[Self; 4]> {
            let [b0, b1] = streams.next::<2, 32>()?;
            unsafe {
                let load = |block: &[u8; 32], at| vreinterpretq_u64_u8(vld1q_u8(block.as_ptr().add(at)));
                let (a, b) = (load(b0, 0), load(b1, 0));
                let (c, d) = (load(b0, 16), load(b1, 16));
                Some([
                    Self(vtrn1q_u64(a, b)),
                    Self(vtrn2q_u64(a, b)),
                    Self(vtrn1q_u64(c, d)),
                    Self(vtrn2q_u64(c, d)),
                ])
            }
        }
        #[inline(always)]
        fn next_one(_: Neon, streams: &mut Streams<'_>) -> Option<Self> {
            let [b0, b1] = streams.next::<2, 8>()?;
            Some(Self(unsafe {
                vreinterpretq_u64_u8(vcombine_u8(vld1_u8(b0.as_ptr()), vld1_u8(b1.as_ptr())))
            }))
        }
    }
}
