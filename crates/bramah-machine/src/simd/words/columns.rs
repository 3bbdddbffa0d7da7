//! Blocks in lanes. Registers that are loaded in memory order become columns: register `i` has word `i` of each block, one block
//! in each lane, in some order of the lanes.
//!
//! To see why this works, give each word in a 128-bit part of the `N` registers a number: the bits of the register index,
//! followed by the bits of the position in the part. Interleaving the registers of the first half with the registers of the
//! second half rotates these bits by one, as in `octets::transposed`. The index of the word in its block is in the last bits of
//! the position. After as many rounds as the position has bits, these bits are the register index. As many more rounds as the
//! register index has bits undo this.

use super::*;
use crate::simd::{
    Portable,
    memory::{Group, Plain},
};

/// A register of words that can be loaded, stored and interleaved.
pub trait Columns: Copy {
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Token: Copy;
    /// The bytes of one register.
    type Bytes: Plain + 'static;
    /// The number of words in a register, which is also the number of blocks in its lanes.
    const BLOCKS: usize;
    /// The number of bits of a word's position within 128 bits: 0 for a single word.
    const PLACE: u32;

    /// Loads a register.
    fn raw(token: Self::Token, bytes: &Self::Bytes) -> Self;
    /// Stores a register.
    fn bytes(self) -> Self::Bytes;
    /// Returns the XOR of both registers.
    fn added(self, o: Self) -> Self;
    /// Interleaves, in each 128 bits, the words of this register and of `o`. The first result has the low halves, and the second
    /// has the high halves.
    fn interleaved(self, o: Self) -> [Self; 2];
    /// Reverses the bytes of each word.
    fn reversed(self) -> Self;
    /// Returns the value unchanged. If it is a single word, the compiler then does not put it into a vector with other words.
    #[inline(always)]
    fn apart(self) -> Self {
        self
    }
    /// Converts words from memory order: from big-endian if `BIG` is set, otherwise from little-endian.
    #[inline(always)]
    fn ordered<const BIG: bool>(self) -> Self {
        if BIG != cfg!(target_endian = "big") { self.reversed() } else { self }
    }
}

/// Performs `count` rounds of interleaving.
#[inline(always)]
fn rounds<V: Columns, const N: usize>(mut x: [V; N], count: u32) -> [V; N] {
    for _ in 0..count {
        let y = x;
        for i in 0..N / 2 {
            [x[2 * i], x[2 * i + 1]] = y[i].interleaved(y[i + N / 2]);
        }
    }
    x
}

/// Loads the next `N` registers of a group, from register `from` on, XORs the stream `pre` into them, and converts them to
/// columns of words.
#[inline(always)]
pub fn columns<V: Columns, const N: usize, const BIG: bool>(
    token: V::Token,
    group: &Group<'_, V::Bytes>,
    from: usize,
) -> [V; N] {
    let mut x = [V::raw(token, &group.get(from)); N];
    for i in 1..N {
        x[i] = V::raw(token, &group.get(from + i));
    }
    if group.has_pre() {
        for i in 0..N {
            if let Some(pre) = group.pre(from + i) {
                x[i] = x[i].added(V::raw(token, &pre));
            }
        }
    }
    x = rounds(x, V::PLACE);
    for i in 0..N {
        x[i] = x[i].ordered::<BIG>();
    }
    x
}

/// Converts columns back to blocks, XORs the stream `post` into them, and stores them.
#[inline(always)]
pub fn store_columns<V: Columns, const N: usize, const BIG: bool>(
    token: V::Token,
    mut x: [V; N],
    group: &Group<'_, V::Bytes>,
    from: usize,
) {
    for i in 0..N {
        x[i] = x[i].ordered::<BIG>();
    }
    x = rounds(x, if V::PLACE == 0 { 0 } else { N.trailing_zeros() });
    if group.has_post() {
        for i in 0..N {
            if let Some(post) = group.post(from + i) {
                x[i] = x[i].added(V::raw(token, &post));
            }
        }
    }
    for i in 0..N {
        group.put(from + i, x[i].bytes());
    }
}

/// Implements [`Columns`] for single words.
macro_rules! single {
    ($($word:ident |$x:ident| $apart:expr;)*) => { $(
        impl Columns for $word {
            type Token = Portable;
            type Bytes = [u8; size_of::<$word>()];
            const BLOCKS: usize = 1;
            const PLACE: u32 = 0;

            #[inline(always)]
            fn raw(_: Portable, bytes: &Self::Bytes) -> Self {
                $word::from_ne_bytes(*bytes)
            }
            #[inline(always)]
            fn bytes(self) -> Self::Bytes {
                self.to_ne_bytes()
            }
            #[inline(always)]
            fn added(self, o: Self) -> Self {
                self ^ o
            }
            #[inline(always)]
            fn interleaved(self, o: Self) -> [Self; 2] {
                [self, o]
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                self.swap_bytes()
            }
            #[inline(always)]
            fn apart(self) -> Self {
                let $x = self;
                $apart
            }
        }
    )* };
}
single! {
    u16 |x| x;
    u32 |x| x.opaque();
    u64 |x| x.opaque();
}

/// Implements [`Columns`] for x86 registers. The arguments are the type, its token, its length in bytes, the number of its words,
/// the number of bits of the position, the instructions, and the shuffle indices that reverse the bytes of words.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! registers {
    ($($name:ident $token:ident $bytes:literal $blocks:literal $place:literal $load:ident $store:ident $xor:ident
       $low:ident $high:ident $shuffle:ident $piece:ident $order:expr;)*) => { $(
        // SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
        #[allow(clippy::undocumented_unsafe_blocks)]
        impl Columns for $name {
            type Token = $token;
            type Bytes = [u8; $bytes];
            const BLOCKS: usize = $blocks;
            const PLACE: u32 = $place;

            #[inline(always)]
            fn raw(_: $token, bytes: &Self::Bytes) -> Self {
                Self(unsafe { $load(bytes) })
            }
            #[inline(always)]
            fn bytes(self) -> Self::Bytes {
                let mut bytes = [0; $bytes];
                unsafe { $store(&mut bytes, self.0) };
                bytes
            }
            calls! { fn added(o) = $xor; }
            #[inline(always)]
            fn interleaved(self, o: Self) -> [Self; 2] {
                unsafe { [Self($low(self.0, o.0)), Self($high(self.0, o.0))] }
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                Self(unsafe { $shuffle(self.0, $piece(load128(const { &$order }))) })
            }
        }
    )* };
}

/// Returns the shuffle indices that reverse the bytes of words of `n` bytes.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
const fn reversing(n: usize) -> [u8; 16] {
    let (mut order, mut i) = ([0; 16], 0);
    while i < 16 {
        order[i] = (i / n * n + n - 1 - i % n) as u8;
        i += 1;
    }
    order
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;
    use crate::simd::arch::*;

    registers! {
        U16x16 Avx2 32 16 3 load256 store256 _mm256_xor_si256 _mm256_unpacklo_epi16 _mm256_unpackhi_epi16
            _mm256_shuffle_epi8 _mm256_broadcastsi128_si256 reversing(2);
        U16x32 Avx512 64 32 3 load512 store512 _mm512_xor_si512 _mm512_unpacklo_epi16 _mm512_unpackhi_epi16
            _mm512_shuffle_epi8 _mm512_broadcast_i32x4 reversing(2);
        U32x8 Avx2 32 8 2 load256 store256 _mm256_xor_si256 _mm256_unpacklo_epi32 _mm256_unpackhi_epi32
            _mm256_shuffle_epi8 _mm256_broadcastsi128_si256 reversing(4);
        U32x16 Avx512 64 16 2 load512 store512 _mm512_xor_si512 _mm512_unpacklo_epi32 _mm512_unpackhi_epi32
            _mm512_shuffle_epi8 _mm512_broadcast_i32x4 reversing(4);
        U32x16Vbmi Avx512Vbmi 64 16 2 load512 store512 _mm512_xor_si512 _mm512_unpacklo_epi32 _mm512_unpackhi_epi32
            _mm512_shuffle_epi8 _mm512_broadcast_i32x4 reversing(4);
        U64x4 Avx2 32 4 1 load256 store256 _mm256_xor_si256 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64
            _mm256_shuffle_epi8 _mm256_broadcastsi128_si256 reversing(8);
        U64x8 Avx512 64 8 1 load512 store512 _mm512_xor_si512 _mm512_unpacklo_epi64 _mm512_unpackhi_epi64
            _mm512_shuffle_epi8 _mm512_broadcast_i32x4 reversing(8);
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::*;
    use crate::simd::arch::*;

    /// Implements [`Columns`] for NEON registers. The arguments are the type, the number of its words, the number of bits of the
    /// position, the conversions from and to bytes, and the instructions.
    macro_rules! neon {
        ($($name:ident $blocks:literal $place:literal $from:ident $to:ident $xor:ident $low:ident $high:ident $reverse:ident;)*) => { $(
            // SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has NEON.
            #[allow(clippy::undocumented_unsafe_blocks)]
            impl Columns for $name {
                type Token = Neon;
                type Bytes = [u8; 16];
                const BLOCKS: usize = $blocks;
                const PLACE: u32 = $place;

                #[inline(always)]
                fn raw(_: Neon, bytes: &[u8; 16]) -> Self {
                    Self(unsafe { $from(load128(bytes)) })
                }
                #[inline(always)]
                fn bytes(self) -> [u8; 16] {
                    let mut bytes = [0; 16];
                    unsafe { store128(&mut bytes, $to(self.0)) };
                    bytes
                }
                calls! { fn added(o) = $xor; }
                #[inline(always)]
                fn interleaved(self, o: Self) -> [Self; 2] {
                    unsafe { [Self($low(self.0, o.0)), Self($high(self.0, o.0))] }
                }
                #[inline(always)]
                fn reversed(self) -> Self {
                    Self(unsafe { $from($reverse($to(self.0))) })
                }
            }
        )* };
    }
    neon! {
        U16x8 8 3 vreinterpretq_u16_u8 vreinterpretq_u8_u16 veorq_u16 vzip1q_u16 vzip2q_u16 vrev16q_u8;
        U32x4 4 2 vreinterpretq_u32_u8 vreinterpretq_u8_u32 veorq_u32 vzip1q_u32 vzip2q_u32 vrev32q_u8;
        U64x2 2 1 vreinterpretq_u64_u8 vreinterpretq_u8_u64 veorq_u64 vzip1q_u64 vzip2q_u64 vrev64q_u8;
    }
}
