//! Octets in registers of WebAssembly's SIMD128.

use core::ops::{BitAnd, BitXor};

use super::{Affine, Octets, Places, Table};
use crate::simd::{
    Simd128,
    arch::*,
    gf::Aligned,
    memory::{Bytes, load128, store128},
    words::wasm::{even32, high8, high32, low8, low32, odd32, rotl32x4},
};

/// A register of SIMD128.
#[derive(Clone, Copy)]
pub struct OctetsWasm(v128);

/// Returns, for each byte, the XOR of the entry of the first table that its low nibble selects and the entry of the second
/// table that its high nibble selects.
#[inline(always)]
fn nibbles(x: v128, low: &[u8; 16], high: &[u8; 16]) -> v128 {
    let low = i8x16_swizzle(load128(low), v128_and(x, u8x16_splat(15)));
    v128_xor(low, i8x16_swizzle(load128(high), u8x16_shr(x, 4)))
}

impl BitXor for OctetsWasm {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, o: Self) -> Self {
        self.xor(o)
    }
}
impl BitAnd for OctetsWasm {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, o: Self) -> Self {
        self.and(o)
    }
}

impl OctetsWasm {
    /// Returns 255 where bit `BIT` of a byte is set, and 0 elsewhere.
    #[inline(always)]
    pub fn with_bit<const BIT: usize>(self) -> Self {
        let bit = u8x16_splat(1 << BIT);
        Self(u8x16_eq(v128_and(self.0, bit), bit))
    }
}

/// Transposes bits: bit `j` of byte `k` of register `i` becomes bit `i` of byte `k` of register `j`. It is its own
/// inverse.
#[inline(always)]
pub fn bits_transposed(mut x: [OctetsWasm; 8]) -> [OctetsWasm; 8] {
    // exchanges the bits of one register under a mask with the bits of the other register that are `n` places higher
    macro_rules! swap {
        ($n:literal $mask:literal: $($low:literal $high:literal),*) => { $(
            let (a, b) = (x[$low].0, x[$high].0);
            let t = v128_and(v128_xor(u64x2_shr(a, $n), b), u8x16_splat($mask));
            (x[$low].0, x[$high].0) = (v128_xor(a, u64x2_shl(t, $n)), v128_xor(b, t));
        )* };
    }
    swap!(1 0x55: 0 1, 2 3, 4 5, 6 7);
    swap!(2 0x33: 0 2, 1 3, 4 6, 5 7);
    swap!(4 0x0f: 0 4, 1 5, 2 6, 3 7);
    x
}

impl Octets for OctetsWasm {
    type Isa = Simd128;
    type Bytes = [u8; 16];
    const PIECES: usize = 1;

    #[inline(always)]
    fn load(_: Simd128, bytes: &[u8; 16]) -> Self {
        Self(load128(bytes))
    }
    #[inline(always)]
    fn store(self) -> [u8; 16] {
        self.first()
    }
    #[inline(always)]
    fn splat(_: Simd128, word: u32) -> Self {
        Self(u32x4_splat(word))
    }
    #[inline(always)]
    fn piece(_: Simd128, bytes: &[u8; 16]) -> Self {
        Self(load128(bytes))
    }
    #[inline(always)]
    fn first(self) -> [u8; 16] {
        let mut first = [0; 16];
        store128(&mut first, self.0);
        first
    }
    #[inline(always)]
    fn bytes_of<B: Bytes>(block: &B) -> Option<&[u8; 16]> {
        block.as_ref().first_chunk()
    }
    #[inline(always)]
    fn bytes_of_mut<B: Bytes>(block: &mut B) -> Option<&mut [u8; 16]> {
        block.as_mut().first_chunk_mut()
    }
    #[inline(always)]
    fn turned<const P: usize>(self, _: usize) -> Self {
        self
    }
    #[inline(always)]
    fn after(self, o: Self) -> Self {
        o
    }
    #[inline(always)]
    fn by_piece(isa: Simd128, words: &[u32; 4]) -> Self {
        Self::splat(isa, words[0])
    }
    calls! {
        fn xor(o) = v128_xor;
        fn and(o) = v128_and;
        fn or(o) = v128_or;
    }
    #[inline(always)]
    fn affine<M: Affine>(self) -> Self {
        let [low, high] = const { &M::MAP.nibble_tables() };
        let sum = nibbles(self.0, low, high);
        Self(if M::ADD == 0 { sum } else { v128_xor(sum, u8x16_splat(M::ADD)) })
    }
    #[inline(always)]
    fn by_nibbles(self, tables: &'static Aligned<32>) -> Self {
        let [low, high] = tables.0.as_chunks().0 else { unreachable!("32 bytes") };
        Self(nibbles(self.0, low, high))
    }
    #[inline(always)]
    fn look_up<T: Table>(self) -> Self {
        self.look_up_in(T::TABLE)
    }
    #[inline(always)]
    fn look_up_in(self, table: &Aligned<256>) -> Self {
        // an index of 16 or more selects 0
        let (mut found, mut index) = (u8x16_splat(0), self.0);
        for part in table.0.as_chunks().0 {
            found = v128_or(found, i8x16_swizzle(load128(part), index));
            index = u8x16_sub(index, u8x16_splat(16));
        }
        Self(found)
    }
    #[inline(always)]
    fn shuffled(self, order: &[u8; 16]) -> Self {
        Self(i8x16_swizzle(self.0, load128(order)))
    }
    #[inline(always)]
    fn zip(self, o: Self) -> [Self; 2] {
        [Self(low8(self.0, o.0)), Self(high8(self.0, o.0))]
    }
    #[inline(always)]
    fn by_places(self, places: &Places) -> Self {
        let mut found = u8x16_splat(0);
        for (table, nibble) in
            places.bytes.iter().zip([v128_and(self.0, u8x16_splat(15)), u8x16_shr(self.0, 4)])
        {
            // in each word, only the byte for which this part of the table is used keeps an index below 16
            for (part, mask) in table.0.as_chunks().0.iter().zip(&super::TURNS) {
                let index = v128_or(nibble, v128_not(load128(mask)));
                found = v128_or(found, i8x16_swizzle(load128(part), index));
            }
        }
        Self(found)
    }
    #[inline(always)]
    fn unzip32(self, o: Self) -> [Self; 2] {
        [Self(even32(self.0, o.0)), Self(odd32(self.0, o.0))]
    }
    #[inline(always)]
    fn zip32(self, o: Self) -> [Self; 2] {
        [Self(low32(self.0, o.0)), Self(high32(self.0, o.0))]
    }
    calls! { fn add32(o) = u32x4_add; }
    #[inline(always)]
    fn rotl32<const N: u32>(self) -> Self {
        Self(rotl32x4(self.0, N))
    }
    calls! {
        fn add64(o) = u64x2_add;
        fn sub64(o) = u64x2_sub;
        fn add8(o) = u8x16_add;
        fn sub8(o) = u8x16_sub;
    }
}
