//! The rounds of Twofish by tables in memory, at addresses that depend on the text and the key: for blocks that wait for
//! each other. Two blocks go side by side where there are two.

use super::keys::Keys;
use crate::simd::memory::{Group, Run};

/// Returns the function g of a word.
#[inline(always)]
fn g(keys: &Keys, x: u32) -> u32 {
    let t = &keys.tables;
    let at = |shift: u32| (x >> shift & 255) as usize;
    t[0][at(0)] ^ t[1][at(8)] ^ t[2][at(16)] ^ t[3][at(24)]
}

/// Returns the function g of a word rotated to the left by eight bits.
#[inline(always)]
fn g_rotated(keys: &Keys, x: u32) -> u32 {
    let t = &keys.tables;
    let at = |shift: u32| (x >> shift & 255) as usize;
    t[1][at(0)] ^ t[2][at(8)] ^ t[3][at(16)] ^ t[0][at(24)]
}

/// Encrypts or decrypts blocks of four words.
#[inline(always)]
fn rounds<const BACK: bool, const N: usize>(keys: &Keys, mut x: [[u32; 4]; N]) -> [[u32; 4]; N] {
    let (white, rounds) = keys.words.split_at(8);
    let (first, last) = if BACK { (&white[4..], &white[..4]) } else { (&white[..4], &white[4..]) };
    for n in 0..N {
        for i in 0..4 {
            x[n][i] ^= first[i];
        }
    }
    macro_rules! round {
        ($k:expr, $a:literal $b:literal $c:literal $d:literal) => {
            for n in 0..N {
                let (one, two) = (g(keys, x[n][$a]), g_rotated(keys, x[n][$b]));
                let sum = one.wrapping_add(two);
                let (one, two) = (sum.wrapping_add($k[0]), sum.wrapping_add(two).wrapping_add($k[1]));
                if BACK {
                    x[n][$c] = x[n][$c].rotate_left(1) ^ one;
                    x[n][$d] = (x[n][$d] ^ two).rotate_right(1);
                } else {
                    x[n][$c] = (x[n][$c] ^ one).rotate_right(1);
                    x[n][$d] = x[n][$d].rotate_left(1) ^ two;
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
    for n in 0..N {
        let [a, b, c, d] = x[n];
        x[n] = [c ^ last[0], d ^ last[1], a ^ last[2], b ^ last[3]];
    }
    x
}

/// Reads the words of a block.
#[inline(always)]
fn words(bytes: [u8; 16]) -> [u32; 4] {
    let number = u128::from_le_bytes(bytes);
    [number as u32, (number >> 32) as u32, (number >> 64) as u32, (number >> 96) as u32]
}

/// Encrypts or decrypts a group of blocks.
#[inline(always)]
fn blocks<const BACK: bool, const N: usize>(keys: &Keys, group: Group<'_, [u8; 16]>) {
    let mut x = [[0; 4]; N];
    for n in 0..N {
        x[n] = words(group.get(n));
        if let Some(pre) = group.pre(n) {
            let pre = words(pre);
            for i in 0..4 {
                x[n][i] ^= pre[i];
            }
        }
    }
    x = rounds::<BACK, N>(keys, x);
    for n in 0..N {
        let mut out = [0; 16];
        let post = group.post(n).map_or([0; 4], words);
        for i in 0..4 {
            out.as_chunks_mut().0[i] = (x[n][i] ^ post[i]).to_le_bytes();
        }
        group.put(n, out);
    }
}

/// Takes a run through the cipher.
#[inline(never)]
pub(super) fn run<const BACK: bool>(keys: &Keys, mut run: Run<'_>) {
    while let Some(group) = run.next(2) {
        blocks::<BACK, 2>(keys, group);
    }
    if let Some(group) = run.next(1) {
        blocks::<BACK, 1>(keys, group);
    }
}
