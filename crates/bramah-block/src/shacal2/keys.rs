//! The key schedule of SHACAL-2: the message schedule of SHA-256 (FIPS 180-4, 6.2.2), with the key as the message block.

use crate::primitives::sha2::K256;
use crate::{Schedule, wipe};

/// The words that are added in the 64 rounds. Each is the sum of a word of the expanded key and a round constant of SHA-256.
#[derive(Clone)]
#[repr(align(64))]
pub struct Keys(pub(super) [u32; 64]);

impl Schedule for Keys {
    const EMPTY: Self = Self([0; 64]);
    fn wipe(&mut self) {
        wipe::wipe(&mut self.0);
    }
}

/// Calls `expand` with a 64-byte key. A shorter key is padded with zeros.
#[inline(always)]
pub(super) fn padded(key: &[u8], expand: impl FnOnce(&[u8; 64])) {
    let mut bytes = [0; 64];
    for (byte, given) in bytes.iter_mut().zip(key) {
        *byte = *given;
    }
    expand(&bytes);
    wipe::wipe(&mut bytes);
}

/// Expands a key.
#[inline(never)]
pub(super) fn expand(key: &[u8; 64], keys: &mut Keys) {
    let mut w = [0_u32; 16];
    for (word, bytes) in w.iter_mut().zip(key.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for (at, (keys, constants)) in keys.0.as_chunks_mut::<16>().0.iter_mut().zip(K256.iter()).enumerate() {
        for i in 0..16 {
            if at > 0 {
                let (early, late) = (w[(i + 1) % 16], w[(i + 14) % 16]);
                let early = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
                let late = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
                w[i] = w[i].wrapping_add(early).wrapping_add(w[(i + 9) % 16]).wrapping_add(late);
            }
            keys[i] = w[i].wrapping_add(constants[i]);
        }
    }
    wipe::wipe(&mut w);
}
