//! The rounds of XTEA over any words: each lane has one block, whose two words are in two registers.
//!
//! Each round depends on the previous one and takes six operations, so several pairs of registers are processed side by side.

use super::{Keys, XteaWords};
use crate::{
    Cipher,
    serial::InWords,
    simd::{
        Portable,
        memory::{Group, Run},
        words::{Pairs, Words},
    },
};

/// The constant that is added to `sum` in each cycle.
const DELTA: u32 = 0x9e37_79b9;

/// Expands a key of four words, big-endian if `BIG` is set. Stores for each round the sum of `sum` and the word of the key that
/// `sum` selects.
#[inline(always)]
pub(super) fn expand<const BIG: bool>(key: &[u8], _: bool, keys: &mut Keys) {
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(key.as_chunks().0) {
        *word = if BIG { u32::from_be_bytes(*bytes) } else { u32::from_le_bytes(*bytes) };
    }
    let mut sum = 0u32;
    for [one, two] in &mut keys.0 {
        // `sum` has the same values for every key
        *one = sum.wrapping_add(words[(sum % 4) as usize]);
        sum = sum.wrapping_add(DELTA);
        *two = sum.wrapping_add(words[((sum >> 11) % 4) as usize]);
    }
    crate::wipe::wipe(&mut words);
}

/// Returns the value that is added to the other word in a round, computed from `x`.
#[inline(always)]
fn mixed<V: Words<Word = u32>>(x: V, key: V) -> V {
    x.shl::<4>().xor(x.shr::<5>()).add(x).xor(key)
}

/// Encrypts or decrypts the blocks in `R` registers. Each pair of registers has the two words of a block in each lane.
#[inline(always)]
fn rounds<V: Pairs, const BACK: bool, const R: usize>(isa: V::Isa, keys: &Keys, mut x: [V; R]) -> [V; R] {
    if BACK {
        for key in keys.0.iter().rev() {
            let [one, two] = [V::splat(isa, key[0]), V::splat(isa, key[1])];
            for [a, b] in x.as_chunks_mut::<2>().0 {
                *b = b.sub(mixed(*a, two));
            }
            for [a, b] in x.as_chunks_mut::<2>().0 {
                *a = a.sub(mixed(*b, one));
            }
        }
    } else {
        for key in &keys.0 {
            let [one, two] = [V::splat(isa, key[0]), V::splat(isa, key[1])];
            for [a, b] in x.as_chunks_mut::<2>().0 {
                *a = a.add(mixed(*b, one));
            }
            for [a, b] in x.as_chunks_mut::<2>().0 {
                *b = b.add(mixed(*a, two));
            }
        }
    }
    x
}

impl<const BIG: bool> InWords<u32, 2> for XteaWords<BIG>
where
    Self: Cipher<Schedule = Keys>,
{
    const BIG: bool = BIG;
    #[inline(always)]
    fn encrypt(keys: &Keys, x: [u32; 2]) -> [u32; 2] {
        rounds::<u32, false, 2>(Portable, keys, x)
    }
}

/// Reads the blocks of `R` registers, encrypts or decrypts them, and writes them.
#[inline(always)]
fn blocks<V: Pairs, const BIG: bool, const BACK: bool, const R: usize>(
    isa: V::Isa,
    keys: &Keys,
    blocks: Group<'_, V::Bytes>,
) {
    let mut x = [V::raw(isa, &blocks.get(0)); R];
    for i in 0..R {
        x[i] = V::raw(isa, &blocks.get(i));
        if let Some(pre) = blocks.pre(i) {
            x[i] = x[i].xor(V::raw(isa, &pre));
        }
    }
    for pair in x.as_chunks_mut::<2>().0 {
        *pair = V::unzip::<BIG>(isa, *pair);
    }
    x = rounds::<V, BACK, R>(isa, keys, x);
    for pair in x.as_chunks_mut::<2>().0 {
        *pair = V::zip::<BIG>(isa, *pair);
    }
    for i in 0..R {
        if let Some(post) = blocks.post(i) {
            x[i] = x[i].xor(V::raw(isa, &post));
        }
        blocks.put(i, x[i].bytes());
    }
}

/// Encrypts or decrypts a run: `R` registers at a time, then two, with a block in each lane, then single blocks.
#[inline(always)]
pub(super) fn run<V: Pairs, const BIG: bool, const BACK: bool, const R: usize>(
    isa: V::Isa,
    keys: &Keys,
    mut run: Run<'_>,
) {
    while let Some(group) = run.next(R) {
        blocks::<V, BIG, BACK, R>(isa, keys, group);
    }
    while let Some(group) = run.next(2) {
        blocks::<V, BIG, BACK, 2>(isa, keys, group);
    }
    if V::LANES > 1 {
        while let Some(group) = run.next(2) {
            blocks::<u32, BIG, BACK, 2>(Portable, keys, group);
        }
    }
}
