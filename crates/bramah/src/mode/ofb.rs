//! OFB, output feedback: NIST SP 800-38A, 6.4.

use super::wide::{Block, Serial, Wide, serial};
use crate::simd::{Blocks, InOut};

pub(crate) struct Both;

impl Serial for Both {
    #[inline(always)]
    fn before<V: Blocks>(chain: V, _: V) -> V {
        chain
    }
    #[inline(always)]
    fn behind<V: Blocks>(encrypted: V, input: V) -> (V, V) {
        (encrypted, encrypted.xor(input))
    }
}

/// Encrypts or decrypts; `chain` is the block of keystream before, and after.
#[inline(always)]
pub(crate) fn both<W: Wide>(w: W, chain: &mut Block<W>, data: InOut<'_>) {
    serial::<_, Both>(w.narrow(), chain, data);
}
