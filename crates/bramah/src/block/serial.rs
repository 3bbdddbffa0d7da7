//! Blocks one by one, for ciphers with a kernel for single blocks: its latency is all that counts in CBC and CFB encryption,
//! OFB and MACs, where each block waits for the one before.
//!
//! Such a kernel holds a block in registers of its own, in any form that is linear in the block. The result of a block is
//! not loaded again, and need not leave the form: only the text enters it, ahead of time.

use crate::simd::{
    memory::{Plain, Run},
    octets::Single,
};

/// A cipher whose kernel takes one block at a time.
pub(crate) trait Serial<V: Single> {
    /// The round keys.
    type Keys;
    /// A block.
    type Block: Plain + 'static;
    /// A block in registers.
    type State: Copy;
    /// Makes the keys for single blocks, after those of the other kernels.
    #[inline(always)]
    fn expand(_isa: V::Isa, _keys: &mut Self::Keys) {}
    /// Puts a block into registers, by a linear map.
    fn enter(isa: V::Isa, keys: &Self::Keys, block: &Self::Block) -> Self::State;
    /// Returns the XOR of two blocks.
    fn sum(a: Self::State, b: Self::State) -> Self::State;
    /// Encrypts a block.
    fn encrypt(isa: V::Isa, keys: &Self::Keys, x: Self::State) -> Self::State;
    /// Undoes [`enter`](Self::enter).
    fn leave(isa: V::Isa, keys: &Self::Keys, x: Self::State) -> Self::Block;
}

/// Takes a serial run through the cipher.
#[inline(always)]
pub(crate) fn encrypt<C: Serial<V>, V: Single>(isa: V::Isa, keys: &C::Keys, run: Run<'_>) {
    let mut chain = run.chain::<C::Block>();
    let Some(previous) = chain.previous() else { return };
    let mut x = C::enter(isa, keys, &previous);
    while let Some((before, after, output)) = chain.step() {
        if let Some(before) = &before {
            x = C::sum(x, C::enter(isa, keys, before));
        }
        x = C::encrypt(isa, keys, x);
        if let Some(after) = &after {
            x = C::sum(x, C::enter(isa, keys, after));
        }
        *output = C::leave(isa, keys, x);
    }
}
