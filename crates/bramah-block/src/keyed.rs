//! A block cipher with its key, as a trait for code that does not know the type of the cipher.

use super::{Authenticated, Chained, Pass};
use crate::simd::{
    blocks::Increment,
    memory::{Bytes, InOut},
};

pub use sealed::Holds;

/// A block cipher with its key, over which the modes are written. Only this crate implements it.
pub trait Keyed: sealed::Keyed {
    /// A buffer for one block: an array of the block length if the type of the cipher determines it, and otherwise of the maximum
    /// block length.
    #[doc(hidden)]
    type Room: Bytes;
}

impl<T: Holds> Keyed for T {
    type Room = T::Room;
}

#[doc(hidden)]
pub mod sealed {
    use super::*;

    /// The methods of [`Keyed`](super::Keyed). Slices that stand for blocks must have the block length; with other lengths the
    /// methods do nothing.
    pub trait Keyed: Send + Sync {
        /// Returns the length of a block in bytes.
        fn block_len(&self) -> usize;
        /// Returns the name of the backend.
        fn backend(&self) -> &'static str;
        /// Returns whether CBC, CFB and OFB accept IVs of several blocks.
        fn takes_long_ivs(&self) -> bool;
        /// Encrypts or decrypts whole blocks. `chain` is the block that the mode passes from one block to the next, such as a
        /// counter or the previous ciphertext. ECB has none.
        fn pass(&self, pass: Pass, chain: &mut [u8], data: &mut InOut<'_>);
        /// Encrypts or decrypts in CTR to the end of a message that does not consist of whole blocks. Returns whether the
        /// backend has a function for this. Writes the key stream of the last block to `last`, which has the block length.
        fn ctr_end(
            &self,
            increment: Increment,
            counter: &mut [u8],
            data: &mut InOut<'_>,
            last: &mut [u8],
        ) -> bool;
        /// Computes the CBC-MAC of whole blocks: chains them as CBC does, but writes only the last block of ciphertext, to
        /// `chain`.
        fn mac(&self, chain: &mut [u8], data: &[u8]);
        /// Encrypts or decrypts in an authenticated mode. Returns whether the backend has a function for this. Every table has
        /// one for EAX and one for OCB over whole blocks.
        fn authenticated(
            &self,
            decrypt: bool,
            number: u128,
            operation: &mut Authenticated<'_, '_>,
            data: &mut InOut<'_>,
        ) -> bool;
        /// Returns the number of powers of the hash key that [`Authenticated::Gcm`] needs, or 0 if there is no function for GCM.
        fn gcm_powers(&self) -> usize;
        /// Returns the maximum number of messages in one call of [`many`](Self::many).
        fn lanes(&self) -> usize;
        /// Processes the first `blocks` blocks of each of up to [`lanes`](Self::lanes) messages in a chained mode. `chains` holds
        /// one chaining block for each message.
        fn many(&self, mode: Chained, chains: &mut [u8], messages: &mut [InOut<'_>], blocks: usize);
        /// Computes the CBC-MAC of the first `blocks` blocks of each of up to [`lanes`](Self::lanes) messages, like
        /// [`mac`](Self::mac). `chains` holds one chaining block for each message.
        fn many_macs(&self, chains: &mut [u8], messages: &[&[u8]], blocks: usize);
        /// Replaces the key by another one of equal length, on the current backend and without a tweak. Does nothing if the
        /// cipher is shared, as in MACs that do not replace keys.
        fn rekey(&mut self, key: &[u8], decrypts: bool);
        /// Returns the address and the length in bytes of the key schedule, for a caller that stores the schedule elsewhere
        /// between two calls. The address is null if another type holds the schedule.
        fn schedule(&mut self) -> (*mut u8, usize) {
            (core::ptr::null_mut(), 0)
        }
        /// Calls `work` with this cipher under another key, whose length must be valid. That cipher uses the current backend,
        /// only encrypts and has no tweak. The other key is erased before this function returns.
        fn with_key(&self, key: &[u8], work: &mut dyn FnMut(&dyn Keyed));
    }

    /// A type that wraps a cipher with its key, and delegates every method to the cipher.
    pub trait Holds: Send + Sync {
        /// The cipher.
        type Inner: Keyed + ?Sized;
        /// A buffer for one block, like [`Keyed::Room`](super::Keyed::Room) of the cipher.
        type Room: Bytes;
        /// Returns a reference to the cipher.
        fn inner(&self) -> &Self::Inner;
        /// Returns a mutable reference to the cipher, or `None` if the cipher is shared.
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
