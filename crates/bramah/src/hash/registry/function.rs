//! A hash function with everything decided.

use super::{
    Algorithm,
    hasher::{AnyHasher, Begun, Object},
    saved::unsealed,
};
use crate::{
    Error,
    hash::{
        Hash, Start,
        frame::{Backends, Frame, digest},
    },
};
use alloc::{boxed::Box, sync::Arc};

/// A hash function with everything decided: digest length, key, salt, personalisation, backends.
#[derive(Clone)]
pub struct Function(pub(super) Arc<dyn Prepared>);

/// What [`Function`] needs of a hash function.
pub(super) trait Prepared: Send + Sync {
    fn algorithm(&self) -> Algorithm;
    fn digest(&self, message: &[u8], out: &mut [u8]);
    fn many(&self, messages: &[&[u8]], out: &mut [u8]);
    fn hasher(self: Arc<Self>) -> Box<dyn Object>;
    fn restore(self: Arc<Self>, saved: &[u8]) -> Option<Box<dyn Object>>;
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
        Box::new(Begun { of: self, frame })
    }
    fn restore(self: Arc<Self>, saved: &[u8]) -> Option<Box<dyn Object>> {
        let frame = H::Frame::restore(&self.start, self.backends.one, saved)?;
        Some(Box::new(Begun { of: self, frame }))
    }
}

impl Function {
    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }

    /// The digest of a whole message.
    ///
    /// # Panics
    /// If `out` is not as long as a digest.
    pub fn digest(&self, message: &[u8], out: &mut [u8]) {
        assert_eq!(out.len(), self.algorithm().length, "the length of a digest");
        self.0.digest(message, out);
    }

    /// The digests of many messages, one after another in `out`.
    ///
    /// # Panics
    /// If `out` is not a digest long for each message.
    pub fn hash_many(&self, messages: &[&[u8]], out: &mut [u8]) {
        assert_eq!(
            Some(out.len()),
            self.algorithm().length.checked_mul(messages.len()),
            "the length of a digest for each message"
        );
        self.0.many(messages, out);
    }

    /// An empty message.
    pub fn hasher(&self) -> AnyHasher {
        let hasher = AnyHasher(self.0.clone().hasher());
        hasher.clean_stack();
        hasher
    }

    /// A message that [`AnyHasher::save`] saved, with the same key, salt and personalisation.
    ///
    /// # Errors
    /// [`Error::SavedState`] if the bytes are damaged, of another version or of another algorithm.
    pub fn restore(&self, saved: &[u8]) -> Result<AnyHasher, Error> {
        let body = unsealed(saved, &self.algorithm().name()).ok_or(Error::SavedState)?;
        let hasher = self.0.clone().restore(body).map(AnyHasher).ok_or(Error::SavedState)?;
        hasher.clean_stack();
        Ok(hasher)
    }
}
