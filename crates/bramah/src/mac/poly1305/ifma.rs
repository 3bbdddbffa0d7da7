//! Poly1305 with sixteen blocks side by side in two rows, in limbs of 44 bits, for instructions that multiply 52 bits.
//!
//! The lower and the upper halves of products are summed separately. The upper half of a limb's product, its bits above 52, has
//! the weight 2^8 in the next limb, so the sum of the upper halves is shifted once. A number has three limbs; the last one holds
//! 42 bits. The part above all three limbs, at 2^132, is multiplied by 20 and added to the lowest limb.
//!
//! A group is two rows of eight blocks. The first group may have fewer blocks: its first places are then zero, and the accumulator
//! is added to its first block. Every group but the last is multiplied by `r^16` and `r^8`. In the last group, every lane is
//! multiplied by a power of its own instead, so that the sum of the lanes is the result.

use super::{BLOCK, Powers, State, portable};
use crate::simd::{
    Avx512Ifma,
    memory::{Bytes, Line},
    products::{P8Ifma as V, Products},
};

/// The minimum number of blocks for which vectors save time.
const LEAST: usize = 15;
/// The minimum number of groups for which further powers, and with them two groups at a time, save time.
const LONG: usize = 8;

/// A vector of numbers, one in each lane, in three limbs of 44 bits.
type Limbs = [V; 3];

/// A vector of factors: the limbs `r`, and `s`, twenty times the upper limbs.
#[derive(Clone, Copy)]
struct Factor {
    r: [V; 3],
    s: [V; 3],
}

const LIMB: u64 = (1 << 44) - 1;

/// Returns the number times twenty. One of the two terms is opaque: otherwise the compiler would multiply, which takes longer.
#[inline(always)]
fn twenty(x: V) -> V {
    x.shl::<4>().add(x.shl::<2>().opaque())
}

/// Returns the limbs of a number in words of 64 bits.
#[inline(always)]
fn limbs([low, high, top]: [u64; 3]) -> [u64; 3] {
    [low & LIMB, (low >> 44 | high << 20) & LIMB, high >> 24 | top << 40]
}

/// Returns this number in every lane.
#[inline(always)]
fn splat(isa: Avx512Ifma, [a, b, c]: [u64; 3]) -> Limbs {
    [V::splat(isa, a), V::splat(isa, b), V::splat(isa, c)]
}

#[inline(always)]
fn add([a, b, c]: Limbs, [x, y, z]: Limbs) -> Limbs {
    [a.add(x), b.add(y), c.add(z)]
}

#[inline(always)]
fn blend([a, b, c]: Limbs, lanes: u8, [x, y, z]: Limbs) -> Limbs {
    [a.blend(lanes, x), b.blend(lanes, y), c.blend(lanes, z)]
}

/// Returns the limbs of blocks, whose halves are `low` and `high`, without the bit 2^128.
#[inline(always)]
fn split(isa: Avx512Ifma, [low, high]: [V; 2]) -> Limbs {
    let mask = V::splat(isa, LIMB);
    [low.and(mask), low.shr::<44>().or(high.shl::<20>()).and(mask), high.shr::<24>()]
}

/// Returns the limbs of a row of blocks, with the bit 2^128 added to each block.
#[inline(always)]
fn row(isa: Avx512Ifma, blocks: &[u8; 128]) -> Limbs {
    let [a, b, c] = split(isa, V::blocks(isa, blocks));
    [a, b, c.or(V::splat(isa, 1 << 40))]
}

/// Returns the first group: at most sixteen blocks at the end of two rows, with the accumulator `h` added to the first block.
#[inline(always)]
fn begin(isa: Avx512Ifma, blocks: &[[u8; BLOCK]], h: [u64; 3]) -> [Limbs; 2] {
    let [(upper, lanes0), (lower, lanes1)] = V::ends(isa, blocks);
    let h = splat(isa, limbs(h));
    let absent = 2 * V::LANES - blocks.len();
    // the lane of the first block, in the order of `Products::blocks`
    let place = absent % V::LANES;
    let first = 1u8 << (place % (V::LANES / 2) * 2 + place / (V::LANES / 2));
    let [in0, in1] = if absent < V::LANES { [first, 0] } else { [0, first] };
    [partial(isa, upper, lanes0, in0, h), partial(isa, lower, lanes1, in1, h)]
}

/// Returns the limbs of a row with blocks only in the lanes `present`, with the bit 2^128 added to each of them, and `h` added to
/// the lane `first`.
#[inline(always)]
fn partial(isa: Avx512Ifma, halves: [V; 2], present: u8, first: u8, h: Limbs) -> Limbs {
    let [a, b, c] = split(isa, halves);
    let c = c.add_in(present, V::splat(isa, 1 << 40));
    [a.add_in(first, h[0]), b.add_in(first, h[1]), c.add_in(first, h[2])]
}

impl Factor {
    #[inline(always)]
    fn new(r: Limbs) -> Self {
        Self { r, s: [r[0], twenty(r[1]), twenty(r[2])] }
    }
    /// Returns the factor of the first lane in every lane.
    #[inline(always)]
    fn first(r: Limbs) -> Self {
        Self::new([r[0].first_in_all(), r[1].first_in_all(), r[2].first_in_all()])
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
fn product([mut d, mut e]: [Limbs; 2], a: Limbs, f: &Factor) -> [Limbs; 2] {
    products!(d e, a, f;
        0: 0 r 0, 1 s 2, 2 s 1,;
        1: 0 r 1, 1 r 0, 2 s 2,;
        2: 0 r 2, 1 r 1, 2 r 0,;
    );
    [d, e]
}

/// Returns the two sums as one number, and adds the bits above each limb to the next limb, all at once. Each sum is of at most
/// twelve products of a limb below 2^46 and one below 2^49, and the multipliers of limbs in the last sum are below 2^45, so no sum
/// reaches 2^57. The returned limbs are below 2^44 + 2^18.
#[inline(always)]
fn carry(isa: Avx512Ifma, [d, e]: [Limbs; 2]) -> Limbs {
    let mask = V::splat(isa, LIMB);
    // twenty times `e[2]`, shifted by 8; opaque as in `twenty`
    let d0 = d[0].add(e[2].shl::<12>()).add(e[2].shl::<10>().opaque());
    let d1 = d[1].add(e[0].shl::<8>());
    let d2 = d[2].add(e[1].shl::<8>());
    let above = d2.shr::<42>();
    [
        d0.and(mask).add(above).add(above.shl::<2>().opaque()),
        d1.and(mask).add(d0.shr::<44>()),
        d2.and(V::splat(isa, LIMB >> 2)).add(d1.shr::<44>()),
    ]
}

/// Returns `upper * double + lower * single`.
#[inline(always)]
fn group(isa: Avx512Ifma, [upper, lower]: [Limbs; 2], double: &Factor, single: &Factor) -> Limbs {
    let none = [splat(isa, [0; 3]); 2];
    carry(isa, product(product(none, lower, single), upper, double))
}

/// Returns `a * f`.
#[inline(always)]
fn times(isa: Avx512Ifma, a: Limbs, f: &Factor) -> Limbs {
    carry(isa, product([splat(isa, [0; 3]); 2], a, f))
}

/// Computes the powers for the two rows of a group: `r^16` to `r^9`, and `r^8` to `r`, in the order in which blocks lie in lanes.
#[inline(always)]
fn make(isa: Avx512Ifma, r: [u64; 2]) -> [Limbs; 2] {
    // the exponents in the lanes are written from the first lane to the last
    let one = splat(isa, limbs([r[0], r[1], 0]));
    let two = times(isa, one, &Factor::new(one));
    let low = blend(two, 0b1100_1100, one); // 2 2 1 1 2 2 1 1
    let high = times(isa, low, &Factor::new(two)); // 4 4 3 3 4 4 3 3
    let fours = blend(high, 0b1111_0000, low); // 4 4 3 3 2 2 1 1
    let eights = times(isa, fours, &Factor::first(fours)); // 8 8 7 7 6 6 5 5
    let lower = blend(eights, 0b1010_1010, fours); // 8 4 7 3 6 2 5 1
    [times(isa, lower, &Factor::first(lower)), lower]
}

#[inline(always)]
fn restore(isa: Avx512Ifma, [a, b, c, d, e, f]: &Powers) -> [Limbs; 2] {
    [
        [V::restore(isa, a), V::restore(isa, b), V::restore(isa, c)],
        [V::restore(isa, d), V::restore(isa, e), V::restore(isa, f)],
    ]
}

#[inline(always)]
fn save(powers: [Limbs; 2]) -> Powers {
    let mut words = [[0; 16]; 6];
    for (words, limb) in words.iter_mut().zip(powers.into_iter().flatten()) {
        limb.save(words);
    }
    words
}

/// Processes groups, two at a time. Only the first of the four products depends on the preceding groups and their carries.
#[inline(always)]
fn twice(
    isa: Avx512Ifma,
    mut a: Limbs,
    groups: &[[[[u8; 128]; 2]; 2]],
    double: &Factor,
    single: &Factor,
) -> Limbs {
    let none = [splat(isa, [0; 3]); 2];
    let mut line =
        Line::new([Factor::new(times(isa, double.r, single)), Factor::new(times(isa, double.r, double))]);
    let [triple, quadruple] = line.get();
    for [[m0, m1], [m2, m3]] in groups {
        let mut sums = product(none, row(isa, m3), single);
        sums = product(sums, row(isa, m2), double);
        sums = product(sums, row(isa, m1), triple);
        a = carry(isa, product(sums, add(a, row(isa, m0)), quadruple));
    }
    a
}

/// Returns the sum of the lanes.
#[inline(always)]
fn sum([a, b, c]: Limbs) -> [u64; 3] {
    let (a, b, c) = (a.total(), b.total(), c.total());
    // each limb is a sum over eight lanes, below 2^48
    let low = u128::from(a).wrapping_add(u128::from(b) << 44);
    let (low, carry) = low.overflowing_add(u128::from(c) << 88);
    let above = (c >> 40).wrapping_add(carry.into());
    portable::add([low as u64, (low >> 64) as u64, above & 3], (above >> 2).wrapping_mul(5).into(), 0)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512ifma")]
pub(crate) fn avx512(state: &mut State, data: &[[u8; BLOCK]], top: u64) {
    if data.len() < LEAST {
        return portable::blocks(state, data, top);
    }
    let isa = Avx512Ifma::here();
    let [upper, lower] = match state.powers.get() {
        Some(powers) => restore(isa, powers),
        None => {
            let powers = make(isa, state.r);
            // most messages are processed in one call, after which stored powers would have to be erased
            if core::mem::replace(&mut state.again, true) {
                state.powers.put(save(powers));
            }
            powers
        }
    };
    let (first, rest) = data.split_at((data.len() - 1) % (2 * V::LANES) + 1);
    let mut now = begin(isa, first, state.h);
    let rows = <[u8; 128]>::split(rest.as_flattened()).0;
    if let Some((last, middle)) = rows.as_chunks::<2>().0.split_last() {
        let mut line = Line::new([Factor::first(upper), Factor::first(lower)]);
        let [double, single] = line.get();
        let mut a = group(isa, now, double, single);
        let mut middle = middle;
        if middle.len() >= LONG {
            let (pairs, rest) = middle.as_chunks();
            a = twice(isa, a, pairs, double, single);
            middle = rest;
        }
        for [m0, m1] in middle {
            a = group(isa, [add(a, row(isa, m0)), row(isa, m1)], double, single);
        }
        now = [add(a, row(isa, &last[0])), row(isa, &last[1])];
    }
    state.h = sum(group(isa, now, &Factor::new(upper), &Factor::new(lower)));
}
