//! An AVX2 register whose bytes can be looked up in tables of 64 bytes, by their lower six bits.

use super::Octets256;
use crate::simd::{arch::*, gf::Aligned, memory::load128};

// SAFETY of every unsafe block: a value was made with a token, so the CPU has AVX2.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Octets256 {
    /// Shifts 16-bit words to the right. The upper bits of a byte are then bits of the next byte, or zeros.
    #[inline(always)]
    pub fn shr16<const N: i32>(self) -> Self {
        Self(unsafe { _mm256_srli_epi16::<N>(self.0) })
    }
    /// Shifts bytes to the left by one bit.
    #[inline(always)]
    pub fn shl1(self) -> Self {
        Self(unsafe { _mm256_add_epi8(self.0, self.0) })
    }
    /// Returns the lower six bits of every byte, in the form that table look-ups use.
    #[inline(always)]
    pub fn sixes(self) -> Sixes {
        let [low, other, bit5] = unsafe { indices(self.0) };
        Sixes { low, other, bit5 }
    }
}

/// Six-bit indices, one for each byte of a register.
#[derive(Clone, Copy)]
pub struct Sixes {
    /// The low four bits of each index, with bit 4 of the index as the top bit of the byte.
    low: __m256i,
    /// The bytes of `low`, with the top bit inverted.
    other: __m256i,
    /// Bytes whose top bit is bit 5 of the index.
    bit5: __m256i,
}

#[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
impl Sixes {
    /// Returns the entries of a table that the indices select.
    #[inline(always)]
    pub fn look_up(self, table: &'static Aligned<64>) -> Octets256 {
        Octets256(unsafe { look_up(self, table) })
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn indices(x: __m256i) -> [__m256i; 3] {
    let bit6 = _mm256_add_epi8(x, x);
    let bit5 = _mm256_add_epi8(bit6, bit6);
    let bit4 = _mm256_add_epi8(bit5, bit5);
    let top = _mm256_set1_epi8(-128);
    let low = _mm256_or_si256(_mm256_and_si256(x, _mm256_set1_epi8(15)), _mm256_and_si256(bit4, top));
    [low, _mm256_xor_si256(low, top), bit5]
}

/// Looks up six-bit indices in a table. The low four bits of an index are the index of a shuffle. Bit 4, in the top bit, makes
/// the shuffle return zero, so that two parts of the table are XORed. Bit 5 selects between two XORs.
#[inline]
#[target_feature(enable = "avx2")]
fn look_up(x: Sixes, table: &Aligned<64>) -> __m256i {
    let parts = table.0.as_chunks::<16>().0;
    macro_rules! sum {
        ($one:literal $two:literal) => {{
            let part = |i: usize| _mm256_broadcastsi128_si256(load128(&parts[i]));
            _mm256_xor_si256(_mm256_shuffle_epi8(part($one), x.low), _mm256_shuffle_epi8(part($two), x.other))
        }};
    }
    _mm256_blendv_epi8(sum!(0 1), sum!(2 3), x.bit5)
}
