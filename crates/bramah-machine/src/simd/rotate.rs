//! Rotations of words in vectors, for CPUs that have no instruction for them.
//!
//! A rotation by whole bytes is a shuffle. The compiler knows this, but it moves a shuffle of the result of an XOR to both
//! operands, where it becomes two shuffles, and it turns a rotation by 16 bits into two shuffles. [`opaque128`] and
//! [`opaque256`] prevent that. Kernels with eight 32-bit lanes have no register left for the shuffle indices, and read them
//! from memory with [`shuffled256`].

use crate::simd::{
    arch::*,
    memory::load128,
    opaque::{opaque128, opaque256},
};

/// Returns shuffle indices that rotate words of `SIZE` bytes by `BYTES` bytes to the right, in every 16 bytes of a register.
pub(super) const fn by_bytes<const SIZE: usize, const BYTES: usize, const LEN: usize>() -> [u8; LEN] {
    let mut order = [0; LEN];
    let mut i = 0;
    while i < LEN {
        order[i] = (i % 16 / SIZE * SIZE + (i % SIZE + BYTES) % SIZE) as u8;
        i += 1;
    }
    order
}

macro_rules! rotations {
    ($($name:ident $shifts:ident $register:ident $opaque:ident $bits:literal, $half:expr,
       |$value:ident, $order:ident: $len:literal| $shuffle:expr, $add:ident $or:ident $left:ident $right:ident;)*) => { $(
        /// Rotates each word to the right by `n` bits, from 1 to one less than the word size. `n` must be a constant at the call.
        ///
        /// # Safety
        /// The CPU has AVX2 if the register has 256 bits, and SSSE3 if it has 128 bits.
        #[inline(always)]
        pub unsafe fn $name(x: $register, n: i32) -> $register {
            const SIZE: usize = $bits / 8;
            // SAFETY: the caller guarantees that the CPU has AVX2 if the register has 256 bits, and SSSE3 if it has 128 bits.
            unsafe {
                macro_rules! bytes {
                    ($n:literal) => {{
                        let ($order, $value) = (const { &by_bytes::<SIZE, $n, $len>() }, $opaque(x));
                        $shuffle
                    }};
                }
                match n {
                    8 => bytes!(1),
                    16 => bytes!(2),
                    24 => bytes!(3),
                    32 => $half($opaque(x)),
                    40 => bytes!(5),
                    48 => bytes!(6),
                    56 => bytes!(7),
                    _ if n == $bits - 1 => $or($add(x, x), $right(x, _mm_cvtsi32_si128(n))),
                    _ => $or($right(x, _mm_cvtsi32_si128(n)), $left(x, _mm_cvtsi32_si128($bits - n))),
                }
            }
        }

        /// Returns the two shifts whose sum is a rotation, or `None` if the rotation is computed in another way.
        ///
        /// # Safety
        /// The CPU has AVX2 if the register has 256 bits, and SSSE3 if it has 128 bits.
        #[inline(always)]
        pub unsafe fn $shifts(x: $register, n: i32) -> Option<[$register; 2]> {
            if n % 8 == 0 || n == $bits - 1 {
                return None;
            }
            // SAFETY: the caller guarantees that the CPU has AVX2 if the register has 256 bits, and SSSE3 if it has 128 bits.
            unsafe { Some([$right(x, _mm_cvtsi32_si128(n)), $left(x, _mm_cvtsi32_si128($bits - n))]) }
        }
    )* };
}

rotations! {
    rotr32x4 shifts32x4 __m128i opaque128 32, |x| x, |x, order: 16| _mm_shuffle_epi8(x, opaque128(load128(order))),
        _mm_add_epi32 _mm_or_si128 _mm_sll_epi32 _mm_srl_epi32;
    rotr64x2 shifts64x2 __m128i opaque128 64, |x| _mm_shuffle_epi32::<0xb1>(x), |x, order: 16| _mm_shuffle_epi8(x, opaque128(load128(order))),
        _mm_add_epi64 _mm_or_si128 _mm_sll_epi64 _mm_srl_epi64;
    rotr32x8 shifts32x8 __m256i opaque256 32, |x| x, |x, order: 32| shuffled256(x, order),
        _mm256_add_epi32 _mm256_or_si256 _mm256_sll_epi32 _mm256_srl_epi32;
    rotr64x4 shifts64x4 __m256i opaque256 64, |x| _mm256_shuffle_epi32::<0xb1>(x), |x, order: 16|
        _mm256_shuffle_epi8(x, opaque256(_mm256_broadcastsi128_si256(load128(order)))),
        _mm256_add_epi64 _mm256_or_si256 _mm256_sll_epi64 _mm256_srl_epi64;
}

/// Shuffles the bytes of each half of a register with indices that the instruction itself reads from memory. Otherwise the
/// compiler would keep the indices on the stack, or their address in two registers.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn shuffled256(x: __m256i, order: &[u8; 32]) -> __m256i {
    let shuffled;
    // SAFETY: this is an AVX2 instruction, which this function enables, and it reads only the 32 bytes of `order`.
    unsafe {
        core::arch::asm!("vpshufb {0}, {1}, ymmword ptr [{2}]", lateout(ymm_reg) shuffled, in(ymm_reg) x,
            in(reg) order, options(pure, readonly, nostack, preserves_flags));
    }
    shuffled
}
