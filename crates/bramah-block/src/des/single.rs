//! DES on one block, for modes in which each block depends on the previous one, without addresses and branches that depend on the
//! block or the key.
//!
//! A half is four bytes: byte `p` has bit `p` of each group of four bits, in the order of the S-boxes. Therefore the six inputs
//! of all S-boxes are six bytes, two of them rotated by one bit. A tree of selections looks up all S-boxes at once: a word has
//! the four outputs of the eight S-boxes, for both values of the first input.

use super::tables::{IP, TO, boxed};
use crate::simd::memory::Run;

/// Returns the position of a bit of a half in the four bytes.
const fn place(bit: usize) -> usize {
    8 * (bit % 4) + bit / 4
}

/// The S-box outputs for each value of the second to fifth input: the outputs for a last input of 0, then their XOR with the
/// outputs for a last input of 1. The lower 32 bits are for a first input of 0, and the upper 32 bits for 1.
static OUTPUTS: [[u64; 2]; 16] = {
    let (mut outputs, mut bits) = ([[0; 2]; 16], 0);
    while bits < 64 {
        let (mut word, mut number) = (0, 0);
        while number < 8 {
            let value = boxed(number, bits);
            let mut output = 0;
            while output < 4 {
                word |= ((value >> (3 - output) & 1) as u64) << (8 * output + number);
                output += 1;
            }
            number += 1;
        }
        let (middle, word) = (bits >> 1 & 15, word << (bits & 32));
        if bits & 1 == 0 {
            outputs[middle][0] |= word;
        }
        outputs[middle][1] ^= word;
        bits += 1;
    }
    outputs
};

/// For each distance, the mask of the bits that P rotates to the left by this distance.
const MOVED: [u32; 32] = {
    let (mut moved, mut i) = ([0; 32], 0);
    while i < 32 {
        // the position of output `i % 4` of S-box `i / 4`
        let (from, to) = (8 * (i % 4) + i / 4, place(TO[i]));
        moved[(to + 32 - from) % 32] |= 1 << from;
        i += 1;
    }
    moved
};

/// For each distance, the mask of the bits that IP rotates to the left by this distance (to a left half above a right half), and
/// the mask of the bits that the inverse of IP rotates to the right.
static TURNED: [[u64; 64]; 2] = {
    let (mut turned, mut i) = ([[0; 64]; 2], 0);
    while i < 64 {
        let from = 64 - IP[i] as usize;
        let to = place(i % 32) + if i < 32 { 32 } else { 0 };
        let by = (to + 64 - from) % 64;
        turned[0][by] |= 1 << from;
        turned[1][by] |= 1 << to;
        i += 1;
    }
    turned
};

/// Applies the permutation IP to a block.
#[inline(always)]
fn permuted(block: u64) -> u64 {
    let mut moved = 0;
    for (by, bits) in TURNED[0].iter().enumerate() {
        moved |= (block & bits).rotate_left(by as u32);
    }
    moved
}

/// Applies the inverse of the permutation IP to a block.
#[inline(always)]
fn restored(block: u64) -> u64 {
    let mut moved = 0;
    for (by, bits) in TURNED[1].iter().enumerate() {
        moved |= (block & bits).rotate_right(by as u32);
    }
    moved
}

/// Returns the round function of a half and a round key.
#[inline(always)]
fn mixed(half: u32, key: u64) -> u32 {
    let [first, .., last] = half.to_le_bytes();
    let inputs =
        u64::from(last.rotate_left(1)) | u64::from(half) << 8 | u64::from(first.rotate_right(1)) << 40;
    let inputs = inputs ^ key;
    // copies each input to all bytes of a word
    let input = |i: u32| (inputs >> (8 * i) & 0xff).wrapping_mul(0x0101_0101_0101_0101);
    let mut chosen = [0; 16];
    let by = input(5);
    for (to, [one, differ]) in chosen.iter_mut().zip(&OUTPUTS) {
        *to = one ^ differ & by;
    }
    macro_rules! choose {
        ($($i:literal $half:literal)*) => { $(
            let by = input($i);
            for j in 0..$half {
                let [one, other] = [chosen[2 * j], chosen[2 * j + 1]];
                chosen[j] = one ^ (one ^ other) & by;
            }
        )* };
    }
    choose!(4 8 3 4 2 2 1 1);
    let (low, high) = (chosen[0] as u32, (chosen[0] >> 32) as u32);
    let outputs = low ^ (low ^ high) & input(0) as u32;
    let mut sum = 0;
    macro_rules! moved {
        ($($by:literal)*) => { $(sum |= (outputs & const { MOVED[$by] }).rotate_left($by);)* };
    }
    moved!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
    sum
}

/// Encrypts a block under sixteen round keys for each DES operation, or decrypts it if `back` is set.
fn crypt(keys: &[u64], back: bool, block: [u8; 8]) -> [u8; 8] {
    let block = permuted(u64::from_be_bytes(block));
    let (mut left, mut right) = ((block >> 32) as u32, block as u32);
    let count = keys.len();
    for number in 0..count {
        let key = keys[if back { count - 1 - number } else { number }];
        (left, right) = (right, left ^ mixed(right, key));
        if number % 16 == 15 {
            (left, right) = (right, left);
        }
    }
    restored(u64::from(left) << 32 | u64::from(right)).to_be_bytes()
}

/// Encrypts or decrypts a run, one block after another.
#[inline(never)]
pub(super) fn run(keys: &[u64], back: bool, mut run: Run<'_>) {
    groups(&mut run, |[block]| [crypt(keys, back, block)]);
}

/// Encrypts or decrypts groups of `N` blocks with `function`, and XORs the streams of the run before and after it.
#[inline(always)]
pub(super) fn groups<const N: usize>(run: &mut Run<'_>, function: impl Fn([[u8; 8]; N]) -> [[u8; 8]; N]) {
    let with = |block: [u8; 8], more: Option<[u8; 8]>| match more {
        Some(more) => (u64::from_ne_bytes(block) ^ u64::from_ne_bytes(more)).to_ne_bytes(),
        None => block,
    };
    while let Some(group) = run.next::<[u8; 8]>(N) {
        let mut blocks = [[0; 8]; N];
        for (i, block) in blocks.iter_mut().enumerate() {
            *block = with(group.get(i), group.pre(i));
        }
        for (i, block) in function(blocks).into_iter().enumerate() {
            group.put(i, with(block, group.post(i)));
        }
    }
}
