//! The round keys of DES and of Triple DES, in the two forms in which the kernels read them, and weak keys.

use super::tables::{PC1, PC2, ROTATED};
use crate::{block::Schedule, wipe};

/// Round keys: for Triple DES those of all three keys, in the order in which encryption takes them.
#[derive(Clone)]
pub struct Keys<const ROUNDS: usize> {
    /// A byte for each bit of a round key, -1 if it is set: of each of the six inputs of an S-box, that of each S-box.
    pub(super) masks: [[i8; 48]; ROUNDS],
    /// A word for each round key, whose bits are in the order that the kernel for few blocks takes: [`by_input`], or with AVX2
    /// that of `functions::by_box`.
    pub(super) words: [u64; ROUNDS],
}

impl<const ROUNDS: usize> Schedule for Keys<ROUNDS> {
    const EMPTY: Self = Self { masks: [[0; 48]; ROUNDS], words: [0; ROUNDS] };
    fn wipe(&mut self) {
        wipe::wipe(self.masks.as_flattened_mut());
        wipe::wipe(&mut self.words);
    }
}

/// The bit of the two halves that is bit `8 * input + box` of a round key.
const ORDER: [usize; 48] = {
    let (mut order, mut i) = ([0; 48], 0);
    while i < 48 {
        order[i] = PC2[6 * (i % 8) + i / 8] as usize - 1;
        i += 1;
    }
    order
};

/// Returns the bits of a round key with those of input `i` in byte `i`, where bit `j` is that of S-box `j`.
pub(super) fn by_input(masks: &[i8; 48]) -> u64 {
    let mut word = 0;
    for (input, eight) in masks.as_chunks::<8>().0.iter().enumerate() {
        // the lowest bits of eight bytes, side by side: no two of the products meet in one bit
        let ones = u64::from_le_bytes(eight.map(|mask| mask as u8 & 1));
        word |= (ones.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * input);
    }
    word
}

/// A function that puts the bits of a round key in order, from a mask for each bit.
type Order = fn(&[i8; 48]) -> u64;

/// Expands a key of DES to sixteen round keys, in the opposite order if `back` is set.
fn expand_one(key: u64, back: bool, order: Order, masks: &mut [[i8; 48]], words: &mut [u64]) {
    // each half twice, so that a rotation is a place in it
    let mut bits = [[0_i8; 56]; 2];
    for (half, from) in bits.iter_mut().zip(PC1.as_chunks::<28>().0) {
        for (i, number) in from.iter().enumerate() {
            let bit = (key >> (64 - number) & 1) as i8;
            (half[i], half[i + 28]) = (-bit, -bit);
        }
    }
    for (round, (masks, word)) in masks.iter_mut().zip(words).enumerate() {
        let rotated = ROTATED[if back { 15 - round } else { round }];
        for (mask, from) in masks.iter_mut().zip(ORDER) {
            *mask = bits[from / 28][from % 28 + rotated];
        }
        *word = order(masks);
    }
    wipe::wipe(bits.as_flattened_mut());
}

/// Expands a key of 8 bytes, or the keys of Triple DES: encryption under the first, decryption under the second, encryption
/// under the third, which is the first if there are two.
#[inline(never)]
pub(super) fn expand<const ROUNDS: usize>(key: &[u8], order: Order, keys: &mut Keys<ROUNDS>) {
    let single = key.as_chunks().0;
    let stages = keys.masks.chunks_mut(16).zip(keys.words.chunks_mut(16));
    for (stage, (masks, words)) in stages.enumerate() {
        let number = u64::from_be_bytes(single[stage % single.len()]);
        expand_one(number, stage == 1, order, masks, words);
    }
}

/// Returns whether a key of DES, or one of the keys of Triple DES, is weak or semi-weak, or two keys of Triple DES that
/// follow each other are equal, so that it is DES under one key. Parity bits do not count. The ciphers take such keys.
///
/// DES under a weak key is its own inverse; under a semi-weak key it is the inverse of DES under another semi-weak key: NIST
/// SP 800-67, 3.3.2. No branch depends on the key.
///
/// ```
/// use bramah::block::des::is_weak;
///
/// assert!(is_weak(&[1; 8]) && is_weak(&[0; 8]));
/// assert!(!is_weak(&[1, 2, 3, 4, 5, 6, 7, 8]));
/// assert!(is_weak(&[7; 24]), "three equal keys");
/// ```
pub fn is_weak(key: &[u8]) -> bool {
    let mut weak = false;
    let mut before = None;
    for bytes in key.as_chunks::<8>().0 {
        let key = u64::from_be_bytes(*bytes) & USED;
        for known in WEAK {
            weak |= key == known & USED;
        }
        weak |= before == Some(key);
        before = Some(key);
    }
    weak
}

/// The bits of a key that are no parity bits.
const USED: u64 = 0xfefe_fefe_fefe_fefe;
/// The weak keys, and the semi-weak keys in pairs.
const WEAK: [u64; 16] = [
    0x0101_0101_0101_0101,
    0xfefe_fefe_fefe_fefe,
    0xe0e0_e0e0_f1f1_f1f1,
    0x1f1f_1f1f_0e0e_0e0e,
    0x011f_011f_010e_010e,
    0x1f01_1f01_0e01_0e01,
    0x01e0_01e0_01f1_01f1,
    0xe001_e001_f101_f101,
    0x01fe_01fe_01fe_01fe,
    0xfe01_fe01_fe01_fe01,
    0x1fe0_1fe0_0ef1_0ef1,
    0xe01f_e01f_f10e_f10e,
    0x1ffe_1ffe_0efe_0efe,
    0xfe1f_fe1f_fe0e_fe0e,
    0xe0fe_e0fe_f1fe_f1fe,
    0xfee0_fee0_fef1_fef1,
];
