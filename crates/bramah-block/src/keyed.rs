//! A cipher with its key, as a trait that hides the type of the cipher.

use super::{Authenticated, Chained, Pass};
use crate::simd::{
    blocks::Increment,
    memory::{Bytes, InOut},
};

pub use sealed::Holds;

/// A block cipher with its key, over which the modes are written. Only this crate implements it.
pub trait Keyed: sealed::Keyed {
    /// Room for a block: an array as long as a block if the type of the cipher says how long that is, and otherwise the longest.
    #[doc(hidden)]
    type Room: Bytes;
}

impl<T: Holds> Keyed for T {
    type Room = T::Room;
}

#[doc(hidden)]
pub mod sealed {
    use super::*;

    /// The methods of [`Keyed`](super::Keyed). Slices that stand for blocks must have the length of a block; otherwise
    /// nothing is done.
    pub trait Keyed: Send + Sync {
        /// Returns the length of a block in bytes.
        fn block_len(&self) -> usize;
        /// Returns the name of the backend.
        fn backend(&self) -> &'static str;
        /// Returns whether CBC, CFB and OFB take IVs of several blocks.
        fn takes_long_ivs(&self) -> bool;
        /// Encrypts or decrypts whole blocks. `chain` is the block that the mode passes on from block to block, such as
        /// a counter; ECB has none.
        fn pass(&self, pass: Pass, chain: &mut [u8], data: &mut InOut<'_>);
        /// Encrypts or decrypts in CTR to an end within a block, and returns whether there is a function for that. The keystream
        /// of the last block is written to `last`, which has the length of a block.
        fn ctr_end(
            &self,
            increment: Increment,
            counter: &mut [u8],
            data: &mut InOut<'_>,
            last: &mut [u8],
        ) -> bool;
        /// Chains whole blocks as CBC does, but writes only the last block of ciphertext, to `chain`.
        fn mac(&self, chain: &mut [u8], data: &[u8]);
        /// Encrypts or decrypts in an authenticated mode, and returns whether there is a function for that: EAX, and OCB over whole
        /// blocks, have one in every table.
        fn authenticated(
            &self,
            decrypt: bool,
            number: u128,
            operation: &mut Authenticated<'_, '_>,
            data: &mut InOut<'_>,
        ) -> bool;
        /// Returns how many powers of the hash key [`Authenticated::Gcm`] needs, or 0 if there is no such function.
        fn gcm_powers(&self) -> usize;
        /// Returns the number of messages that [`many`](Self::many) takes.
        fn lanes(&self) -> usize;
        /// Takes the first `blocks` blocks of each of up to [`lanes`](Self::lanes) messages through a mode: `chains`
        /// holds a block of each message.
        fn many(&self, mode: Chained, chains: &mut [u8], messages: &mut [InOut<'_>], blocks: usize);
        /// Chains the first `blocks` blocks of each of up to [`lanes`](Self::lanes) messages as [`mac`](Self::mac)
        /// does: `chains` holds a block of each message.
        fn many_macs(&self, chains: &mut [u8], messages: &[&[u8]], blocks: usize);
        /// Replaces the key by another of the same length, on the same backend and without a tweak. Does nothing if the
        /// cipher is shared, as it is by MACs that do not replace keys.
        fn rekey(&mut self, key: &[u8], decrypts: bool);
        /// Returns the address of the key schedule, and its length in bytes: for a caller that keeps it elsewhere between two
        /// calls. Null if another type holds it.
        fn schedule(&mut self) -> (*mut u8, usize) {
            (core::ptr::null_mut(), 0)
        }
        /// Calls `work` with this cipher under another key of a length that it takes, on the same backend, for
        /// encryption alone and without a tweak. The key is erased before this returns.
        fn with_key(&self, key: &[u8], work: &mut dyn FnMut(&dyn Keyed));
    }

    /// A type that holds a cipher with its key and delegates every method to it.
    pub trait Holds: Send + Sync {
        /// The cipher.
        type Inner: Keyed + ?Sized;
        /// Room for a block: that of the cipher.
        type Room: Bytes;
        /// Returns the cipher.
        fn inner(&self) -> &Self::Inner;
        /// Returns the cipher to be changed, unless it is shared.
        fn inner_mut(&mut self) -> Option<&mut Self::Inner>;
    }
}

impl<T: Holds> sealed::Keyed for T {
    #[inline(always)]
    fn block_len(&self) -> usize {
        self.inner().block_len()
    }
    fn backend(&self) -> &'static str {
        self.inner().backend()
    }
    fn takes_long_ivs(&self) -> bool {
        self.inner().takes_long_ivs()
    }
    #[inline]
    fn pass(&self, pass: Pass, chain: &mut [u8], data: &mut InOut<'_>) {
        self.inner().pass(pass, chain, data);
    }
    #[inline]
    fn ctr_end(
        &self,
        increment: Increment,
        counter: &mut [u8],
        data: &mut InOut<'_>,
        last: &mut [u8],
    ) -> bool {
        self.inner().ctr_end(increment, counter, data, last)
    }
    #[inline]
    fn mac(&self, chain: &mut [u8], data: &[u8]) {
        self.inner().mac(chain, data);
    }
    #[inline]
    fn authenticated(
        &self,
        decrypt: bool,
        number: u128,
        operation: &mut Authenticated<'_, '_>,
        data: &mut InOut<'_>,
    ) -> bool {
        self.inner().authenticated(decrypt, number, operation, data)
    }
    #[inline]
    fn gcm_powers(&self) -> usize {
        self.inner().gcm_powers()
    }
    fn lanes(&self) -> usize {
        self.inner().lanes()
    }
    fn many(&self, mode: Chained, chains: &mut [u8], messages: &mut [InOut<'_>], blocks: usize) {
        self.inner().many(mode, chains, messages, blocks);
    }
    fn many_macs(&self, chains: &mut [u8], messages: &[&[u8]], blocks: usize) {
        self.inner().many_macs(chains, messages, blocks);
    }
    fn rekey(&mut self, key: &[u8], decrypts: bool) {
        if let Some(inner) = self.inner_mut() {
            inner.rekey(key, decrypts);
        }
    }
    fn with_key(&self, key: &[u8], work: &mut dyn FnMut(&dyn sealed::Keyed)) {
        self.inner().with_key(key, work);
    }
}
