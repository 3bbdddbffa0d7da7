//! The key schedule of Anubis: section 3.7 of the paper.

use super::maps::{By2, By4, By8, TAU, substituted, theta};
use crate::{Schedule, octets::spread, simd::octets::Octets, wipe};

/// The maximum number of words of a key, and the maximum number of round keys.
const MAX_WORDS: usize = 10;
const MAX_KEYS: usize = MAX_WORDS + 9;

/// The round keys.
#[derive(Clone)]
pub struct Keys {
    /// The round keys as 16-byte blocks.
    pub(super) whole: [[u8; 16]; MAX_KEYS],
    /// The round keys with each byte repeated four times in a word, for byte-sliced kernels.
    pub(super) spread: [[u32; 16]; MAX_KEYS],
    /// The number of rounds, 12 to 18.
    pub(super) rounds: usize,
}

impl Schedule for Keys {
    const EMPTY: Self = Self { whole: [[0; 16]; MAX_KEYS], spread: [[0; 16]; MAX_KEYS], rounds: 0 };
    fn wipe(&mut self) {
        wipe::wipe(self.whole.as_flattened_mut());
        wipe::wipe(self.spread.as_flattened_mut());
    }
}

/// Byte masks for the key extraction: mask `j` selects the rows whose factor, one of the bases 1, 2, 6 and 8, contains the
/// summand `1 << j`.
static PARTS: [[u8; 16]; 4] = {
    const BASES: [u8; 4] = [1, 2, 6, 8];
    let (mut masks, mut i) = ([[0; 16]; 4], 0);
    while i < 64 {
        if BASES[i / 4 % 4] >> (i / 16) & 1 == 1 {
            masks[i / 16][i % 16] = 255;
        }
        i += 1;
    }
    masks
};

/// Applies a function of registers to the rows of the key state, four rows at a time.
#[inline(always)]
fn each<V: Octets>(isa: V::Isa, state: &mut [[u8; 16]; 3], work: impl Fn(V) -> V) {
    for piece in state {
        *piece = work(V::piece(isa, piece)).first();
    }
}

/// Expands a key.
#[inline(always)]
pub(super) fn expand<V: Octets>(isa: V::Isa, key: &[u8], keys: &mut Keys) {
    let words = (key.len() / 4).min(MAX_WORDS);
    keys.rounds = 8 + words;
    let mut state = [[0; 16]; 3];
    for (to, from) in state.as_flattened_mut().iter_mut().zip(key) {
        *to = *from;
    }
    let mut boxes = [[0; 16]; 3];
    for round in 0..MAX_KEYS {
        if round > keys.rounds {
            break;
        }
        // both the round key and the next state are computed from the state after the S-box
        boxes = state;
        each::<V>(isa, &mut boxes, substituted::<V>);
        let rows = boxes.as_flattened().as_chunks::<4>().0;
        // multiplies by the Vandermonde matrix with Horner's rule, for all rows of the result together
        let mut sum = V::splat(isa, 0);
        for at in 0..MAX_WORDS {
            if at < words {
                let row = V::splat(isa, u32::from_le_bytes(rows[words - 1 - at]));
                let part = |i: usize, x: V| x.and(V::piece(isa, &PARTS[i]));
                let doubled = part(0, sum).xor3(part(1, sum.affine::<By2>()), part(2, sum.affine::<By4>()));
                sum = doubled.xor3(part(3, sum.affine::<By8>()), row);
            }
        }
        let round_key = sum.shuffled(&TAU);
        keys.whole[round] = round_key.first();
        spread(round_key, &mut keys.spread[round]);
        // all bytes of a column move down, cyclically, by the index of the column
        let state = state.as_flattened_mut();
        let boxes = boxes.as_flattened();
        for row in 0..MAX_WORDS {
            if row < words {
                for column in 0..4 {
                    state[4 * ((row + column) % words) + column] = boxes[4 * row + column];
                }
            }
        }
        let [first, second, third] = state.as_chunks_mut().0 else { return };
        *first = theta(V::piece(isa, first)).xor(V::piece(isa, &CONSTANTS[round])).first();
        *second = theta(V::piece(isa, second)).first();
        *third = theta(V::piece(isa, third)).first();
    }
    wipe::wipe(state.as_flattened_mut());
    wipe::wipe(boxes.as_flattened_mut());
}

/// The constants that are XORed into the first row of the state after rounds 0, 1 and so on: the S-box of 0, 1, 2 and so on.
static CONSTANTS: [[u8; 16]; MAX_KEYS] = {
    let (table, mut constants, mut i) = (super::maps::table(), [[0; 16]; MAX_KEYS], 0);
    while i < 4 * MAX_KEYS {
        constants[i / 4][i % 4] = table[i];
        i += 1;
    }
    constants
};
