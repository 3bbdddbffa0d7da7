//! Lines: 64-byte blocks of four rows of four words, at separate positions in memory. A register holds one row of one line, or
//! the same row of several lines side by side. This is for kernels that access memory in a special order (scrypt).

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::arch::*;
use crate::simd::memory::{Block, Bytes, Pool, prefetch_line};
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use crate::simd::rows::{Row32, Squares};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::{
    Avx2, Avx512, Sse41,
    memory::{load4x32, store4x32},
    rows::{Row32V, Rows32, Rows32V},
};

/// A line of sixteen words, aligned to a cache line.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub struct Line16(pub [u32; 16]);

impl Line16 {
    /// A line of zeros.
    pub const ZERO: Self = Self([0; 16]);
}

impl Default for Line16 {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Pool {
    /// Returns the memory as lines, [`PER_BLOCK`](Self::PER_BLOCK) for each block.
    pub fn lines(&mut self) -> &mut [Line16] {
        const { assert!(align_of::<Block>() >= align_of::<Line16>()) };
        let blocks = self.blocks();
        // SAFETY: a block consists of whole lines and has their alignment, and any bits are valid in both.
        unsafe { core::slice::from_raw_parts_mut(blocks.as_mut_ptr().cast(), blocks.len() * Self::PER_BLOCK) }
    }

    /// The number of lines in a block.
    pub const PER_BLOCK: usize = size_of::<Block>() / size_of::<Line16>();
}

/// Prefetches lines that will be read soon.
#[inline(always)]
pub fn prefetch_lines(lines: &[Line16]) {
    for line in lines {
        prefetch_line(core::ptr::from_ref(line).cast());
    }
}

/// A register with one row of each of [`COUNT`](Squares::COUNT) lines, which are at separate positions in memory.
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub trait Apart: Squares {
    /// Loads one row of each of the first [`COUNT`](Squares::COUNT) lines.
    fn gather(isa: Self::Isa, words: [&[u32; 4]; MOST_LINES]) -> Self;
    /// Stores the row of the line with index `line` in the register.
    fn part(self, line: usize, words: &mut [u32; 4]);
}

/// The maximum number of lines of which one register holds a row.
pub const MOST_LINES: usize = 4;

/// Implements [`Apart`] for a type of register.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! apart {
    ($($name:ident $token:ident: |$a:ident, $b:ident| $gather:expr, |$x:ident| $low:expr, $high:expr;)*) => { $(
        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Apart for $name {
            #[inline(always)]
            fn gather(_: $token, [$a, $b, ..]: [&[u32; 4]; MOST_LINES]) -> Self {
                Self(unsafe {
                    let ($a, $b) = (load4x32($a), load4x32($b));
                    let _ = $b;
                    $gather
                })
            }
            #[inline(always)]
            fn part(self, line: usize, words: &mut [u32; 4]) {
                let $x = self.0;
                unsafe { store4x32(words, if line == 0 { $low } else { $high }) };
            }
        }
    )* };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
apart! {
    Row32 Sse41: |a, b| a, |x| x, x;
    Rows32 Avx2: |a, b| _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a), b),
        |x| _mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x);
    Row32V Avx512: |a, b| a, |x| x, x;
    Rows32V Avx512: |a, b| _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a), b),
        |x| _mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x);
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Apart for Row32 {
    #[inline(always)]
    fn gather(isa: Self::Isa, [words, ..]: [&[u32; 4]; MOST_LINES]) -> Self {
        Self::splat(isa, words)
    }
    #[inline(always)]
    fn part(self, _: usize, words: &mut [u32; 4]) {
        self.first(words);
    }
}
