//! Inversions in the field of AES with AES instructions: FIPS 197, 5.1.1 and 5.3.2.
//!
//! `aesenclast` permutes the bytes of a block, applies the S-box of AES to each byte and XORs a key. A shuffle before it undoes
//! the permutation. The key is the constant of the S-box, so that it cancels this constant. The result is the inverse of each
//! byte under the linear map of AES. Look-ups of nibbles change this map into any other map. To XOR arbitrary bytes into the
//! result of the look-ups, these bytes are taken back through the map and XORed into the key. `aesdeclast` applies the inverse
//! S-box in the same way: it inverts a byte after an affine map.

use super::{
    AES_CONSTANT, AES_LINEAR, Affine, UNSHIFTED,
    nibbles::{map128, map256, nibbles, plus},
};
use crate::simd::{
    arch::*,
    gf::{Aligned, Linear},
    memory::load128,
    opaque::{opaque128, opaque256},
};
use core::marker::PhantomData;

/// The shuffle indices that undo InvShiftRows: the byte order after ShiftRows (FIPS 197, 5.1.2 and 5.3.1).
pub(super) static SHIFTED: [u8; 16] = [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11];
/// The shuffle indices that undo two ShiftRows: the one already applied, and the one that the AES instruction will apply.
static UNSHIFTED_TWICE: [u8; 16] = [0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 5, 14, 7];

/// An affine map `M` of the inverse of a byte, as a map of the inverse's image under the linear map of AES.
struct AfterAes<M>(PhantomData<M>);
impl<M: Affine> Affine for AfterAes<M> {
    const MAP: Linear = M::MAP.after(AES_LINEAR.inverse());
    const ADD: u8 = M::ADD;
}

/// Returns the constant that a map before the inverse S-box of AES adds, where `add` is the constant of the map before the
/// inversion alone.
const fn constant_before_aes(add: u8) -> u8 {
    AES_LINEAR.of(add) ^ AES_CONSTANT
}
/// Returns the nibble tables of the map before the inverse S-box of AES, given the map before the inversion alone.
const fn before_aes(map: Linear, add: u8) -> Aligned<32> {
    nibbles(AES_LINEAR.after(map), constant_before_aes(add))
}

/// Converts a byte that is to be XORed into `M` of the inverse to the corresponding byte of the key of `aesenclast`: applies
/// the inverse of `M` and the linear map of AES, and XORs the constant of the S-box.
pub(super) struct Addend<M>(PhantomData<M>);
impl<M: Affine> Affine for Addend<M> {
    const MAP: Linear = AES_LINEAR.after(M::MAP.inverse());
    const ADD: u8 = AES_CONSTANT;
}

/// Applies an instruction for 16-byte registers to both halves of 32-byte registers.
macro_rules! halves {
    ($instruction:ident($x:ident, $key:ident)) => {
        _mm256_set_m128i(
            $instruction(_mm256_extracti128_si256::<1>($x), _mm256_extracti128_si256::<1>($key)),
            $instruction(_mm256_castsi256_si128($x), _mm256_castsi256_si128($key)),
        )
    };
}

/// Declares the inversions that use AES instructions. `last` and `last back` are the final rounds of AES encryption and
/// decryption. The inputs of shuffles are opaque: otherwise the compiler would shuffle both operands of an XOR (a key, for
/// instance) instead of its result.
macro_rules! by_aes {
    ($unsub:ident $to_permuted:ident $from_permuted:ident $inverted:ident $affine_inverted:ident $map:ident $register:ident $features:literal
     $opaque:ident $shuffle:ident $xor:ident $splat:ident piece |$p:ident| $piece:expr,
     last |$x:ident, $key:ident| $last:expr, last back $last_back:expr) => {
        /// Applies the inverse S-box of AES to each byte.
        #[inline]
        #[target_feature(enable = $features)]
        fn $unsub(x: $register) -> $register {
            let $p = load128(&SHIFTED);
            let ($x, $key) = ($shuffle($opaque(x), $piece), $splat(0));
            $last_back
        }

        /// Applies an affine map to the inverse of each byte, and XORs the addend, which is in the key of the instruction: see
        /// [`Addend`]. The resulting bytes are permuted by ShiftRows.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $to_permuted<M: Affine>($x: $register, $key: $register) -> $register {
            let x = $last;
            if const { M::MAP.is(AES_LINEAR) } {
                return plus!($xor, $splat, x, const { M::ADD });
            }
            $map(x, const { &nibbles(AfterAes::<M>::MAP, M::ADD) })
        }

        /// Applies an affine map to the inverse of each byte, and XORs the addend. The input bytes are permuted by ShiftRows, and
        /// the result is in memory order.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $from_permuted<M: Affine>(x: $register, addend: $register) -> $register {
            let $p = load128(&UNSHIFTED_TWICE);
            $to_permuted::<M>($shuffle($opaque(x), $piece), addend)
        }

        /// Applies an affine map to the inverse of each byte.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $inverted<M: Affine>(x: $register) -> $register {
            let $p = load128(&UNSHIFTED);
            $to_permuted::<M>($shuffle($opaque(x), $piece), $splat(AES_CONSTANT as i8))
        }

        /// Returns the inverse of each byte's image under an affine map.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $affine_inverted<M: Affine>(x: $register) -> $register {
            if const { AES_LINEAR.after(M::MAP).is(Linear::IDENTITY) } {
                return $unsub(plus!($xor, $splat, x, const { constant_before_aes(M::ADD) }));
            }
            $unsub($map(x, const { &before_aes(M::MAP, M::ADD) }))
        }
    };
}
by_aes!(unsub128 to_permuted128 from_permuted128 inverted128 affine_inverted128 map128 __m128i "aes,sse4.1,ssse3" opaque128 _mm_shuffle_epi8 _mm_xor_si128
    _mm_set1_epi8 piece |p| p, last |x, key| _mm_aesenclast_si128(x, key), last back _mm_aesdeclast_si128(x, key));
by_aes!(unsub256 to_permuted256 from_permuted256 inverted256 affine_inverted256 map256 __m256i "avx2,aes" opaque256 _mm256_shuffle_epi8 _mm256_xor_si256
    _mm256_set1_epi8 piece |p| _mm256_broadcastsi128_si256(p),
    last |x, key| halves!(_mm_aesenclast_si128(x, key)), last back halves!(_mm_aesdeclast_si128(x, key)));
by_aes!(unsub_vaes to_permuted_vaes from_permuted_vaes inverted_vaes affine_inverted_vaes map256 __m256i "avx2,vaes" opaque256 _mm256_shuffle_epi8
    _mm256_xor_si256 _mm256_set1_epi8 piece |p| _mm256_broadcastsi128_si256(p),
    last |x, key| _mm256_aesenclast_epi128(x, key), last back _mm256_aesdeclast_epi128(x, key));

/// Applies one linear map to the bytes of the low half of a register, and another to the bytes of the high half.
#[inline]
#[target_feature(enable = "sse4.1,ssse3")]
pub(super) fn halves_mapped<L: Affine, H: Affine>(x: __m128i) -> __m128i {
    let low = map128(x, const { &nibbles(L::MAP, 0) });
    if const { L::MAP.is(H::MAP) } {
        return low;
    }
    _mm_blend_epi16::<0xf0>(low, map128(x, const { &nibbles(H::MAP, 0) }))
}

/// Inverts each byte, and applies one linear map to the low half of the results, and another to the high half.
#[inline]
#[target_feature(enable = "aes,sse4.1,ssse3")]
pub(super) fn halves_inverted<L: Affine, H: Affine>(x: __m128i) -> __m128i {
    let x = opaque128(x); // opaque: otherwise the compiler would shuffle both operands of an XOR
    let sub =
        _mm_aesenclast_si128(_mm_shuffle_epi8(x, load128(&UNSHIFTED)), _mm_set1_epi8(AES_CONSTANT as i8));
    halves_mapped::<AfterAes<L>, AfterAes<H>>(sub)
}
