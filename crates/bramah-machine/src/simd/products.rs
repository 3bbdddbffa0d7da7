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
    /// `i / 2` if `i` is even, and half the number of lanes after that if `i` is odd: this order takes the fewest shuffles.
    fn blocks(isa: Self::Isa, blocks: &Self::Blocks) -> [Self; 2];

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

/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features; slices are checked to be
/// as long as the memory that is read or written.
#[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
impl P8Ifma {
    /// Loads one word for each lane, as [`save`](Self::save) stored it.
    #[inline(always)]
    pub fn restore(_: Avx512Ifma, words: &[u32; 16]) -> Self {
        Self(unsafe { words.as_ptr().cast::<__m512i>().read_unaligned() })
    }
    /// Stores the words, each as two words of 32 bits.
    #[inline(always)]
    pub fn save(self, words: &mut [u32; 16]) {
        unsafe { words.as_mut_ptr().cast::<__m512i>().write_unaligned(self.0) }
    }
    /// Loads at most sixteen blocks to the end of two rows, in the lanes in which [`blocks`](Products::blocks) would load them. The
    /// places before them are zero. Also returns for each row the lanes that have a block.
    #[inline(always)]
    pub fn ends(_: Avx512Ifma, blocks: &[[u8; 16]]) -> [([Self; 2], u8); 2] {
        let absent = 16usize.checked_sub(blocks.len()).expect("at most sixteen blocks");
        [Self::end(blocks, absent, 0), Self::end(blocks, absent, 2)]
    }
    /// Loads a row of [`ends`](Self::ends): the quarters `i` and `i + 1` of both rows.
    #[inline(always)]
    fn end(blocks: &[[u8; 16]], absent: usize, i: usize) -> ([Self; 2], u8) {
        let ((a, low), (b, high)) = (Self::quarter(blocks, absent, i), Self::quarter(blocks, absent, i + 1));
        let halves = unsafe { [Self(_mm512_unpacklo_epi64(a, b)), Self(_mm512_unpackhi_epi64(a, b))] };
        (halves, low & 0x55 | high & 0xaa)
    }
    /// Loads quarter `i` of both rows: at most four blocks, to its end. Also returns a mask of the words that it has loaded.
    #[inline(always)]
    fn quarter(blocks: &[[u8; 16]], absent: usize, i: usize) -> (__m512i, u8) {
        let blocks = &blocks[(4 * i).saturating_sub(absent)..(4 * i + 4).saturating_sub(absent)];
        // two words for each block; the function reads only the words of the mask
        let mask = !(0xff_u16 >> (2 * blocks.len())) as u8;
        (unsafe { _mm512_maskz_expandloadu_epi64(mask, blocks.as_ptr().cast()) }, mask)
    }
    /// Returns the words of `o` in the lanes of the mask, and the words of `self` in the other lanes.
    #[inline(always)]
    pub fn blend(self, lanes: u8, o: Self) -> Self {
        Self(unsafe { _mm512_mask_blend_epi64(lanes, self.0, o.0) })
    }
    /// Adds the words of `o` in the lanes of the mask.
    #[inline(always)]
    pub fn add_in(self, lanes: u8, o: Self) -> Self {
        Self(unsafe { _mm512_mask_add_epi64(self.0, lanes, self.0, o.0) })
    }
    /// Returns the word of the first lane in every lane.
    #[inline(always)]
    pub fn first_in_all(self) -> Self {
        Self(unsafe { _mm512_broadcastq_epi64(_mm512_castsi512_si128(self.0)) })
    }
    /// Returns the sum of the words of all lanes, which stay in registers.
    #[inline(always)]
    pub fn total(self) -> u64 {
        unsafe { _mm512_reduce_add_epi64(self.0) as u64 }
    }
    /// Multiplies the lower 52 bits of each word of `x` and `y`, and adds the lower 52 bits of each 104-bit product to the word
    /// of `self` in the same position.
    #[inline(always)]
    pub fn add_low(self, x: Self, y: Self) -> Self {
        Self(unsafe { _mm512_madd52lo_epu64(self.0, x.0, y.0) })
    }
    /// Multiplies the lower 52 bits of each word of `x` and `y`, and adds the upper 52 bits of each 104-bit product to the word
    /// of `self` in the same position.
    #[inline(always)]
    pub fn add_high(self, x: Self, y: Self) -> Self {
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
