//! 64-bit words that have room for the products of their lower halves, for arithmetic in limbs.

use crate::simd::{
    Avx2, Avx512, Avx512Ifma,
    arch::*,
    memory::{Bytes, load256, load512, store4x64, store8x64},
    opaque::{opaque256, opaque512},
    words::MapWords,
};

/// `LANES` words of 64 bits, one in each lane.
pub trait Products: Copy {
    /// The number of lanes.
    const LANES: usize;
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Isa: Copy;
    /// The bytes of one 16-byte block for each lane.
    type Blocks: Bytes;

    /// Returns the word `x` in every lane.
    fn splat(isa: Self::Isa, x: u64) -> Self;
    /// Returns the first [`LANES`](Self::LANES) of these eight words, one in each lane, without storing them to memory.
    fn words(isa: Self::Isa, words: [u64; 8]) -> Self;
    /// Loads one word for each lane. The slice must have at least as many words.
    fn load(isa: Self::Isa, words: &[u32]) -> Self;
    /// Stores the lower 32 bits of the words.
    fn store(self, words: &mut [u32]);
    /// Loads the first and the second half of a block in each lane, read as little-endian. Lane `i` has the block with index
    /// [`place(i)`](Self::place): this order takes the fewest shuffles.
    fn blocks(isa: Self::Isa, blocks: &Self::Blocks) -> [Self; 2];
    /// Returns the index of the block whose halves are in a lane.
    fn place(lane: usize) -> usize {
        lane / 2 + lane % 2 * (Self::LANES / 2)
    }

    /// Returns the sums of both values.
    fn add(self, o: Self) -> Self;
    /// Returns the bitwise AND of both values.
    fn and(self, o: Self) -> Self;
    /// Returns the bitwise OR of both values.
    fn or(self, o: Self) -> Self;
    /// Shifts every word to the left by `N` bits.
    fn shl<const N: u32>(self) -> Self;
    /// Shifts every word to the right by `N` bits.
    fn shr<const N: u32>(self) -> Self;
    /// Returns the words unchanged, but hides from the compiler what it knows of their upper halves. If the compiler knew the
    /// upper halves in one place but not in another, it would generate multiplications of the upper halves too.
    fn opaque(self) -> Self;
    /// Returns the products of the lower halves of both values.
    fn mul(self, o: Self) -> Self;
    /// Returns the sum of the words of all lanes.
    fn sum(self) -> u64;
}

/// Declares a type of register.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features; slices are checked to
/// be as long as the memory that is read or written.
macro_rules! products {
    ($(#[$doc:meta])* $name:ident($register:ty), $token:ty, $lanes:literal, $blocks:literal, $load:ident, $store:ident, $splat:ident, |$w:ident| $words:expr, $widen:ident, $half:ty, $narrow:ident,
     $low:ident $high:ident, $add:ident, $and:ident, $or:ident, $shl:ident, $shr:ident, $mul:ident, $opaque:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(pub(in crate::simd) $register);

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Products for $name {
            const LANES: usize = $lanes;
            type Isa = $token;
            type Blocks = [u8; $blocks];

            #[inline(always)]
            fn splat(_: $token, x: u64) -> Self {
                Self(unsafe { $splat(x as i64) })
            }
            #[inline(always)]
            fn words(_: $token, words: [u64; 8]) -> Self {
                let $w = words.map_words(|word| word as i64);
                Self(unsafe { $words })
            }
            #[inline(always)]
            fn load(_: $token, words: &[u32]) -> Self {
                let words: &[u32; $lanes] = words.first_chunk().expect("a word for each lane");
                Self(unsafe { $widen(words.as_ptr().cast::<$half>().read_unaligned()) })
            }
            #[inline(always)]
            fn store(self, words: &mut [u32]) {
                let words: &mut [u32; $lanes] = words.first_chunk_mut().expect("a word for each lane");
                unsafe { words.as_mut_ptr().cast::<$half>().write_unaligned($narrow(self.0)) }
            }
            #[inline(always)]
            fn blocks(_: $token, blocks: &Self::Blocks) -> [Self; 2] {
                let [a, b] = blocks.as_chunks().0 else { unreachable!("two registers") };
                unsafe {
                    let (a, b) = ($load(a), $load(b));
                    [Self($low(a, b)), Self($high(a, b))]
                }
            }
            calls! {
                fn add(o) = $add;
                fn and(o) = $and;
                fn or(o) = $or;
            }
            #[inline(always)]
            fn shl<const N: u32>(self) -> Self {
                Self(unsafe { $shl(self.0, _mm_cvtsi32_si128(N as i32)) })
            }
            #[inline(always)]
            fn shr<const N: u32>(self) -> Self {
                Self(unsafe { $shr(self.0, _mm_cvtsi32_si128(N as i32)) })
            }
            calls! {
                fn opaque() = $opaque;
                fn mul(o) = $mul;
            }
            #[inline(always)]
            fn sum(self) -> u64 {
                let mut words = [0; $lanes];
                unsafe { $store(&mut words, self.0) };
                // wrapping, because a check for overflow would be a branch
                let mut sum = 0u64;
                for word in words {
                    sum = sum.wrapping_add(word);
                }
                sum
            }
        }
    };
}

products!(
    /// Four words in an AVX2 register.
    P4(__m256i), Avx2, 4, 64, load256, store4x64, _mm256_set1_epi64x, |w| _mm256_setr_epi64x(w[0], w[1], w[2], w[3]),
    _mm256_cvtepu32_epi64, __m128i, narrow4,
    _mm256_unpacklo_epi64 _mm256_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256, _mm256_or_si256,
    _mm256_sll_epi64, _mm256_srl_epi64, _mm256_mul_epu32, opaque256
);

products!(
    /// Eight words in an AVX-512 register.
    P8(__m512i), Avx512, 8, 128, load512, store8x64, _mm512_set1_epi64, |w| _mm512_setr_epi64(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]),
    _mm512_cvtepu32_epi64, __m256i, _mm512_cvtepi64_epi32,
    _mm512_unpacklo_epi64 _mm512_unpackhi_epi64, _mm512_add_epi64, _mm512_and_si512, _mm512_or_si512,
    _mm512_sll_epi64, _mm512_srl_epi64, _mm512_mul_epu32, opaque512
);

products!(
    /// Eight words in an AVX-512 register, with products of 52 bits.
    P8Ifma(__m512i), Avx512Ifma, 8, 128, load512, store8x64, _mm512_set1_epi64, |w| _mm512_setr_epi64(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]),
    _mm512_cvtepu32_epi64, __m256i, _mm512_cvtepi64_epi32,
    _mm512_unpacklo_epi64 _mm512_unpackhi_epi64, _mm512_add_epi64, _mm512_and_si512, _mm512_or_si512,
    _mm512_sll_epi64, _mm512_srl_epi64, _mm512_mul_epu32, opaque512
);

impl P8Ifma {
    /// Multiplies the lower 52 bits of each word of `x` and `y`, and adds the lower 52 bits of each 104-bit product to the word
    /// of `self` in the same position.
    #[inline(always)]
    pub fn add_low(self, x: Self, y: Self) -> Self {
        // SAFETY: this value was made with a token, so the CPU has the features needed here.
        Self(unsafe { _mm512_madd52lo_epu64(self.0, x.0, y.0) })
    }
    /// Multiplies the lower 52 bits of each word of `x` and `y`, and adds the upper 52 bits of each 104-bit product to the word
    /// of `self` in the same position.
    #[inline(always)]
    pub fn add_high(self, x: Self, y: Self) -> Self {
        // SAFETY: this value was made with a token, so the CPU has the features needed here.
        Self(unsafe { _mm512_madd52hi_epu64(self.0, x.0, y.0) })
    }
}

/// Returns the lower halves of four words.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn narrow4(x: __m256i) -> __m128i {
    // SAFETY: the caller guarantees that the CPU has AVX2.
    unsafe {
        let even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
        _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(x, even))
    }
}
