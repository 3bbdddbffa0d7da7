//! An AVX2 register treated as two 16-byte halves, each with its own shuffle indices and look-up tables.

use super::{Octets, Octets256};
use crate::simd::{arch::*, gf::Aligned, memory::load256};

/// Two tables of 256 bytes, one for each half of a register. Item `i` has part `i` (16 bytes) of both tables.
pub type TablesOfHalves = [Aligned<32>; 16];

// SAFETY of every unsafe block: a value was made with a token, so the CPU has AVX2.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Octets256 {
    /// Returns the second half of `self`, followed by the first half of `o`.
    #[inline(always)]
    pub fn second_then_first(self, o: Self) -> Self {
        Self(unsafe { _mm256_permute2x128_si256::<0x21>(self.0, o.0) })
    }
    /// Exchanges the two 64-bit words in each half.
    #[inline(always)]
    pub fn exchanged64(self) -> Self {
        Self(unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }
    /// Permutes 32-bit words, also between halves: word `i` of the result is word `order[i]`.
    #[inline(always)]
    pub fn words_of_both(self, order: [i32; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = order;
        Self(unsafe { _mm256_permutevar8x32_epi32(self.0, _mm256_setr_epi32(a, b, c, d, e, f, g, h)) })
    }
    /// Interleaves the 16-bit words of this register and of `o` in each half. The first result has the words of the low 64 bits
    /// of both, and the second has the words of the high 64 bits.
    #[inline(always)]
    pub fn zip16(self, o: Self) -> [Self; 2] {
        unsafe { [Self(_mm256_unpacklo_epi16(self.0, o.0)), Self(_mm256_unpackhi_epi16(self.0, o.0))] }
    }
    /// Interleaves the 64-bit words of this register and of `o` in each half. The first result has the low words of both, and
    /// the second has the high words.
    #[inline(always)]
    pub fn zip64(self, o: Self) -> [Self; 2] {
        unsafe { [Self(_mm256_unpacklo_epi64(self.0, o.0)), Self(_mm256_unpackhi_epi64(self.0, o.0))] }
    }
    /// Shuffles each half with its own indices: byte `i` of a half of the result is byte `order[i]` of that half.
    #[inline(always)]
    pub fn shuffled_in_halves(self, order: &Aligned<32>) -> Self {
        Self(unsafe { _mm256_shuffle_epi8(self.0, load256(&order.0)) })
    }
    /// Looks up every byte in the table of its half. The top bit of an index makes a shuffle return zero, so the results from
    /// the two halves of a table are XORed in pairs. Three other bits select among the eight XORs.
    #[inline(always)]
    pub fn look_up_in_halves(self, tables: &TablesOfHalves) -> Self {
        Self(unsafe { look_up(self.0, tables) })
    }
    /// Doubles bytes in the field whose polynomial has the low byte `LOW`, and XORs `LOW`. This takes an instruction less than
    /// plain doubling, because the shuffle returns `LOW` where the top bit is clear.
    #[inline(always)]
    pub fn doubled_and_added<const LOW: u8>(self) -> Self {
        Self(unsafe {
            let low = _mm256_shuffle_epi8(_mm256_set1_epi8(LOW as i8), self.0);
            _mm256_xor_si256(_mm256_add_epi8(self.0, self.0), low)
        })
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn look_up(x: __m256i, parts: &TablesOfHalves) -> __m256i {
    let other = _mm256_xor_si256(x, _mm256_set1_epi8(-128));
    macro_rules! sum {
        ($i:literal) => {
            _mm256_xor_si256(
                _mm256_shuffle_epi8(load256(&parts[$i].0), x),
                _mm256_shuffle_epi8(load256(&parts[$i + 8].0), other),
            )
        };
    }
    // the bits 6, 5 and 4 of each byte, moved to the top bit
    let bit6 = _mm256_add_epi8(x, x);
    let bit5 = _mm256_add_epi8(bit6, bit6);
    let bit4 = _mm256_add_epi8(bit5, bit5);
    let a = _mm256_blendv_epi8(sum!(0), sum!(1), bit4);
    let b = _mm256_blendv_epi8(sum!(2), sum!(3), bit4);
    let c = _mm256_blendv_epi8(sum!(4), sum!(5), bit4);
    let d = _mm256_blendv_epi8(sum!(6), sum!(7), bit4);
    _mm256_blendv_epi8(_mm256_blendv_epi8(a, b, bit5), _mm256_blendv_epi8(c, d, bit5), bit6)
}
