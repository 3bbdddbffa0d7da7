//! Groups of consecutive powers whose products are computed together. Eight registers of one block are multiplied by x^8, and
//! eight registers of two blocks by x^16.
//!
//! A product is the block shifted by whole bytes, XORed with the bits shifted out times the polynomial (0x87). The bits shifted
//! out of block `i` are `i` positions below the bits shifted out of the first block, and all of them are in the top word of the
//! first block. Therefore these bits of all blocks are multiplied at once, in a separate word for each block, and a shuffle takes
//! each block's product from there. The products are computed one group in advance, when the first block is known. One carry-less
//! multiplication for each register would take an execution unit from the AES rounds: on Zen 3 for two cycles if the register has
//! 256 bits.

use super::{Block1, Block2, Powers};
use crate::simd::{AesNi, Vaes256, arch::*};

/// Eight consecutive powers, one block in each register.
#[derive(Clone, Copy)]
pub struct Powers1 {
    group: [Block1; 8],
    /// 16-bit word `i` is the bits shifted out of block `i`, times the polynomial.
    over: __m128i,
}

/// Sixteen consecutive powers, two blocks in each register.
#[derive(Clone, Copy)]
pub struct Powers2 {
    group: [Block2; 8],
    /// A 32-bit word for each block: the bits shifted out of the block, times the polynomial. The lower half of each register has
    /// the words of the first blocks of four registers, and the upper half has the words of their second blocks.
    over: [__m256i; 2],
}

impl Powers<Block1> for Powers1 {
    #[inline(always)]
    fn new(_: AesNi, group: [Block1; 8]) -> Self {
        // SAFETY: the token proves that the CPU has the features that this code needs.
        Self { group, over: unsafe { over1(group[0]) } }
    }
    #[inline(always)]
    fn unused(any: Block1) -> Self {
        Self { group: [any; 8], over: any.0 }
    }
    #[inline(always)]
    fn get(&self) -> &[Block1; 8] {
        &self.group
    }
    #[inline(always)]
    fn advance(&mut self, _: AesNi) {
        macro_rules! all {
            ($($i:literal)*) => { $(
                let place = _mm_setr_epi16($i * 0x0202 + 0x0100, -1, -1, -1, -1, -1, -1, -1);
                let moved = _mm_bslli_si128::<1>(self.group[$i].0);
                self.group[$i].0 = _mm_xor_si128(moved, _mm_shuffle_epi8(self.over, place));
            )* };
        }
        // SAFETY: the token proves that the CPU has the features that this code needs.
        unsafe {
            all!(0 1 2 3 4 5 6 7);
            self.over = over1(self.group[0]);
        }
    }
}

/// Returns the products of the bits shifted out of eight blocks; `first` is the first of the blocks.
///
/// # Safety
/// The CPU has SSSE3.
#[inline(always)]
unsafe fn over1(first: Block1) -> __m128i {
    // SAFETY: the caller guarantees that the CPU has SSSE3.
    unsafe {
        let top = _mm_shuffle_epi8(first.0, _mm_set1_epi16(0x0f0e));
        let out = _mm_srli_epi16::<8>(_mm_mullo_epi16(top, _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128)));
        let two = _mm_add_epi16(out, out);
        let four = _mm_add_epi16(two, two);
        let low = _mm_xor_si128(_mm_xor_si128(out, two), four);
        _mm_xor_si128(low, _mm_slli_epi16::<7>(out))
    }
}

impl Powers<Block2> for Powers2 {
    #[inline(always)]
    fn new(_: Vaes256, group: [Block2; 8]) -> Self {
        // SAFETY: the token proves that the CPU has the features that this code needs.
        Self { group, over: unsafe { over2(group[0]) } }
    }
    #[inline(always)]
    fn unused(any: Block2) -> Self {
        Self { group: [any; 8], over: [any.0; 2] }
    }
    #[inline(always)]
    fn get(&self) -> &[Block2; 8] {
        &self.group
    }
    #[inline(always)]
    fn advance(&mut self, _: Vaes256) {
        macro_rules! all {
            ($($i:literal)*) => { $(
                let word = $i % 4 * 0x0404_0404 + 0x0302_0100;
                let place = _mm256_setr_epi32(word, -1, -1, -1, word, -1, -1, -1);
                let moved = _mm256_bslli_epi128::<2>(self.group[$i].0);
                self.group[$i].0 = _mm256_xor_si256(moved, _mm256_shuffle_epi8(self.over[$i / 4], place));
            )* };
        }
        // SAFETY: the token proves that the CPU has the features that this code needs.
        unsafe {
            all!(0 1 2 3 4 5 6 7);
            self.over = over2(self.group[0]);
        }
    }
}

/// Returns the products of the bits shifted out of sixteen blocks; `first` has the first two of the blocks.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn over2(first: Block2) -> [__m256i; 2] {
    // SAFETY: the caller guarantees that the CPU has AVX2.
    unsafe {
        let top = _mm256_shuffle_epi32::<0xff>(first.0);
        [
            product(top, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6)),
            product(top, _mm256_setr_epi32(8, 10, 12, 14, 8, 10, 12, 14)),
        ]
    }
}

/// Returns, for each word of `top`, the product of the polynomial and the 16 bits after the first `skipped` bits.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn product(top: __m256i, skipped: __m256i) -> __m256i {
    // SAFETY: the caller guarantees that the CPU has AVX2.
    unsafe {
        let out = _mm256_srli_epi32::<16>(_mm256_sllv_epi32(top, skipped));
        let two = _mm256_add_epi32(out, out);
        let four = _mm256_add_epi32(two, two);
        let low = _mm256_xor_si256(_mm256_xor_si256(out, two), four);
        _mm256_xor_si256(low, _mm256_slli_epi32::<7>(out))
    }
}
