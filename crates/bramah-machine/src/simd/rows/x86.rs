//! Rows in registers of x86.

use super::{Gathered, Row, row, rows};
use crate::simd::{
    Avx2, Avx512, Sse41,
    arch::*,
    memory::{load128, load256, load512, store128, store256, store512},
    opaque::{opaque_ref, opaque128, opaque256},
    rotate::{rotr32x4, rotr64x2, rotr64x4, shifts32x4, shifts64x2, shifts64x4},
};

/// Returns the shuffle indices that reverse the bytes of words of `SIZE` bytes.
const fn swapping<const SIZE: usize>() -> [u8; 16] {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        order[i] = (i / SIZE * SIZE + SIZE - 1 - i % SIZE) as u8;
        i += 1;
    }
    order
}

/// Declares functions that reverse the bytes of each word of `SIZE` bytes in blocks. They store with the type of register that
/// kernels load next, so that these loads are forwarded from the CPU's store queue.
macro_rules! swapped {
    ($($name:ident $features:literal $load:ident $store:ident |$order:ident| $all:expr, $shuffle:ident;)*) => { $(
        /// # Safety
        #[doc = concat!("The CPU has ", $features, ".")]
        #[inline(always)]
        unsafe fn $name<const SIZE: usize, const N: usize>(block: &[u8; N]) -> [u8; N] {
            let mut out = *block;
            // SAFETY: the caller guarantees that the CPU has the features that this code needs.
            unsafe {
                let $order = load128(const { &swapping::<SIZE>() });
                let order = $all;
                for bytes in out.as_chunks_mut().0 {
                    $store(bytes, $shuffle($load(bytes), order));
                }
            }
            out
        }
    )* };
}
swapped! {
    swapped128 "SSSE3" load128 store128 |order| order, _mm_shuffle_epi8;
    swapped256 "AVX2" load256 store256 |order| _mm256_broadcastsi128_si256(order), _mm256_shuffle_epi8;
    swapped512 "AVX-512 F and BW" load512 store512 |order| _mm512_broadcast_i32x4(order), _mm512_shuffle_epi8;
}

rows!(
    /// Four 32-bit words in an SSE register.
    Row32(__m128i), Sse41, u32, 64, _mm_setr_epi32 as i32, _mm_add_epi32, _mm_xor_si128, turns _mm_shuffle_epi32 half half_turn32,
    |x, n| rotr rotr32x4(x, n), shifts shifts32x4 opaque128; swap swapped128::<4, 64>,
    gather<'a> &'a [u8; 64]: |block| block, |block, at| {
        *block = opaque_ref(*block);
        let words = block.as_chunks::<4>().0;
        let mut m = [0; 8];
        for i in 0..8 {
            m[i] = i32::from_le_bytes(words[at[i]]);
        }
        [_mm_setr_epi32(m[0], m[1], m[2], m[3]), _mm_setr_epi32(m[4], m[5], m[6], m[7])]
    }
);

/// Four 64-bit words in two SSE registers. No operation crosses from one register to the other except rotations of lanes, and a
/// rotation by two lanes only exchanges the registers' names.
#[derive(Clone, Copy)]
pub struct Row64Pair([__m128i; 2]);

/// Applies an operation to both registers.
macro_rules! both {
    ($($row:expr),+; |$($x:ident),+| $e:expr) => {
        Row64Pair([both!(0; $($row),+; |$($x),+| $e), both!(1; $($row),+; |$($x),+| $e)])
    };
    ($i:literal; $($row:expr),+; |$($x:ident),+| $e:expr) => {{
        $(let $x = $row.0[$i];)+
        // SAFETY: a row was made with a token, so the CPU has SSE4.1 and SSSE3.
        unsafe { $e }
    }};
}

impl Row for Row64Pair {
    type Isa = Sse41;

    #[inline(always)]
    fn add(self, o: Self) -> Self {
        both!(self, o; |x, y| _mm_add_epi64(x, y))
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        both!(self, o; |x, y| _mm_xor_si128(x, y))
    }
    #[inline(always)]
    fn rotr<const N: u32>(self) -> Self {
        both!(self; |x| rotr64x2(x, N as i32))
    }
    #[inline(always)]
    fn shifts<const N: u32>(self) -> Option<[Self; 2]> {
        let ([low, high], n) = (self.0, N as i32);
        // SAFETY: the row was made with a token, so the CPU has the features needed here.
        let ([a, b], [c, d]) = unsafe { (shifts64x2(low, n)?, shifts64x2(high, n)?) };
        Some([Self([a, c]), Self([b, d])])
    }
    #[inline(always)]
    fn add_both(self, others: [Self; 2]) -> Self {
        let sum = self.add(others[0]);
        let sum = both!(sum; |x| opaque128(x));
        sum.add(others[1])
    }
    #[inline(always)]
    fn turn<const N: usize>(self) -> Self {
        let [low, high] = self.0;
        // SAFETY: the row was made with a token, so the CPU has the features needed here.
        let (up, down) = unsafe { (_mm_alignr_epi8::<8>(high, low), _mm_alignr_epi8::<8>(low, high)) };
        Self(match N {
            1 => [up, down],
            2 => [high, low],
            3 => [down, up],
            _ => self.0,
        })
    }
}

impl Gathered for Row64Pair {
    type Word = u64;
    type Block = [u8; 128];
    type Form<'a> = &'a [u8; 128];

    #[inline(always)]
    fn new(_: Sse41, words: [u64; 4]) -> Self {
        let [a, b, c, d] = [words[0] as i64, words[1] as i64, words[2] as i64, words[3] as i64];
        // SAFETY: the token proves that the CPU has the features that this code needs.
        unsafe { Self([_mm_set_epi64x(b, a), _mm_set_epi64x(d, c)]) }
    }
    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let mut words = [0; 4];
        // SAFETY: the array is as long as the two registers.
        unsafe { words.as_mut_ptr().cast::<[__m128i; 2]>().write_unaligned(self.0) }
        words
    }
    #[inline(always)]
    fn swapped(_: Sse41, block: &[u8; 128]) -> [u8; 128] {
        // SAFETY: the token proves that the CPU has the features that this code needs.
        unsafe { swapped128::<8, 128>(block) }
    }
    #[inline(always)]
    fn block(_: Sse41, block: &[u8; 128]) -> &[u8; 128] {
        block
    }
    #[inline(always)]
    fn gather(block: &mut &[u8; 128], at: [usize; 8]) -> [Self; 2] {
        *block = opaque_ref(*block);
        // SAFETY: rows, and so the words gathered for them, exist only with a token, so the CPU has the features needed here.
        unsafe {
            [
                Self([pair128(block, at[0], at[1]), pair128(block, at[2], at[3])]),
                Self([pair128(block, at[4], at[5]), pair128(block, at[6], at[7])]),
            ]
        }
    }
}

/// Returns words `a` and `b` of a block, in this order.
///
/// # Safety
/// The CPU has SSE4.1 and SSSE3.
#[inline(always)]
unsafe fn pair128(block: &[u8; 128], a: usize, b: usize) -> __m128i {
    let rows = block.as_chunks::<16>().0;
    // SAFETY: the caller guarantees that the CPU has the features that this code needs.
    unsafe {
        let (x, y) = (load128(&rows[a / 2]), load128(&rows[b / 2]));
        match (a % 2, b % 2) {
            (0, 0) => _mm_unpacklo_epi64(x, y),
            (1, 1) => _mm_unpackhi_epi64(x, y),
            (0, 1) => _mm_blend_epi16::<0xf0>(x, y),
            _ => _mm_alignr_epi8::<8>(y, x),
        }
    }
}

rows!(
    /// Four 64-bit words in an AVX2 register.
    Row64(__m256i), Avx2, u64, 128, _mm256_setr_epi64x as i64, _mm256_add_epi64, _mm256_xor_si256,
    turns _mm256_permute4x64_epi64 half half_turn64,
    |x, n| rotr rotr64x4(x, n), shifts shifts64x4 opaque256; swap swapped128::<8, 128>,
    gather<'a> [__m256i; 8]: |block| {
        let rows = block.as_chunks::<16>().0;
        let mut pairs = [_mm256_setzero_si256(); 8];
        for i in 0..8 {
            pairs[i] = opaque256(_mm256_broadcastsi128_si256(load128(&rows[i])));
        }
        pairs
    },
    |pairs, at| {
        // opaque: otherwise the compiler would keep gathered words that two rounds share on the stack
        for pair in pairs.iter_mut() {
            *pair = opaque256(*pair);
        }
        [
            _mm256_blend_epi32::<0xf0>(pair64(pairs, at[0], at[1]), pair64(pairs, at[2], at[3])),
            _mm256_blend_epi32::<0xf0>(pair64(pairs, at[4], at[5]), pair64(pairs, at[6], at[7])),
        ]
    }
);

/// Returns, in each half of a register, the words `a` and `b` of the eight pairs.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn pair64(pairs: &[__m256i; 8], a: usize, b: usize) -> __m256i {
    let (x, y) = (pairs[a / 2], pairs[b / 2]);
    // SAFETY: the caller guarantees that the CPU has AVX2.
    unsafe {
        match (a % 2, b % 2) {
            (0, 0) => _mm256_unpacklo_epi64(x, y),
            (1, 1) => _mm256_unpackhi_epi64(x, y),
            (0, 1) => _mm256_blend_epi32::<0xcc>(x, y),
            _ => _mm256_alignr_epi8::<8>(y, x),
        }
    }
}

rows!(
    /// Four 32-bit words in an SSE register, with AVX-512 instructions.
    Row32V(__m128i), Avx512, u32, 64, _mm_setr_epi32 as i32, _mm_add_epi32, _mm_xor_si128, turns _mm_shuffle_epi32 half half_turn32,
    |x, n| rotr _mm_rorv_epi32(x, _mm_set1_epi32(n)); swap swapped256::<4, 64>,
    gather<'a> [__m256i; 2]: |block| {
        let halves = block.as_chunks::<32>().0;
        [load256(&halves[0]), load256(&halves[1])]
    },
    |halves, at| {
        let mut i = [0; 8];
        for (i, at) in i.iter_mut().zip(at) {
            *i = at as i32;
        }
        let index = opaque256(_mm256_setr_epi32(i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7]));
        let words = _mm256_permutex2var_epi32(halves[0], index, halves[1]);
        [_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words)]
    }
);

/// Exchanges the halves of each 64-bit word with `vpshufd`, which takes one cycle on Zen 4. The compiler would choose `vprorq`,
/// which takes two cycles.
#[inline]
#[target_feature(enable = "avx2")]
fn swapped32(x: __m256i) -> __m256i {
    let swapped;
    // SAFETY: this is an AVX2 instruction, which this function enables, and it accesses no memory.
    unsafe {
        core::arch::asm!("vpshufd {0}, {1}, 0xb1", lateout(ymm_reg) swapped, in(ymm_reg) x,
            options(pure, nomem, nostack, preserves_flags));
    }
    swapped
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn half_turn32(x: __m128i) -> __m128i {
    _mm_shuffle_epi32::<0x4e>(x)
}

/// Rotates by two lanes with `vperm2i128`, which takes three cycles on Zen 3. The compiler would choose `vpermq`, which takes six
/// cycles.
#[inline]
#[target_feature(enable = "avx2")]
fn half_turn64(x: __m256i) -> __m256i {
    let turned;
    // SAFETY: this is an AVX2 instruction, which this function enables, and it accesses no memory.
    unsafe {
        core::arch::asm!("vperm2i128 {0}, {1}, {1}, 1", lateout(ymm_reg) turned, in(ymm_reg) x,
            options(pure, nomem, nostack, preserves_flags));
    }
    turned
}
