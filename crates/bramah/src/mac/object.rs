//! The interface to a MAC of any kind, with its key.

use super::Prf;
use alloc::boxed::Box;

/// The interface of [`AnyMac`](super::AnyMac) to a MAC with its key.
pub(crate) trait Object: Send + Sync {
    /// Returns the name of the backend in use.
    fn backend(&self) -> &'static str;
    /// Appends to the message.
    fn update(&mut self, data: &[u8]);
    /// Ends the message and writes its whole tag. Afterwards the MAC may only be reset or renewed.
    fn finish(&mut self, tag: &mut [u8]);
    /// Begins a new message, with the same nonce.
    fn reset(&mut self);
    /// Begins a new message with another nonce, whose length must be valid.
    fn renew(&mut self, _nonce: &[u8]) {
        self.reset();
    }
    /// Returns a copy.
    fn boxed_clone(&self) -> Box<dyn Object>;
    /// Computes the whole tag of a whole message. The message in progress is lost; afterwards the MAC may only be reset
    /// or renewed, as after [`finish`](Self::finish).
    fn whole(&mut self, message: &[u8], tag: &mut [u8]) {
        self.reset();
        self.update(message);
        self.finish(tag);
    }
    /// Computes the tags of many messages, one after another in `tags`. The message in progress is lost, as with
    /// `whole`.
    fn many(&mut self, messages: &[&[u8]], tags: &mut [u8], len: usize) {
        for (message, tag) in messages.iter().zip(tags.chunks_exact_mut(len)) {
            self.whole(message, tag);
        }
    }
    /// Returns the MAC as a keyed function of byte strings, if it is one and needs no allocation.
    fn prf(&self) -> Option<&dyn Prf> {
        None
    }
}
