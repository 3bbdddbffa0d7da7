//! Two blocks of 20, 24, 28 or 32 bytes in an AVX-512 register: both pieces of the first block, then both pieces of the second.

use super::{AesRounds, Blocks, Permutation, Permute, Pieces1, permute::places};
use crate::simd::{
    Vaes512Vbmi,
    arch::*,
    memory::{load256, load512},
};

/// Two blocks in an AVX-512 register.
#[derive(Clone, Copy)]
pub struct Pieces512<const N: usize>(__m512i);

// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features; all bytes that are read
// and written are in the array.

impl<const N: usize> Pieces512<N> {
    /// For each byte of the pieces, its position in memory.
    const SPREAD: [u8; 64] = {
        let (mut spread, mut i) = ([0; 64], 0);
        while i < 64 {
            spread[i] = (i / 32 * N) as u8 + places(N)[i / 16 % 2][i % 16];
            i += 1;
        }
        spread
    };
    /// For each byte in memory, its position in the pieces.
    const PACK: [u8; 64] = {
        let (mut pack, mut i) = ([0; 64], 0);
        while i < 64 {
            pack[Self::SPREAD[i] as usize] = i as u8;
            i += 1;
        }
        pack
    };

    /// Returns the register with the pieces of two blocks.
    #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
    #[inline(always)]
    fn two(one: Pieces1<N>, two: Pieces1<N>) -> Self {
        let ([a, b], [c, d]) = (one.pieces(), two.pieces());
        unsafe {
            let low = _mm512_castsi256_si512(_mm256_set_m128i(b, a));
            Self(_mm512_inserti64x4::<1>(low, _mm256_set_m128i(d, c)))
        }
    }
}

#[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
impl<const N: usize> Blocks for Pieces512<N> {
    type Isa = Vaes512Vbmi;
    type Block = [u8; N];
    type Bytes = [[u8; N]; 2];
    const COUNT: usize = 2;

    #[inline(always)]
    fn load(_: Vaes512Vbmi, bytes: &[[u8; N]; 2]) -> Self {
        let from = bytes.as_ptr().cast::<u8>();
        unsafe {
            let low = || _mm512_castsi256_si512(_mm256_loadu_si256(from.cast()));
            let packed = match N {
                20 => _mm512_inserti32x4::<2>(low(), _mm_loadl_epi64(from.add(32).cast())),
                24 => _mm512_inserti32x4::<2>(low(), _mm_loadu_si128(from.add(32).cast())),
                28 => {
                    let middle = _mm512_inserti32x4::<2>(low(), _mm_loadu_si128(from.add(32).cast()));
                    _mm512_inserti32x4::<3>(middle, _mm_loadl_epi64(from.add(48).cast()))
                }
                _ => _mm512_loadu_si512(from.cast()),
            };
            Self(_mm512_permutexvar_epi8(load512(const { &Self::SPREAD }), packed))
        }
    }
    #[inline(always)]
    fn store(self) -> [[u8; N]; 2] {
        let mut bytes = [[0; N]; 2];
        let to = bytes.as_mut_ptr().cast::<u8>();
        unsafe {
            let packed = _mm512_permutexvar_epi8(load512(const { &Self::PACK }), self.0);
            if N == 32 {
                _mm512_storeu_si512(to.cast(), packed);
                return bytes;
            }
            _mm256_storeu_si256(to.cast(), _mm512_castsi512_si256(packed));
            let after = _mm512_extracti32x4_epi32::<2>(packed);
            match N {
                20 => _mm_storel_epi64(to.add(32).cast(), after),
                24 => _mm_storeu_si128(to.add(32).cast(), after),
                _ => {
                    _mm_storeu_si128(to.add(32).cast(), after);
                    _mm_storel_epi64(to.add(48).cast(), _mm512_extracti32x4_epi32::<3>(packed));
                }
            }
        }
        bytes
    }
    #[inline(always)]
    fn splat(isa: Vaes512Vbmi, block: &[u8; N]) -> Self {
        let one = Pieces1::splat(isa.into(), block);
        Self::two(one, one)
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        unsafe { Self(_mm512_xor_si512(self.0, o.0)) }
    }
}

#[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
impl<const N: usize> AesRounds for Pieces512<N> {
    #[inline(always)]
    fn round(self, key: Self) -> Self {
        unsafe { Self(_mm512_aesenc_epi128(self.0, key.0)) }
    }
    #[inline(always)]
    fn last_round(self, key: Self) -> Self {
        unsafe { Self(_mm512_aesenclast_epi128(self.0, key.0)) }
    }
    #[inline(always)]
    fn inverse_round(self, key: Self) -> Self {
        unsafe { Self(_mm512_aesdec_epi128(self.0, key.0)) }
    }
    #[inline(always)]
    fn last_inverse_round(self, key: Self) -> Self {
        unsafe { Self(_mm512_aesdeclast_epi128(self.0, key.0)) }
    }
}

#[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
impl<const N: usize> Permute for Pieces512<N> {
    #[inline(always)]
    fn permute(self, p: &Permutation) -> Self {
        unsafe { Self(_mm512_permutexvar_epi8(load512(&p.whole), self.0)) }
    }
    #[inline(always)]
    fn from_pieces(_: Vaes512Vbmi, pieces: &[u8; 32]) -> Self {
        unsafe { Self(_mm512_broadcast_i64x4(load256(pieces))) }
    }
}
