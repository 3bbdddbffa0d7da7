//! GHASH with instructions for carry-less multiplication.
//!
//! The 8, 16 or 32 blocks of a group are multiplied by as many powers of the key, each block by one power. A register contains
//! one, two or four blocks. Only the sum of the products is reduced. Each product consists of three products of halves
//! (Karatsuba), which are summed separately. The blocks after the last group, including the padded block and the block of
//! lengths, are summed in the same way, so that a short message is reduced only once.
//!
//! With GFNI, on CPUs that shuffle and multiply on the same port, the lanes stay separate as long as another group
//! follows. All lanes of a register are multiplied by the same power, and reduced side by side. In the last group, each
//! lane is multiplied by another power, which corrects for the positions of the lanes. Each group then takes three more
//! multiplications of a whole register, so this is slower on CPUs where multiplications are the bottleneck.

use super::{BLOCK, Numbers, POWERS, Powers, Products};
use crate::simd::{
    gf::{Carryless, Gf1},
    memory::{Bytes, copy_short},
};

crate::backend::only! {
    x86: { use crate::simd::{Clmul, Clmul256, Clmul512, ClmulGfni, gf::{Gf2, Gf4, Natural}}; }
    aarch64: { use crate::simd::NeonAes; }
}

/// Computes at least `count` powers of the key, starting with the last element of the array. The powers of the first
/// register are computed one by one, and all others a register at a time. Multiplying all registers so far by the
/// highest power doubles their number, so that each power depends on few others. A group of `N` blocks, followed by a
/// tail, uses all of the powers.
#[inline(always)]
pub fn powers<V: Carryless, const N: usize>(
    isa: V::Isa,
    powers: &mut Numbers,
    sums: &mut Numbers,
    count: usize,
) {
    const { assert!(N < POWERS && N.is_multiple_of(V::COUNT) && V::COUNT <= 4) };
    let h = V::one(isa, &powers[POWERS - 1]);
    let mut few = [h; 4];
    for i in 1..V::COUNT {
        let (x, power) = (few[(i - 1) / 2], few[i / 2]);
        few[i] = V::reduce(isa, V::products(x, power, V::folded_one(power)));
    }
    let [a, b, c, d] = few;
    // combined in registers, because loading a vector of numbers that were just stored one by one would stall
    let first = V::joined(isa, if V::COUNT == 4 { [d, c, b, a] } else { [few[V::COUNT - 1], a, a, a] });
    first.put(&mut powers[POWERS - V::COUNT..]);
    first.folded().put(&mut sums[POWERS - V::COUNT..]);
    let mut made = V::COUNT;
    while made < N {
        let Some(highest) = powers.get(POWERS - made) else { return };
        let step = V::all(isa, highest);
        let folded = step.folded();
        let (mut from, mut to) = (POWERS, POWERS - made);
        while to > POWERS - (2 * made).min(N) {
            if POWERS - to >= count {
                return;
            }
            (from, to) = (from - V::COUNT, to - V::COUNT);
            let Some(vector) = powers.get(from..from + V::COUNT) else { return };
            let vector = V::numbers(isa, vector);
            let vector = V::reduced(isa, [vector.low(step), vector.folded().low(folded), vector.high(step)]);
            let places = to..to + V::COUNT;
            let (Some(to_powers), Some(to_sums)) = (powers.get_mut(places.clone()), sums.get_mut(places))
            else {
                return;
            };
            vector.put(to_powers);
            vector.folded().put(to_sums);
        }
        made = (2 * made).min(N);
    }
    if made >= count {
        return;
    }
    // one more power, for a group with a tail
    let last = V::one(isa, &powers[POWERS - N]);
    let next = V::reduce(isa, V::products(last, h, V::folded_one(h)));
    powers[POWERS - N - 1] = V::number(next);
    sums[POWERS - N - 1] = V::number(V::folded_one(next));
}

/// Returns the last `count` powers, and the sums of their halves.
#[inline(always)]
fn last(key: &Powers, count: usize) -> (&[[u64; 2]], &[[u64; 2]]) {
    let from = POWERS.saturating_sub(count);
    (&key.powers[from..POWERS], &key.sums[from..POWERS])
}

/// Hashes blocks, `N` at a time, and at the end of the message a tail. If `APART` is set, the lanes stay separate, and
/// are summed only after the last group.
#[inline(always)]
fn blocks<V: Carryless, const N: usize, const APART: bool>(
    isa: V::Isa,
    key: &Powers,
    y: &mut [u64; 2],
    blocks: &[[u8; BLOCK]],
    tail: &[[u8; BLOCK]],
) {
    let zero = V::zero(isa);
    let mut sum = V::one(isa, y);
    let (groups, rest) = blocks.as_chunks::<N>();
    let (powers, sums) = last(key, N);
    macro_rules! group {
        ($sum:expr, $group:ident, |$numbers:ident| $power:expr) => {{
            let [mut low, mut middle, mut high] = [zero; 3];
            let vectors = V::Blocks::split($group.as_flattened()).0;
            let (powers, sums) = (powers.chunks_exact(V::COUNT), sums.chunks_exact(V::COUNT));
            // the first vector is processed last, because it depends on the result of the previous group
            for (i, ((blocks, power), sums)) in vectors.iter().zip(powers).zip(sums).enumerate().rev() {
                let mut x = V::load(isa, blocks);
                if i == 0 {
                    x = x.xor($sum);
                }
                let $numbers = power;
                let power = $power;
                low = low.xor(x.low(power));
                let $numbers = sums;
                middle = middle.xor(x.folded().low($power));
                high = high.xor(x.high(power));
            }
            [low, middle, high]
        }};
    }
    if APART && let Some((group, before)) = groups.split_last() {
        let mut sums = V::first(isa, sum);
        for group in before {
            sums = V::reduced(isa, group!(sums, group, |numbers| V::all(isa, &numbers[0])));
        }
        let [low, middle, high] = group!(sums, group, |numbers| V::numbers(isa, numbers));
        sum = V::reduce(isa, [low.sum(), middle.sum(), high.sum()]);
    } else {
        for group in groups {
            let [low, middle, high] = group!(V::first(isa, sum), group, |numbers| V::numbers(isa, numbers));
            sum = V::reduce(isa, [low.sum(), middle.sum(), high.sum()]);
        }
    }
    if rest.is_empty() && tail.is_empty() {
        *y = V::number(sum);
        return;
    }
    // `rest` has fewer blocks than a group, and `tail` has at most two
    debug_assert!(rest.len() + tail.len() <= POWERS);
    let [mut low, mut middle, mut high] = [zero; 3];
    let mut first = V::first(isa, sum);
    let (vectors, few) = V::Blocks::split(rest.as_flattened());
    let (powers, sums) = last(key, rest.len() + tail.len());
    let (powers, sums) = (powers.chunks_exact(V::COUNT), sums.chunks_exact(V::COUNT));
    for ((blocks, power), sums) in vectors.iter().zip(powers).zip(sums) {
        let x = V::load(isa, blocks).xor(first);
        first = zero;
        let power = V::numbers(isa, power);
        low = low.xor(x.low(power));
        middle = middle.xor(x.folded().low(V::numbers(isa, sums)));
        high = high.xor(x.high(power));
    }
    let (mut low, mut middle, mut high) = (low.sum(), middle.sum(), high.sum());
    let mut first = first.sum();
    // processed one by one in two loops, because in a single loop over both, the compiler would keep the sums in memory
    macro_rules! singly {
        ($blocks:expr, $after:expr) => {
            let (powers, sums) = last(key, $blocks.len() + $after);
            for ((block, power), sums) in $blocks.iter().zip(powers).zip(sums) {
                let x = V::add(V::load_one(isa, block), first);
                first = zero.sum();
                let [l, m, h] = V::products(x, V::one(isa, power), V::one(isa, sums));
                (low, middle, high) = (V::add(low, l), V::add(middle, m), V::add(high, h));
            }
        };
    }
    let few = few.as_chunks::<BLOCK>().0;
    singly!(few, tail.len());
    singly!(tail, 0);
    let sum = V::reduce_soon(isa, [low, middle, high]);
    *y = if tail.is_empty() { V::number(sum) } else { V::hash(isa, sum) };
}

/// Adds to `sums` the product of each block of `these` and the block of `those` with the same index. The blocks are
/// read big-endian. The products of halves are summed in the lanes of registers, and the lanes are summed at the end.
#[inline(always)]
fn products<V: Carryless>(isa: V::Isa, sums: &mut Products, these: &[[u8; BLOCK]], those: &[[u8; BLOCK]]) {
    let [mut low, mut middle, mut high] = [V::zero(isa); 3];
    macro_rules! add {
        ($these:expr, $those:expr) => {{
            let (x, y) = (V::load(isa, $these), V::load(isa, $those));
            low = low.xor(x.low(y));
            middle = middle.xor(x.folded().low(y.folded()));
            high = high.xor(x.high(y));
        }};
    }
    let (these, few) = V::Blocks::split(these.as_flattened());
    let (those, others) = V::Blocks::split(those.as_flattened());
    for (these, those) in these.iter().zip(those) {
        add!(these, those);
    }
    if !few.is_empty() && few.len() == others.len() {
        // padded with zeros, whose products are zero
        let [mut these, mut those] = [V::Blocks::ZERO; 2];
        copy_short(these.as_mut(), few);
        copy_short(those.as_mut(), others);
        add!(&these, &those);
    }
    sums.add([low, middle, high].map(|sum| V::number(sum.sum())));
}

macro_rules! entries {
    ($($prepare:ident $blocks:ident $products:ident $features:literal $token:ident $vector:ident $n:literal)*) => { $(
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $prepare(key: &mut Powers, count: usize) {
            powers::<$vector, $n>($token::here(), &mut key.powers, &mut key.sums, count);
        }
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $blocks(key: &Powers, y: &mut [u64; 2], whole: &[[u8; BLOCK]], tail: &[[u8; BLOCK]]) {
            blocks::<$vector, $n, false>($token::here(), key, y, whole, tail);
        }
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $products(sums: &mut Products, these: &[[u8; BLOCK]], those: &[[u8; BLOCK]]) {
            products::<$vector>($token::here(), sums, these, those);
        }
    )* };
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entries! {
    prepare128 blocks128 products128 "pclmulqdq,sse4.1,ssse3" Clmul Gf1 8
    prepare256 blocks256 products256 "avx2,pclmulqdq,vpclmulqdq" Clmul256 Gf2 16
    prepare512 blocks512 products512 "avx512f,avx512bw,avx512vl,pclmulqdq,vpclmulqdq" Clmul512 Gf4 32
}

/// Computes the powers with their bits in the natural order.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,pclmulqdq,vpclmulqdq,gfni")]
pub(super) fn prepare_gfni(key: &mut Powers, count: usize) {
    // the key was multiplied by x in reversed bit order, which is a division by x in natural order; this undoes it
    let [high, low] = key.powers[POWERS - 1];
    let (low, high) = (low.reverse_bits(), high.reverse_bits());
    let over = (high >> 63).wrapping_neg();
    let (low, high) = (low << 1 ^ over & 0x87, high << 1 | low >> 63);
    (key.powers[POWERS - 1], key.sums[POWERS - 1]) = ([low, high], [low ^ high, 0]);
    powers::<Natural<Gf4>, 32>(ClmulGfni::here(), &mut key.powers, &mut key.sums, count);
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,pclmulqdq,vpclmulqdq,gfni")]
pub(super) fn blocks_gfni(key: &Powers, y: &mut [u64; 2], whole: &[[u8; BLOCK]], tail: &[[u8; BLOCK]]) {
    blocks::<Natural<Gf4>, 32, true>(ClmulGfni::here(), key, y, whole, tail);
}
#[cfg(target_arch = "aarch64")]
entries! {
    prepare_neon blocks_neon products_neon "neon,aes" NeonAes Gf1 8
}
