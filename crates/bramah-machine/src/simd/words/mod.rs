//! Words in lanes. A kernel over [`Words`] with one lane is the portable code. With several lanes, it processes one message in
//! each lane.

#[cfg(target_arch = "aarch64")]
use crate::simd::Neon;
crate::simd::architectures::only! {
    vectors: { use crate::simd::memory::{load128, store128}; }
    wasm: { use crate::simd::Simd128; }
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::{
    Avx2, Avx512, Avx512Vbmi, Sse41,
    memory::{load256, load512, store256, store512},
    opaque::{opaque256, opaque512, pinned256},
    rotate::{rotr32x4, rotr32x8, rotr64x4},
};
use crate::simd::{
    Portable,
    memory::{Bytes, InOut, MAX_LANES, Step, Streams},
};

/// `LANES` words that are processed together, one in each lane.
pub trait Words: Copy {
    /// The type of a word: `u32` or `u64`.
    type Word: Copy;
    /// The number of lanes.
    const LANES: usize;
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Isa: Copy;
    /// Whether any Boolean function of three words, such as [`choose`](Self::choose), is one instruction.
    const TERNARY: bool = false;

    /// Returns the word `x` in every lane.
    fn splat(isa: Self::Isa, x: Self::Word) -> Self;
    /// Loads the first `LANES` words of a row.
    fn load(isa: Self::Isa, row: &[Self::Word; MAX_LANES]) -> Self;
    /// Stores the lanes to the first words of a row.
    fn store(self, row: &mut [Self::Word; MAX_LANES]);
    /// Loads the next block of 16 words of every lane: item `i` of the result has word `i` of each block, read as little-endian.
    /// Returns `None` at the end.
    fn next_le(isa: Self::Isa, streams: &mut Streams<'_>) -> Option<[Self; 16]>;
    /// Loads the next block of 16 words of every lane, read as big-endian. Returns `None` at the end.
    fn next_be(isa: Self::Isa, streams: &mut Streams<'_>) -> Option<[Self; 16]>;

    /// Writes eight words of every lane side by side, as little-endian, for as many lanes as `out` has items.
    #[inline(always)]
    fn write_le(words: [Self; 8], out: &mut [[u8; 32]])
    where
        Self: Words<Word = u32>,
    {
        for (i, word) in words.into_iter().enumerate() {
            let mut row = [0; MAX_LANES];
            word.store(&mut row);
            for (out, word) in out.iter_mut().zip(&row[..Self::LANES]) {
                out.as_chunks_mut().0[i] = word.to_le_bytes();
            }
        }
    }

    /// XORs sixteen words of every lane, side by side and as little-endian, into the next `LANES` blocks of `data`. Does nothing
    /// if fewer blocks are left.
    #[inline(always)]
    fn xor_le(words: [Self; 16], data: &mut InOut<'_>)
    where
        Self: Words<Word = u32>,
    {
        if data.len() < 64 * Self::LANES {
            return;
        }
        let mut rows = [[0; MAX_LANES]; 16];
        for (row, word) in rows.iter_mut().zip(words) {
            word.store(row);
        }
        for lane in 0..Self::LANES {
            if let Some(step) = data.next::<[u8; 4], 16>() {
                for (i, row) in rows.iter().enumerate() {
                    step.put(i, (u32::from_le_bytes(step.get(i)) ^ row[lane]).to_le_bytes());
                }
            }
        }
    }

    /// Adds modulo 2^32 or 2^64.
    fn add(self, o: Self) -> Self;
    /// Subtracts modulo 2^32 or 2^64.
    fn sub(self, o: Self) -> Self;
    /// Returns the XOR of both values.
    fn xor(self, o: Self) -> Self;
    /// Returns the bitwise AND of both values.
    fn and(self, o: Self) -> Self;
    /// Returns the bitwise OR of both values.
    fn or(self, o: Self) -> Self;
    /// Inverts every bit.
    fn not(self) -> Self;
    /// Returns `!self & o`.
    fn andnot(self, o: Self) -> Self;
    /// Shifts every word to the left by `N` bits.
    fn shl<const N: u32>(self) -> Self;
    /// Shifts every word to the right by `N` bits.
    fn shr<const N: u32>(self) -> Self;
    /// Rotates every word to the left by `N` bits, neither 0 nor the size of a word.
    fn rotl<const N: u32>(self) -> Self;
    /// Rotates every word to the right by `N` bits, neither 0 nor the size of a word.
    fn rotr<const N: u32>(self) -> Self;

    /// Returns the value unchanged, but opaque to the compiler, which then does not reorder sums across this call. Otherwise it
    /// would add constants last, on the critical path.
    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }

    /// Returns the value unchanged. Pinned values are computed in program order, for kernels in which the compiler's own order
    /// needs more registers than the CPU has.
    #[inline(always)]
    fn pinned(self) -> Self {
        self
    }

    /// Returns `o` in the lanes of this value whose highest bit is set, and 0 in the other lanes.
    #[inline(always)]
    fn where_high(self, o: Self) -> Self
    where
        Self: Words<Word = u32>,
    {
        let ones = self.or(self.not());
        self.shr::<31>().add(ones).andnot(o)
    }

    /// Returns, bit by bit, `a` where `self` has a 1, and `b` where it has a 0.
    #[inline(always)]
    fn choose(self, a: Self, b: Self) -> Self {
        b.xor(self.and(a.xor(b)))
    }
    /// Returns, bit by bit, a bit of `TABLE`. The bits of the three words form its index, with the bit of `self` highest. Only
    /// for words that are [`TERNARY`](Self::TERNARY).
    #[inline(always)]
    fn ternary<const TABLE: i32>(self, _b: Self, _c: Self) -> Self {
        unreachable!("not an instruction of this CPU")
    }
    /// Returns the XOR of the three values.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        if Self::TERNARY { self.ternary::<0x96>(b, c) } else { self.xor(b).xor(c) }
    }
    /// Returns, bit by bit, the majority of the three values.
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        self.and(a).xor(b.and(self.xor(a)))
    }
}

/// Implements [`Words`] for one word as a single lane, and declares functions that read a block of sixteen words.
macro_rules! scalar {
    ($word:ident, $block:literal, $le:ident, $be:ident, $x86:literal, $aarch64:literal) => {
        impl Words for $word {
            type Word = $word;
            const LANES: usize = 1;
            type Isa = Portable;

            #[inline(always)]
            fn splat(_: Portable, x: $word) -> Self {
                x
            }
            #[inline(always)]
            fn load(_: Portable, row: &[$word; MAX_LANES]) -> Self {
                row[0]
            }
            #[inline(always)]
            fn store(self, row: &mut [$word; MAX_LANES]) {
                row[0] = self;
            }
            #[inline(always)]
            fn next_le(_: Portable, streams: &mut Streams<'_>) -> Option<[Self; 16]> {
                streams.next::<1, $block>().map(|[block]| $le(block))
            }
            #[inline(always)]
            fn next_be(_: Portable, streams: &mut Streams<'_>) -> Option<[Self; 16]> {
                streams.next::<1, $block>().map(|[block]| $be(block))
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
            fn not(self) -> Self {
                !self
            }
            #[inline(always)]
            fn andnot(self, o: Self) -> Self {
                !self & o
            }
            #[inline(always)]
            fn shl<const N: u32>(self) -> Self {
                self << N
            }
            #[inline(always)]
            fn shr<const N: u32>(self) -> Self {
                self >> N
            }
            #[inline(always)]
            fn rotl<const N: u32>(self) -> Self {
                self.rotate_left(N)
            }
            #[inline(always)]
            fn rotr<const N: u32>(self) -> Self {
                self.rotate_right(N)
            }
            #[inline(always)]
            fn opaque(self) -> Self {
                #[allow(unused_mut)]
                let mut x = self;
                // SAFETY: the assembly is only a comment, with the word in a register.
                #[cfg(target_arch = "x86_64")]
                unsafe {
                    core::arch::asm!($x86, inlateout(reg) x, options(pure, nomem, nostack, preserves_flags));
                }
                // SAFETY: the assembly is only a comment, with the word in a register.
                #[cfg(target_arch = "aarch64")]
                unsafe {
                    core::arch::asm!($aarch64, inlateout(reg) x, options(pure, nomem, nostack, preserves_flags));
                }
                x
            }
        }

        /// Reads the words of a block as little-endian.
        #[inline(always)]
        pub fn $le(block: &[u8; $block]) -> [$word; 16] {
            let mut words = [0; 16];
            for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
                *word = $word::from_le_bytes(*bytes);
            }
            words
        }

        /// Reads the words of a block as big-endian.
        #[inline(always)]
        pub fn $be(block: &[u8; $block]) -> [$word; 16] {
            let mut words = [0; 16];
            for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
                *word = $word::from_be_bytes(*bytes);
            }
            words
        }
    };
}
scalar!(u32, 64, words_le, words_be, "/* {0:e} */", "/* {0:w} */");
scalar!(u64, 128, words64_le, words64_be, "/* {0:r} */", "/* {0:x} */");

/// Declares a type of register of words.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features; a row is at least as
/// long as the register, and any bits are valid in both.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident($register:ty), $token:ty, $word:ident, $lanes:literal, $splat:ident, $add:ident, $sub:ident, $xor:ident,
     $and:ident, $or:ident, $andnot:expr, |$x:ident, $n:ident| shl $shl:expr, shr $shr:expr, rotl $rotl:expr, next $next:ident $(, write $write:ident)? $(, xor $xors:ident)? $(, pinned $pinned:ident)? $(, high $high:expr)? $(, ternary $ternary:ident)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(pub(in crate::simd) $register);

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Words for $name {
            type Word = $word;
            const LANES: usize = $lanes;
            type Isa = $token;
            const TERNARY: bool = size_of::<$register>() == 64; // only AVX-512 registers have 64 bytes

            #[inline(always)]
            fn splat(_: $token, x: $word) -> Self {
                Self(unsafe { $splat(x as _) })
            }
            #[inline(always)]
            fn load(_: $token, row: &[$word; MAX_LANES]) -> Self {
                const { assert!($lanes <= MAX_LANES) };
                Self(unsafe { row.as_ptr().cast::<$register>().read_unaligned() })
            }
            #[inline(always)]
            fn store(self, row: &mut [$word; MAX_LANES]) {
                unsafe { row.as_mut_ptr().cast::<$register>().write_unaligned(self.0) }
            }
            #[inline(always)]
            fn next_le(_: $token, streams: &mut Streams<'_>) -> Option<[Self; 16]> {
                let blocks = streams.next::<$lanes, { 16 * size_of::<$word>() }>()?;
                Some(unsafe { $next::<false>(&blocks) }.map_words(Self))
            }
            #[inline(always)]
            fn next_be(_: $token, streams: &mut Streams<'_>) -> Option<[Self; 16]> {
                let blocks = streams.next::<$lanes, { 16 * size_of::<$word>() }>()?;
                Some(unsafe { $next::<true>(&blocks) }.map_words(Self))
            }
            $(
                #[inline(always)]
                fn write_le(words: [Self; 8], out: &mut [[u8; 32]]) {
                    let mut all = [[0; 32]; $lanes];
                    let few = out.len() < $lanes;
                    let to = match out.first_chunk_mut() {
                        Some(to) => to,
                        None => &mut all,
                    };
                    unsafe { $write(words.map_words(|word| word.0), to) }
                    if few {
                        for i in 0..out.len().min($lanes) {
                            out[i] = all[i];
                        }
                    }
                }
            )?
            $(
                #[inline(always)]
                fn xor_le(words: [Self; 16], data: &mut InOut<'_>) {
                    if let Some(step) = data.next() {
                        unsafe { $xors(words.map_words(|word| word.0), step) }
                    }
                }
            )?
            $(
                calls! { fn pinned() = $pinned; }
            )?
            $(
                calls! { fn where_high(o) = $high; }
            )?
            $(
                #[inline(always)]
                fn ternary<const TABLE: i32>(self, b: Self, c: Self) -> Self {
                    Self(unsafe { $ternary::<TABLE>(self.0, b.0, c.0) })
                }
            )?
            calls! {
                fn add(o) = $add;
                fn sub(o) = $sub;
                fn xor(o) = $xor;
                fn and(o) = $and;
                fn or(o) = $or;
            }
            #[inline(always)]
            fn not(self) -> Self {
                Self(unsafe { $xor(self.0, $splat(!0)) })
            }
            calls! { fn andnot(o) = $andnot; }
            #[inline(always)]
            fn shl<const N: u32>(self) -> Self {
                let ($x, $n) = (self.0, N as i32);
                Self(unsafe { $shl })
            }
            #[inline(always)]
            fn shr<const N: u32>(self) -> Self {
                let ($x, $n) = (self.0, N as i32);
                Self(unsafe { $shr })
            }
            #[inline(always)]
            fn rotl<const N: u32>(self) -> Self {
                let ($x, $n) = (self.0, N as i32);
                Self(unsafe { $rotl })
            }
            #[inline(always)]
            fn rotr<const N: u32>(self) -> Self {
                let ($x, $n) = (self.0, $word::BITS as i32 - N as i32);
                Self(unsafe { $rotl })
            }
        }
    };
}

/// A `map` that is always inlined: the `map` of arrays may stay a function, which is compiled without the CPU features.
pub(super) trait MapWords<T, const N: usize> {
    fn map_words<U: Copy>(self, f: impl Fn(T) -> U) -> [U; N];
}
impl<T: Copy, const N: usize> MapWords<T, N> for [T; N] {
    #[inline(always)]
    fn map_words<U: Copy>(self, f: impl Fn(T) -> U) -> [U; N] {
        let mut out = [f(self[0]); N];
        for (out, word) in out.iter_mut().zip(self) {
            *out = f(word);
        }
        out
    }
}

mod twice;
pub use twice::Twice;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod squares;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod xor;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[allow(unused_imports)] // `U64x2` is used only by a test of code that must not compile
pub use x86::{U32x4, U32x8, U32x8V, U32x16, U32x16Vbmi, U64x2, U64x4, U64x4V, U64x8};

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "aarch64")]
pub use neon::{U32x4, U64x2};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(in crate::simd) mod wasm;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm::{U32x4, U64x2, reversed32};

mod pieces;
#[allow(unused_imports)] // only other architectures use it
pub use pieces::Pieces;
mod adjacent;
pub use adjacent::{Eights, Fours, Pairs, Quads};
mod columns;
pub use columns::{Columns, columns, store_columns};
mod shorts;
pub use shorts::Shorts;
#[cfg(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
pub use shorts::U16x8;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub use shorts::{U16x16, U16x32};
mod turning;
pub use turning::Turning;
mod boxes;
pub use boxes::{Box32, Boxed, Halves};
