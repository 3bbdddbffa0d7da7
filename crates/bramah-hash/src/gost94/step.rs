//! The step function of GOST R 34.11-94 without its encryptions (RFC 5831, section 5): the four keys before them, the
//! mixing after them, and the sum of all blocks.
//!
//! A number of 256 bits is four words, the lowest word first.

use crate::frame::{Part, Place};

/// H and the sum of the blocks, four words each.
pub(super) type State = [u64; 8];

/// The constant of the third key (section 5.1). The constants of the second and fourth key are zero.
pub(super) const C3: [u64; 4] =
    [0xff00_ff00_ff00_ff00, 0x00ff_00ff_00ff_00ff, 0xff00_00ff_00ff_ff00, 0xff00_ffff_0000_00ff];

#[inline(always)]
fn xor(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    [a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3]]
}

/// Applies the transformation A (section 5.1).
#[inline(always)]
fn a(y: [u64; 4]) -> [u64; 4] {
    [y[1], y[2], y[3], y[0] ^ y[1]]
}

/// Applies the transformation P (section 5.1). The bytes are four rows of eight, and are read by columns; a column is a
/// word of the key.
#[inline(always)]
fn p(y: [u64; 4]) -> [u32; 8] {
    const BYTES: u64 = 0x00ff_00ff_00ff_00ff;
    const PAIRS: u64 = 0x0000_ffff_0000_ffff;
    let even = |y: u64, z: u64| y & BYTES | (z & BYTES) << 8;
    let odd = |y: u64, z: u64| y >> 8 & BYTES | z & !BYTES;
    let low = |y: u64, z: u64| y & PAIRS | (z & PAIRS) << 16;
    let high = |y: u64, z: u64| y >> 16 & PAIRS | z & !PAIRS;
    let (e, f) = (even(y[0], y[1]), even(y[2], y[3]));
    let (o, q) = (odd(y[0], y[1]), odd(y[2], y[3]));
    let [k04, k26, k15, k37] = [low(e, f), high(e, f), low(o, q), high(o, q)];
    [
        k04 as u32,
        k15 as u32,
        k26 as u32,
        k37 as u32,
        (k04 >> 32) as u32,
        (k15 >> 32) as u32,
        (k26 >> 32) as u32,
        (k37 >> 32) as u32,
    ]
}

/// Returns the keys of the four encryptions (section 5.1).
#[inline(always)]
pub(super) fn keys(h: [u64; 4], m: [u64; 4]) -> [[u32; 8]; 4] {
    let (u, v) = (h, m);
    let k1 = p(xor(u, v));
    let (u, v) = (a(u), a(a(v)));
    let k2 = p(xor(u, v));
    let (u, v) = (xor(a(u), C3), a(a(v)));
    let k3 = p(xor(u, v));
    let (u, v) = (a(u), a(a(v)));
    [k1, k2, k3, p(xor(u, v))]
}

/// Applies one step of the shift register of sixteen 16-bit words (RFC 5831, section 5.3).
#[inline(always)]
fn psi(y: [u64; 4]) -> [u64; 4] {
    let taps = y[0] ^ y[0] >> 16 ^ y[0] >> 32 ^ y[0] >> 48 ^ y[3] ^ y[3] >> 48;
    [y[0] >> 16 | y[1] << 48, y[1] >> 16 | y[2] << 48, y[2] >> 16 | y[3] << 48, y[3] >> 16 | taps << 48]
}

/// Applies four steps at once: first the part of each of the four new words that comes from old words, then the prefix
/// XOR of these parts.
#[inline(always)]
fn psi4(y: [u64; 4]) -> [u64; 4] {
    let at = |n: u32| y[0] >> n | y[1] << (64 - n);
    let mut new = y[0] ^ at(16) ^ at(32) ^ at(48) ^ y[3];
    new ^= new << 16;
    new ^= new << 32;
    [y[1], y[2], y[3], new ^ (y[3] >> 48).wrapping_mul(0x0001_0001_0001_0001)]
}

/// Returns the new H (section 5.3).
#[inline(always)]
pub(super) fn mix(h: [u64; 4], m: [u64; 4], s: [u64; 4]) -> [u64; 4] {
    let mut y = psi4(psi4(psi4(s)));
    y = xor(psi(xor(y, m)), h);
    for _ in 0..15 {
        y = psi4(y);
    }
    psi(y)
}

/// Returns `a + b` modulo 2^256.
#[inline(always)]
fn add(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    let (mut sum, mut carry) = ([0; 4], false);
    for i in 0..4 {
        let (x, over) = a[i].overflowing_add(b[i]);
        let (x, again) = x.overflowing_add(carry.into());
        (sum[i], carry) = (x, over | again);
    }
    sum
}

#[inline(always)]
pub(super) fn words(bytes: &[u8; 32]) -> [u64; 4] {
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    words
}

fn bytes_of(words: [u64; 4]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

/// Calls `step` for each block, including the two blocks that end a message, and adds the message blocks to `sum`.
#[inline(always)]
pub(super) fn blocks(
    sum: &mut [u64; 4],
    blocks: &[[u8; 32]],
    place: &Place,
    mut step: impl FnMut(&[u8; 32]),
) {
    for (i, block) in blocks.iter().enumerate() {
        let block = match place.part(i, 32) {
            Part::Message(_) => {
                *sum = add(*sum, words(block));
                *block
            }
            Part::Length(bytes) => {
                bytes_of([(bytes << 3) as u64, (bytes >> 61) as u64, (bytes >> 125) as u64, 0])
            }
            Part::Sum => bytes_of(*sum),
        };
        // called at only one place, so that it is inlined into the loop
        step(&block);
    }
}

/// Splits the state into H and the sum of the blocks.
#[inline(always)]
pub(super) fn split(state: &mut State) -> (&mut [u64; 4], &mut [u64; 4]) {
    let [h, sum] = state.as_chunks_mut().0 else { unreachable!("eight words") };
    (h, sum)
}
