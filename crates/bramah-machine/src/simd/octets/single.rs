//! A 16-byte register for one block, for ciphers that process blocks one by one. The latency of each operation matters, and the
//! two 8-byte lanes can have different maps.

use super::{
    Affine, Places, Table,
    aes::{halves_inverted, halves_mapped},
};
use crate::simd::{
    AesNi, Avx2Gfni, Avx512Vbmi,
    arch::*,
    gf::Table512,
    memory::{load128, load256, load512, store128},
};

/// A 16-byte register, with inversions in the field of AES.
pub trait Single: Copy {
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Isa: Copy;

    /// Loads a register.
    fn load(isa: Self::Isa, bytes: &[u8; 16]) -> Self;
    /// Stores a register.
    fn store(self) -> [u8; 16];
    /// Returns two little-endian 64-bit words.
    fn quads(isa: Self::Isa, words: [u64; 2]) -> Self;
    /// Returns a little-endian 32-bit word, repeated four times.
    fn splat(isa: Self::Isa, word: u32) -> Self;
    /// Returns the XOR of both registers.
    fn xor(self, o: Self) -> Self;
    /// Returns the XOR of three registers.
    fn xor3(self, a: Self, b: Self) -> Self;
    /// Returns the bitwise AND of both registers.
    fn and(self, o: Self) -> Self;
    /// Returns the bitwise OR of both registers.
    fn or(self, o: Self) -> Self;
    /// Returns the bytes of `o` where the mask is 255, and the bytes of this register where the mask is 0.
    fn blended(self, o: Self, mask: &[u8; 16]) -> Self;
    /// Applies the linear map `L` to the bytes of the low lane, and `H` to the bytes of the high lane.
    fn affine<L: Affine, H: Affine>(self) -> Self;
    /// Replaces every byte by its inverse in the field of AES (0 by 0), and applies the linear map of its lane to the result.
    fn inverted<L: Affine, H: Affine>(self) -> Self;
    /// Shuffles the bytes: byte `i` of the result is byte `order[i]`, or 0 if this index is 128 or more.
    fn shuffled(self, order: &[u8; 16]) -> Self;
    /// Shuffles the 32-bit words: bits `2 i` and `2 i + 1` of `ORDER` are the source of word `i`.
    fn shuffled32<const ORDER: i32>(self) -> Self;
    /// Interleaves the two low 32-bit words of this register and of `o`.
    fn zipped32(self, o: Self) -> Self;
    /// Returns the low 64-bit word of this register, followed by the low 64-bit word of `o`.
    fn joined(self, o: Self) -> Self;
    /// Returns a register for each 32-bit word, with the word repeated four times.
    #[inline(always)]
    fn words(self) -> [Self; 4] {
        [
            self.shuffled32::<0b00_00_00_00>(),
            self.shuffled32::<0b01_01_01_01>(),
            self.shuffled32::<0b10_10_10_10>(),
            self.shuffled32::<0b11_11_11_11>(),
        ]
    }
    /// Undoes [`words`](Self::words).
    #[inline(always)]
    fn of_words([a, b, c, d]: [Self; 4]) -> Self {
        a.zipped32(b).joined(c.zipped32(d))
    }
    /// Shifts 64-bit words to the left by `N` bits.
    fn shl64<const N: i32>(self) -> Self;
    /// Shifts 64-bit words to the right by `N` bits.
    fn shr64<const N: i32>(self) -> Self;
    /// Shifts 32-bit words to the left by `N` bits.
    fn shl32<const N: i32>(self) -> Self;
    /// Shifts 32-bit words to the right by `N` bits.
    fn shr32<const N: i32>(self) -> Self;
    /// Adds little-endian 32-bit words.
    fn add32(self, o: Self) -> Self;
    /// Adds little-endian 64-bit words.
    fn add64(self, o: Self) -> Self;
}

/// Returns the matrices of the linear maps of both lanes in a register: see [`Linear::matrix`](crate::simd::gf::Linear::matrix).
macro_rules! matrices {
    ($low:ident, $high:ident) => {
        _mm_set_epi64x(const { $high::MAP.matrix() as i64 }, const { $low::MAP.matrix() as i64 })
    };
}

/// Declares a type of register.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
macro_rules! single {
    ($(#[$doc:meta])* $name:ident, $token:ident, xor3 |$a:ident, $b:ident, $c:ident| $xor3:expr,
     blend |$d:ident, $e:ident, $mask:ident| $blend:expr, affine |$f:ident, $l:ident, $h:ident| $affine:expr,
     inverted |$g:ident, $low:ident, $high:ident| $inverted:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(__m128i);

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Single for $name {
            type Isa = $token;

            #[inline(always)]
            fn load(_: $token, bytes: &[u8; 16]) -> Self {
                Self(unsafe { load128(bytes) })
            }
            #[inline(always)]
            fn store(self) -> [u8; 16] {
                let mut bytes = [0; 16];
                unsafe { store128(&mut bytes, self.0) };
                bytes
            }
            #[inline(always)]
            fn quads(_: $token, words: [u64; 2]) -> Self {
                Self(unsafe { _mm_set_epi64x(words[1] as i64, words[0] as i64) })
            }
            #[inline(always)]
            fn splat(_: $token, word: u32) -> Self {
                Self(unsafe { _mm_set1_epi32(word as i32) })
            }
            calls! { fn xor(o) = _mm_xor_si128; }
            #[inline(always)]
            fn xor3(self, a: Self, b: Self) -> Self {
                let [$a, $b, $c] = [self.0, a.0, b.0];
                Self(unsafe { $xor3 })
            }
            calls! {
                fn and(o) = _mm_and_si128;
                fn or(o) = _mm_or_si128;
            }
            #[inline(always)]
            fn blended(self, o: Self, mask: &[u8; 16]) -> Self {
                Self(unsafe {
                    let [$d, $e, $mask] = [self.0, o.0, load128(mask)];
                    $blend
                })
            }
            #[inline(always)]
            fn affine<$l: Affine, $h: Affine>(self) -> Self {
                let $f = self.0;
                Self(unsafe { $affine })
            }
            #[inline(always)]
            fn inverted<$low: Affine, $high: Affine>(self) -> Self {
                let $g = self.0;
                Self(unsafe { $inverted })
            }
            #[inline(always)]
            fn shuffled(self, order: &[u8; 16]) -> Self {
                Self(unsafe { _mm_shuffle_epi8(self.0, load128(order)) })
            }
            #[inline(always)]
            fn shuffled32<const ORDER: i32>(self) -> Self {
                Self(unsafe { _mm_shuffle_epi32::<ORDER>(self.0) })
            }
            calls! {
                fn zipped32(o) = _mm_unpacklo_epi32;
                fn joined(o) = _mm_unpacklo_epi64;
            }
            #[inline(always)]
            fn shl64<const N: i32>(self) -> Self {
                Self(unsafe { _mm_slli_epi64::<N>(self.0) })
            }
            #[inline(always)]
            fn shr64<const N: i32>(self) -> Self {
                Self(unsafe { _mm_srli_epi64::<N>(self.0) })
            }
            #[inline(always)]
            fn shl32<const N: i32>(self) -> Self {
                Self(unsafe { _mm_slli_epi32::<N>(self.0) })
            }
            #[inline(always)]
            fn shr32<const N: i32>(self) -> Self {
                Self(unsafe { _mm_srli_epi32::<N>(self.0) })
            }
            calls! {
                fn add32(o) = _mm_add_epi32;
                fn add64(o) = _mm_add_epi64;
            }
        }
    };
}

single!(
    /// An SSE4.1 register that is inverted with AES instructions.
    SingleAes, AesNi, xor3 |a, b, c| _mm_xor_si128(_mm_xor_si128(a, b), c), blend |a, b, mask| _mm_blendv_epi8(a, b, mask),
    affine |x, L, H| halves_mapped::<L, H>(x), inverted |x, L, H| halves_inverted::<L, H>(x)
);
single!(
    /// An AVX register, with GFNI instructions.
    SingleAvx2, Avx2Gfni, xor3 |a, b, c| _mm_xor_si128(_mm_xor_si128(a, b), c),
    blend |a, b, mask| _mm_blendv_epi8(a, b, mask),
    affine |x, L, H| _mm_gf2p8affine_epi64_epi8::<0>(x, matrices!(L, H)),
    inverted |x, L, H| _mm_gf2p8affineinv_epi64_epi8::<0>(x, matrices!(L, H))
);
single!(
    /// An AVX-512 register, with its instructions for functions of three operands. Otherwise the compiler would merge a blend
    /// with the operation before it, and this operation would wait for the other operand of the blend.
    Single512, Avx512Vbmi, xor3 |a, b, c| _mm_ternarylogic_epi64::<0x96>(a, b, c),
    blend |a, b, mask| _mm_ternarylogic_epi64::<0xca>(mask, b, a),
    affine |x, L, H| _mm_gf2p8affine_epi64_epi8::<0>(x, matrices!(L, H)),
    inverted |x, L, H| _mm_gf2p8affineinv_epi64_epi8::<0>(x, matrices!(L, H))
);

/// Returns a table whose first half is the first half of `table` and whose second half is the XOR of both halves.
pub const fn folded(mut table: [u8; 256]) -> [u8; 256] {
    let mut i = 0;
    while i < 128 {
        table[128 + i] ^= table[i];
        i += 1;
    }
    table
}

impl Single512 {
    /// Returns, in each lane, the XOR of the bytes that `gather` selects, after the linear map of `matrix`: see
    /// [`gf`](crate::simd::gf).
    #[inline(always)]
    pub fn mixed(self, matrix: u64, gather: u64) -> Self {
        // SAFETY: this value was made with a token, so the CPU has the features needed here.
        Self(unsafe {
            let (matrix, gather) = (_mm_set1_epi64x(matrix as i64), _mm_set1_epi64x(gather as i64));
            let planes = _mm_gf2p8affine_epi64_epi8::<0>(matrix, self.0);
            _mm_gf2p8affine_epi64_epi8::<0>(gather, planes)
        })
    }

    /// Replaces every byte by its entry in the table.
    #[inline(always)]
    pub fn look_up<T: Table>(self) -> Self {
        // SAFETY: this value was made with a token, so the CPU has the features needed here.
        Self(unsafe {
            let x = _mm512_castsi128_si512(self.0);
            let [low, high] = Table512::of(&T::TABLE.0).look_up_halves(x);
            let upper = _mm_cmpgt_epi8(_mm_setzero_si128(), self.0);
            // not a blend of bytes, which takes three cycles on Intel
            _mm_ternarylogic_epi64::<0xca>(upper, _mm512_castsi512_si128(high), _mm512_castsi512_si128(low))
        })
    }

    /// Replaces every byte by its entry in a table that is given [`folded`], and XORs the entries with `o`. The XOR of `o` and
    /// the entry in the first half does not wait for the look-up in the second half.
    #[inline(always)]
    pub fn look_up_folded<T: Table>(self, o: Self) -> Self {
        // SAFETY: this value was made with a token, so the CPU has the features.
        Self(unsafe {
            let x = _mm512_castsi128_si512(self.0);
            let [low, difference] = Table512::of(&T::TABLE.0).look_up_halves(x);
            let upper = _mm_cmpgt_epi8(_mm_setzero_si128(), self.0);
            let sum = _mm_xor_si128(o.0, _mm512_castsi512_si128(low));
            _mm_ternarylogic_epi64::<0x78>(sum, upper, _mm512_castsi512_si128(difference))
        })
    }

    /// Looks up the nibbles of 32-bit words, each in the table for its position. Returns the results for the low nibbles of the
    /// bytes, and the results for the high nibbles.
    #[inline(always)]
    pub fn by_places(self, places: &Places) -> [Self; 2] {
        // SAFETY: this value was made with a token, so the CPU has the features needed here.
        unsafe {
            let (mask, place) = (_mm_set1_epi8(15), _mm_set1_epi32(0x3020_1000));
            let look_up = |x, table: &[u8; 64]| {
                let index = _mm_ternarylogic_epi32::<0xea>(x, mask, place);
                let found = _mm512_permutexvar_epi8(_mm512_castsi128_si512(index), load512(table));
                Self(_mm512_castsi512_si128(found))
            };
            [look_up(self.0, &places.bytes[0].0), look_up(_mm_srli_epi32::<4>(self.0), &places.bytes[1].0)]
        }
    }
}

/// Two copies of a 16-byte block in a 32-byte register, with VBMI and GFNI instructions.
#[derive(Clone, Copy)]
pub struct Twice512(__m256i);

/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
impl Twice512 {
    /// Loads a block into both copies.
    #[inline(always)]
    pub fn load(_: Avx512Vbmi, block: &[u8; 16]) -> Self {
        Self(unsafe { _mm256_broadcastsi128_si256(load128(block)) })
    }
    /// Stores the block.
    #[inline(always)]
    pub fn store(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        unsafe { store128(&mut bytes, _mm256_castsi256_si128(self.0)) };
        bytes
    }
    calls! {
        /// Returns the XOR of both registers.
        pub fn xor(o) = _mm256_xor_si256;
    }
    /// Applies a linear map to every byte.
    #[inline(always)]
    pub fn affine(self, matrix: u64) -> Self {
        Self(unsafe { _mm256_gf2p8affine_epi64_epi8::<0>(self.0, _mm256_set1_epi64x(matrix as i64)) })
    }
    /// Replaces every byte by its entry in the table.
    #[inline(always)]
    pub fn look_up<T: Table>(self) -> Self {
        Self(unsafe {
            let x = _mm512_castsi256_si512(self.0);
            let [low, high] = Table512::of(&T::TABLE.0).look_up_halves(x);
            let upper = _mm256_cmpgt_epi8(_mm256_setzero_si256(), self.0);
            _mm256_ternarylogic_epi64::<0xca>(
                upper,
                _mm512_castsi512_si256(high),
                _mm512_castsi512_si256(low),
            )
        })
    }
    /// Multiplies the block by a matrix over the field of AES, and XORs another block. The matrix is given by its columns in
    /// pairs, `i` and `i + 8`. Each copy of the block is multiplied by one half of the columns.
    #[inline(always)]
    pub fn multiplied(self, columns: &[[u8; 32]; 8], o: Self) -> Self {
        static COPIES: [[u8; 32]; 8] = {
            let (mut orders, mut i) = ([[0; 32]; 8], 0);
            while i < 256 {
                orders[i / 32][i % 32] = (i / 32 + i % 32 / 16 * 8) as u8;
                i += 1;
            }
            orders
        };
        Self(unsafe {
            let term = |i: usize| {
                let copies = _mm256_shuffle_epi8(self.0, load256(&COPIES[i]));
                _mm256_gf2p8mul_epi8(copies, load256(&columns[i]))
            };
            let sum = |a, b, c| _mm256_ternarylogic_epi64::<0x96>(a, b, c);
            let first = sum(term(0), term(1), term(2));
            let second = sum(term(3), term(4), term(5));
            let all = sum(first, second, _mm256_xor_si256(term(6), term(7)));
            sum(all, _mm256_permute4x64_epi64::<0x4e>(all), o.0)
        })
    }
}
