//! Bytes that are looked up by nibbles, in two 16-byte halves side by side, for kernels that compute an S-box and products in
//! GF(2^8) with tables of 16 entries. No address depends on the bytes.
//!
//! The two halves are one AVX2 register, or two SSSE3, NEON or SIMD128 registers. The kernel decides what the halves contain,
//! for instance a key and a state that go through a common round, or two messages.

#[cfg(target_arch = "aarch64")]
use crate::simd::Neon;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::{Avx2, Avx2Gfni, Sse41};
#[cfg(target_arch = "wasm32")]
use crate::simd::{Simd128, words::wasm::*};
use crate::simd::{
    arch::*,
    memory::{load128, store128},
};

/// Two 16-byte halves.
pub trait Halves: Copy {
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Isa: Copy;
    /// Whether [`Self::linear`] is available, as an instruction.
    const LINEAR: bool = false;

    /// Loads the two halves from memory.
    fn load(isa: Self::Isa, low: &[u8; 16], high: &[u8; 16]) -> Self;
    /// Stores the two halves.
    fn store(self) -> [[u8; 16]; 2];
    /// Returns the XOR of both values.
    fn xor(self, o: Self) -> Self;
    /// Returns the bitwise OR of both values.
    fn or(self, o: Self) -> Self;
    /// Returns the low nibbles of all bytes, and the high nibbles of all bytes, each as bytes.
    fn nibbles(self) -> [Self; 2];
    /// Returns the table's entry for each byte, or 0 if the byte is 128 or more. Bytes from 16 to 127 are not allowed.
    fn of(self, table: &'static [u8; 16]) -> Self;
    /// Looks up the low nibble of each byte. Each byte must be below 128, and its other bits are ignored.
    #[inline(always)]
    fn of_low(self, table: &'static [u8; 16]) -> Self {
        self.of(table)
    }
    /// Looks up bytes like [`Self::of`], with a separate table for each half.
    fn of_two(self, tables: &'static [[u8; 16]; 2]) -> Self;
    /// Shuffles the bytes of each half: byte `i` of the result is byte `order[i]`.
    fn ordered(self, order: &'static [u8; 16]) -> Self;
    /// Returns, in each half, the high eight bytes of `o`, followed by the low eight bytes of `self`.
    fn after(self, o: Self) -> Self;
    /// Interleaves, in each half, bytes of `self` and `o`. The first result has the low eight bytes of both, and the second has
    /// the high eight bytes.
    fn zip8(self, o: Self) -> [Self; 2];
    /// Interleaves 16-bit words, like [`zip8`](Self::zip8).
    fn zip16(self, o: Self) -> [Self; 2];
    /// Interleaves 32-bit words, like [`zip8`](Self::zip8).
    fn zip32(self, o: Self) -> [Self; 2];
    /// Interleaves 64-bit words, like [`zip8`](Self::zip8).
    fn zip64(self, o: Self) -> [Self; 2];
    /// Returns the low half of `self`, followed by the low half of `o`.
    fn lows(self, o: Self) -> Self;
    /// Returns the low half of `self`, followed by the high half of `o`.
    fn low_high(self, o: Self) -> Self;
    /// Returns the high half of `self`, followed by the high half of `o`.
    fn highs(self, o: Self) -> Self;
    /// Returns the XOR of the two halves of `self`, followed by the XOR of the two halves of `o`.
    fn folded(self, o: Self) -> Self;
    /// Returns the sums of bytes modulo 256; sums from 15 to 28 are reduced modulo 15.
    fn sum_modulo_15(self, o: Self) -> Self;
    /// Returns the differences of bytes modulo 256; differences from -14 to -1 are reduced modulo 15.
    fn difference_modulo_15(self, o: Self) -> Self;
    /// Applies a linear map to each byte, given by `Linear::matrix`, with one matrix for each half.
    fn linear(self, _: [u64; 2]) -> Self {
        unreachable!("not an instruction of this CPU")
    }
}

/// Transposes eight rows of eight bytes to columns, in each half of four registers.
#[inline(always)]
pub fn transposed<H: Halves>(rows: [H; 4]) -> [H; 4] {
    let mut pairs = rows;
    for pair in &mut pairs {
        *pair = pair.ordered(&[0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]);
    }
    let [a, b, c, d] = pairs;
    let ([a, b], [c, d]) = (a.zip16(b), c.zip16(d));
    let ([a, b], [c, d]) = (a.zip32(c), b.zip32(d));
    [a, b, c, d]
}

/// Declares a type with one register for both halves.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! halves256 {
    ($(#[$doc:meta])* $name:ident, $token:ty $(, |$x:ident, $matrices:ident| $linear:expr)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(__m256i);

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Halves for $name {
            type Isa = $token;

            #[inline(always)]
            fn load(_: $token, low: &[u8; 16], high: &[u8; 16]) -> Self {
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
            calls! {
                fn xor(o) = _mm256_xor_si256;
                fn or(o) = _mm256_or_si256;
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
            fn of_two(self, [low, high]: &'static [[u8; 16]; 2]) -> Self {
                Self(unsafe { _mm256_shuffle_epi8(_mm256_set_m128i(load128(high), load128(low)), self.0) })
            }
            #[inline(always)]
            fn ordered(self, order: &'static [u8; 16]) -> Self {
                Self(unsafe { _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(load128(order))) })
            }
            #[inline(always)]
            fn after(self, o: Self) -> Self {
                Self(unsafe { _mm256_alignr_epi8::<8>(self.0, o.0) })
            }
            #[inline(always)]
            fn zip8(self, o: Self) -> [Self; 2] {
                unsafe { [Self(_mm256_unpacklo_epi8(self.0, o.0)), Self(_mm256_unpackhi_epi8(self.0, o.0))] }
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
            fn zip64(self, o: Self) -> [Self; 2] {
                unsafe { [Self(_mm256_unpacklo_epi64(self.0, o.0)), Self(_mm256_unpackhi_epi64(self.0, o.0))] }
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
            fn highs(self, o: Self) -> Self {
                Self(unsafe { _mm256_permute2x128_si256::<0x31>(self.0, o.0) })
            }
            #[inline(always)]
            fn folded(self, o: Self) -> Self {
                let crossed = Self(unsafe { _mm256_permute2x128_si256::<0x21>(self.0, o.0) });
                self.low_high(o).xor(crossed)
            }
            #[inline(always)]
            fn sum_modulo_15(self, o: Self) -> Self {
                unsafe {
                    let sum = _mm256_add_epi8(self.0, o.0);
                    Self(_mm256_min_epu8(sum, _mm256_sub_epi8(sum, _mm256_set1_epi8(15))))
                }
            }
            #[inline(always)]
            fn difference_modulo_15(self, o: Self) -> Self {
                unsafe {
                    let difference = _mm256_sub_epi8(self.0, o.0);
                    Self(_mm256_min_epu8(difference, _mm256_add_epi8(difference, _mm256_set1_epi8(15))))
                }
            }
            $(
                const LINEAR: bool = true;
                #[inline(always)]
                fn linear(self, $matrices: [u64; 2]) -> Self {
                    let $x = self.0;
                    Self(unsafe { $linear })
                }
            )?
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
halves256!(
    /// An AVX2 register.
    Halves256, Avx2
);

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
halves256!(
    /// An AVX2 register, with GFNI instructions.
    Halves256Gfni, Avx2Gfni,
    |x, matrices| {
        let [low, high] = [matrices[0] as i64, matrices[1] as i64];
        _mm256_gf2p8affine_epi64_epi8::<0>(x, _mm256_setr_epi64x(low, low, high, high))
    }
);

/// Declares a type with one register for each half. Functions that only exchange whole halves take no instruction.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
macro_rules! halves128 {
    ($(#[$doc:meta])* $name:ident($register:ident), $token:ty, $xor:ident, $or:ident, look up $look_up:ident,
     zips $($zip:ident $front:ident $back:ident)*,
     |$x:ident, $y:ident| low nibbles $low:expr, high nibbles $high:expr, after $after:expr,
     modulo 15 sum $sum:expr, difference $difference:expr $(, |$z:ident| low $of_low:expr)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name([$register; 2]);

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Halves for $name {
            type Isa = $token;

            #[inline(always)]
            fn load(_: $token, low: &[u8; 16], high: &[u8; 16]) -> Self {
                Self(unsafe { [load128(low), load128(high)] })
            }
            #[inline(always)]
            fn store(self) -> [[u8; 16]; 2] {
                let mut halves = [[0; 16]; 2];
                unsafe {
                    store128(&mut halves[0], self.0[0]);
                    store128(&mut halves[1], self.0[1]);
                }
                halves
            }
            #[inline(always)]
            fn xor(self, o: Self) -> Self {
                Self(unsafe { [$xor(self.0[0], o.0[0]), $xor(self.0[1], o.0[1])] })
            }
            #[inline(always)]
            fn or(self, o: Self) -> Self {
                Self(unsafe { [$or(self.0[0], o.0[0]), $or(self.0[1], o.0[1])] })
            }
            #[inline(always)]
            fn nibbles(self) -> [Self; 2] {
                let low = |$x: $register| unsafe { $low };
                let high = |$x: $register| unsafe { $high };
                [Self([low(self.0[0]), low(self.0[1])]), Self([high(self.0[0]), high(self.0[1])])]
            }
            #[inline(always)]
            fn of(self, table: &'static [u8; 16]) -> Self {
                Self(unsafe { [$look_up(load128(table), self.0[0]), $look_up(load128(table), self.0[1])] })
            }
            #[inline(always)]
            fn of_two(self, [low, high]: &'static [[u8; 16]; 2]) -> Self {
                Self(unsafe { [$look_up(load128(low), self.0[0]), $look_up(load128(high), self.0[1])] })
            }
            #[inline(always)]
            fn ordered(self, order: &'static [u8; 16]) -> Self {
                Self(unsafe { [$look_up(self.0[0], load128(order)), $look_up(self.0[1], load128(order))] })
            }
            #[inline(always)]
            fn after(self, o: Self) -> Self {
                let after = |$x: $register, $y: $register| unsafe { $after };
                Self([after(self.0[0], o.0[0]), after(self.0[1], o.0[1])])
            }
            $(
                #[inline(always)]
                fn $zip(self, o: Self) -> [Self; 2] {
                    unsafe {
                        [
                            Self([$front(self.0[0], o.0[0]), $front(self.0[1], o.0[1])]),
                            Self([$back(self.0[0], o.0[0]), $back(self.0[1], o.0[1])]),
                        ]
                    }
                }
            )*
            #[inline(always)]
            fn lows(self, o: Self) -> Self {
                Self([self.0[0], o.0[0]])
            }
            #[inline(always)]
            fn low_high(self, o: Self) -> Self {
                Self([self.0[0], o.0[1]])
            }
            #[inline(always)]
            fn highs(self, o: Self) -> Self {
                Self([self.0[1], o.0[1]])
            }
            #[inline(always)]
            fn folded(self, o: Self) -> Self {
                self.lows(o).xor(self.highs(o))
            }
            #[inline(always)]
            fn sum_modulo_15(self, o: Self) -> Self {
                let sum = |$x: $register, $y: $register| unsafe { $sum };
                Self([sum(self.0[0], o.0[0]), sum(self.0[1], o.0[1])])
            }
            #[inline(always)]
            fn difference_modulo_15(self, o: Self) -> Self {
                let difference = |$x: $register, $y: $register| unsafe { $difference };
                Self([difference(self.0[0], o.0[0]), difference(self.0[1], o.0[1])])
            }
            $(
                #[inline(always)]
                fn of_low(self, table: &'static [u8; 16]) -> Self {
                    let low = |$z: $register| unsafe { $of_low };
                    Self([low(self.0[0]), low(self.0[1])]).of(table)
                }
            )?
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
halves128!(
    /// Two SSSE3 registers.
    Halves128(__m128i), Sse41, _mm_xor_si128, _mm_or_si128, look up _mm_shuffle_epi8,
    zips zip8 _mm_unpacklo_epi8 _mm_unpackhi_epi8 zip16 _mm_unpacklo_epi16 _mm_unpackhi_epi16
        zip32 _mm_unpacklo_epi32 _mm_unpackhi_epi32 zip64 _mm_unpacklo_epi64 _mm_unpackhi_epi64,
    |x, y| low nibbles _mm_and_si128(x, _mm_set1_epi8(15)),
    high nibbles _mm_and_si128(_mm_srli_epi16::<4>(x), _mm_set1_epi8(15)),
    after _mm_alignr_epi8::<8>(x, y),
    modulo 15 sum {
        let sum = _mm_add_epi8(x, y);
        _mm_min_epu8(sum, _mm_sub_epi8(sum, _mm_set1_epi8(15)))
    },
    difference {
        let difference = _mm_sub_epi8(x, y);
        _mm_min_epu8(difference, _mm_add_epi8(difference, _mm_set1_epi8(15)))
    }
);

#[cfg(target_arch = "aarch64")]
halves128!(
    /// Two NEON registers.
    HalvesNeon(uint8x16_t), Neon, veorq_u8, vorrq_u8, look up vqtbl1q_u8,
    zips zip8 vzip1q_u8 vzip2q_u8 zip16 front16 back16 zip32 front32 back32 zip64 front64 back64,
    |x, y| low nibbles vandq_u8(x, vdupq_n_u8(15)),
    high nibbles vshrq_n_u8::<4>(x),
    after vextq_u8::<8>(y, x),
    modulo 15 sum {
        let sum = vaddq_u8(x, y);
        vminq_u8(sum, vsubq_u8(sum, vdupq_n_u8(15)))
    },
    difference {
        let difference = vsubq_u8(x, y);
        vminq_u8(difference, vaddq_u8(difference, vdupq_n_u8(15)))
    },
    |x| low vandq_u8(x, vdupq_n_u8(0x8f))
);

#[cfg(target_arch = "wasm32")]
halves128!(
    /// Two registers of SIMD128.
    HalvesWasm(v128), Simd128, v128_xor, v128_or, look up i8x16_swizzle,
    zips zip8 low8 high8 zip16 low16 high16 zip32 low32 high32 zip64 low64 high64,
    |x, y| low nibbles v128_and(x, u8x16_splat(15)),
    high nibbles u8x16_shr(x, 4),
    after i64x2_shuffle::<1, 2>(y, x),
    modulo 15 sum {
        let sum = u8x16_add(x, y);
        u8x16_min(sum, u8x16_sub(sum, u8x16_splat(15)))
    },
    difference {
        let difference = u8x16_sub(x, y);
        u8x16_min(difference, u8x16_add(difference, u8x16_splat(15)))
    },
    |x| low v128_and(x, u8x16_splat(0x8f))
);

/// Declares functions that interleave words of two registers.
#[cfg(target_arch = "aarch64")]
macro_rules! zips {
    ($($name:ident $zip:ident $to:ident $from:ident;)*) => { $(
        #[inline]
        #[target_feature(enable = "neon")]
        fn $name(x: uint8x16_t, y: uint8x16_t) -> uint8x16_t {
            $from($zip($to(x), $to(y)))
        }
    )* };
}
#[cfg(target_arch = "aarch64")]
zips! {
    front16 vzip1q_u16 vreinterpretq_u16_u8 vreinterpretq_u8_u16;
    back16 vzip2q_u16 vreinterpretq_u16_u8 vreinterpretq_u8_u16;
    front32 vzip1q_u32 vreinterpretq_u32_u8 vreinterpretq_u8_u32;
    back32 vzip2q_u32 vreinterpretq_u32_u8 vreinterpretq_u8_u32;
    front64 vzip1q_u64 vreinterpretq_u64_u8 vreinterpretq_u8_u64;
    back64 vzip2q_u64 vreinterpretq_u64_u8 vreinterpretq_u8_u64;
}
