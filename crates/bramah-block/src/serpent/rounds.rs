//! The rounds of Serpent over any words, bit-sliced: each lane has one block, whose four words are in four registers.
//!
//! The words in memory are the words of the bit-sliced description (section 3.2 of the proposal), so that no permutation of bits
//! is needed. Each S-box and each linear transformation depends on the previous one, so several sets of four registers are
//! processed side by side. This code processes one set after another, and the CPU overlaps them.

use super::{
    SerpentCipher,
    boxes::{restored, substituted},
    keys::{Keys, by_number},
};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::{Sse41, words::U32x4};
use crate::{
    serial::InWords,
    simd::{
        Portable,
        memory::{Group, Run},
        words::{Fours, Words},
    },
};

/// XORs a subkey into each lane.
#[inline(always)]
fn with_key<V: Words<Word = u32>>(isa: V::Isa, x: [V; 4], key: &[u32; 4]) -> [V; 4] {
    let key = [V::splat(isa, key[0]), V::splat(isa, key[1]), V::splat(isa, key[2]), V::splat(isa, key[3])];
    [x[0].xor(key[0]), x[1].xor(key[1]), x[2].xor(key[2]), x[3].xor(key[3])]
}

/// Applies the linear transformation in each lane.
#[inline(always)]
fn mixed<V: Words<Word = u32>>([x0, x1, x2, x3]: [V; 4]) -> [V; 4] {
    let (x0, x2) = (x0.rotl::<13>(), x2.rotl::<3>());
    let x1 = x1.xor3(x0, x2).rotl::<1>();
    let x3 = x3.xor3(x2, x0.shl::<3>()).rotl::<7>();
    let x0 = x0.xor3(x1, x3).rotl::<5>();
    let x2 = x2.xor3(x3, x1.shl::<7>()).rotl::<22>();
    [x0, x1, x2, x3]
}

/// Applies the inverse of the linear transformation.
#[inline(always)]
fn unmixed<V: Words<Word = u32>>([x0, x1, x2, x3]: [V; 4]) -> [V; 4] {
    let x2 = x2.rotr::<22>().xor3(x3, x1.shl::<7>());
    let x0 = x0.rotr::<5>().xor3(x1, x3);
    let x3 = x3.rotr::<7>().xor3(x2, x0.shl::<3>());
    let x1 = x1.rotr::<1>().xor3(x0, x2);
    [x0.rotr::<13>(), x1, x2.rotr::<3>(), x3]
}

/// Applies round `number` to a block: subkey, S-box, linear transformation.
#[inline(always)]
pub fn round(number: usize, x: [u32; 4], key: &[u32; 4]) -> [u32; 4] {
    mixed(by_number(number, with_key(Portable, x, key)))
}

/// Encrypts or decrypts `S` sets of four registers, with a block in each lane.
#[inline(always)]
fn rounds<V: Fours, const BACK: bool, const S: usize>(
    isa: V::Isa,
    keys: &Keys,
    mut x: [[V; 4]; S],
) -> [[V; 4]; S] {
    let last = &keys.0[32];
    macro_rules! each {
        (|$set:ident| $new:expr) => {
            for i in 0..S {
                let $set = x[i];
                x[i] = V::in_order($new);
            }
        };
    }
    let eights = keys.0.as_chunks::<8>().0;
    if BACK {
        each!(|set| with_key(isa, set, last));
        macro_rules! unround {
            (last $n:literal $key:expr) => {
                each!(|set| with_key(isa, restored::<$n, V>(set), $key));
            };
            (mixed $n:literal $key:expr) => {
                each!(|set| with_key(isa, restored::<$n, V>(unmixed(set)), $key));
            };
        }
        for (i, key) in eights.iter().enumerate().rev() {
            if i < 3 {
                each!(|set| unmixed(set));
            }
            unround!(last 7 &key[7]);
            unround!(mixed 6 &key[6]);
            unround!(mixed 5 &key[5]);
            unround!(mixed 4 &key[4]);
            unround!(mixed 3 &key[3]);
            unround!(mixed 2 &key[2]);
            unround!(mixed 1 &key[1]);
            unround!(mixed 0 &key[0]);
        }
    } else {
        macro_rules! round {
            (last $n:literal $key:expr) => {
                each!(|set| substituted::<$n, V>(with_key(isa, set, $key)));
            };
            (mixed $n:literal $key:expr) => {
                each!(|set| mixed(substituted::<$n, V>(with_key(isa, set, $key))));
            };
        }
        for (i, key) in eights.iter().enumerate() {
            round!(mixed 0 &key[0]);
            round!(mixed 1 &key[1]);
            round!(mixed 2 &key[2]);
            round!(mixed 3 &key[3]);
            round!(mixed 4 &key[4]);
            round!(mixed 5 &key[5]);
            round!(mixed 6 &key[6]);
            round!(last 7 &key[7]);
            if i < 3 {
                each!(|set| mixed(set));
            }
        }
        each!(|set| with_key(isa, set, last));
    }
    x
}

/// Encrypts or decrypts a group of blocks in `S` sets of four registers.
#[inline(always)]
fn blocks<V: Fours, const BACK: bool, const S: usize>(isa: V::Isa, keys: &Keys, group: Group<'_, V::Bytes>) {
    let mut x = [[V::raw(isa, &group.get(0)); 4]; S];
    for i in 0..4 * S {
        x[i / 4][i % 4] = V::raw(isa, &group.get(i));
        if let Some(pre) = group.pre(i) {
            x[i / 4][i % 4] = x[i / 4][i % 4].xor(V::raw(isa, &pre));
        }
    }
    for i in 0..S {
        x[i] = V::square(isa, x[i]);
    }
    x = rounds::<V, BACK, S>(isa, keys, x);
    for i in 0..S {
        x[i] = V::square(isa, x[i]);
    }
    for i in 0..4 * S {
        let mut word = x[i / 4][i % 4];
        if let Some(post) = group.post(i) {
            word = word.xor(V::raw(isa, &post));
        }
        group.put(i, word.bytes());
    }
}

/// Encrypts or decrypts blocks one after another. This is one function without vector features, because otherwise it would be
/// compiled again for each instruction set.
#[inline(never)]
fn one_by_one<const BACK: bool>(keys: &Keys, mut run: Run<'_>) {
    while let Some(group) = run.next(4) {
        blocks::<u32, BACK, 1>(Portable, keys, group);
    }
}

impl InWords<u32, 4> for SerpentCipher {
    const BIG: bool = false;
    #[inline(always)]
    fn encrypt(keys: &Keys, x: [u32; 4]) -> [u32; 4] {
        let [x] = rounds::<u32, false, 1>(Portable, keys, [x]);
        x
    }
}

/// Encrypts or decrypts groups of blocks, `S` sets of four registers at a time, and then one set. Leaves the remaining blocks in
/// the run.
#[inline(always)]
pub(super) fn groups<V: Fours, const BACK: bool, const S: usize>(
    isa: V::Isa,
    keys: &Keys,
    run: &mut Run<'_>,
) {
    while let Some(group) = run.next(4 * S) {
        blocks::<V, BACK, S>(isa, keys, group);
    }
    while let Some(group) = run.next(4) {
        blocks::<V, BACK, 1>(isa, keys, group);
    }
}

/// Encrypts or decrypts a run: `S` sets of four registers at a time, then one set, then single blocks.
#[inline(always)]
pub(super) fn run<V: Fours, const BACK: bool, const S: usize>(isa: V::Isa, keys: &Keys, mut run: Run<'_>) {
    if V::LANES > 1 {
        groups::<V, BACK, S>(isa, keys, &mut run);
    }
    if !run.is_empty() {
        one_by_one::<BACK>(keys, run);
    }
}

/// Encrypts or decrypts a run in 16-byte registers. This is a separate function so that candidates with longer registers can use
/// it for few blocks.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(never)]
#[target_feature(enable = "sse4.1,ssse3")]
pub(super) fn sse41<const BACK: bool>(keys: &Keys, data: Run<'_>) {
    run::<U32x4, BACK, 2>(Sse41::here(), keys, data);
}
