//! A hash function with its options: digest length, key, salt, personalisation and backends.

use super::{Algorithm, AnyHasher, objects::Prepared};
use crate::{
    Error, Options,
    wipe::{self, wipe},
};
use alloc::{sync::Arc, vec};

/// A hash function with its options: digest length, key, salt, personalisation and backends.
#[derive(Clone)]
pub struct Function(pub(super) Arc<dyn Prepared>);

impl Function {
    /// Returns the algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }

    /// Computes the digest of a whole message.
    ///
    /// # Panics
    /// If the length of `out` is not the length of the digest.
    pub fn digest(&self, message: &[u8], out: &mut [u8]) {
        assert_eq!(out.len(), self.algorithm().length, "the length of a digest");
        self.0.digest(message, out);
    }

    /// Computes the digests of a batch of messages, and writes them to `out` one after another.
    ///
    /// # Panics
    /// If the length of `out` is not the length of the digest times the number of messages.
    pub fn hash_many(&self, messages: &[&[u8]], out: &mut [u8]) {
        assert_eq!(
            Some(out.len()),
            self.algorithm().length.checked_mul(messages.len()),
            "the length of a digest for each message"
        );
        self.0.many(messages, out);
    }

    /// Returns this function for messages that begin with the given whole blocks. The state after the blocks is computed
    /// once, in this call. Returns `None` if the construction cannot store such a state. If the blocks are secret, the
    /// caller must erase the stack.
    #[doc(hidden)] // used by `bramah::Sequence`
    pub fn after(&self, blocks: &[u8]) -> Option<Self> {
        self.0.after(blocks).map(Self)
    }

    /// Starts a new message.
    pub fn hasher(&self) -> AnyHasher {
        let hasher = AnyHasher(self.0.clone().hasher());
        hasher.clean_stack();
        hasher
    }

    /// Computes the first `out.len()` bytes of the digest of a message, at most the whole digest.
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

impl Algorithm {
    /// Starts a new message.
    ///
    /// # Panics
    /// If the function needs a key ([`Info::needs_key`](crate::Info::needs_key)).
    pub fn hasher(&self) -> AnyHasher {
        self.function().hasher()
    }

    /// Returns the function without a key, salt or personalisation.
    ///
    /// # Panics
    /// If the function needs a key ([`Info::needs_key`](crate::Info::needs_key)). Then use
    /// [`with_options`](Self::with_options), which takes the key.
    pub fn function(&self) -> Function {
        match self.with_options(&Options::default()) {
            Ok(function) => function,
            Err(error) => panic!("{error}"), // only a missing key fails, because empty options are within every limit
        }
    }

    /// Returns the function with a key, a salt, a personalisation or other options.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if an option is longer than the function accepts; [`Error::NoKey`] if the function
    /// needs a key and none is set.
    pub fn with_options(&self, options: &Options<'_>) -> Result<Function, Error> {
        let prepared = (self.on.entry.make.prepare)(*self, options);
        if !options.key.is_empty() {
            wipe::stack();
        }
        prepared.map(Function)
    }
}
