//! Sums of bytes in columns: sixteen numbers of 16 bits in two registers of WebAssembly's SIMD128.

use super::{Simd128, arch::*, memory::load128};

/// Sixteen sums modulo 2^16.
#[derive(Clone, Copy)]
pub struct Sums([v128; 2]);

impl Sums {
    /// Returns sums of 0.
    #[inline(always)]
    pub fn zero(_: Simd128) -> Self {
        Self([u16x8_splat(0); 2])
    }
    /// Adds a byte to each sum.
    #[inline(always)]
    pub fn plus_bytes(self, bytes: &[u8; 16]) -> Self {
        let (x, [low, high]) = (load128(bytes), self.0);
        Self([u16x8_add(low, u16x8_extend_low_u8x16(x)), u16x8_add(high, u16x8_extend_high_u8x16(x))])
    }
    /// Adds other sums.
    #[inline(always)]
    pub fn plus(self, o: Self) -> Self {
        Self([u16x8_add(self.0[0], o.0[0]), u16x8_add(self.0[1], o.0[1])])
    }
    /// Returns the total of the sums, and of their products with `16 - i`, where `i` is the place of a sum. Each sum must be less
    /// than 2^15.
    #[inline(always)]
    pub fn total_and_weighted(self) -> [u32; 2] {
        let one = i16x8_splat(1);
        let [low, high] = self.0;
        let total = i32x4_add(i32x4_dot_i16x8(low, one), i32x4_dot_i16x8(high, one));
        let weighted = i32x4_add(
            i32x4_dot_i16x8(low, i16x8(16, 15, 14, 13, 12, 11, 10, 9)),
            i32x4_dot_i16x8(high, i16x8(8, 7, 6, 5, 4, 3, 2, 1)),
        );
        [total, weighted].map(|sums| {
            let pairs = u32x4_add(sums, i32x4_shuffle::<2, 3, 0, 1>(sums, sums));
            u32x4_extract_lane::<0>(pairs).wrapping_add(u32x4_extract_lane::<1>(pairs))
        })
    }
}
