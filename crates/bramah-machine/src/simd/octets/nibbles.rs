//! Maps and look-ups of bytes by their nibbles, in SSE4.1 and AVX2 registers.

use super::Affine;
use crate::simd::{
    arch::*,
    gf::{Aligned, Linear},
    memory::load128,
};

/// Returns the tables of an affine map for the low and the high nibble of a byte. The first table includes the constant.
pub(super) const fn nibbles(map: Linear, add: u8) -> Aligned<32> {
    let [low, high] = map.nibble_tables();
    let (mut all, mut i) = ([0; 32], 0);
    while i < 16 {
        all[i] = low[i] ^ add;
        all[16 + i] = high[i];
        i += 1;
    }
    Aligned(all)
}

/// XORs a constant into each byte, unless the constant is 0.
macro_rules! plus {
    ($xor:ident, $splat:ident, $x:expr, $add:expr) => {
        if $add == 0 { $x } else { $xor($x, $splat($add as i8)) }
    };
}
pub(super) use plus;

/// Declares maps of bytes with tables for nibbles, and with whole tables of 256 bytes.
macro_rules! by_nibbles {
    ($map:ident $affine:ident $look_up:ident $register:ident $features:literal $shuffle:ident $and:ident $shift:ident $xor:ident $add:ident
     $blend:ident $splat:ident |$p:ident| $piece:expr) => {
        /// Returns, for each byte, the XOR of the entry of the first table that its low nibble selects, and the entry of the
        /// second table that its high nibble selects.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $map(x: $register, tables: &'static Aligned<32>) -> $register {
            let mask = $splat(15);
            let [low, high] = tables.0.as_chunks().0 else { unreachable!("32 bytes") };
            let piece = |$p: __m128i| $piece;
            let (low, high) = (piece(load128(low)), piece(load128(high)));
            $xor($shuffle(low, $and(x, mask)), $shuffle(high, $and($shift::<4>(x), mask)))
        }

        /// Applies an affine map. If the map does not depend on the low nibble, the look-up of the low nibble is left out.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $affine<M: Affine>(x: $register) -> $register {
            let tables = const { &nibbles(M::MAP, M::ADD) };
            if const { M::ADD | M::MAP.0[0] | M::MAP.0[1] | M::MAP.0[2] | M::MAP.0[3] != 0 } {
                return $map(x, tables);
            }
            let [_, $p] = tables.0.as_chunks().0 else { unreachable!("32 bytes") };
            let $p = load128($p);
            $shuffle($piece, $and($shift::<4>(x), $splat(15)))
        }

        /// Looks up each byte in a table. Sixteen shuffles look up the low four bits in each part of the table. The top bit
        /// makes the shuffles of one half return zero, so the results are XORed in pairs, one from each half. The other three
        /// bits select among the eight XORs.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $look_up(x: $register, table: &[u8; 256]) -> $register {
            let parts = table.as_chunks::<16>().0;
            let other = $xor(x, $splat(-128));
            let part = |$p: __m128i| $piece;
            macro_rules! sum {
                ($i:literal) => {{
                    let low = $shuffle(part(load128(&parts[$i])), x);
                    $xor(low, $shuffle(part(load128(&parts[$i + 8])), other))
                }};
            }
            // the bits 6, 5 and 4 of each byte, moved to the top bit
            let bit6 = $add(x, x);
            let bit5 = $add(bit6, bit6);
            let bit4 = $add(bit5, bit5);
            // shuffles read the low four bits and the top bit, so bits 4 to 6 may have any values
            let a = $blend(sum!(0), sum!(1), bit4);
            let b = $blend(sum!(2), sum!(3), bit4);
            let ab = $blend(a, b, bit5);
            let c = $blend(sum!(4), sum!(5), bit4);
            let d = $blend(sum!(6), sum!(7), bit4);
            $blend(ab, $blend(c, d, bit5), bit6)
        }
    };
}
by_nibbles!(map128 affine128 look_up128 __m128i "sse4.1,ssse3" _mm_shuffle_epi8 _mm_and_si128 _mm_srli_epi16 _mm_xor_si128 _mm_add_epi8
    _mm_blendv_epi8 _mm_set1_epi8 |p| p);
by_nibbles!(map256 affine256 look_up256 __m256i "avx2" _mm256_shuffle_epi8 _mm256_and_si256 _mm256_srli_epi16 _mm256_xor_si256
    _mm256_add_epi8 _mm256_blendv_epi8 _mm256_set1_epi8 |p| _mm256_broadcastsi128_si256(p));
