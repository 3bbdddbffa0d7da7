//! The compression function of HAS-160: four rounds of twenty steps over five variables, as in SHA-1. Each round uses
//! the words of the block in its own order. In every fifth step, beginning with the first, it uses the XOR of four
//! words instead. The variables stay in registers and rotate by renaming.

/// The numbers of the words in the order of the steps. Numbers from 16 on are XORs of four words.
const ORDER: [[usize; 20]; 4] = [
    [18, 0, 1, 2, 3, 19, 4, 5, 6, 7, 16, 8, 9, 10, 11, 17, 12, 13, 14, 15],
    [22, 3, 6, 9, 12, 23, 15, 2, 5, 8, 20, 11, 14, 1, 4, 21, 7, 10, 13, 0],
    [26, 12, 5, 14, 7, 27, 0, 9, 2, 11, 24, 4, 13, 6, 15, 25, 8, 1, 10, 3],
    [30, 7, 2, 13, 8, 31, 3, 14, 9, 4, 28, 15, 10, 5, 0, 29, 11, 6, 1, 12],
];
/// For each number from 16 to 31, the four words whose XOR it is; four numbers for each round.
const SUMS: [[usize; 4]; 16] = [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9, 10, 11],
    [12, 13, 14, 15],
    [3, 6, 9, 12],
    [2, 5, 8, 15],
    [1, 4, 11, 14],
    [0, 7, 10, 13],
    [5, 7, 12, 14],
    [0, 2, 9, 11],
    [4, 6, 13, 15],
    [1, 3, 8, 10],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
    [0, 5, 10, 15],
    [1, 6, 11, 12],
];
/// The distances by which the first variable is rotated in the steps of a round.
const ROTATIONS: [u32; 20] = [5, 11, 7, 15, 6, 13, 8, 14, 7, 12, 9, 11, 8, 15, 6, 12, 9, 14, 5, 13];

/// Applies a round. `f` is its function with its constant, and `turn` the distance by which the second variable is
/// rotated.
#[inline(always)]
fn round(s: &mut [u32; 5], x: &[u32; 32], order: &[usize; 20], turn: u32, f: impl Fn(u32, u32, u32) -> u32) {
    for (word, rotation) in order.iter().zip(ROTATIONS) {
        let [a, b, c, d, e] = *s;
        let sum = e.wrapping_add(a.rotate_left(rotation)).wrapping_add(f(b, c, d)).wrapping_add(x[word % 32]);
        *s = [sum, a, b.rotate_left(turn), c, d];
    }
}

/// Compresses blocks of one message.
#[inline(always)]
pub(super) fn compress(state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    for block in blocks {
        let mut x = [0; 32];
        for (word, bytes) in x.iter_mut().zip(block.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        for (place, words) in (16..32).zip(&SUMS) {
            x[place] = words.iter().fold(0, |sum, word| sum ^ x[word % 16]);
        }
        let mut s = *state;
        round(&mut s, &x, &ORDER[0], 10, |b, c, d| d ^ b & (c ^ d));
        round(&mut s, &x, &ORDER[1], 17, |b, c, d| (b ^ c ^ d).wrapping_add(0x5a82_7999));
        round(&mut s, &x, &ORDER[2], 25, |b, c, d| (c ^ (b | !d)).wrapping_add(0x6ed9_eba1));
        round(&mut s, &x, &ORDER[3], 30, |b, c, d| (b ^ c ^ d).wrapping_add(0x8f1b_bcdc));
        for (state, s) in state.iter_mut().zip(s) {
            *state = state.wrapping_add(s);
        }
    }
}
