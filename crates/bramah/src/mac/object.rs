//! The interface to a MAC chosen by name, with its key.

use super::Prf;
use alloc::boxed::Box;

/// The interface through which [`AnyMac`](super::AnyMac) uses a MAC with its key.
pub(crate) trait Object: Send + Sync {
    /// Returns the name of the backend in use.
    fn backend(&self) -> &'static str;
    /// Appends to the message.
    fn update(&mut self, data: &[u8]);
    /// Ends the message and writes its whole tag. Afterwards the MAC may only be reset or renewed.
    fn finish(&mut self, tag: &mut [u8]);
    /// Discards the message, and begins an empty one with the same nonce.
    fn reset(&mut self);
    /// Discards the message, and begins an empty one with another nonce, whose length must be valid.
    fn renew(&mut self, _nonce: &[u8]) {
        self.reset();
    }
    /// Returns a copy of the MAC.
    fn boxed_clone(&self) -> Box<dyn Object>;
    /// Computes the whole tag of a whole message. The message in progress is discarded. Afterwards the MAC may only be reset or
    /// renewed, as after [`finish`](Self::finish).
    fn whole(&mut self, message: &[u8], tag: &mut [u8]) {
        self.reset();
        self.update(message);
        self.finish(tag);
    }
    /// Computes the tags of many messages; `tags` receives their concatenation, each of `len` bytes. The message in progress is
    /// discarded, as in `whole`.
    fn many(&mut self, messages: &[&[u8]], tags: &mut [u8], len: usize) {
        for (message, tag) in messages.iter().zip(tags.chunks_exact_mut(len)) {
            self.whole(message, tag);
        }
    }
    /// Returns the MAC as a pseudorandom function, if it is one and computes it without allocation.
    fn prf(&self) -> Option<&dyn Prf> {
        None
    }
}
