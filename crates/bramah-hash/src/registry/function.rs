//! A hash function with all options decided.

use super::{
    Algorithm,
    hasher::{AnyHasher, Begun, Object},
    saved::{Opened, opened},
};
use crate::{
    Error, Hash, Start,
    frame::{Backends, Frame, digest},
    wipe::wipe,
};
use alloc::{boxed::Box, sync::Arc, vec};

/// A hash function with all options decided: digest length, key, salt, personalisation, backends.
#[derive(Clone)]
pub struct Function(pub(super) Arc<dyn Prepared>);

/// The interface of [`Function`] to a hash function.
pub(super) trait Prepared: Send + Sync {
    fn algorithm(&self) -> Algorithm;
    fn digest(&self, message: &[u8], out: &mut [u8]);
    fn many(&self, messages: &[&[u8]], out: &mut [u8]);
    fn hasher(self: Arc<Self>) -> Box<dyn Object>;
    fn restore(self: Arc<Self>, opened: Opened<'_>) -> Option<Box<dyn Object>>;
}

pub(super) struct Of<H: Hash> {
    pub(super) start: Start<H>,
    pub(super) backends: Backends<H::Frame>,
    pub(super) algorithm: Algorithm,
}

impl<H: Hash> Prepared for Of<H> {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
    fn digest(&self, message: &[u8], out: &mut [u8]) {
        digest::<H::Frame>(&self.start, self.backends.one, message, out);
    }
    fn many(&self, messages: &[&[u8]], out: &mut [u8]) {
        H::Frame::many(&self.start, self.backends, messages, self.algorithm.length, out);
    }
    fn hasher(self: Arc<Self>) -> Box<dyn Object> {
        let frame = H::Frame::new(&self.start, self.backends.one);
        Box::new(Begun { of: self, frame, absorbed: Some(0) })
    }
    fn restore(self: Arc<Self>, opened: Opened<'_>) -> Option<Box<dyn Object>> {
        let frame = H::Frame::restore(&self.start, self.backends.one, opened.body)?;
        Some(Box::new(Begun { of: self, frame, absorbed: opened.absorbed }))
    }
}

impl Function {
    /// Returns the algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }

    /// Computes the digest of a whole message.
    ///
    /// # Panics
    /// If `out` is not as long as a digest.
    pub fn digest(&self, message: &[u8], out: &mut [u8]) {
        assert_eq!(out.len(), self.algorithm().length, "the length of a digest");
        self.0.digest(message, out);
    }

    /// Computes the digests of many messages, one after another in `out`.
    ///
    /// # Panics
    /// If `out` does not have the length of a digest for each message.
    pub fn hash_many(&self, messages: &[&[u8]], out: &mut [u8]) {
        assert_eq!(
            Some(out.len()),
            self.algorithm().length.checked_mul(messages.len()),
            "the length of a digest for each message"
        );
        self.0.many(messages, out);
    }

    /// Begins an empty message.
    pub fn hasher(&self) -> AnyHasher {
        let hasher = AnyHasher(self.0.clone().hasher());
        hasher.clean_stack();
        hasher
    }

    /// Restores the message that [`AnyHasher::save`] saved, of the same algorithm and under the same options. A state
    /// is bound to its key, salt, personalisation, tree and all other options: under different ones it is refused. The
    /// backend may be different.
    ///
    /// States of version 1, which earlier releases wrote, are not bound. They are accepted for functions that have no
    /// options at all.
    ///
    /// # Errors
    /// [`Error::SavedState`] if the bytes are damaged, of another version or of another algorithm;
    /// [`Error::SavedOptions`] if they were saved under other options; [`Error::SavedUnbound`] if they are of
    /// version 1 and the function has options.
    pub fn restore(&self, saved: &[u8]) -> Result<AnyHasher, Error> {
        let opened = opened(self, saved)?;
        let hasher = self.0.clone().restore(opened).map(AnyHasher).ok_or(Error::SavedState)?;
        hasher.clean_stack();
        Ok(hasher)
    }

    /// Computes the first bytes of the digest of a message, at most as many as it has.
    pub(super) fn begin_of_digest(&self, message: &[u8], out: &mut [u8]) {
        let mut hasher = self.hasher();
        hasher.0.update(message);
        match hasher.0.extendable() {
            Some(extendable) => extendable.squeeze(out),
            None => {
                let mut digest = vec![0; self.algorithm().length];
                hasher.0.finish(&mut digest);
                out.copy_from_slice(&digest[..out.len()]);
                wipe(&mut digest);
            }
        }
        hasher.clean_stack();
    }
}
