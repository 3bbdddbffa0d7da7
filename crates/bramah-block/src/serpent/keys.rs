//! The key schedule of Serpent: section 4 of the proposal.

use super::boxes::substituted;
use crate::{Schedule, simd::memory::read_le32, wipe};

/// The number of subkeys of a cipher with 32 rounds.
pub(super) const SUBKEYS: usize = 33;

/// The 33 subkeys, of four words each.
#[derive(Clone)]
#[repr(align(64))]
pub struct Keys(pub(super) [[u32; 4]; SUBKEYS]);

impl Schedule for Keys {
    const EMPTY: Self = Self([[0; 4]; SUBKEYS]);
    fn wipe(&mut self) {
        wipe::wipe(self.0.as_flattened_mut());
    }
}

/// The fractional part of the golden ratio, which the key schedule XORs into its words.
const PHI: u32 = 0x9e37_79b9;

/// Applies the S-box with index `number` modulo 8.
#[inline(always)]
pub(super) fn by_number(number: usize, x: [u32; 4]) -> [u32; 4] {
    match number % 8 {
        0 => substituted::<0, u32>(x),
        1 => substituted::<1, u32>(x),
        2 => substituted::<2, u32>(x),
        3 => substituted::<3, u32>(x),
        4 => substituted::<4, u32>(x),
        5 => substituted::<5, u32>(x),
        6 => substituted::<6, u32>(x),
        _ => substituted::<7, u32>(x),
    }
}

/// Derives `N` subkeys from a key of at most 32 bytes, read as little-endian words. A shorter key is padded with a single 1 bit
/// and zeros.
#[inline(never)]
pub fn subkeys<const N: usize>(key: &[u8], keys: &mut [[u32; 4]; N]) {
    let mut bytes = [0; 32];
    for (byte, given) in bytes.iter_mut().zip(key) {
        *byte = *given;
    }
    if let Some(after) = bytes.get_mut(key.len()) {
        *after = 1;
    }
    let mut w = [0; 8];
    read_le32(&mut w, &bytes);
    let mut number = 0;
    // a group of eight subkeys uses the S-boxes 3, 2, 1, 0, 7, 6, 5 and 4, whose numbers are constants in this loop
    for eight in keys.chunks_mut(8) {
        // eight words of the sequence are two subkeys; in a macro, every index into `w` is a constant
        macro_rules! pairs {
            ($($at:literal $first:literal $second:literal),*) => { $(
                if let Some(one) = eight.get_mut($at) {
                    for i in 0..8 {
                        let sum = w[i] ^ w[(i + 3) % 8] ^ w[(i + 5) % 8] ^ w[(i + 7) % 8];
                        w[i] = (sum ^ PHI ^ (number + i) as u32).rotate_left(11);
                    }
                    number += 8;
                    *one = substituted::<$first, u32>([w[0], w[1], w[2], w[3]]);
                    if let Some(two) = eight.get_mut($at + 1) {
                        *two = substituted::<$second, u32>([w[4], w[5], w[6], w[7]]);
                    }
                }
            )* };
        }
        pairs!(0 3 2, 2 1 0, 4 7 6, 6 5 4);
    }
    wipe::wipe(&mut bytes);
    wipe::wipe(&mut w);
}

/// Expands a key.
pub(super) fn expand(key: &[u8], _: bool, keys: &mut Keys) {
    subkeys(key, &mut keys.0);
}
