//! Streebog of one message with tables. The S-box, the transposition and the linear transformation are one look-up for
//! each byte, in a table for each row of the matrix.
//!
//! The keys and the state are two chains that do not wait for each other within a round.

use super::{
    Place,
    constants::{CONSTANTS, MATRIX, PI, POLYNOMIAL},
    inputs, split,
};
use crate::simd::gf::products;

static TABLES: [[u64; 256]; 8] = {
    let (mut tables, mut j) = ([[0; 256]; 8], 0);
    while j < 8 {
        tables[j] = products(&PI, MATRIX[j], POLYNOMIAL);
        j += 1;
    }
    tables
};

/// Applies the transformations S, P and L to `a ^ b`.
#[inline(always)]
fn lps(a: &[u64; 8], b: &[u64; 8]) -> [u64; 8] {
    let mut out = [0; 8];
    for j in 0..8 {
        let word = a[j] ^ b[j];
        for i in 0..8 {
            out[i] ^= TABLES[j][usize::from((word >> (8 * i)) as u8)];
        }
    }
    out
}

pub(super) fn compress(state: &mut [u64; 16], blocks: &[[u8; 64]], place: &Place) {
    let (hash, sum) = split(state);
    for (i, block) in blocks.iter().enumerate() {
        let (counter, message) = inputs(sum, place, i, block);
        let mut key = lps(hash, &counter);
        let mut text = message;
        for constant in &CONSTANTS {
            text = lps(&text, &key);
            key = lps(&key, constant);
        }
        for i in 0..8 {
            hash[i] ^= text[i] ^ key[i] ^ message[i];
        }
    }
}
