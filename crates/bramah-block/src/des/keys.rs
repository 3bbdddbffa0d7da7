//! The round keys of DES and Triple DES, in the two forms that the kernels read, and the detection of weak keys.

use super::tables::{PC1, PC2, ROTATED};
use crate::{Schedule, wipe};
use core::hint::black_box;

/// The round keys. Triple DES has the round keys of all three keys, in the order in which encryption uses them.
#[derive(Clone)]
pub struct Keys<const ROUNDS: usize> {
    /// A byte for each bit of a round key, -1 if the bit is set. There are eight bytes for each of the six inputs of an S-box,
    /// one for each S-box, in the order of [`BYTES`].
    pub(super) masks: [[i8; 48]; ROUNDS],
    /// A word for each round key, with the bits in the order of the kernel for few blocks: [`by_input`], or `functions::by_box`
    /// with AVX2.
    pub(super) words: [u64; ROUNDS],
}

impl<const ROUNDS: usize> Schedule for Keys<ROUNDS> {
    const EMPTY: Self = Self { masks: [[0; 48]; ROUNDS], words: [0; ROUNDS] };
    fn wipe(&mut self) {
        wipe::wipe(self.masks.as_flattened_mut());
        wipe::wipe(&mut self.words);
    }
}

/// For each S-box, the index of the byte of a 64-bit word that has the inputs of this S-box. Neighbouring S-boxes share inputs.
/// Therefore the upper half of the word has the inputs of S-boxes 1, 3, 5 and 7, and the lower half has the inputs of S-boxes
/// 2, 4, 6 and 8.
pub(super) const BYTES: [usize; 8] = [7, 3, 6, 2, 5, 1, 4, 0];

/// For each bit of the key, the bits of the sixteen round keys that are set if this bit is set. A round key is a word: its bits
/// for an S-box are in the byte that [`BYTES`] names, with the first input as bit 5.
static ADDED: [[u64; 16]; 64] = {
    let (mut added, mut i) = ([[0; 16]; 64], 0);
    while i < 16 * 48 {
        let (round, bit) = (i / 48, i % 48);
        let from = PC2[bit] as usize - 1;
        let number = PC1[from / 28 * 28 + (from % 28 + ROTATED[round]) % 28] as usize;
        added[64 - number][round] |= 1 << (8 * BYTES[bit / 6] + 5 - bit % 6);
        i += 1;
    }
    added
};

/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Returns the bits of a round key sorted by input: bit `j` of byte `i` is input `i` of S-box `j`. In the argument, the bits of
/// an S-box are in the byte that [`BYTES`] names.
pub(super) fn by_input(bits: u64) -> u64 {
    // moves byte `BYTES[j]`, which is 0 or 1, to bit `j` of the highest byte: no two of the products share a bit
    const GATHER: u64 = {
        let (mut gather, mut j) = (0, 0);
        while j < 8 {
            gather |= 1 << (56 + j - 8 * BYTES[j]);
            j += 1;
        }
        gather
    };
    (0..6).fold(0, |word, i| word | ((bits >> (5 - i) & ONES).wrapping_mul(GATHER) >> 56) << (8 * i))
}

/// A function that reorders the bits of a round key. In its argument, the bits of an S-box are in the byte that [`BYTES`] names.
type Order = fn(u64) -> u64;

/// Expands a key of DES to sixteen round keys, in the opposite order if `back` is set. Every bit of the key masks the round key
/// bits that it would set, so that no branch depends on the key.
fn expand_one(key: u64, back: bool, order: Order, masks: &mut [[i8; 48]], words: &mut [u64]) {
    let mut all = [0; 16];
    // `black_box` because the compiler would otherwise branch on a mask that is all ones or all zeros
    let mut bits_of_key: [u64; 64] = black_box(core::array::from_fn(|bit| (key >> bit & 1).wrapping_neg()));
    for (mask, added) in bits_of_key.iter().zip(&ADDED) {
        for (bits, added) in all.iter_mut().zip(added) {
            *bits |= added & mask;
        }
    }
    wipe::wipe(&mut bits_of_key);
    if back {
        all.reverse();
    }
    for ((bits, word), masks) in all.iter().zip(words).zip(masks) {
        for (i, eight) in masks.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            *eight = ((bits >> (5 - i) & ONES) * 0xff).to_le_bytes().map(|byte| byte as i8);
        }
        *word = order(*bits);
    }
    wipe::wipe(&mut all);
}

/// Expands a key of 8 bytes, or the keys of Triple DES: encryption under the first key, decryption under the second, encryption
/// under the third. If there are only two keys, the first is also the third.
#[inline(never)]
pub(super) fn expand<const ROUNDS: usize>(key: &[u8], order: Order, keys: &mut Keys<ROUNDS>) {
    let single = key.as_chunks().0;
    let stages = keys.masks.chunks_mut(16).zip(keys.words.chunks_mut(16));
    for (stage, (masks, words)) in stages.enumerate() {
        let number = u64::from_be_bytes(single[stage % single.len()]);
        expand_one(number, stage == 1, order, masks, words);
    }
}

/// Returns whether a key of DES, or one of the keys of Triple DES, is weak or semi-weak, or whether two consecutive keys of
/// Triple DES are equal, so that it is no stronger than DES under one key. Parity bits are ignored. The ciphers accept such weak
/// keys.
///
/// DES under a weak key is its own inverse. DES under a semi-weak key is the inverse of DES under another semi-weak key: NIST SP
/// 800-67, 3.3.2. No branch depends on the key.
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

/// The mask of the bits of a key without the parity bits.
const USED: u64 = 0xfefe_fefe_fefe_fefe;
/// The weak keys, followed by the semi-weak keys in pairs.
const WEAK: [u64; 16] = [
    0x0101_0101_0101_0101, 0xfefe_fefe_fefe_fefe, 0xe0e0_e0e0_f1f1_f1f1, 0x1f1f_1f1f_0e0e_0e0e,
    0x011f_011f_010e_010e, 0x1f01_1f01_0e01_0e01, 0x01e0_01e0_01f1_01f1, 0xe001_e001_f101_f101,
    0x01fe_01fe_01fe_01fe, 0xfe01_fe01_fe01_fe01, 0x1fe0_1fe0_0ef1_0ef1, 0xe01f_e01f_f10e_f10e,
    0x1ffe_1ffe_0efe_0efe, 0xfe1f_fe1f_fe0e_fe0e, 0xe0fe_e0fe_f1fe_f1fe, 0xfee0_fee0_fef1_fef1,
];
