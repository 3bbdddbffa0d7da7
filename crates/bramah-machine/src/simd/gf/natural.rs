//! Numbers of GF(2^128) with their bits in the order of the powers of x, in which GHASH numbers them.
//!
//! A block is in this order except for the bits of each byte, which GFNI reverses in an execution unit that does not multiply.
//! Reading bytes as big-endian would take a shuffle instead, which some CPUs execute in the unit of the multiplier. A product
//! needs no division by x^128, and is reduced from the top, modulo x^128 + x^7 + x^2 + x + 1.

use super::carryless::{Carryless, Gf1, Gf4, of_the_inner};
use crate::simd::{
    ClmulGfni,
    arch::*,
    memory::{load2x64, load128, load512},
};

/// The numbers of another type, with their bits in the order of the powers of x.
#[derive(Clone, Copy)]
pub struct Natural<V>(V);

/// The terms of the modulus below x^128.
const MODULUS: u64 = 0x87;
/// The matrix that reverses the bits of each byte.
const MIRROR: u64 = 0x8040201008040201;

/// Numbers in a register whose bytes GFNI instructions can process.
pub trait Mirrored: Carryless<One = Gf1, Isa: From<ClmulGfni>> {
    /// Loads blocks and reverses the bits of each byte.
    fn mirrored(isa: ClmulGfni, blocks: &Self::Blocks) -> Self;
}

impl Gf1 {
    /// Returns the 128 bits in reverse order.
    #[inline(always)]
    fn turned(self, _: ClmulGfni) -> Self {
        // SAFETY: the token proves that the CPU has the features that this code needs.
        unsafe {
            let order = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
            let mirrored = _mm_gf2p8affine_epi64_epi8::<0>(self.0, load2x64(&[MIRROR; 2]));
            Self(_mm_shuffle_epi8(mirrored, order))
        }
    }
}

impl Mirrored for Gf1 {
    #[inline(always)]
    fn mirrored(_: ClmulGfni, block: &[u8; 16]) -> Self {
        // SAFETY: the token proves that the CPU has the features that this code needs.
        Self(unsafe { _mm_gf2p8affine_epi64_epi8::<0>(load128(block), load2x64(&[MIRROR; 2])) })
    }
}

impl Mirrored for Gf4 {
    #[inline(always)]
    fn mirrored(_: ClmulGfni, blocks: &[u8; 64]) -> Self {
        // SAFETY: the token proves that the CPU has the features that this code needs.
        Self(unsafe {
            _mm512_gf2p8affine_epi64_epi8::<0>(
                load512(blocks),
                _mm512_broadcast_i32x4(load2x64(&[MIRROR; 2])),
            )
        })
    }
}

impl<V: Mirrored> Carryless for Natural<V> {
    type Isa = ClmulGfni;
    type One = Natural<Gf1>;
    type Blocks = V::Blocks;
    const COUNT: usize = V::COUNT;

    of_the_inner!();

    #[inline(always)]
    fn load(isa: ClmulGfni, blocks: &V::Blocks) -> Self {
        Self(V::mirrored(isa, blocks))
    }
    #[inline(always)]
    fn numbers(isa: ClmulGfni, numbers: &[[u64; 2]]) -> Self {
        Self(V::numbers(isa.into(), numbers))
    }
    #[inline(always)]
    fn all(isa: ClmulGfni, number: &[u64; 2]) -> Self {
        Self(V::all(isa.into(), number))
    }
    #[inline(always)]
    fn zero(isa: ClmulGfni) -> Self {
        Self(V::zero(isa.into()))
    }
    #[inline(always)]
    fn first(isa: ClmulGfni, x: Natural<Gf1>) -> Self {
        Self(V::first(isa.into(), x.0))
    }
    #[inline(always)]
    fn joined(isa: ClmulGfni, [a, b, c, d]: [Natural<Gf1>; 4]) -> Self {
        Self(V::joined(isa.into(), [a.0, b.0, c.0, d.0]))
    }
    #[inline(always)]
    fn reduced(isa: ClmulGfni, [low, middle, high]: [Self; 3]) -> Self {
        let modulus = Self::all(isa, &[MODULUS; 2]);
        // twice, the high half of the highest part that is left is folded into the part below it
        let middle = middle.xor(low.xor(high)).xor(high.high(modulus));
        low.xor(middle.raised()).xor(high.low(modulus).xor(middle.high(modulus)))
    }
    #[inline(always)]
    fn sum(self) -> Natural<Gf1> {
        Natural(self.0.sum())
    }
    #[inline(always)]
    fn load_one(isa: ClmulGfni, block: &[u8; 16]) -> Natural<Gf1> {
        Natural(Gf1::mirrored(isa, block))
    }
    #[inline(always)]
    fn one(isa: ClmulGfni, number: &[u64; 2]) -> Natural<Gf1> {
        Natural(V::one(isa.into(), number))
    }
    #[inline(always)]
    fn number(one: Natural<Gf1>) -> [u64; 2] {
        V::number(one.0)
    }
    #[inline(always)]
    fn hash(isa: ClmulGfni, one: Natural<Gf1>) -> [u64; 2] {
        V::number(one.0.turned(isa))
    }
    #[inline(always)]
    fn add(one: Natural<Gf1>, other: Natural<Gf1>) -> Natural<Gf1> {
        Natural(V::add(one.0, other.0))
    }
    #[inline(always)]
    fn folded_one(one: Natural<Gf1>) -> Natural<Gf1> {
        Natural(V::folded_one(one.0))
    }
    #[inline(always)]
    fn products(x: Natural<Gf1>, power: Natural<Gf1>, sums: Natural<Gf1>) -> [Natural<Gf1>; 3] {
        let [low, middle, high] = V::products(x.0, power.0, sums.0);
        [Natural(low), Natural(middle), Natural(high)]
    }
    #[inline(always)]
    fn reduce(isa: ClmulGfni, products: [Natural<Gf1>; 3]) -> Natural<Gf1> {
        Natural::reduced(isa, products)
    }
}
