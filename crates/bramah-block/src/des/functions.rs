//! DES on few blocks, without addresses and branches that depend on their contents. The outputs of the S-boxes are Boolean
//! functions of six bits, which [`Functions`] evaluates. The order of the outputs includes the permutation P.
//!
//! A half is rotated to the left by one bit. Then the lowest six bits of its bytes are the inputs of the even S-boxes. After a
//! rotation back by four bits, they are the inputs of the odd S-boxes. The half in both rotations is a 64-bit word. The rounds
//! keep both halves as such words, and XOR the round key into the other half before the results of the S-boxes are ready.
//! Therefore only a rotation, a shift, two XORs and an AND lie between the results of one round and the inputs of the next.

use super::{
    keys::BYTES,
    single,
    tables::{TO, boxed},
};
use crate::simd::{Avx2, boolean::Functions, memory::Run};

/// Returns the bits of a round key unchanged. The six bits of each S-box are in the byte that [`BYTES`] names, and the bit of the
/// first input is the highest of them.
pub(super) fn by_box(bits: u64) -> u64 {
    bits
}

/// The outputs of the S-boxes, each at the position to which P moves it.
static OUTPUTS: Functions = {
    let (mut functions, mut i) = ([(0, 0); 32], 0);
    while i < 32 {
        let (number, mut table, mut bits) = (i / 4, 0, 0);
        while bits < 64 {
            table |= ((boxed(number, bits) >> (3 - i % 4) & 1) as u64) << bits;
            bits += 1;
        }
        functions[(32 - TO[i]) % 32] = (table, BYTES[number] as u8);
        i += 1;
    }
    Functions::new(&functions)
};

/// The bits of a word that are inputs of S-boxes.
const INPUTS: u64 = 0x3f3f_3f3f_3f3f_3f3f;

/// Returns the 64-bit word for a half.
#[inline(always)]
fn spread(half: u32) -> u64 {
    u64::from(half) ^ u64::from(half.rotate_right(4)) << 32
}

/// The permutation IP as exchanges of bits. It converts a block, read as a little-endian number, to a word with the left half
/// in the lower 32 bits and the right half in the upper 32 bits: a transposition of eight by eight bits, and then a separation
/// of even and odd bytes. Each exchange is a distance in bits, and a mask of the lower bit of each pair of bits.
const EXCHANGES: [(u32, u64); 5] = [
    (7, 0x00aa_00aa_00aa_00aa),
    (14, 0x0000_cccc_0000_cccc),
    (28, 0x0000_0000_f0f0_f0f0),
    (8, 0x0000_ff00_0000_ff00),
    (16, 0x0000_0000_ffff_0000),
];

/// Exchanges pairs of bits that are `by` bits apart; `low` is the mask of the lower bits.
#[inline(always)]
fn exchanged(x: u64, (by, low): (u32, u64)) -> u64 {
    let differ = (x ^ x >> by) & low;
    x ^ differ ^ differ << by
}

/// Encrypts blocks under sixteen round keys for each DES operation, or decrypts them if `back` is set.
#[inline(always)]
fn crypt<const N: usize>(isa: Avx2, keys: &[u64], back: bool, blocks: [[u8; 8]; N]) -> [[u8; 8]; N] {
    let (mut left, mut right) = ([0; N], [0; N]);
    for (i, block) in blocks.into_iter().enumerate() {
        let halves = EXCHANGES.into_iter().fold(u64::from_le_bytes(block), exchanged);
        left[i] = spread((halves as u32).rotate_left(1));
        right[i] = spread(((halves >> 32) as u32).rotate_left(1));
    }
    let stages = keys.len() / 16;
    for stage in 0..stages {
        let keys = &keys[16 * if back { stages - 1 - stage } else { stage }..][..16];
        let key = |round: usize| keys[if back { 15 - round } else { round }];
        let mut inputs = right.map(|half| (half ^ key(0)) & INPUTS);
        for round in 0..16 {
            let results = OUTPUTS.evaluate(isa, inputs);
            let next = key((round + 1) % 16);
            for (i, result) in results.into_iter().enumerate() {
                let result = spread(result);
                inputs[i] = ((left[i] ^ next) ^ result) & INPUTS;
                left[i] ^= result;
            }
            (left, right) = (right, left);
        }
        // the halves are exchanged at the end, or between two DES operations, where IP and its inverse cancel each other
        (left, right) = (right, left);
    }
    let mut blocks = [[0; 8]; N];
    for (i, block) in blocks.iter_mut().enumerate() {
        let [low, high] = [left[i], right[i]].map(|half| u64::from((half as u32).rotate_right(1)));
        *block = EXCHANGES.into_iter().rev().fold(low | high << 32, exchanged).to_le_bytes();
    }
    blocks
}

/// Encrypts or decrypts a run, four blocks at a time, so that the CPU works on one block while it waits for the results of
/// another. Then it processes two blocks, and then one.
#[inline(always)]
pub(super) fn run(isa: Avx2, keys: &[u64], back: bool, mut run: Run<'_>) {
    single::groups(&mut run, |blocks: [[u8; 8]; 4]| crypt(isa, keys, back, blocks));
    single::groups(&mut run, |blocks: [[u8; 8]; 2]| crypt(isa, keys, back, blocks));
    single::groups(&mut run, |blocks: [[u8; 8]; 1]| crypt(isa, keys, back, blocks));
}
