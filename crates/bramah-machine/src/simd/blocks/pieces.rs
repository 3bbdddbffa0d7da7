//! Blocks of 20, 24, 28 and 32 bytes in x86 registers.
//!
//! A block is in two pieces of four columns, and a column is four bytes; [`columns`] lists the columns. With SSE and AVX2, one
//! register has the first pieces and another the second pieces, so that a permutation of bytes is a shuffle and a blend for
//! each register. With AVX-512, one register has both pieces of two blocks, and one instruction permutes its bytes. If a block
//! has fewer than eight columns, its pieces contain some columns twice. This costs nothing, because registers are processed as
//! a whole, and lets columns be where ShiftRows of Rijndael needs them. The columns are chosen so that blends take pairs of
//! bytes, which is a fast instruction, while a blend of single bytes takes as long as a shuffle. For seven columns there is no
//! such choice.
//!
//! Memory is read and written in words that do not overlap, because a load of bytes that were stored in different words has to
//! wait for the stores.

use super::{AesRounds, Blocks, Permutation, Permute};
use crate::simd::{
    AesNi, Vaes256,
    arch::*,
    memory::load128,
    opaque::{opaque128, opaque256},
};

/// Loads the first sixteen bytes of a block, and the remaining bytes.
///
/// # Safety
/// The CPU has SSE4.1.
#[inline(always)]
unsafe fn load_parts<const N: usize>(block: &[u8; N]) -> (__m128i, __m128i) {
    const { assert!(N >= 20 && N <= 32 && N.is_multiple_of(4)) };
    // SAFETY: the caller guarantees that the CPU has the features; everything read is in the array.
    unsafe {
        let tail = block.as_ptr().add(16);
        let first = _mm_loadu_si128(block.as_ptr().cast());
        let tail = match N {
            20 => _mm_cvtsi32_si128(tail.cast::<i32>().read_unaligned()),
            24 => _mm_loadl_epi64(tail.cast()),
            28 => _mm_insert_epi32::<2>(
                _mm_loadl_epi64(tail.cast()),
                tail.add(8).cast::<i32>().read_unaligned(),
            ),
            _ => _mm_loadu_si128(tail.cast()),
        };
        (first, tail)
    }
}

/// Returns the block with these parts: the first sixteen bytes, and the remaining bytes.
///
/// # Safety
/// The CPU has SSE4.1.
#[inline(always)]
unsafe fn store_parts<const N: usize>(first: __m128i, rest: __m128i) -> [u8; N] {
    const { assert!(N >= 20 && N <= 32 && N.is_multiple_of(4)) };
    let mut block = [0; N];
    // SAFETY: the caller guarantees that the CPU has the features; everything written is in the array.
    unsafe {
        _mm_storeu_si128(block.as_mut_ptr().cast(), first);
        let tail = block.as_mut_ptr().add(16);
        match N {
            20 => tail.cast::<i32>().write_unaligned(_mm_cvtsi128_si32(rest)),
            24 => _mm_storel_epi64(tail.cast(), rest),
            28 => {
                _mm_storel_epi64(tail.cast(), rest);
                tail.add(8).cast::<i32>().write_unaligned(_mm_extract_epi32::<2>(rest));
            }
            _ => _mm_storeu_si128(tail.cast(), rest),
        }
    }
    block
}

/// Declares two registers, one for the first pieces of blocks and one for the second pieces.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
macro_rules! pieces {
    ($(#[$doc:meta])* $name:ident($register:ident), $token:ty, $count:literal,
     $xor:ident $shuffle:ident $blend:ident $concat:ident $low:ident $high:ident $turn:ident $pick:ident $opaque:ident $encrypt:ident $last_encrypt:ident $decrypt:ident $last_decrypt:ident,
     broadcast |$x:ident| $broadcast:expr, lanes |$load:ident| $gathered:expr, |$of:ident| $lanes:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name<const N: usize> {
            first: $register,
            second: $register,
        }

        #[allow(clippy::undocumented_unsafe_blocks, unused_unsafe)] // see "SAFETY of every unsafe block" above
        impl<const N: usize> $name<N> {
            #[inline(always)]
            fn all($x: __m128i) -> $register {
                unsafe { $broadcast }
            }
            /// Assembles the registers of a block from the two parts in which it was loaded: its first bytes and the rest.
            #[inline(always)]
            fn join(first: $register, rest: $register) -> Self {
                unsafe {
                    let (first, second) = match N {
                        20 => ($low(first, first), $pick::<{ 2 | 3 << 2 }>(first, rest)),
                        24 => ($turn::<{ 2 << 2 | 1 << 4 }>(first), $pick::<{ 3 | 3 << 2 | 1 << 6 }>(first, rest)),
                        28 => (first, $concat::<12>(rest, first)),
                        _ => ($low(first, rest), $high(first, rest)),
                    };
                    Self { first, second }
                }
            }
            /// Converts a block to the parts in which it is stored.
            #[inline(always)]
            fn parts(self) -> ($register, $register) {
                let (first, second) = (self.first, self.second);
                unsafe {
                    match N {
                        20 => ($low(first, second), $high(second, second)),
                        24 => {
                            let after = $pick::<{ 1 | 1 << 2 }>(first, second);
                            ($pick::<{ 2 << 2 | 2 << 6 }>(first, after), $high(second, second))
                        }
                        28 => (first, $turn::<{ 1 | 2 << 2 | 3 << 4 }>(second)),
                        _ => ($low(first, second), $high(first, second)),
                    }
                }
            }
            #[inline(always)]
            fn gather_parts(mut $load: impl FnMut(usize) -> (__m128i, __m128i)) -> Self {
                let (first, rest) = unsafe { $gathered };
                Self::join(first, rest)
            }
            #[inline(always)]
            fn lanes(self) -> [[u8; N]; $count] {
                let (first, rest) = self.parts();
                let split = |$of: $register| unsafe { $lanes };
                let (first, rest) = (split(first), split(rest));
                let mut blocks = [[0; N]; $count];
                for (i, block) in blocks.iter_mut().enumerate() {
                    *block = unsafe { store_parts(first[i], rest[i]) };
                }
                blocks
            }
        }

        #[allow(clippy::undocumented_unsafe_blocks, unused_unsafe)] // see "SAFETY of every unsafe block" above
        impl<const N: usize> Blocks for $name<N> {
            type Isa = $token;
            type Block = [u8; N];
            type Bytes = [[u8; N]; $count];
            const COUNT: usize = $count;

            #[inline(always)]
            fn load(_: $token, bytes: &[[u8; N]; $count]) -> Self {
                Self::gather_parts(|i| unsafe { load_parts(&bytes[i]) })
            }
            #[inline(always)]
            fn store(self) -> [[u8; N]; $count] {
                self.lanes()
            }
            #[inline(always)]
            fn splat(_: $token, block: &[u8; N]) -> Self {
                let (first, rest) = unsafe { load_parts(block) };
                Self::join(Self::all(first), Self::all(rest))
            }
            #[inline(always)]
            fn xor(self, o: Self) -> Self {
                unsafe { Self { first: $xor(self.first, o.first), second: $xor(self.second, o.second) } }
            }
        }

        #[allow(clippy::undocumented_unsafe_blocks, unused_unsafe)] // see "SAFETY of every unsafe block" above
        impl<const N: usize> AesRounds for $name<N> {
            #[inline(always)]
            fn round(self, key: Self) -> Self {
                unsafe { Self { first: $encrypt(self.first, key.first), second: $encrypt(self.second, key.second) } }
            }
            #[inline(always)]
            fn last_round(self, key: Self) -> Self {
                unsafe { Self { first: $last_encrypt(self.first, key.first), second: $last_encrypt(self.second, key.second) } }
            }
            #[inline(always)]
            fn inverse_round(self, key: Self) -> Self {
                unsafe { Self { first: $decrypt(self.first, key.first), second: $decrypt(self.second, key.second) } }
            }
            #[inline(always)]
            fn last_inverse_round(self, key: Self) -> Self {
                unsafe { Self { first: $last_decrypt(self.first, key.first), second: $last_decrypt(self.second, key.second) } }
            }
        }

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl<const N: usize> Permute for $name<N> {
            #[inline(always)]
            fn permute(self, p: &Permutation) -> Self {
                let all = |mask| Self::all(unsafe { load128(mask) });
                let shuffled = |x: Self| unsafe {
                    Self {
                        first: $shuffle(x.first, all(&p.shuffles[0])),
                        second: $shuffle(x.second, all(&p.shuffles[1])),
                    }
                };
                let blended = |x: Self| unsafe {
                    Self {
                        first: $blend(x.first, x.second, all(&p.blends[0])),
                        second: $blend(x.first, x.second, all(&p.blends[1])),
                    }
                };
                // opaque: otherwise the compiler might turn two shuffles and two blends into four shuffles
                let opaque =
                    |x: Self| unsafe { Self { first: $opaque(x.first), second: $opaque(x.second) } };
                match p.blends_first {
                    true => shuffled(opaque(blended(self))),
                    false => blended(opaque(shuffled(self))),
                }
            }
            #[inline(always)]
            fn from_pieces(_: $token, pieces: &[u8; 32]) -> Self {
                let [first, second] = halves(pieces);
                unsafe { Self { first: Self::all(load128(first)), second: Self::all(load128(second)) } }
            }
        }
    };
}

/// Returns the two halves of 32 bytes.
#[inline(always)]
fn halves(pieces: &[u8; 32]) -> [&[u8; 16]; 2] {
    const ZERO: &[u8; 16] = &[0; 16];
    [pieces.first_chunk().unwrap_or(ZERO), pieces.last_chunk().unwrap_or(ZERO)]
}

macro_rules! pick {
    ($name:ident $register:ident $to:ident $pick:ident $from:ident) => {
        /// Returns two columns of `a` and two columns of `b`, in every 16 bytes.
        ///
        /// # Safety
        /// The CPU must have the instruction.
        #[inline(always)]
        unsafe fn $name<const COLUMNS: i32>(a: $register, b: $register) -> $register {
            // SAFETY: the caller guarantees that the CPU has the instruction.
            unsafe { $from($pick::<COLUMNS>($to(a), $to(b))) }
        }
    };
}
pick!(pick128 __m128i _mm_castsi128_ps _mm_shuffle_ps _mm_castps_si128);
pick!(pick256 __m256i _mm256_castsi256_ps _mm256_shuffle_ps _mm256_castps_si256);

impl<const N: usize> Pieces1<N> {
    /// Returns the block with these pieces.
    ///
    /// # Safety
    /// The CPU has the features that [`AesNi`] proves.
    #[inline(always)]
    pub(super) unsafe fn new(first: __m128i, second: __m128i) -> Self {
        Self { first, second }
    }
    /// Returns the two pieces of the block.
    #[inline(always)]
    pub fn pieces(self) -> [__m128i; 2] {
        [self.first, self.second]
    }
}

pieces!(
    /// One block in two registers.
    Pieces1(__m128i), AesNi, 1,
    _mm_xor_si128 _mm_shuffle_epi8 _mm_blendv_epi8 _mm_alignr_epi8
    _mm_unpacklo_epi64 _mm_unpackhi_epi64 _mm_shuffle_epi32 pick128 opaque128
    _mm_aesenc_si128 _mm_aesenclast_si128 _mm_aesdec_si128 _mm_aesdeclast_si128,
    broadcast |x| x, lanes |load| load(0), |x| [x]
);
pieces!(
    /// Two blocks in two AVX2 registers.
    Pieces2(__m256i), Vaes256, 2,
    _mm256_xor_si256 _mm256_shuffle_epi8 _mm256_blendv_epi8 _mm256_alignr_epi8
    _mm256_unpacklo_epi64 _mm256_unpackhi_epi64 _mm256_shuffle_epi32 pick256 opaque256
    _mm256_aesenc_epi128 _mm256_aesenclast_epi128 _mm256_aesdec_epi128 _mm256_aesdeclast_epi128,
    broadcast |x| _mm256_broadcastsi128_si256(x),
    lanes |load| {
        let (one, two) = (load(0), load(1));
        (_mm256_set_m128i(two.0, one.0), _mm256_set_m128i(two.1, one.1))
    },
    |x| [_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)]
);
