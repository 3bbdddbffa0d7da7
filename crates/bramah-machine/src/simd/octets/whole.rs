//! A 32-byte register for one block, for ciphers that process blocks one by one.

use super::Table;
use crate::simd::{
    Avx512Vbmi,
    arch::*,
    gf::{Aligned, Table512},
    memory::{load256, load512, store256},
};

/// A 32-byte block, with VBMI and GFNI instructions.
#[derive(Clone, Copy)]
pub struct Whole512(__m256i);

/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features.
#[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
impl Whole512 {
    /// Loads a block.
    #[inline(always)]
    pub fn load(_: Avx512Vbmi, block: &[u8; 32]) -> Self {
        Self(unsafe { load256(block) })
    }
    /// Returns zeros.
    #[inline(always)]
    pub fn zero(_: Avx512Vbmi) -> Self {
        Self(unsafe { _mm256_setzero_si256() })
    }
    /// Stores the block.
    #[inline(always)]
    pub fn store(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        unsafe { store256(&mut bytes, self.0) };
        bytes
    }
    calls! {
        /// Returns the XOR of both registers.
        pub fn xor(o) = _mm256_xor_si256;
        /// Adds little-endian 64-bit words.
        pub fn add64(o) = _mm256_add_epi64;
    }
    /// Looks up byte `i` in table `i % 4`.
    #[inline(always)]
    pub fn look_up_in_turn<A: Table, B: Table, C: Table, D: Table>(self) -> Self {
        Self(unsafe {
            let (x, upper) =
                (_mm512_castsi256_si512(self.0), _mm256_cmpgt_epi8(_mm256_setzero_si256(), self.0));
            let chosen = |mask, yes, no| _mm256_ternarylogic_epi64::<0xca>(mask, yes, no);
            let look_up = |table: &[u8; 256]| {
                let [low, high] = Table512::of(table).look_up_halves(x).map(|x| _mm512_castsi512_si256(x));
                chosen(upper, high, low)
            };
            let (odd, third) =
                (_mm256_set1_epi32(0xff00_ff00_u32 as i32), _mm256_set1_epi32(0xffff_0000_u32 as i32));
            let first = chosen(odd, look_up(&B::TABLE.0), look_up(&A::TABLE.0));
            chosen(third, chosen(odd, look_up(&D::TABLE.0), look_up(&C::TABLE.0)), first)
        })
    }
    /// Returns the XOR of `o` and four terms. Each half of `order` permutes the bytes of this block: terms 0 and 2 are computed
    /// from the first permuted block, and terms 1 and 3 from the second. A term is the result of a pair of a matrix and a
    /// gather in each 64-bit word: see [`gf`](crate::simd::gf).
    #[inline(always)]
    pub fn mixed(self, order: &Aligned<64>, terms: &[[u64; 2]; 4], o: Self) -> Self {
        Self(unsafe {
            let x = _mm512_permutexvar_epi8(load512(&order.0), _mm512_castsi256_si512(self.0));
            // two terms at a time, each in one half
            let both = |low: u64, high: u64| {
                let (low, high) = (low as i64, high as i64);
                _mm512_set_epi64(high, high, high, high, low, low, low, low)
            };
            let two = |[matrix, gather]: [u64; 2], [other, also]: [u64; 2]| {
                let planes = _mm512_gf2p8affine_epi64_epi8::<0>(both(matrix, other), x);
                _mm512_gf2p8affine_epi64_epi8::<0>(both(gather, also), planes)
            };
            let sum = _mm512_xor_si512(two(terms[0], terms[1]), two(terms[2], terms[3]));
            let (low, high) = (_mm512_castsi512_si256(sum), _mm512_extracti64x4_epi64::<1>(sum));
            _mm256_ternarylogic_epi64::<0x96>(o.0, low, high)
        })
    }
}
