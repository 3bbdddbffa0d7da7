//! Poly1305 with several blocks side by side, in limbs of 26 bits.
//!
//! With `L` lanes, lane `i` sums up the blocks `i`, `i + L` and so on, each multiplied by a power of `r^L`. Two rows of blocks
//! are processed at a time, `(a + m0) * r^2L + m1 * r^L`, so that the carries, which cost as many operations as half a product,
//! are done once for both rows. Registers hold only five sums of products, a limb and its multiplier; the factors come from
//! memory. In the last group, every lane is multiplied by a power of its own instead, so that the sum of the lanes is the result.
//! The blocks that fill no group come first, one by one. Their chain does not depend on the chain that computes the powers.

use super::{
    BLOCK, Powers, State,
    limbs::{LIMB, limbs, words},
    portable,
};
use crate::simd::{
    Avx2, Avx512,
    memory::{Bytes, Line},
    products::{P4, P8, Products},
};

/// The minimum number of blocks for which computing powers saves time.
const LEAST: usize = 24;
/// The minimum number of blocks for which computing powers saves time on a CPU whose vector multiplications are hardly faster
/// than those in general registers, such as one that splits registers of 32 bytes. On Zen 1, lanes are slower for 2 KiB, but not
/// for 4 KiB (`bench/run.sh -a poly1305`).
const LONG: usize = 192;

/// A vector of numbers, one in each lane, in five limbs of 26 bits.
type Limbs<V> = [V; 5];

/// A vector of factors: the limbs `r`, and `s`, five times the limbs, for the part of products above 2^130.
#[derive(Clone, Copy)]
struct Factor<V> {
    r: [V; 5],
    s: [V; 5],
}

impl<V: Products> Factor<V> {
    #[inline(always)]
    fn new(r: Limbs<V>) -> Self {
        let mut s = r;
        for s in &mut s {
            *s = s.add(s.shl::<2>());
        }
        Self { r, s }
    }
}

/// Adds the products of one limb to the five sums.
macro_rules! row {
    ($d:ident, $a:ident, $f:ident; $($i:literal: $($table:ident $j:literal)*;)*) => { $(
        $d[$i] = $d[$i]$(.add($a[$j].mul($f.$table[($i + 5 - $j) % 5])))*;
    )* };
}

/// Returns `d + a * f`, without carries.
#[inline(always)]
fn product<V: Products>(mut d: Limbs<V>, mut a: Limbs<V>, f: &Factor<V>) -> Limbs<V> {
    for a in &mut a {
        *a = a.opaque();
    }
    row!(d, a, f; 0: r 0; 1: r 0; 2: r 0; 3: r 0; 4: r 0;);
    row!(d, a, f; 0: s 1; 1: r 1; 2: r 1; 3: r 1; 4: r 1;);
    row!(d, a, f; 0: s 2; 1: s 2; 2: r 2; 3: r 2; 4: r 2;);
    row!(d, a, f; 0: s 3; 1: s 3; 2: s 3; 3: r 3; 4: r 3;);
    row!(d, a, f; 0: s 4; 1: s 4; 2: s 4; 3: s 4; 4: r 4;);
    d
}

/// Propagates the carries, in two chains side by side. The sums of products must be below 2^59. The returned limbs are
/// below 2^26, except the second and the last, which may be slightly larger.
#[inline(always)]
fn carry<V: Products>(isa: V::Isa, mut d: Limbs<V>) -> Limbs<V> {
    let mask = V::splat(isa, LIMB.into());
    macro_rules! from {
        ($($i:literal)*) => { $(
            let above = d[$i].shr::<26>();
            d[$i] = d[$i].and(mask);
            let above = if $i == 4 { above.add(above.shl::<2>()) } else { above };
            d[($i + 1) % 5] = d[($i + 1) % 5].add(above);
        )* };
    }
    from!(0 3 1 4 2 0 3);
    d
}

/// Returns the limbs of numbers that are given as two words of 64 bits and a few bits above them.
#[inline(always)]
fn split<V: Products>(isa: V::Isa, [low, high, top]: [V; 3]) -> Limbs<V> {
    let mask = V::splat(isa, LIMB.into());
    [
        low.and(mask),
        low.shr::<26>().and(mask),
        low.shr::<52>().or(high.shl::<12>()).and(mask),
        high.shr::<14>().and(mask),
        high.shr::<40>().or(top.shl::<24>()),
    ]
}

/// Returns the limbs of a row of blocks, with the bit 2^128 added to each block.
#[inline(always)]
fn row<V: Products>(isa: V::Isa, blocks: &V::Blocks) -> Limbs<V> {
    let [low, high] = V::blocks(isa, blocks);
    split(isa, [low, high, V::splat(isa, 1)])
}

/// Computes the power of `r` for each block of a group, counted from the end of the group, and stores the powers by lanes. First
/// come the powers for the second row of blocks, one by one, and then from them the powers for the first row. The code avoids
/// loads that span several recent smaller stores, because such a load would stall.
#[inline(always)]
fn make<V: Products>(isa: V::Isa, r: [u64; 2], powers: &mut Powers) {
    let factor = portable::Factor::new(r);
    let mut power = [r[0], r[1], 0];
    let mut lanes = [[0; 8]; 3];
    macro_rules! lanes {
        ($($exponent:literal)*) => { $(
            if $exponent <= V::LANES {
                if $exponent > 1 {
                    power = portable::times(power, factor);
                }
                let place = (V::LANES - $exponent) % V::LANES;
                // maps a place in the vector to a lane: the inverse of the function `place`
                let lane = place % (V::LANES / 2) * 2 + place / (V::LANES / 2);
                for i in 0..3 {
                    lanes[i][lane] = power[i];
                }
            }
        )* };
    }
    lanes!(1 2 3 4 5 6 7 8);
    let all = split(isa, [V::splat(isa, power[0]), V::splat(isa, power[1]), V::splat(isa, power[2])]);
    let each = split(isa, [V::words(isa, lanes[0]), V::words(isa, lanes[1]), V::words(isa, lanes[2])]);
    let more = carry(isa, product([V::splat(isa, 0); 5], each, &Factor::new(all)));
    for (powers, (each, more)) in powers.iter_mut().zip(each.into_iter().zip(more)) {
        more.store(powers);
        each.store(&mut powers[V::LANES..]);
    }
}

/// Processes blocks. If there are fewer than `least`, they are processed one by one.
#[inline(always)]
fn blocks<V: Products>(isa: V::Isa, state: &mut State, blocks: &[[u8; BLOCK]], top: u64, least: usize) {
    if blocks.len() < least {
        return portable::blocks(state, blocks, top);
    }
    let (first, rest) = blocks.split_at(blocks.len() % (2 * V::LANES));
    let powers = match state.powers.get() {
        Some(powers) => powers,
        None => {
            let mut powers = [[0; 16]; 6];
            make::<V>(isa, state.r, &mut powers);
            state.powers.put(powers)
        }
    };
    let mut factors = Line::new([all::<V>(isa, powers, 0), all::<V>(isa, powers, V::LANES)]);
    let [double, single] = factors.get();
    let (rows, _) = V::Blocks::split(rest.as_flattened());
    let Some(([rest @ .., last], _)) = Some(rows.as_chunks::<2>()) else { return };

    let factor = portable::Factor::new(state.r);
    let mut h = state.h;
    for block in first {
        h = portable::step(h, block, top, factor);
    }
    let mut a = in_first_lane(isa, limbs(h));
    for [m0, m1] in rest {
        a = group(isa, a, m0, m1, double, single);
    }
    let (double, single) = (each::<V>(isa, powers, 0), each::<V>(isa, powers, V::LANES));
    let [a, b, c, d, e] = group(isa, a, &last[0], &last[1], &double, &single);
    state.h = words([a.sum(), b.sum(), c.sum(), d.sum(), e.sum()]);
}

/// Returns the number with these limbs of 26 bits in lane 0, and zero in the other lanes.
#[inline(always)]
fn in_first_lane<V: Products>(isa: V::Isa, limbs: [u32; 5]) -> Limbs<V> {
    let mut a = [V::splat(isa, 0); 5];
    for (a, limb) in a.iter_mut().zip(limbs) {
        let mut words = [0; 8];
        words[0] = limb;
        *a = V::load(isa, &words);
    }
    a
}

/// Returns the powers from index `first` on, one in each lane.
#[inline(always)]
fn each<V: Products>(isa: V::Isa, powers: &Powers, first: usize) -> Factor<V> {
    let mut r = [V::splat(isa, 0); 5];
    for (r, powers) in r.iter_mut().zip(powers) {
        *r = V::load(isa, &powers[first..]);
    }
    Factor::new(r)
}

/// Returns the power with this index in all lanes.
#[inline(always)]
fn all<V: Products>(isa: V::Isa, powers: &Powers, index: usize) -> Factor<V> {
    let mut r = [V::splat(isa, 0); 5];
    for (r, powers) in r.iter_mut().zip(powers) {
        *r = V::splat(isa, powers[index].into());
    }
    Factor::new(r)
}

/// Returns `(a + m0) * double + m1 * single`, with the bit 2^128 added to each block.
#[inline(always)]
fn group<V: Products>(
    isa: V::Isa,
    mut a: Limbs<V>,
    m0: &V::Blocks,
    m1: &V::Blocks,
    double: &Factor<V>,
    single: &Factor<V>,
) -> Limbs<V> {
    let d = product([V::splat(isa, 0); 5], row(isa, m1), single);
    for (a, m) in a.iter_mut().zip(row(isa, m0)) {
        *a = a.add(m);
    }
    carry(isa, product(d, a, double))
}

#[inline]
#[target_feature(enable = "avx2,bmi2")]
pub(crate) fn avx2(state: &mut State, data: &[[u8; BLOCK]], top: u64) {
    blocks::<P4>(Avx2::here(), state, data, top, LEAST)
}

#[inline]
#[target_feature(enable = "avx2,bmi2")]
pub(super) fn avx2_long(state: &mut State, data: &[[u8; BLOCK]], top: u64) {
    blocks::<P4>(Avx2::here(), state, data, top, LONG)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn avx512(state: &mut State, data: &[[u8; BLOCK]], top: u64) {
    blocks::<P8>(Avx512::here(), state, data, top, LEAST)
}
