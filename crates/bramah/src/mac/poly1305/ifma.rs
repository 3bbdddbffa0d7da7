//! Poly1305 with eight blocks side by side as in `lanes`, but in limbs of 44 bits, for instructions that multiply 52 bits.
//!
//! The lower and the upper halves of products are summed separately. The upper half of a limb's product, its bits above 52, has
//! the weight 2^8 in the next limb, so the sum of the upper halves is shifted once. A number has three limbs; the last one holds
//! 42 bits. The part above all three limbs, at 2^132, is multiplied by 20 and added to the lowest limb.

use super::{
    BLOCK, Powers, State,
    lanes::{self, Number, blocks},
};
use crate::simd::{
    Avx512Ifma,
    memory::Line,
    products::{P8Ifma as V, Products},
};

/// The minimum number of pairs of rows for which computing the powers for four rows at a time saves time.
const LEAST: usize = 8;

/// A vector of numbers, one in each lane, in three limbs of 44 bits.
#[derive(Clone, Copy)]
struct Limbs([V; 3]);

/// A vector of factors: the limbs `r`, and `s`, twenty times the upper limbs.
struct Factor {
    r: [V; 3],
    s: [V; 3],
}

const LIMB: u64 = (1 << 44) - 1;

#[inline(always)]
fn twenty(x: V) -> V {
    x.shl::<4>().add(x.shl::<2>())
}

/// Converts five limbs of 26 bits, or a little more, to limbs of 44 bits.
#[inline(always)]
fn wide(isa: Avx512Ifma, p: [V; 5]) -> [V; 3] {
    let mask = V::splat(isa, LIMB);
    let x = p[0].add(p[1].shl::<26>());
    let y = x.shr::<44>().add(p[2].shl::<8>()).add(p[3].shl::<34>());
    [x.and(mask), y.and(mask), y.shr::<44>().add(p[4].shl::<16>())]
}

/// Returns the limbs of a row of blocks, with the bit 2^128 added to each block.
#[inline(always)]
fn split(isa: Avx512Ifma, blocks: &[u8; 128]) -> [V; 3] {
    let mask = V::splat(isa, LIMB);
    let [low, high] = V::blocks(isa, blocks);
    [
        low.and(mask),
        low.shr::<44>().or(high.shl::<20>()).and(mask),
        high.shr::<24>().or(V::splat(isa, 1 << 40)),
    ]
}

impl Factor {
    #[inline(always)]
    fn new(r: [V; 3]) -> Self {
        Self { r, s: [r[0], twenty(r[1]), twenty(r[2])] }
    }
}

/// Adds the lower halves of the products to one sum, and the upper halves to the other.
macro_rules! products {
    ($d:ident $e:ident, $a:ident, $f:ident; $($i:literal: $($j:literal $table:ident $k:literal,)*;)*) => { $( $(
        $d[$i] = $d[$i].add_low($a[$j], $f.$table[$k]);
        $e[$i] = $e[$i].add_high($a[$j], $f.$table[$k]);
    )* )* };
}

/// Adds `a * f` to the sums of lower halves and of upper halves.
#[inline(always)]
fn product([mut d, mut e]: [[V; 3]; 2], a: [V; 3], f: &Factor) -> [[V; 3]; 2] {
    products!(d e, a, f;
        0: 0 r 0, 1 s 2, 2 s 1,;
        1: 0 r 1, 1 r 0, 2 s 2,;
        2: 0 r 2, 1 r 1, 2 r 0,;
    );
    [d, e]
}

/// Propagates the carries, and returns the two sums as one number. Each sum is of at most twelve products of a limb
/// below 2^46 and one below 2^49, so it does not overflow. The returned limbs are below 2^44, except the second, which
/// may be slightly larger.
#[inline(always)]
fn carry(isa: Avx512Ifma, [d, e]: [[V; 3]; 2]) -> [V; 3] {
    let mask = V::splat(isa, LIMB);
    let d0 = d[0].add(twenty(e[2].shl::<8>()));
    let d1 = d[1].add(e[0].shl::<8>()).add(d0.shr::<44>());
    let d2 = d[2].add(e[1].shl::<8>()).add(d1.shr::<44>());
    let above = d2.shr::<42>();
    let d0 = d0.and(mask).add(above.add(above.shl::<2>()));
    let d1 = d1.and(mask).add(d0.shr::<44>());
    [d0.and(mask), d1, d2.and(V::splat(isa, LIMB >> 2))]
}

impl Number<V> for Limbs {
    type Factor = Factor;

    #[inline(always)]
    fn first(isa: Avx512Ifma, limbs: [u32; 5]) -> Self {
        Self(wide(isa, <[V; 5]>::first(isa, limbs)))
    }
    #[inline(always)]
    fn each(isa: Avx512Ifma, powers: &Powers, first: usize) -> Factor {
        Factor::new(wide(isa, <[V; 5]>::each(isa, powers, first).r))
    }
    #[inline(always)]
    fn all(isa: Avx512Ifma, powers: &Powers, index: usize) -> Factor {
        Factor::new(wide(isa, <[V; 5]>::all(isa, powers, index).r))
    }
    #[inline(always)]
    fn group(
        self,
        isa: Avx512Ifma,
        m0: &[u8; 128],
        m1: &[u8; 128],
        double: &Factor,
        single: &Factor,
    ) -> Self {
        let sums = product([[V::splat(isa, 0); 3]; 2], split(isa, m1), single);
        let mut a = self.0;
        for (a, m) in a.iter_mut().zip(split(isa, m0)) {
            *a = a.add(m);
        }
        Self(carry(isa, product(sums, a, double)))
    }
    /// Processes four rows at a time. Only the first of the four products depends on the preceding four rows and their carries.
    #[inline(always)]
    fn groups(
        mut self,
        isa: Avx512Ifma,
        rows: &mut &[[[u8; 128]; 2]],
        double: &Factor,
        single: &Factor,
    ) -> Self {
        if rows.len() < LEAST {
            return self;
        }
        let none = [[V::splat(isa, 0); 3]; 2];
        let mut line = Line::new([
            Factor::new(carry(isa, product(none, double.r, single))),
            Factor::new(carry(isa, product(none, double.r, double))),
        ]);
        let [triple, quadruple] = line.get();
        let (fours, rest) = rows.as_chunks();
        for [[m0, m1], [m2, m3]] in fours {
            let mut sums = product(none, split(isa, m3), single);
            sums = product(sums, split(isa, m2), double);
            sums = product(sums, split(isa, m1), triple);
            let mut a = self.0;
            for (a, m) in a.iter_mut().zip(split(isa, m0)) {
                *a = a.add(m);
            }
            self = Self(carry(isa, product(sums, a, quadruple)));
        }
        *rows = rest;
        self
    }
    #[inline(always)]
    fn sum(self) -> [u64; 3] {
        let [a, b, c] = self.0;
        let (a, b, c) = (a.sum(), b.sum(), c.sum());
        // each limb is a sum over eight lanes, below 2^48
        let low = u128::from(a).wrapping_add(u128::from(b) << 44);
        let (low, carry) = low.overflowing_add(u128::from(c) << 88);
        let above = (c >> 40).wrapping_add(carry.into());
        super::portable::add(
            [low as u64, (low >> 64) as u64, above & 3],
            (above >> 2).wrapping_mul(5).into(),
            0,
        )
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512ifma")]
pub(super) fn avx512(state: &mut State, data: &[[u8; BLOCK]], top: u64) {
    blocks::<V, Limbs>(Avx512Ifma::here(), state, data, top, lanes::LEAST)
}
