//! The key schedule and the rounds, on words.

use super::substitute;
use crate::simd::{Portable, memory::read_le32};

/// The fraction of the golden ratio, which the key schedule XORs into its words.
const PHI: u32 = 0x9e37_79b9;

/// Applies the S-box of this number modulo 8.
#[inline(always)]
fn by_number(number: usize, x: [u32; 4]) -> [u32; 4] {
    match number % 8 {
        0 => substitute::<0, u32>(Portable, x),
        1 => substitute::<1, u32>(Portable, x),
        2 => substitute::<2, u32>(Portable, x),
        3 => substitute::<3, u32>(Portable, x),
        4 => substitute::<4, u32>(Portable, x),
        5 => substitute::<5, u32>(Portable, x),
        6 => substitute::<6, u32>(Portable, x),
        _ => substitute::<7, u32>(Portable, x),
    }
}

/// Derives `N` subkeys from a key of at most 32 bytes, little-endian; a shorter key is followed by a single 1.
pub(crate) fn keys<const N: usize>(key: &[u8]) -> [[u32; 4]; N] {
    let mut bytes = [0; 32];
    for (byte, given) in bytes.iter_mut().zip(key) {
        *byte = *given;
    }
    if let Some(behind) = bytes.get_mut(key.len()) {
        *behind = 1;
    }
    let mut w = [0; 8];
    read_le32(&mut w, &bytes);
    let mut keys = [[0; 4]; N];
    for (number, subkey) in keys.iter_mut().enumerate() {
        for (i, word) in subkey.iter_mut().enumerate() {
            let next = (w[0] ^ w[3] ^ w[5] ^ w[7] ^ PHI ^ (4 * number + i) as u32).rotate_left(11);
            w.copy_within(1.., 0);
            w[7] = next;
            *word = next;
        }
        // from S-box 3 downwards
        *subkey = by_number(35 - number % 8, *subkey);
    }
    crate::wipe::wipe(&mut bytes);
    crate::wipe::wipe(&mut w);
    keys
}

/// Applies round `number`: subkey, S-box, linear transformation.
#[inline(always)]
pub(crate) fn round(number: usize, x: [u32; 4], key: &[u32; 4]) -> [u32; 4] {
    let [k0, k1, k2, k3] = *key;
    let [mut x0, mut x1, mut x2, mut x3] = by_number(number, [x[0] ^ k0, x[1] ^ k1, x[2] ^ k2, x[3] ^ k3]);
    x0 = x0.rotate_left(13);
    x2 = x2.rotate_left(3);
    x1 = (x1 ^ x0 ^ x2).rotate_left(1);
    x3 = (x3 ^ x2 ^ x0 << 3).rotate_left(7);
    x0 = (x0 ^ x1 ^ x3).rotate_left(5);
    x2 = (x2 ^ x3 ^ x1 << 7).rotate_left(22);
    [x0, x1, x2, x3]
}
