//! The key schedules of CAST-128 and CAST-256: RFC 2144, 2.4; RFC 2612, 2.4.

use super::{
    KEY_BOXES,
    functions::{Pair, with_f},
};
use crate::{Schedule, simd::words::Boxed, wipe};

/// The masking keys and rotations of CAST-128.
#[derive(Clone)]
pub struct Keys128 {
    pub(super) pairs: [Pair; 16],
    /// The number of rounds: 12 for keys of up to 80 bits, 16 for longer ones.
    pub(super) rounds: usize,
}

impl Schedule for Keys128 {
    const EMPTY: Self = Self { pairs: [[0; 2]; 16], rounds: 0 };
    fn wipe(&mut self) {
        wipe::wipe(self.pairs.as_flattened_mut());
    }
}

/// The masking keys and rotations of the twelve quad-rounds of CAST-256.
#[derive(Clone)]
pub struct Keys256(pub(super) [[Pair; 4]; 12]);

impl Schedule for Keys256 {
    const EMPTY: Self = Self([[[0; 2]; 4]; 12]);
    fn wipe(&mut self) {
        wipe::wipe(self.0.as_flattened_mut().as_flattened_mut());
    }
}

/// Four lines of the schedule of CAST-128. A line has the indices of the bytes that are looked up in S5 to S8, then the index of
/// one more byte, and the S-box in which this byte is looked up (0 is S5).
type Lines = [([usize; 4], usize, usize); 4];

/// The lines that compute `z` from `x`, and the index of the word of `x` that each line XORs. Bytes of `z` are numbered from 0,
/// and bytes of `x` from 16.
const Z: (Lines, [usize; 4]) = (
    [([29, 31, 28, 30], 24, 2), ([0, 2, 1, 3], 26, 3), ([7, 6, 5, 4], 25, 0), ([10, 9, 11, 8], 27, 1)],
    [0, 2, 3, 1],
);
/// The lines that compute `x` from `z`, and the index of the word of `z` that each line XORs. Bytes of `z` are numbered from 0,
/// and bytes of `x` from 16.
const X: (Lines, [usize; 4]) = (
    [([5, 7, 4, 6], 0, 2), ([16, 18, 17, 19], 2, 3), ([23, 22, 21, 20], 1, 0), ([26, 25, 27, 24], 3, 1)],
    [2, 0, 1, 3],
);
/// The lines that compute the round keys, four at a time: from `z`, from `x`, from `z`, and from `x`.
const KEYS: [Lines; 4] = [
    [([8, 9, 7, 6], 2, 0), ([10, 11, 5, 4], 6, 1), ([12, 13, 3, 2], 9, 2), ([14, 15, 1, 0], 12, 3)],
    [([3, 2, 12, 13], 8, 0), ([1, 0, 14, 15], 13, 1), ([7, 6, 8, 9], 3, 2), ([5, 4, 10, 11], 7, 3)],
    [([3, 2, 12, 13], 9, 0), ([1, 0, 14, 15], 12, 1), ([7, 6, 8, 9], 2, 2), ([5, 4, 10, 11], 6, 3)],
    [([8, 9, 7, 6], 3, 0), ([10, 11, 5, 4], 7, 1), ([12, 13, 3, 2], 8, 2), ([14, 15, 1, 0], 13, 3)],
];

/// Returns the XOR of the words that a line looks up, for byte numbers that count from `words[base]`.
#[inline(always)]
fn line<V: Boxed>(
    token: V::Isa,
    words: &[u32; 8],
    base: usize,
    (four, one, table): ([usize; 4], usize, usize),
) -> u32 {
    let byte = |at: usize| words[base + at / 4].to_be_bytes()[at % 4];
    let all =
        V::splat(token, u32::from_be_bytes([byte(four[0]), byte(four[1]), byte(four[2]), byte(four[3])]));
    let [[a], [b], [c], [d]] = V::look_up(
        token,
        [all],
        [(3, &KEY_BOXES[0]), (2, &KEY_BOXES[1]), (1, &KEY_BOXES[2]), (0, &KEY_BOXES[3])],
    );
    let [[e]] = V::look_up(token, [V::splat(token, byte(one).into())], [(0, &KEY_BOXES[table])]);
    a.xor(b).xor(c).xor(d).xor(e).first()
}

/// Expands a key of CAST-128, 5 to 16 bytes.
#[inline(always)]
pub(super) fn expand128<V: Boxed>(token: V::Isa, key: &[u8], keys: &mut Keys128) {
    keys.rounds = if key.len() <= 10 { 12 } else { 16 };
    let mut bytes = [0; 16];
    for (byte, given) in bytes.iter_mut().zip(key) {
        *byte = *given;
    }
    // the words of `z`, followed by the words of `x`
    let mut words = [0; 8];
    for (word, bytes) in words[4..].iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for half in 0..2 {
        // a macro, so that every number in a line is a constant
        macro_rules! lines {
            ($($four:literal)*) => { $({
                const FROM_TO: [usize; 2] = if $four % 2 == 0 { [4, 0] } else { [0, 4] };
                const LINES: (Lines, [usize; 4]) = if $four % 2 == 0 { Z } else { X };
                lines!(@ LINES FROM_TO, 0 1 2 3);
                lines!(@ $four FROM_TO, keys 0 1 2 3);
            })* };
            (@ $lines:ident $from_to:ident, $($i:literal)*) => { $(
                let sum = line::<V>(token, &words, 0, const { $lines.0[$i] });
                words[$from_to[1] + $i] = sum ^ words[$from_to[0] + const { $lines.1[$i] }];
            )* };
            (@ $four:literal $from_to:ident, keys $($i:literal)*) => { $(
                let key = line::<V>(token, &words, $from_to[1], const { KEYS[$four][$i] });
                keys.pairs[4 * $four + $i][half] = if half == 0 { key } else { key % 32 };
            )* };
        }
        lines!(0 1 2 3);
    }
    wipe::wipe(&mut bytes);
    wipe::wipe(&mut words);
}

/// Expands a key of CAST-256, 16 to 32 bytes.
#[inline(always)]
pub(super) fn expand256<V: Boxed>(token: V::Isa, key: &[u8], keys: &mut Keys256) {
    let mut bytes = [0; 32];
    bytes[..key.len().min(32)].copy_from_slice(&key[..key.len().min(32)]);
    let mut words = [V::splat(token, 0); 8];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = V::splat(token, u32::from_be_bytes(*bytes));
    }
    // the initial constants of RFC 2612, to which other constants are added for each function
    let (mut mask, mut by) = (0x5a82_7999_u32, 19);
    for quad in &mut keys.0 {
        for step in 0..16 {
            let (to, from) = ((14 - step % 8) % 8, (15 - step % 8) % 8);
            [words[to]] = with_f(token, step % 8 % 3, [words[to]], [words[from]], [mask, by]);
            (mask, by) = (mask.wrapping_add(0x6ed9_eba1), (by + 17) % 32);
        }
        for (i, pair) in quad.iter_mut().enumerate() {
            *pair = [words[7 - 2 * i].first(), words[2 * i].first() % 32];
        }
    }
    wipe::wipe(&mut bytes);
}
