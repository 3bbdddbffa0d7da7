//! Whirlpool from its mini-boxes: no table that is larger than a register, hence constant-time, and
//! yet faster than the tables of words.
//!
//! The key of a round and the state of the round before go through the same steps at once, a half of
//! each register for either. In each half, register `p` holds columns `2p` and `2p + 1` of the square:
//! ShiftColumns is then a shuffle within registers, and in MixRows a column at an even distance is
//! another register, one at an odd distance the same with all shifted by one column, which is done
//! once, for the sum of these.
//!
//! The last layer of mini-boxes and the multiples that MixRows needs are one step: a table for each
//! multiple of either nibble.

use super::{CONSTANTS, MINI_E, MINI_E_INVERSE, MINI_R, POLYNOMIAL};
use crate::simd::{Halves, product, transposed};

/// The last mini-boxes, times 1, 2, 4 and 8: E of the high nibble, and the inverse of E of the low.
static MULTIPLES: [[[u8; 16]; 2]; 4] = {
    let (mut tables, mut i) = ([[[0; 16]; 2]; 4], 0);
    while i < 4 {
        let mut x = 0;
        while x < 16 {
            tables[i][0][x] = product(MINI_E[x] << 4, 1 << i, POLYNOMIAL);
            tables[i][1][x] = product(MINI_E_INVERSE[x], 1 << i, POLYNOMIAL);
            x += 1;
        }
        i += 1;
    }
    tables
};
static E: [u8; 16] = MINI_E;
static E_INVERSE: [u8; 16] = MINI_E_INVERSE;
static R: [u8; 16] = MINI_R;

/// ShiftColumns: column `j` moves down by `j` rows.
static SHIFTS: [[u8; 16]; 4] = {
    let (mut shifts, mut p) = ([[0; 16]; 4], 0);
    while p < 4 {
        let mut i = 0;
        while i < 16 {
            let column = 2 * p + i / 8;
            shifts[p][i] = (i / 8 * 8 + (i + 8 - column) % 8) as u8;
            i += 1;
        }
        p += 1;
    }
    shifts
};

/// The constants of the rounds, their columns as the registers hold them.
static COLUMNS: [[[u8; 16]; 4]; 10] = {
    let (mut columns, mut r) = ([[[0; 16]; 4]; 10], 0);
    while r < 10 {
        let mut j = 0;
        while j < 8 {
            columns[r][j / 2][j % 2 * 8] = (CONSTANTS[r] >> (8 * j)) as u8;
            j += 1;
        }
        r += 1;
    }
    columns
};

/// The square that MixRows takes, times 1, 2, 4 and 8: SubBytes and ShiftColumns are done.
#[inline(always)]
fn multiples<H: Halves>(square: [H; 4]) -> [[H; 4]; 4] {
    let mut out = [square; 4];
    for p in 0..4 {
        let [low, high] = square[p].ordered(&SHIFTS[p]).nibbles();
        let (low, high) = (low.of(&E_INVERSE), high.of(&E));
        let mixed = low.xor(high).of(&R);
        let (low, high) = (low.xor(mixed), high.xor(mixed));
        for i in 0..4 {
            out[i][p] = high.of(&MULTIPLES[i][0]).xor(low.of(&MULTIPLES[i][1]));
        }
    }
    out
}

/// A round of the cipher, whose key is `key`.
#[inline(always)]
fn round<H: Halves>(square: [H; 4], key: [H; 4]) -> [H; 4] {
    let [x1, x2, x4, x8] = multiples(square);
    // the columns at distances d and d + 2, times 4 and 8: both halves of the sum have such
    let mut pair = x4;
    for p in 0..4 {
        pair[p] = x4[p].xor(x8[(p + 3) % 4]);
    }
    // at distances 1, 3, 5 and 7: times 1, 1, 5 and 9
    let all = x1[0].xor(x1[1]).xor(x1[2].xor(x1[3]));
    let mut odd = pair;
    for p in 0..4 {
        odd[p] = all.xor(pair[(p + 2) % 4]);
    }
    // at distances 0, 2, 4 and 6: times 1, 4, 8 and 2
    let mut out = key;
    for p in 0..4 {
        let even = x1[p].xor(x2[(p + 1) % 4]).xor(pair[(p + 3) % 4]);
        out[p] = key[p].xor(even).xor(odd[p].behind(odd[(p + 3) % 4]));
    }
    out
}

#[inline(always)]
fn bytes(words: &[u64; 8]) -> [[u8; 16]; 4] {
    let mut bytes = [[0; 16]; 4];
    for (i, word) in words.iter().enumerate() {
        bytes[i / 2][i % 2 * 8..][..8].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

#[inline(always)]
fn blocks<H: Halves>(isa: H::Isa, state: &mut [u64; 8], blocks: &[[u8; 64]]) {
    let rows = bytes(state);
    // both halves alike
    let mut hash = [H::load(isa, &rows[0], &rows[0]); 4];
    for p in 0..4 {
        hash[p] = H::load(isa, &rows[p], &rows[p]);
    }
    hash = transposed(hash);
    for block in blocks {
        let rows = block.as_chunks::<16>().0;
        let mut message = hash;
        for p in 0..4 {
            message[p] = H::load(isa, &rows[p], &rows[p]);
        }
        let message = transposed(message);
        let mut feed = hash;
        for p in 0..4 {
            feed[p] = hash[p].xor(message[p]);
        }
        // the key is a round ahead of the state
        let constant = |r: usize, p: usize| H::load(isa, &COLUMNS[r][p], &COLUMNS[r][p]);
        let mut key = hash;
        for p in 0..4 {
            key[p] = constant(0, p);
        }
        let mut both = round(hash, key);
        for p in 0..4 {
            both[p] = both[p].low_high(feed[p]);
        }
        for r in 1..10 {
            for p in 0..4 {
                key[p] = constant(r, p).lows(both[p]);
            }
            both = round(both, key);
        }
        for p in 0..4 {
            key[p] = both[p].lows(both[p]);
        }
        both = round(both, key);
        for p in 0..4 {
            hash[p] = both[p].xor(feed[p]).highs();
        }
    }
    let rows = transposed(hash);
    for p in 0..4 {
        let words = rows[p].store()[0];
        for (word, bytes) in state[2 * p..].iter_mut().zip(words.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn avx2(state: &mut [u64; 8], run: &[[u8; 64]]) {
    blocks::<crate::simd::Halves256>(crate::simd::Avx2::here(), state, run);
}
