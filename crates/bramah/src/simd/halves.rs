//! Bytes looked up by nibbles: two halves of 16 bytes, side by side, for kernels that compute an
//! S-box and products in GF(2^8) from tables of 16 entries. No address depends on the bytes.
//!
//! The two halves are of one AVX2 register, or two registers of SSSE3 or NEON. What they hold is the
//! kernel's choice: a key and a state on their way through the same round, or two messages.

use super::{arch::*, *};

/// Two halves of 16 bytes.
pub(crate) trait Halves: Copy {
    /// Proof that the CPU has the instructions this type compiles to.
    type Isa: Copy;
    /// Whether [`Self::linear`] is one instruction.
    const LINEAR: bool = false;

    /// The two halves from memory.
    fn load(isa: Self::Isa, low: &[u8; 16], high: &[u8; 16]) -> Self;
    /// The halves.
    fn store(self) -> [[u8; 16]; 2];
    /// Exclusive or.
    fn xor(self, o: Self) -> Self;
    /// The low nibbles and the high ones, as bytes.
    fn nibbles(self) -> [Self; 2];
    /// For each byte, which is less than 16, the entry of the table.
    fn of(self, table: &'static [u8; 16]) -> Self;
    /// The same from a table for each half.
    fn of_two(self, tables: &'static [[u8; 16]; 2]) -> Self;
    /// In each half, byte `i` is what byte `order[i]` was.
    fn ordered(self, order: &'static [u8; 16]) -> Self;
    /// In each half, the high eight bytes of `o`, then the low eight of this.
    fn behind(self, o: Self) -> Self;
    /// In each half, 16-bit words of this and `o` in turn: those of the low eight bytes, and of the high.
    fn zip16(self, o: Self) -> [Self; 2];
    /// The same with 32-bit words.
    fn zip32(self, o: Self) -> [Self; 2];
    /// The low half of this, then the low half of `o`.
    fn lows(self, o: Self) -> Self;
    /// The low half of this, then the high half of `o`.
    fn low_high(self, o: Self) -> Self;
    /// The high half of this, twice.
    fn highs(self) -> Self;
    /// The linear map of the matrix, of each byte.
    fn linear(self, _: u64) -> Self {
        unreachable!("not an instruction of this CPU")
    }
}

/// In each half of four registers, eight rows of eight bytes, to its columns.
#[inline(always)]
pub(crate) fn transposed<H: Halves>(rows: [H; 4]) -> [H; 4] {
    let mut pairs = rows;
    for pair in &mut pairs {
        *pair = pair.ordered(&[0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]);
    }
    let [a, b, c, d] = pairs;
    let ([a, b], [c, d]) = (a.zip16(b), c.zip16(d));
    let ([a, b], [c, d]) = (a.zip32(c), b.zip32(d));
    [a, b, c, d]
}

/// A register of AVX2.
///
/// SAFETY of every block: a token, or a value made with one, is at hand, so the CPU has AVX2.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[derive(Clone, Copy)]
pub(crate) struct Halves256(__m256i);

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[allow(clippy::undocumented_unsafe_blocks)] // documented once, above
impl Halves for Halves256 {
    type Isa = Avx2;

    #[inline(always)]
    fn load(_: Avx2, low: &[u8; 16], high: &[u8; 16]) -> Self {
        Self(unsafe { _mm256_set_m128i(load128(high), load128(low)) })
    }
    #[inline(always)]
    fn store(self) -> [[u8; 16]; 2] {
        let mut halves = [[0; 16]; 2];
        unsafe {
            store128(&mut halves[0], _mm256_castsi256_si128(self.0));
            store128(&mut halves[1], _mm256_extracti128_si256::<1>(self.0));
        }
        halves
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        Self(unsafe { _mm256_xor_si256(self.0, o.0) })
    }
    #[inline(always)]
    fn nibbles(self) -> [Self; 2] {
        unsafe {
            let mask = _mm256_set1_epi8(15);
            let high = _mm256_srli_epi16::<4>(self.0);
            [Self(_mm256_and_si256(self.0, mask)), Self(_mm256_and_si256(high, mask))]
        }
    }
    #[inline(always)]
    fn of(self, table: &'static [u8; 16]) -> Self {
        Self(unsafe { _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load128(table)), self.0) })
    }
    #[inline(always)]
    fn of_two(self, tables: &'static [[u8; 16]; 2]) -> Self {
        Self(unsafe {
            _mm256_shuffle_epi8(_mm256_set_m128i(load128(&tables[1]), load128(&tables[0])), self.0)
        })
    }
    #[inline(always)]
    fn ordered(self, order: &'static [u8; 16]) -> Self {
        Self(unsafe { _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(load128(order))) })
    }
    #[inline(always)]
    fn behind(self, o: Self) -> Self {
        Self(unsafe { _mm256_alignr_epi8::<8>(self.0, o.0) })
    }
    #[inline(always)]
    fn zip16(self, o: Self) -> [Self; 2] {
        unsafe { [Self(_mm256_unpacklo_epi16(self.0, o.0)), Self(_mm256_unpackhi_epi16(self.0, o.0))] }
    }
    #[inline(always)]
    fn zip32(self, o: Self) -> [Self; 2] {
        unsafe { [Self(_mm256_unpacklo_epi32(self.0, o.0)), Self(_mm256_unpackhi_epi32(self.0, o.0))] }
    }
    #[inline(always)]
    fn lows(self, o: Self) -> Self {
        Self(unsafe { _mm256_inserti128_si256::<1>(self.0, _mm256_castsi256_si128(o.0)) })
    }
    #[inline(always)]
    fn low_high(self, o: Self) -> Self {
        Self(unsafe { _mm256_blend_epi32::<0xf0>(self.0, o.0) })
    }
    #[inline(always)]
    fn highs(self) -> Self {
        Self(unsafe { _mm256_permute2x128_si256::<0x11>(self.0, self.0) })
    }
}
