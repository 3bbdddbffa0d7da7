//! Whirlpool of one message with tables. The S-box, the shift of the columns and the multiplication by the circulant
//! matrix are one look-up for each byte.
//!
//! A circulant needs only one table, because the table of column `j` is the table of column 0 rotated by `j` bytes. The
//! key schedule and the state are two chains that do not wait for each other within a round.

use super::{CONSTANTS, DIFFUSION, POLYNOMIAL, SBOX};
use crate::simd::gf::products;

static TABLE: [u64; 256] = products(&SBOX, DIFFUSION, POLYNOMIAL);

/// Applies SubBytes, ShiftColumns and MixRows.
#[inline(always)]
fn round(rows: &[u64; 8]) -> [u64; 8] {
    let mut out = [0; 8];
    macro_rules! column {
        ($j:literal: $($i:literal)*) => { $(
            let byte = (rows[($i + 8 - $j) % 8] >> (8 * $j)) as u8;
            out[$i] ^= TABLE[usize::from(byte)].rotate_left(8 * $j);
        )* };
    }
    column!(0: 0 1 2 3 4 5 6 7);
    column!(1: 0 1 2 3 4 5 6 7);
    column!(2: 0 1 2 3 4 5 6 7);
    column!(3: 0 1 2 3 4 5 6 7);
    column!(4: 0 1 2 3 4 5 6 7);
    column!(5: 0 1 2 3 4 5 6 7);
    column!(6: 0 1 2 3 4 5 6 7);
    column!(7: 0 1 2 3 4 5 6 7);
    out
}

#[inline(always)]
fn xor(a: &mut [u64; 8], b: &[u64; 8]) {
    for i in 0..8 {
        a[i] ^= b[i];
    }
}

pub(super) fn compress(state: &mut [u64; 8], blocks: &[[u8; 64]]) {
    for block in blocks {
        let mut message = [0; 8];
        for (word, bytes) in message.iter_mut().zip(block.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        let mut key = *state;
        xor(state, &message);
        let mut rows = *state;
        for constant in CONSTANTS {
            key = round(&key);
            key[0] ^= constant;
            rows = round(&rows);
            xor(&mut rows, &key);
        }
        xor(state, &rows);
    }
}
