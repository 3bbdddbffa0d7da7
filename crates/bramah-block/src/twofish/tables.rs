//! The rounds of Twofish with tables in memory, at addresses that depend on the text and the key, for blocks that depend on each
//! other. Two blocks are processed side by side where there are two.
//!
//! The eight words of two blocks take more than half of the general registers of x86-64, and a word that is stored to the stack
//! and loaded again delays its block. Therefore a word is rotated by 16 bits in its register, and not shifted into another
//! register. It stays rotated until it is the target of a round, which rotates it anyway.

use super::{TwofishCipher, keys::Keys};
use crate::{
    serial::InWords,
    simd::{
        memory::{Group, Run},
        words::Words,
    },
};

/// Returns the XOR of the entries of four tables for the bytes of a word, the first table for the lowest byte. Also rotates the
/// word by 16 bits. The two lowest bytes of the word are read before and after the rotation, each with one instruction and
/// without a copy of the word.
#[inline(always)]
fn looked_up([a, b, c, d]: [&[u32; 256]; 4], x: &mut u32) -> u32 {
    let at = |x: u32| ((x & 255) as usize, (x >> 8 & 255) as usize);
    let (low, high) = at(*x);
    *x = x.rotate_left(16).opaque();
    let (third, fourth) = at(*x);
    a[low] ^ b[high] ^ d[fourth] ^ c[third]
}

/// Encrypts or decrypts blocks of four words.
#[inline(always)]
fn rounds<const BACK: bool, const N: usize>(keys: &Keys, mut x: [[u32; 4]; N]) -> [[u32; 4]; N] {
    let (white, rounds) = keys.words.split_at(8);
    let (first, last) = if BACK { (&white[4..], &white[..4]) } else { (&white[..4], &white[4..]) };
    let [s0, s1, s2, s3] = &keys.tables;
    for n in 0..N {
        for i in 0..4 {
            x[n][i] ^= first[i];
        }
        // the words that are not inputs of the next round are rotated by 16 bits
        for i in 2..4 {
            x[n][i] = x[n][i].rotate_left(16);
        }
    }
    macro_rules! round {
        ($k:expr, $a:literal $b:literal $c:literal $d:literal) => {
            for n in 0..N {
                // in encryption the second word is ready before the first, so the look-ups that need only the second word come
                // first
                let two = looked_up([s1, s2, s3, s0], &mut x[n][$b]);
                let keyed =
                    [two.wrapping_add($k[0]).opaque(), two.wrapping_add(two).wrapping_add($k[1]).opaque()];
                let one = looked_up([s0, s1, s2, s3], &mut x[n][$a]);
                let [one, two] = keyed.map(|sum| sum.wrapping_add(one));
                if BACK {
                    x[n][$c] = x[n][$c].rotate_left(17) ^ one;
                    x[n][$d] = x[n][$d].rotate_left(15) ^ two.opaque().rotate_right(1);
                } else {
                    x[n][$c] = x[n][$c].rotate_left(15) ^ one.opaque().rotate_right(1);
                    x[n][$d] = x[n][$d].rotate_left(17) ^ two;
                }
            }
        };
    }
    let fours = rounds.as_chunks::<4>().0;
    for i in 0..8 {
        let [k0, k1, k2, k3] = fours[if BACK { 7 - i } else { i }];
        let [one, two] = if BACK { [[k2, k3], [k0, k1]] } else { [[k0, k1], [k2, k3]] };
        round!(one, 0 1 2 3);
        round!(two, 2 3 0 1);
    }
    x.map(|[a, b, c, d]| {
        let (c, d) = (c.rotate_left(16), d.rotate_left(16));
        [c ^ last[0], d ^ last[1], a ^ last[2], b ^ last[3]]
    })
}

impl InWords<u32, 4> for TwofishCipher {
    const BIG: bool = false;
    #[inline(always)]
    fn encrypt(keys: &Keys, x: [u32; 4]) -> [u32; 4] {
        let [x] = rounds::<false, 1>(keys, [x]);
        x
    }
}

/// Encrypts or decrypts blocks, each given as two little-endian numbers.
#[inline(always)]
fn halves<const BACK: bool, const N: usize>(keys: &Keys, blocks: &mut [[u64; 2]; N]) {
    // opaque: otherwise the compiler would join the words of each round, and take them apart again in the next round
    let words = blocks.map(|[low, high]| {
        [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32].map(u32::opaque)
    });
    let join = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    *blocks = rounds::<BACK, N>(keys, words).map(|[a, b, c, d]| [join(a, b), join(c, d)]);
}

/// Returns the XOR of two blocks, the first given as two numbers.
#[inline(always)]
fn sum([a, b]: [u64; 2], other: [u8; 16]) -> [u64; 2] {
    let [low, high] = numbers(other);
    [a ^ low, b ^ high]
}

/// Reads a block as two little-endian numbers.
#[inline(always)]
fn numbers(bytes: [u8; 16]) -> [u64; 2] {
    let number = u128::from_le_bytes(bytes);
    [number as u64, (number >> 64) as u64]
}

/// Encrypts or decrypts a group of blocks with `cipher`, which takes each block as two numbers.
#[inline(always)]
fn blocks<const N: usize>(group: Group<'_, [u8; 16]>, cipher: impl Fn(&mut [[u64; 2]; N])) {
    let mut x = [[0; 2]; N];
    for n in 0..N {
        x[n] = numbers(group.get(n));
        if let Some(pre) = group.pre(n) {
            x[n] = sum(x[n], pre);
        }
    }
    cipher(&mut x);
    for n in 0..N {
        if let Some(post) = group.post(n) {
            x[n] = sum(x[n], post);
        }
        let [low, high] = x[n];
        group.put(n, (u128::from(low) | u128::from(high) << 64).to_le_bytes());
    }
}

/// Encrypts or decrypts two blocks. This is not inlined because the pointers of the run would take the registers that the rounds
/// need.
#[inline(never)]
fn pair<const BACK: bool>(keys: &Keys, two: &mut [[u64; 2]; 2]) {
    halves::<BACK, 2>(keys, two);
}

/// Encrypts or decrypts a run.
#[inline(never)]
pub(super) fn run<const BACK: bool>(keys: &Keys, mut run: Run<'_>) {
    while let Some(group) = run.next(2) {
        blocks(group, |two| pair::<BACK>(keys, two));
    }
    if let Some(group) = run.next(1) {
        blocks(group, |one| halves::<BACK, 1>(keys, one));
    }
}
