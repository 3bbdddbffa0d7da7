//! 16-bit words in lanes.

use super::columns::Columns;
#[cfg(target_arch = "aarch64")]
use crate::simd::Neon;
use crate::simd::Portable;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::{Avx2, Avx512};

/// 16-bit words that are processed together, one in each lane.
pub trait Shorts: Columns {
    /// Returns the word `x` in every lane.
    fn splat(token: Self::Token, x: u16) -> Self;
    /// Adds modulo 2^16.
    fn add(self, o: Self) -> Self;
    /// Subtracts modulo 2^16.
    fn sub(self, o: Self) -> Self;
    /// Returns the XOR of both values.
    fn xor(self, o: Self) -> Self;
    /// Returns the bitwise AND of both values.
    fn and(self, o: Self) -> Self;
    /// Returns the bitwise OR of both values.
    fn or(self, o: Self) -> Self;
    /// Returns `!self & o`.
    fn andnot(self, o: Self) -> Self;
    /// Rotates every word to the left by `N` bits, from 1 to 15.
    fn rotl<const N: u32>(self) -> Self;
    /// Multiplies modulo 2^16 + 1, where 0 stands for 2^16.
    ///
    /// With a product of `high * 2^16 + low`, the result is `low - high`, plus 1 if that is negative. If a factor is 2^16 (stored
    /// as 0), the product is 0, and the result is `1 - self - o`, because 2^16 is -1 modulo 2^16 + 1.
    fn times(self, o: Self) -> Self;
    /// Replaces each word by the entry of the table that its lowest six bits select. No address depends on the words.
    fn look_up(self, token: Self::Token, table: &[u16; 64]) -> Self;
}

impl Shorts for u16 {
    #[inline(always)]
    fn splat(_: Portable, x: u16) -> Self {
        x
    }
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        self.wrapping_add(o)
    }
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        self.wrapping_sub(o)
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        self ^ o
    }
    #[inline(always)]
    fn and(self, o: Self) -> Self {
        self & o
    }
    #[inline(always)]
    fn or(self, o: Self) -> Self {
        self | o
    }
    #[inline(always)]
    fn andnot(self, o: Self) -> Self {
        !self & o
    }
    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        self.rotate_left(N)
    }
    #[inline(always)]
    fn times(self, o: Self) -> Self {
        let product = u32::from(self) * u32::from(o);
        let (difference, negative) = (product as u16).overflowing_sub((product >> 16) as u16);
        let normal = difference.wrapping_add(u16::from(negative));
        let zero = (u64::from(product).wrapping_sub(1) >> 32) as u16; // all bits set if the product is 0, otherwise none
        normal.wrapping_add(zero & 1_u16.wrapping_sub(self).wrapping_sub(o))
    }
    #[inline(always)]
    fn look_up(self, _: Portable, table: &[u16; 64]) -> Self {
        let mut found = 0;
        for (i, word) in table.iter().enumerate() {
            let differs = (i as u16 ^ self) & 63;
            found |= word & (u32::from(differs).wrapping_sub(1) >> 16) as u16;
        }
        found
    }
}

/// Implements [`Shorts`] for a register. The arguments are the type, its token, and the instructions.
macro_rules! shorts {
    ($(#[$doc:meta])* $name:ident($register:ty) $token:ident $splat:ident $as:ty, $add:ident $sub:ident $xor:ident $and:ident $or:ident $andnot:expr,
     rotl |$x:ident, $n:ident| $rotl:expr, times |$a:ident, $b:ident| $times:expr, look up |$i:ident, $table:ident| $look_up:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(pub(in crate::simd) $register);

        // SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
        #[allow(clippy::undocumented_unsafe_blocks)]
        impl Shorts for $name {
            #[inline(always)]
            fn splat(_: $token, x: u16) -> Self {
                Self(unsafe { $splat(x as $as) })
            }
            calls! {
                fn add(o) = $add;
                fn sub(o) = $sub;
                fn xor(o) = $xor;
                fn and(o) = $and;
                fn or(o) = $or;
                fn andnot(o) = $andnot;
            }
            #[inline(always)]
            fn rotl<const N: u32>(self) -> Self {
                let ($x, $n) = (self.0, N as i32);
                Self(unsafe { $rotl })
            }
            #[inline(always)]
            fn times(self, o: Self) -> Self {
                let ($a, $b) = (self.0, o.0);
                Self(unsafe { $times })
            }
            #[inline(always)]
            fn look_up(self, _: $token, $table: &[u16; 64]) -> Self {
                let $i = self.0;
                Self(unsafe { $look_up })
            }
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;
    use crate::simd::{arch::*, memory::load512};

    shorts!(
        /// Sixteen 16-bit words in an AVX2 register.
        U16x16(__m256i) Avx2 _mm256_set1_epi16 i16, _mm256_add_epi16 _mm256_sub_epi16 _mm256_xor_si256
            _mm256_and_si256 _mm256_or_si256 _mm256_andnot_si256,
        rotl |x, n| {
            let (left, right) = (_mm_cvtsi32_si128(n), _mm_cvtsi32_si128(16 - n));
            _mm256_or_si256(_mm256_sll_epi16(x, left), _mm256_srl_epi16(x, right))
        },
        times |a, b| {
            let (low, high, one) = (_mm256_mullo_epi16(a, b), _mm256_mulhi_epu16(a, b), _mm256_set1_epi16(1));
            // -1 if the difference is not negative, otherwise 0
            let positive = _mm256_cmpeq_epi16(_mm256_max_epu16(low, high), low);
            let normal = _mm256_add_epi16(_mm256_sub_epi16(low, high), _mm256_add_epi16(positive, one));
            let zero = _mm256_cmpeq_epi16(_mm256_or_si256(low, high), _mm256_setzero_si256());
            let other = _mm256_sub_epi16(_mm256_sub_epi16(one, b), a);
            _mm256_add_epi16(normal, _mm256_and_si256(zero, other))
        },
        look up |i, table| {
            let i = _mm256_and_si256(i, _mm256_set1_epi16(63));
            let mut found = _mm256_setzero_si256();
            for (place, word) in table.iter().enumerate() {
                let here = _mm256_cmpeq_epi16(i, _mm256_set1_epi16(place as i16));
                found = _mm256_or_si256(found, _mm256_and_si256(here, _mm256_set1_epi16(*word as i16)));
            }
            found
        }
    );
    shorts!(
        /// Thirty-two 16-bit words in an AVX-512 register.
        U16x32(__m512i) Avx512 _mm512_set1_epi16 i16, _mm512_add_epi16 _mm512_sub_epi16 _mm512_xor_si512
            _mm512_and_si512 _mm512_or_si512 _mm512_andnot_si512,
        rotl |x, n| {
            let (left, right) = (_mm_cvtsi32_si128(n), _mm_cvtsi32_si128(16 - n));
            _mm512_or_si512(_mm512_sll_epi16(x, left), _mm512_srl_epi16(x, right))
        },
        times |a, b| {
            let (low, high, one) = (_mm512_mullo_epi16(a, b), _mm512_mulhi_epu16(a, b), _mm512_set1_epi16(1));
            let difference = _mm512_sub_epi16(low, high);
            let normal = _mm512_mask_add_epi16(difference, _mm512_cmplt_epu16_mask(low, high), difference, one);
            let both = _mm512_or_si512(low, high);
            _mm512_mask_sub_epi16(normal, _mm512_testn_epi16_mask(both, both), _mm512_sub_epi16(one, b), a)
        },
        look up |i, table| {
            let halves = table.as_chunks::<32>().0;
            // SAFETY of the loads: 32 words are 64 bytes, and any bytes are a value
            let [low, high] = [load512(&*halves[0].as_ptr().cast()), load512(&*halves[1].as_ptr().cast())];
            _mm512_permutex2var_epi16(low, i, high)
        }
    );
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub use x86::{U16x16, U16x32};

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::*;
    use crate::simd::arch::*;

    /// Returns `!a & b`.
    ///
    /// # Safety
    /// The CPU has NEON.
    #[inline(always)]
    unsafe fn andnot(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t {
        // SAFETY: the caller guarantees that the CPU has NEON.
        unsafe { vbicq_u16(b, a) }
    }

    shorts!(
        /// Eight 16-bit words in a NEON register.
        U16x8(uint16x8_t) Neon vdupq_n_u16 u16, vaddq_u16 vsubq_u16 veorq_u16 vandq_u16 vorrq_u16 andnot,
        rotl |x, n| vorrq_u16(vshlq_u16(x, vdupq_n_s16(n as i16)), vshlq_u16(x, vdupq_n_s16(n as i16 - 16))),
        times |a, b| {
            let one = vdupq_n_u16(1);
            let products = [vmull_u16(vget_low_u16(a), vget_low_u16(b)), vmull_high_u16(a, b)];
            let [even, odd] = products.map(|x| vreinterpretq_u16_u32(x));
            let (low, high) = (vuzp1q_u16(even, odd), vuzp2q_u16(even, odd));
            // subtracts -1 if the difference is negative
            let normal = vsubq_u16(vsubq_u16(low, high), vcltq_u16(low, high));
            let zero = vceqq_u16(vorrq_u16(low, high), vdupq_n_u16(0));
            vaddq_u16(normal, vandq_u16(zero, vsubq_u16(vsubq_u16(one, b), a)))
        },
        look up |i, table| {
            let i = vandq_u16(i, vdupq_n_u16(63));
            let mut found = vdupq_n_u16(0);
            for (place, word) in table.iter().enumerate() {
                let here = vceqq_u16(i, vdupq_n_u16(place as u16));
                found = vorrq_u16(found, vandq_u16(here, vdupq_n_u16(*word)));
            }
            found
        }
    );
}
#[cfg(target_arch = "aarch64")]
pub use neon::U16x8;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::*;
    use crate::simd::{Simd128, arch::*};

    #[inline(always)]
    fn andnot(a: v128, b: v128) -> v128 {
        v128_andnot(b, a)
    }

    shorts!(
        /// Eight words of 16 bits in a register of SIMD128.
        U16x8(v128) Simd128 u16x8_splat u16, u16x8_add u16x8_sub v128_xor v128_and v128_or andnot,
        rotl |x, n| v128_or(u16x8_shl(x, n as u32), u16x8_shr(x, 16 - n as u32)),
        times |a, b| {
            let one = u16x8_splat(1);
            let products = [u32x4_extmul_low_u16x8(a, b), u32x4_extmul_high_u16x8(a, b)];
            let low = i16x8_shuffle::<0, 2, 4, 6, 8, 10, 12, 14>(products[0], products[1]);
            let high = i16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(products[0], products[1]);
            // subtracts -1 if the difference is negative
            let normal = u16x8_sub(u16x8_sub(low, high), u16x8_lt(low, high));
            let zero = u16x8_eq(v128_or(low, high), u16x8_splat(0));
            u16x8_add(normal, v128_and(zero, u16x8_sub(u16x8_sub(one, b), a)))
        },
        look up |i, table| {
            let i = v128_and(i, u16x8_splat(63));
            let mut found = u16x8_splat(0);
            for (place, word) in table.iter().enumerate() {
                let here = u16x8_eq(i, u16x8_splat(place as u16));
                found = v128_or(found, v128_and(here, u16x8_splat(*word)));
            }
            found
        }
    );
}
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm::U16x8;
