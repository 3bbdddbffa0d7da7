//! OFB, output feedback (NIST SP 800-38A, 6.4).

use crate::simd::{
    blocks::{Blocks, ModeBlocks},
    memory::{Bytes, InOut},
};
use crate::wide::{Block, Serial, Wide};

pub(crate) struct Both;

impl Serial for Both {
    #[inline(always)]
    fn before<V: Blocks>(chain: V, _: V) -> V {
        chain
    }
    #[inline(always)]
    fn after<V: Blocks>(encrypted: V, input: V) -> (V, V) {
        (encrypted, encrypted.xor(input))
    }
}

/// Encrypts or decrypts whole blocks. `chain` is the last block of key stream, before and after the call.
#[inline(always)]
pub(crate) fn both<W: Wide>(w: W, chain: &mut Block<W>, data: InOut<'_>) {
    let (w, mut data) = (w.narrow(), data);
    let zero = w.load(&Bytes::ZERO);
    let mut register = w.masked(w.load(chain));
    while let Some(step) = data.next::<Block<W>, 1>() {
        register = w.link(register, zero);
        step.put(0, w.masked(register).xor(w.load(&step.get(0))).last());
    }
    *chain = w.masked(register).last();
}
