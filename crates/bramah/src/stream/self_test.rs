//! The self-test that a candidate must pass before it is used.

use super::{KeyedCipher, StreamCipher, keyed::sealed::Keystream};
use crate::{backend::Backend, simd::memory::InOut};

/// Returns whether the first blocks of a keystream have the checksum `expected`. The checksum depends on the positions of
/// the bytes.
pub(crate) fn agrees<C: StreamCipher>(backend: Backend<C::Table>, expected: u64) -> bool {
    fold::<C>(backend) == expected
}

/// Returns the checksum of the first blocks of the keystream.
pub(crate) fn fold<C: StreamCipher>(backend: Backend<C::Table>) -> u64 {
    // as long as the longest key of any cipher
    let mut pattern = [0; 256];
    for (byte, i) in pattern.iter_mut().zip((1..=255).cycle()) {
        *byte = i;
    }
    let (key, nonce) = (&pattern[..C::INFO.key_len.max], &pattern[..C::INFO.nonce_len.max]);
    let mut cipher = KeyedCipher::<C>::new(backend, key);
    cipher.begin(nonce);
    let mut data = [0; 512];
    let len = 512 / C::BLOCK * C::BLOCK;
    cipher.blocks(&mut InOut::from(&mut data[..len]));
    data.iter().fold(0, |fold, byte| fold_in(fold, *byte))
}

fn fold_in(fold: u64, byte: u8) -> u64 {
    (fold ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
}
