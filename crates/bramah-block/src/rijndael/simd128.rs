//! AES in planes of SIMD128: eight blocks, without a table.
//!
//! A byte of a plane has one bit of each block. The bytes of a plane are in the order of the bytes of a block in memory, so
//! that one shuffle of a plane moves bytes in all blocks.

use super::sliced::{self, RoundKey, Sliced};
use crate::simd::{
    Simd128,
    gf::circuit::CONSTANT,
    octets::{Octets, OctetsWasm, bits_transposed},
};

/// The bytes of a round key. The key is the same for all blocks, so each byte of a plane of the key is all zeros or all ones.
pub(super) type Bytewise = [[u8; 8]; 2];

impl RoundKey<OctetsWasm> for Bytewise {
    #[inline(always)]
    fn plane<const I: usize>(&self) -> OctetsWasm {
        load(self.as_flattened()).with_bit::<I>()
    }
}

/// Loads sixteen bytes.
#[inline(always)]
fn load(bytes: &[u8]) -> OctetsWasm {
    OctetsWasm::load(Simd128::here(), bytes.first_chunk().unwrap_or(&[0; 16]))
}

/// Returns the shuffle indices that replace each byte by the byte that is `rows` rows and `columns + turns * row` columns
/// further, where `row` is the row of the replaced byte.
const fn order(rows: usize, columns: usize, turns: usize) -> [u8; 16] {
    let (mut order, mut i) = ([0; 16], 0);
    while i < 16 {
        let (row, column) = (i % 4, i / 4);
        order[i] = (4 * ((column + columns + turns * row) % 4) + (row + rows) % 4) as u8;
        i += 1;
    }
    order
}

impl Sliced for OctetsWasm {
    #[inline(always)]
    fn further<const ROWS: u32, const COLUMNS: u32>(self) -> Self {
        self.shuffled(const { &order(ROWS as usize, COLUMNS as usize, 0) })
    }
    #[inline(always)]
    fn shift_rows<const TIMES: usize>(self) -> Self {
        self.shuffled(const { &order(0, 0, TIMES) })
    }
}

/// Writes round keys from the words of the key expansion.
pub(super) fn write_keys(words: &[u32], keys: &mut [Bytewise]) {
    for (i, (key, words)) in keys.iter_mut().zip(words.as_chunks::<4>().0).enumerate() {
        // the first round key does not contain the constant of an S-box
        let constant = if i == 0 { 0 } else { CONSTANT };
        let bytes = key.as_flattened_mut();
        for (at, byte) in bytes.iter_mut().enumerate() {
            // each row is read from the column to which ShiftRows, applied `i` times, would have moved it
            let (row, column) = (at % 4, at / 4);
            *byte = words[(column + 4 - i * row % 4) % 4].to_le_bytes()[row] ^ constant;
        }
    }
}

/// Converts blocks to planes, applies a function to the planes, and converts them back.
#[inline(always)]
fn through<const BLOCK: usize, const WIDTH: usize>(
    blocks: &mut [[u8; BLOCK]; WIDTH],
    work: impl FnOnce([OctetsWasm; 8]) -> [OctetsWasm; 8],
) {
    const { assert!(BLOCK == 16 && WIDTH == 8) };
    let mut x = [load(&blocks[0]); 8];
    for i in 1..8 {
        x[i] = load(&blocks[i]);
    }
    let x = bits_transposed(work(bits_transposed(x)));
    for (block, x) in blocks.iter_mut().zip(x) {
        block.copy_from_slice(&x.store());
    }
}

/// Encrypts blocks, given all round keys.
#[inline(always)]
pub(super) fn encrypt<const BLOCK: usize, const WIDTH: usize>(
    keys: &[Bytewise],
    blocks: &mut [[u8; BLOCK]; WIDTH],
) {
    through(blocks, |x| sliced::encrypt(x, keys));
}

/// Decrypts blocks, given all round keys.
#[inline(always)]
pub(super) fn decrypt<const BLOCK: usize, const WIDTH: usize>(
    keys: &[Bytewise],
    blocks: &mut [[u8; BLOCK]; WIDTH],
) {
    through(blocks, |x| sliced::decrypt(x, keys));
}
