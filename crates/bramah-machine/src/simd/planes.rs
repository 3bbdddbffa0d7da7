//! Registers that hold one 128-bit word of each of one or more messages ("planes"). The bit-sliced kernels of JH use such
//! registers, because the bit-sliced state of JH consists of 128-bit words.

#[cfg(target_arch = "aarch64")]
use crate::simd::Neon;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::{
    Avx2, Avx512, Sse41,
    memory::{load2x64, load128, store2x64},
};
use crate::simd::{Portable, memory::Streams};

/// A 128-bit word in every lane.
pub trait Planes: Copy {
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Isa: Copy;

    /// Returns these sixteen bytes in every lane.
    fn splat(isa: Self::Isa, bytes: &[u8; 16]) -> Self;
    /// Loads the first lanes of a row, as little-endian words.
    fn load(isa: Self::Isa, row: &[[u64; 2]; 4]) -> Self;
    /// Stores the lanes to the front of a row.
    fn store(self, row: &mut [[u64; 2]; 4]);
    /// Loads the next 64 bytes of every lane. Returns `None` at the end.
    fn next(isa: Self::Isa, streams: &mut Streams<'_>) -> Option<[Self; 4]>;

    /// Returns the XOR of both values.
    fn xor(self, o: Self) -> Self;
    /// Returns the bitwise AND of both values.
    fn and(self, o: Self) -> Self;
    /// Returns the bitwise OR of both values.
    fn or(self, o: Self) -> Self;
    /// Returns `!self & o`.
    fn andnot(self, o: Self) -> Self;
    /// Inverts every bit.
    fn not(self) -> Self;
    /// Swaps the two groups in each pair of adjacent `N`-bit groups, where `N` is a power of two from 1 to 64.
    fn swap<const N: u32>(self) -> Self;
}

/// Returns a mask of the lower group of each pair of groups of `n` bits, for `n` of 1, 2 and 4.
const fn low_groups(n: u32) -> u64 {
    u64::MAX / ((1 << n) + 1)
}

/// One message, with its 128 bits in two words.
impl Planes for [u64; 2] {
    type Isa = Portable;

    #[inline(always)]
    fn splat(_: Portable, bytes: &[u8; 16]) -> Self {
        let words = bytes.as_chunks().0;
        [u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1])]
    }
    #[inline(always)]
    fn load(_: Portable, row: &[[u64; 2]; 4]) -> Self {
        row[0]
    }
    #[inline(always)]
    fn store(self, row: &mut [[u64; 2]; 4]) {
        row[0] = self;
    }
    #[inline(always)]
    fn next(isa: Portable, streams: &mut Streams<'_>) -> Option<[Self; 4]> {
        let [block] = streams.next::<1, 64>()?;
        let [a, b, c, d] = block.as_chunks().0 else { return None };
        Some([Self::splat(isa, a), Self::splat(isa, b), Self::splat(isa, c), Self::splat(isa, d)])
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        [self[0] ^ o[0], self[1] ^ o[1]]
    }
    #[inline(always)]
    fn and(self, o: Self) -> Self {
        [self[0] & o[0], self[1] & o[1]]
    }
    #[inline(always)]
    fn or(self, o: Self) -> Self {
        [self[0] | o[0], self[1] | o[1]]
    }
    #[inline(always)]
    fn andnot(self, o: Self) -> Self {
        [!self[0] & o[0], !self[1] & o[1]]
    }
    #[inline(always)]
    fn not(self) -> Self {
        [!self[0], !self[1]]
    }
    #[inline(always)]
    fn swap<const N: u32>(self) -> Self {
        let [x, y] = self;
        match N {
            64 => [y, x],
            32 => [x.rotate_left(32), y.rotate_left(32)],
            _ => {
                let low = const { low_groups(if N < 32 { N } else { 1 }) };
                [(x & low) << N | x >> N & low, (y & low) << N | y >> N & low]
            }
        }
    }
}

/// Returns shuffle indices that exchange neighbouring groups of `n` bytes.
const fn swapped_bytes(n: usize) -> [u8; 16] {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        order[i] = (i ^ n) as u8;
        i += 1;
    }
    order
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;
    use crate::simd::arch::*;

    /// Declares a type of register of lanes.
    ///
    /// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
    macro_rules! planes {
        ($(#[$doc:meta])* $name:ident($register:ty), $token:ty, $lanes:literal, broadcast $broadcast:expr,
         |$of:ident| join $join:expr, split $split:expr, $set:ident $xor:ident $and:ident $or:ident $andnot:ident
         $left:ident $right:ident $bytes:ident $words:ident) => {
            $(#[$doc])*
            #[derive(Clone, Copy)]
            pub struct $name($register);

            #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
            impl Planes for $name {
                type Isa = $token;

                #[inline(always)]
                fn splat(_: $token, bytes: &[u8; 16]) -> Self {
                    Self(unsafe {
                        let $of = load128(bytes);
                        $broadcast
                    })
                }
                #[inline(always)]
                fn load(_: $token, row: &[[u64; 2]; 4]) -> Self {
                    Self(unsafe {
                        let $of = [load2x64(&row[0]), load2x64(&row[1]), load2x64(&row[2]), load2x64(&row[3])];
                        $join
                    })
                }
                #[inline(always)]
                fn store(self, row: &mut [[u64; 2]; 4]) {
                    let $of = self.0;
                    #[allow(unused_unsafe)]
                    for (to, lane) in row.iter_mut().zip(unsafe { $split }) {
                        unsafe { store2x64(to, lane) };
                    }
                }
                #[inline(always)]
                fn next(_: $token, streams: &mut Streams<'_>) -> Option<[Self; 4]> {
                    let blocks = streams.next::<$lanes, 64>()?;
                    let mut words = [blocks[0].as_chunks::<16>().0; 4];
                    for (words, block) in words.iter_mut().zip(&blocks) {
                        *words = block.as_chunks().0;
                    }
                    macro_rules! word {
                        ($i:literal) => {
                            Self(unsafe {
                                let $of = [
                                    load128(&words[0][$i]),
                                    load128(&words[1][$i]),
                                    load128(&words[2][$i]),
                                    load128(&words[3][$i]),
                                ];
                                $join
                            })
                        };
                    }
                    Some([word!(0), word!(1), word!(2), word!(3)])
                }
                calls! {
                    fn xor(o) = $xor;
                    fn and(o) = $and;
                    fn or(o) = $or;
                    fn andnot(o) = $andnot;
                }
                #[inline(always)]
                fn not(self) -> Self {
                    Self(unsafe { $xor(self.0, $set(-1)) })
                }
                #[inline(always)]
                fn swap<const N: u32>(self) -> Self {
                    let order = |n: usize| unsafe {
                        let $of = load128(if n == 1 { const { &swapped_bytes(1) } } else { const { &swapped_bytes(2) } });
                        $broadcast
                    };
                    Self(unsafe {
                        match N {
                            8 => $bytes(self.0, order(1)),
                            16 => $bytes(self.0, order(2)),
                            32 => $words::<0xb1>(self.0),
                            64 => $words::<0x4e>(self.0),
                            _ => {
                                let low = $set(const { low_groups(if N < 8 { N } else { 1 }) } as i64);
                                let n = _mm_cvtsi32_si128(N as i32);
                                $or($left($and(self.0, low), n), $and($right(self.0, n), low))
                            }
                        }
                    })
                }
            }
        };
    }

    planes!(
        /// One message in a 128-bit register.
        Planes1(__m128i), Sse41, 1, broadcast x, |x| join x[0], split [x],
        _mm_set1_epi64x _mm_xor_si128 _mm_and_si128 _mm_or_si128 _mm_andnot_si128
        _mm_sll_epi64 _mm_srl_epi64 _mm_shuffle_epi8 _mm_shuffle_epi32
    );
    planes!(
        /// Two messages in an AVX2 register.
        Planes2(__m256i), Avx2, 2, broadcast _mm256_broadcastsi128_si256(x),
        |x| join _mm256_set_m128i(x[1], x[0]),
        split [_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)],
        _mm256_set1_epi64x _mm256_xor_si256 _mm256_and_si256 _mm256_or_si256 _mm256_andnot_si256
        _mm256_sll_epi64 _mm256_srl_epi64 _mm256_shuffle_epi8 _mm256_shuffle_epi32
    );
    planes!(
        /// Four messages in an AVX-512 register.
        Planes4(__m512i), Avx512, 4, broadcast _mm512_broadcast_i32x4(x),
        |x| join _mm512_inserti64x4::<1>(
            _mm512_castsi256_si512(_mm256_set_m128i(x[1], x[0])),
            _mm256_set_m128i(x[3], x[2]),
        ),
        split [
            _mm512_castsi512_si128(x),
            _mm512_extracti32x4_epi32::<1>(x),
            _mm512_extracti32x4_epi32::<2>(x),
            _mm512_extracti32x4_epi32::<3>(x),
        ],
        _mm512_set1_epi64 _mm512_xor_si512 _mm512_and_si512 _mm512_or_si512 _mm512_andnot_si512
        _mm512_sll_epi64 _mm512_srl_epi64 _mm512_shuffle_epi8 _mm512_shuffle_epi32
    );
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub use x86::{Planes1, Planes2, Planes4};

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::*;
    use crate::simd::arch::*;

    /// One message in a NEON register.
    #[derive(Clone, Copy)]
    pub struct Planes1(uint64x2_t);

    // SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has NEON; a load reads the sixteen
    // bytes of its array, and a store writes sixteen bytes.
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Planes for Planes1 {
        type Isa = Neon;

        #[inline(always)]
        fn splat(_: Neon, bytes: &[u8; 16]) -> Self {
            Self(unsafe { vreinterpretq_u64_u8(vld1q_u8(bytes.as_ptr())) })
        }
        #[inline(always)]
        fn load(_: Neon, row: &[[u64; 2]; 4]) -> Self {
            Self(unsafe { vld1q_u64(row[0].as_ptr()) })
        }
        #[inline(always)]
        fn store(self, row: &mut [[u64; 2]; 4]) {
            unsafe { vst1q_u64(row[0].as_mut_ptr(), self.0) }
        }
        #[inline(always)]
        fn next(isa: Neon, streams: &mut Streams<'_>) -> Option<[Self; 4]> {
            let [block] = streams.next::<1, 64>()?;
            let [a, b, c, d] = block.as_chunks().0 else { return None };
            Some([Self::splat(isa, a), Self::splat(isa, b), Self::splat(isa, c), Self::splat(isa, d)])
        }
        calls! {
            fn xor(o) = veorq_u64;
            fn and(o) = vandq_u64;
            fn or(o) = vorrq_u64;
        }
        #[inline(always)]
        fn andnot(self, o: Self) -> Self {
            Self(unsafe { vbicq_u64(o.0, self.0) })
        }
        #[inline(always)]
        fn not(self) -> Self {
            Self(unsafe { veorq_u64(self.0, vdupq_n_u64(!0)) })
        }
        #[inline(always)]
        fn swap<const N: u32>(self) -> Self {
            Self(unsafe {
                let bytes = vreinterpretq_u8_u64(self.0);
                match N {
                    8 => vreinterpretq_u64_u8(vrev16q_u8(bytes)),
                    16 => vreinterpretq_u64_u16(vrev32q_u16(vreinterpretq_u16_u64(self.0))),
                    32 => vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(self.0))),
                    64 => vextq_u64::<1>(self.0, self.0),
                    _ => {
                        let low = vdupq_n_u64(const { low_groups(if N < 8 { N } else { 1 }) });
                        let left = vshlq_u64(vandq_u64(self.0, low), vdupq_n_s64(i64::from(N)));
                        vorrq_u64(left, vandq_u64(vshlq_u64(self.0, vdupq_n_s64(-i64::from(N))), low))
                    }
                }
            })
        }
    }
}
#[cfg(target_arch = "aarch64")]
pub use neon::Planes1;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::*;
    use crate::simd::{Simd128, arch::*, memory::load128};

    /// One message in a register of SIMD128.
    #[derive(Clone, Copy)]
    pub struct Planes1(v128);

    impl Planes for Planes1 {
        type Isa = Simd128;

        #[inline(always)]
        fn splat(_: Simd128, bytes: &[u8; 16]) -> Self {
            Self(load128(bytes))
        }
        #[inline(always)]
        fn load(_: Simd128, row: &[[u64; 2]; 4]) -> Self {
            Self(u64x2(row[0][0], row[0][1]))
        }
        #[inline(always)]
        fn store(self, row: &mut [[u64; 2]; 4]) {
            row[0] = [u64x2_extract_lane::<0>(self.0), u64x2_extract_lane::<1>(self.0)];
        }
        #[inline(always)]
        fn next(isa: Simd128, streams: &mut Streams<'_>) -> Option<[Self; 4]> {
            let [block] = streams.next::<1, 64>()?;
            let [a, b, c, d] = block.as_chunks().0 else { return None };
            Some([Self::splat(isa, a), Self::splat(isa, b), Self::splat(isa, c), Self::splat(isa, d)])
        }
        calls! {
            fn xor(o) = v128_xor;
            fn and(o) = v128_and;
            fn or(o) = v128_or;
            fn not() = v128_not;
        }
        #[inline(always)]
        fn andnot(self, o: Self) -> Self {
            Self(v128_andnot(o.0, self.0))
        }
        #[inline(always)]
        fn swap<const N: u32>(self) -> Self {
            let x = self.0;
            Self(match N {
                8 => i8x16_shuffle::<1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14>(x, x),
                16 => i16x8_shuffle::<1, 0, 3, 2, 5, 4, 7, 6>(x, x),
                32 => i32x4_shuffle::<1, 0, 3, 2>(x, x),
                64 => i64x2_shuffle::<1, 0>(x, x),
                _ => {
                    let low = u64x2_splat(const { low_groups(if N < 8 { N } else { 1 }) });
                    v128_or(u64x2_shl(v128_and(x, low), N), v128_and(u64x2_shr(x, N), low))
                }
            })
        }
    }
}
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm::Planes1;
