//! Octets in SSE4.1, AVX2 and AVX-512 registers.

use super::{
    Affine, Inverting, Octets, Places, Table, UNSHIFTED,
    aes::{
        Addend, SHIFTED, affine_inverted_vaes, affine_inverted128, affine_inverted256, from_permuted_vaes,
        from_permuted128, from_permuted256, inverted_vaes, inverted128, inverted256, to_permuted_vaes,
        to_permuted128, to_permuted256,
    },
    nibbles::{affine128, affine256, look_up128, look_up256, map128, map256, nibbles, plus},
};
use crate::simd::{
    AesNi, Avx2, Avx2Aes, Avx2Gfni, Avx512Vbmi, Sse41, Vaes256,
    arch::*,
    gf::{Aligned, Table512},
    memory::{Bytes, load4x32, load128, load256, load512, store128, store256, store512},
    opaque::{opaque128, opaque256, opaque512},
};

/// Declares a type of register.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
macro_rules! octets {
    ($(#[$doc:meta])* $name:ident($register:ident), $token:ident, $bytes:literal, load $load:ident $store:ident,
     splat $splat:ident, piece |$p:ident| $piece:expr, first |$f:ident| $first:expr, $(pairs $pair:ident $first_pair:ident,)?
     turned $turned:ident, after $after:ident, by piece $by_piece:ident,
     words 32 $unzip32:ident $zip_low32:ident $zip_high32:ident $add32:ident $rotl32:ident by places $by_places:ident,
     logic $xor:ident $and:ident $or:ident, opaque $opaque:ident, shuffle $shuffle:ident, zip $low:ident $high:ident, words $add:ident $sub:ident, bytes $add8:ident $sub8:ident,
     $(xor3 |$a:ident, $b:ident, $c:ident| $xor3:expr,)?
     $(times $times:ident, $(looks up $looks_up:literal,)?)? $(carryless $carryless:ident,)? nibbles $map_nibbles:ident,
     affine |$x:ident, $map:ident| $affine:expr, look up |$y:ident, $table:ident| $look_up:expr, in $look_up_in:ident
     $(, invert |$z:ident, $inverted:ident| $invert:expr
       $(, after |$w:ident, $before:ident| $invert_after:expr, permuted $to_permuted:ident $from_permuted:ident)?)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(pub(super) $register);

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Octets for $name {
            type Isa = $token;
            type Bytes = [u8; $bytes];
            const PIECES: usize = $bytes / 16;

            #[inline(always)]
            fn load(_: $token, bytes: &[u8; $bytes]) -> Self {
                Self(unsafe { $load(bytes) })
            }
            #[inline(always)]
            fn store(self) -> [u8; $bytes] {
                let mut bytes = [0; $bytes];
                unsafe { $store(&mut bytes, self.0) };
                bytes
            }
            #[inline(always)]
            fn splat(_: $token, word: u32) -> Self {
                Self(unsafe { $splat(word as i32) })
            }
            #[inline(always)]
            fn piece(_: $token, bytes: &[u8; 16]) -> Self {
                Self(unsafe {
                    let $p = load128(bytes);
                    $piece
                })
            }
            #[inline(always)]
            fn first(self) -> [u8; 16] {
                let ($f, mut first) = (self.0, [0; 16]);
                unsafe { store128(&mut first, $first) };
                first
            }
            $(
                #[inline(always)]
                fn pair(_: $token, bytes: &[u8; 32]) -> Self {
                    Self(unsafe { $pair(load256(bytes)) })
                }
                #[inline(always)]
                fn first_pair(self) -> [u8; 32] {
                    let mut first = [0; 32];
                    unsafe { store256(&mut first, $first_pair(self.0)) };
                    first
                }
            )?
            #[inline(always)]
            fn bytes_of<B: Bytes>(block: &B) -> Option<&[u8; $bytes]> {
                block.as_ref().first_chunk()
            }
            #[inline(always)]
            fn bytes_of_mut<B: Bytes>(block: &mut B) -> Option<&mut [u8; $bytes]> {
                block.as_mut().first_chunk_mut()
            }
            #[inline(always)]
            fn turned<const P: usize>(self, by: usize) -> Self {
                Self(unsafe { $turned::<P>(self.0, by) })
            }
            calls! { fn after(o) = $after; }
            #[inline(always)]
            fn by_piece(_: $token, words: &[u32; 4]) -> Self {
                Self(unsafe { $by_piece(words) })
            }
            calls! { fn xor(o) = $xor; }
            $(
                #[inline(always)]
                fn xor3(self, a: Self, b: Self) -> Self {
                    let [$a, $b, $c] = [self.0, a.0, b.0];
                    Self(unsafe { $xor3 })
                }
            )?
            $(
                const MULTIPLIES: bool = true;
                calls! { fn times(o) = $times; }
            )?
            $(
                const CARRYLESS: bool = true;
                #[inline(always)]
                fn carryless<const WORDS: i32>(self, o: Self) -> Self {
                    Self(unsafe { $carryless::<WORDS>(self.0, o.0) })
                }
            )?
            #[inline(always)]
            fn opaque(self) -> Self {
                Self(unsafe { $opaque(self.0) })
            }
            calls! {
                fn and(o) = $and;
                fn or(o) = $or;
            }
            #[inline(always)]
            fn affine<$map: Affine>(self) -> Self {
                let $x = self.0;
                Self(unsafe { $affine })
            }
            $($(const LOOKS_UP: bool = $looks_up;)?)?
            #[inline(always)]
            fn by_nibbles(self, tables: &'static Aligned<32>) -> Self {
                Self(unsafe { $map_nibbles(self.0, tables) })
            }
            #[inline(always)]
            fn look_up<$table: Table>(self) -> Self {
                let $y = self.0;
                Self(unsafe { $look_up })
            }
            #[inline(always)]
            fn look_up_in(self, table: &Aligned<256>) -> Self {
                Self(unsafe { $look_up_in(self.0, &table.0) })
            }
            #[inline(always)]
            fn shuffled(self, order: &[u8; 16]) -> Self {
                Self(unsafe {
                    let $p = load128(order);
                    $shuffle(self.0, $piece)
                })
            }
            #[inline(always)]
            fn zip(self, o: Self) -> [Self; 2] {
                unsafe { [Self($low(self.0, o.0)), Self($high(self.0, o.0))] }
            }
            #[inline(always)]
            fn by_places(self, places: &Places) -> Self {
                Self(unsafe { $by_places(self.0, places) })
            }
            #[inline(always)]
            fn unzip32(self, o: Self) -> [Self; 2] {
                let [even, odd] = unsafe { $unzip32(self.0, o.0) };
                [Self(even), Self(odd)]
            }
            #[inline(always)]
            fn zip32(self, o: Self) -> [Self; 2] {
                unsafe { [Self($zip_low32(self.0, o.0)), Self($zip_high32(self.0, o.0))] }
            }
            calls! { fn add32(o) = $add32; }
            #[inline(always)]
            fn rotl32<const N: u32>(self) -> Self {
                Self(unsafe { $rotl32::<N>(self.0) })
            }
            calls! {
                fn add64(o) = $add;
                fn sub64(o) = $sub;
            }
            #[inline(always)]
            fn add8(self, o: Self) -> Self {
                Self(unsafe { $add8(self.0, o.0) })
            }
            #[inline(always)]
            fn sub8(self, o: Self) -> Self {
                Self(unsafe { $sub8(self.0, o.0) })
            }
        }

        $(
            #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
            impl Inverting for $name {
                #[inline(always)]
                fn inverted<$inverted: Affine>(self) -> Self {
                    let $z = self.0;
                    Self(unsafe { $invert })
                }
                $(
                    #[inline(always)]
                    fn affine_inverted<$before: Affine>(self) -> Self {
                        let $w = self.0;
                        Self(unsafe { $invert_after })
                    }
                    #[inline(always)]
                    fn addend<M: Affine>(self) -> Self {
                        self.affine::<Addend<M>>()
                    }
                    #[inline(always)]
                    fn permuted(self) -> Self {
                        self.shuffled(&SHIFTED)
                    }
                    #[inline(always)]
                    fn restored(self) -> Self {
                        self.shuffled(&UNSHIFTED)
                    }
                    #[inline(always)]
                    fn inverted_to_permuted<M: Affine>(self, addend: Self) -> Self {
                        Self(unsafe { $to_permuted::<M>(self.0, addend.0) })
                    }
                    #[inline(always)]
                    fn inverted_from_permuted<M: Affine>(self, addend: Self) -> Self {
                        Self(unsafe { $from_permuted::<M>(self.0, addend.0) })
                    }
                )?
            }
        )?
    };
}

/// Returns, for each byte, the XOR of the entries of two tables that its low and its high nibble select.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn map512(x: __m512i, tables: &'static Aligned<32>) -> __m512i {
    let mask = _mm512_set1_epi8(15);
    let [low, high] = tables.0.as_chunks().0 else { unreachable!("32 bytes") };
    let (low, high) = (_mm512_broadcast_i32x4(load128(low)), _mm512_broadcast_i32x4(load128(high)));
    let low = _mm512_shuffle_epi8(low, _mm512_and_si512(x, mask));
    _mm512_xor_si512(low, _mm512_shuffle_epi8(high, _mm512_and_si512(_mm512_srli_epi16::<4>(x), mask)))
}

/// Looks up each byte in a table.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn look_up512(x: __m512i, table: &[u8; 256]) -> __m512i {
    Table512::of(table).look_up(x)
}

/// Declares operations on 32-bit words in terms of shuffles of 16 bytes.
macro_rules! words {
    ($unzip:ident $rotl:ident $by_places:ident $register:ident $features:literal $shuffle_ps:ident $to_ps:ident $from_ps:ident
     $or:ident $left:ident $right:ident $and:ident $shift:ident $xor:ident $shuffle:ident $splat:ident $splat8:ident
     |$p:ident| $piece:expr) => {
        /// Separates the words with even index from the words with odd index.
        #[inline]
        #[target_feature(enable = $features)]
        fn $unzip(x: $register, o: $register) -> [$register; 2] {
            let (x, o) = ($to_ps(x), $to_ps(o));
            [$from_ps($shuffle_ps::<0b10_00_10_00>(x, o)), $from_ps($shuffle_ps::<0b11_01_11_01>(x, o))]
        }

        /// Rotates words to the left by `N` bits.
        #[inline]
        #[target_feature(enable = $features)]
        fn $rotl<const N: u32>(x: $register) -> $register {
            let counts = const { [N as i32, 32 - N as i32] };
            $or($left(x, _mm_cvtsi32_si128(counts[0])), $right(x, _mm_cvtsi32_si128(counts[1])))
        }

        /// Looks up nibbles in the tables for their positions. A shuffle returns zero for an index whose top bit is set, which
        /// marks the nibbles that belong to other tables.
        #[inline]
        #[target_feature(enable = $features)]
        fn $by_places(x: $register, places: &Places) -> $register {
            let piece = |$p: __m128i| $piece;
            let low = $and(x, $splat8(15));
            let high = $and($shift::<4>(x), $splat8(15));
            let [low_tables, high_tables] = &places.bytes;
            let (low_tables, high_tables) = (low_tables.0.as_chunks::<16>().0, high_tables.0.as_chunks::<16>().0);
            macro_rules! place {
                ($i:literal) => {{
                    let others = $splat(!(0xff << (8 * $i)) & 0x8080_8080_u32 as i32);
                    let low = $shuffle(piece(load128(&low_tables[$i])), $or(low, others));
                    $xor(low, $shuffle(piece(load128(&high_tables[$i])), $or(high, others)))
                }};
            }
            $xor($xor(place!(0), place!(1)), $xor(place!(2), place!(3)))
        }
    };
}
words!(unzip128 rotl128 by_places128 __m128i "sse4.1,ssse3" _mm_shuffle_ps _mm_castsi128_ps _mm_castps_si128
    _mm_or_si128 _mm_sll_epi32 _mm_srl_epi32 _mm_and_si128 _mm_srli_epi16 _mm_xor_si128 _mm_shuffle_epi8 _mm_set1_epi32
    _mm_set1_epi8 |p| p);
words!(unzip256 rotl256 by_places256 __m256i "avx2" _mm256_shuffle_ps _mm256_castsi256_ps _mm256_castps_si256
    _mm256_or_si256 _mm256_sll_epi32 _mm256_srl_epi32 _mm256_and_si256 _mm256_srli_epi16 _mm256_xor_si256
    _mm256_shuffle_epi8 _mm256_set1_epi32 _mm256_set1_epi8 |p| _mm256_broadcastsi128_si256(p));

/// Separates the words with even index from the words with odd index.
#[inline]
#[target_feature(enable = "avx512f")]
fn unzip512(x: __m512i, o: __m512i) -> [__m512i; 2] {
    let (x, o) = (_mm512_castsi512_ps(x), _mm512_castsi512_ps(o));
    let (even, odd) = (_mm512_shuffle_ps::<0b10_00_10_00>(x, o), _mm512_shuffle_ps::<0b11_01_11_01>(x, o));
    [_mm512_castps_si512(even), _mm512_castps_si512(odd)]
}

/// Rotates words to the left by `N` bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn rotl512<const N: u32>(x: __m512i) -> __m512i {
    _mm512_rolv_epi32(x, _mm512_set1_epi32(N as i32))
}

/// Looks up nibbles in the tables for their positions. The four tables of 16 entries are one table of 64, indexed by the nibble
/// and its position in the word.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn by_places512(x: __m512i, places: &Places) -> __m512i {
    let [low, high] = &places.bytes;
    let (nibble, place) = (_mm512_set1_epi8(15), _mm512_set1_epi32(0x3020_1000));
    // (x AND nibble) OR place
    let first = _mm512_ternarylogic_epi64::<0xf8>(place, x, nibble);
    let second = _mm512_ternarylogic_epi64::<0xf8>(place, _mm512_srli_epi32::<4>(x), nibble);
    let first = _mm512_permutexvar_epi8(first, load512(&low.0));
    _mm512_xor_si512(first, _mm512_permutexvar_epi8(second, load512(&high.0)))
}

/// Rotates the pieces of each group of `P` pieces.
#[inline]
#[target_feature(enable = "sse4.1")]
fn turned128<const P: usize>(x: __m128i, _: usize) -> __m128i {
    x
}
#[inline]
#[target_feature(enable = "avx2")]
fn turned256<const P: usize>(x: __m256i, by: usize) -> __m256i {
    if by.is_multiple_of(P) { x } else { _mm256_permute4x64_epi64::<0b01_00_11_10>(x) }
}
#[inline]
#[target_feature(enable = "avx512f")]
fn turned512<const P: usize>(x: __m512i, by: usize) -> __m512i {
    match (P, by % P) {
        (_, 0) => x,
        (2, _) => _mm512_shuffle_i64x2::<0b10_11_00_01>(x, x),
        (_, 1) => _mm512_shuffle_i64x2::<0b10_01_00_11>(x, x),
        (_, 2) => _mm512_shuffle_i64x2::<0b01_00_11_10>(x, x),
        _ => _mm512_shuffle_i64x2::<0b00_11_10_01>(x, x),
    }
}

/// Returns the last piece of `o`, followed by all pieces of `x` except the last.
#[inline]
#[target_feature(enable = "sse4.1")]
fn behind128(_: __m128i, o: __m128i) -> __m128i {
    o
}
#[inline]
#[target_feature(enable = "avx2")]
fn behind256(x: __m256i, o: __m256i) -> __m256i {
    _mm256_permute2x128_si256::<0x21>(o, x)
}
#[inline]
#[target_feature(enable = "avx512f")]
fn behind512(x: __m512i, o: __m512i) -> __m512i {
    _mm512_alignr_epi64::<6>(x, o)
}

/// Returns a register whose piece `i` has four copies of `words[i % 4]`.
#[inline]
#[target_feature(enable = "sse4.1")]
fn by_piece128(words: &[u32; 4]) -> __m128i {
    _mm_set1_epi32(words[0] as i32)
}
#[inline]
#[target_feature(enable = "avx2")]
fn by_piece256(words: &[u32; 4]) -> __m256i {
    let all = _mm256_broadcastsi128_si256(load4x32(words));
    _mm256_permutevar8x32_epi32(all, _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn by_piece512(words: &[u32; 4]) -> __m512i {
    let all = _mm512_broadcast_i32x4(load4x32(words));
    let order = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    _mm512_permutexvar_epi32(order, all)
}

octets!(
    /// An SSE4.1 register.
    Octets128(__m128i), Sse41, 16, load load128 store128, splat _mm_set1_epi32, piece |p| p, first |x| x,
    turned turned128, after behind128, by piece by_piece128,
    words 32 unzip128 _mm_unpacklo_epi32 _mm_unpackhi_epi32 _mm_add_epi32 rotl128 by places by_places128,
    logic _mm_xor_si128 _mm_and_si128 _mm_or_si128, opaque opaque128, shuffle _mm_shuffle_epi8,
    zip _mm_unpacklo_epi8 _mm_unpackhi_epi8, words _mm_add_epi64 _mm_sub_epi64, bytes _mm_add_epi8 _mm_sub_epi8,
    nibbles map128,
    affine |x, M| affine128::<M>(x), look up |x, T| look_up128(x, &T::TABLE.0), in look_up128
);

octets!(
    /// An SSE4.1 register that is inverted with AES instructions.
    Octets128Aes(__m128i), AesNi, 16, load load128 store128, splat _mm_set1_epi32, piece |p| p, first |x| x,
    turned turned128, after behind128, by piece by_piece128,
    words 32 unzip128 _mm_unpacklo_epi32 _mm_unpackhi_epi32 _mm_add_epi32 rotl128 by places by_places128,
    logic _mm_xor_si128 _mm_and_si128 _mm_or_si128, opaque opaque128, shuffle _mm_shuffle_epi8,
    zip _mm_unpacklo_epi8 _mm_unpackhi_epi8, words _mm_add_epi64 _mm_sub_epi64, bytes _mm_add_epi8 _mm_sub_epi8,
    carryless _mm_clmulepi64_si128, nibbles map128,
    affine |x, M| affine128::<M>(x), look up |x, T| look_up128(x, &T::TABLE.0), in look_up128,
    invert |x, M| inverted128::<M>(x), after |x, M| affine_inverted128::<M>(x),
    permuted to_permuted128 from_permuted128
);

/// Declares an AVX2 register that computes affine maps with nibble tables.
macro_rules! octets256 {
    ($(#[$doc:meta])* $name:ident, $token:ident
     $(, $inverted:ident $affine_inverted:ident $to_permuted:ident $from_permuted:ident $(, $carryless:ident)?)?) => {
        octets!(
            $(#[$doc])*
            $name(__m256i), $token, 32, load load256 store256,
            splat _mm256_set1_epi32, piece |p| _mm256_broadcastsi128_si256(p), first |x| _mm256_castsi256_si128(x),
            turned turned256, after behind256, by piece by_piece256,
            words 32 unzip256 _mm256_unpacklo_epi32 _mm256_unpackhi_epi32 _mm256_add_epi32 rotl256 by places by_places256,
            logic _mm256_xor_si256 _mm256_and_si256 _mm256_or_si256, opaque opaque256, shuffle _mm256_shuffle_epi8,
            zip _mm256_unpacklo_epi8 _mm256_unpackhi_epi8, words _mm256_add_epi64 _mm256_sub_epi64, bytes _mm256_add_epi8 _mm256_sub_epi8,
            $($(carryless $carryless,)?)? nibbles map256,
            affine |x, M| affine256::<M>(x),
            look up |x, T| look_up256(x, &T::TABLE.0), in look_up256
            $(, invert |x, M| $inverted::<M>(x), after |x, M| $affine_inverted::<M>(x),
               permuted $to_permuted $from_permuted)?
        );
    };
}
octets256!(
    /// An AVX2 register.
    Octets256, Avx2
);
octets256!(
    /// An AVX2 register. Each half is inverted with AES instructions.
    Octets256Aes, Avx2Aes, inverted256 affine_inverted256 to_permuted256 from_permuted256
);
octets256!(
    /// An AVX2 register that is inverted with AES instructions for wide registers (VAES).
    Octets256Vaes, Vaes256, inverted_vaes affine_inverted_vaes to_permuted_vaes from_permuted_vaes,
    _mm256_clmulepi64_epi128
);

octets!(
    /// An AVX2 register, with GFNI instructions.
    Octets256Gfni(__m256i), Avx2Gfni, 32, load load256 store256,
    splat _mm256_set1_epi32, piece |p| _mm256_broadcastsi128_si256(p), first |x| _mm256_castsi256_si128(x),
    turned turned256, after behind256, by piece by_piece256,
    words 32 unzip256 _mm256_unpacklo_epi32 _mm256_unpackhi_epi32 _mm256_add_epi32 rotl256 by places by_places256,
    logic _mm256_xor_si256 _mm256_and_si256 _mm256_or_si256, opaque opaque256, shuffle _mm256_shuffle_epi8,
    zip _mm256_unpacklo_epi8 _mm256_unpackhi_epi8, words _mm256_add_epi64 _mm256_sub_epi64, bytes _mm256_add_epi8 _mm256_sub_epi8,
    times _mm256_gf2p8mul_epi8, nibbles map256,
    affine |x, M| {
        let matrix = _mm256_set1_epi64x(const { M::MAP.matrix() as i64 });
        plus!(_mm256_xor_si256, _mm256_set1_epi8, _mm256_gf2p8affine_epi64_epi8::<0>(x, matrix), const { M::ADD })
    },
    look up |x, T| look_up256(x, &T::TABLE.0), in look_up256,
    invert |x, M| {
        let matrix = _mm256_set1_epi64x(const { M::MAP.matrix() as i64 });
        plus!(_mm256_xor_si256, _mm256_set1_epi8, _mm256_gf2p8affineinv_epi64_epi8::<0>(x, matrix), const { M::ADD })
    }
);

octets!(
    /// An AVX-512 register, with VBMI and GFNI instructions.
    Octets512(__m512i), Avx512Vbmi, 64, load load512 store512,
    splat _mm512_set1_epi32, piece |p| _mm512_broadcast_i32x4(p), first |x| _mm512_castsi512_si128(x),
    pairs _mm512_broadcast_i64x4 _mm512_castsi512_si256, turned turned512, after behind512, by piece by_piece512,
    words 32 unzip512 _mm512_unpacklo_epi32 _mm512_unpackhi_epi32 _mm512_add_epi32 rotl512 by places by_places512,
    logic _mm512_xor_si512 _mm512_and_si512 _mm512_or_si512, opaque opaque512, shuffle _mm512_shuffle_epi8,
    zip _mm512_unpacklo_epi8 _mm512_unpackhi_epi8, words _mm512_add_epi64 _mm512_sub_epi64, bytes _mm512_add_epi8 _mm512_sub_epi8,
    xor3 |a, b, c| _mm512_ternarylogic_epi64::<0x96>(a, b, c),
    times _mm512_gf2p8mul_epi8, looks up true, nibbles map512,
    affine |x, M| {
        let matrix = _mm512_set1_epi64(const { M::MAP.matrix() as i64 });
        plus!(_mm512_xor_si512, _mm512_set1_epi8, _mm512_gf2p8affine_epi64_epi8::<0>(x, matrix), const { M::ADD })
    },
    look up |x, T| Table512::new(&T::TABLE.0).look_up(x), in look_up512,
    invert |x, M| {
        let matrix = _mm512_set1_epi64(const { M::MAP.matrix() as i64 });
        plus!(_mm512_xor_si512, _mm512_set1_epi8, _mm512_gf2p8affineinv_epi64_epi8::<0>(x, matrix), const { M::ADD })
    }
);
