//! Numbers of GF(2^128) from little-endian blocks, as in POLYVAL (RFC 8452, section 3). Their products and powers are computed
//! by the same code as for GHASH.

use super::carryless::{Carryless, Stored, of_the_inner};

/// The numbers of type `G`, loaded from little-endian blocks.
#[derive(Clone, Copy)]
pub struct Little<G>(G);

impl<G: Stored> Carryless for Little<G> {
    type Isa = G::Isa;
    type One = G::One;
    type Blocks = G::Blocks;
    const COUNT: usize = G::COUNT;

    of_the_inner!();

    #[inline(always)]
    fn load(isa: G::Isa, blocks: &G::Blocks) -> Self {
        Self(G::load_little(isa, blocks))
    }
    #[inline(always)]
    fn numbers(isa: G::Isa, numbers: &[[u64; 2]]) -> Self {
        Self(G::numbers(isa, numbers))
    }
    #[inline(always)]
    fn all(isa: G::Isa, number: &[u64; 2]) -> Self {
        Self(G::all(isa, number))
    }
    #[inline(always)]
    fn zero(isa: G::Isa) -> Self {
        Self(G::zero(isa))
    }
    #[inline(always)]
    fn first(isa: G::Isa, x: G::One) -> Self {
        Self(G::first(isa, x))
    }
    #[inline(always)]
    fn joined(isa: G::Isa, numbers: [G::One; 4]) -> Self {
        Self(G::joined(isa, numbers))
    }
    #[inline(always)]
    fn reduced(isa: G::Isa, [low, middle, high]: [Self; 3]) -> Self {
        Self(G::reduced(isa, [low.0, middle.0, high.0]))
    }
    #[inline(always)]
    fn reduced_soon(isa: G::Isa, [low, middle, high]: [Self; 3]) -> Self {
        Self(G::reduced_soon(isa, [low.0, middle.0, high.0]))
    }
    #[inline(always)]
    fn sum(self) -> G::One {
        self.0.sum()
    }
    #[inline(always)]
    fn load_one(isa: G::Isa, block: &[u8; 16]) -> G::One {
        G::load_one_little(isa, block)
    }
    #[inline(always)]
    fn one(isa: G::Isa, number: &[u64; 2]) -> G::One {
        G::one(isa, number)
    }
    #[inline(always)]
    fn number(one: G::One) -> [u64; 2] {
        G::number(one)
    }
    #[inline(always)]
    fn add(one: G::One, other: G::One) -> G::One {
        G::add(one, other)
    }
    #[inline(always)]
    fn folded_one(one: G::One) -> G::One {
        G::folded_one(one)
    }
    #[inline(always)]
    fn products(x: G::One, power: G::One, sums: G::One) -> [G::One; 3] {
        G::products(x, power, sums)
    }
    #[inline(always)]
    fn reduce(isa: G::Isa, products: [G::One; 3]) -> G::One {
        G::reduce(isa, products)
    }
    #[inline(always)]
    fn reduce_soon(isa: G::Isa, products: [G::One; 3]) -> G::One {
        G::reduce_soon(isa, products)
    }
}
