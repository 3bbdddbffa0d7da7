//! A hash function with all options decided.

use super::{Algorithm, AnyHasher, objects::Prepared};
use crate::{
    Error, Options,
    wipe::{self, wipe},
};
use alloc::{sync::Arc, vec};

/// A hash function with all options decided: digest length, key, salt, personalisation, backends.
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

    /// Computes the first bytes of the digest of a message, at most its whole length.
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
    /// Begins an empty message.
    ///
    /// # Panics
    /// If the function needs a key ([`Info::needs_key`](crate::Info::needs_key)).
    pub fn hasher(&self) -> AnyHasher {
        self.function().hasher()
    }

    /// Returns the function without key, salt and personalisation.
    ///
    /// # Panics
    /// If the function needs a key ([`Info::needs_key`](crate::Info::needs_key)): [`with_options`](Self::with_options) takes one.
    pub fn function(&self) -> Function {
        match self.with_options(&Options::default()) {
            Ok(function) => function,
            Err(error) => panic!("{error}"), // no key: empty options are within every limit
        }
    }

    /// Returns the function with a key, a salt, a personalisation or other options.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if an option is longer than the function takes; [`Error::NoKey`] if the function
    /// needs a key and none is set.
    pub fn with_options(&self, options: &Options<'_>) -> Result<Function, Error> {
        let prepared = (self.on.entry.make.prepare)(*self, options);
        if !options.key.is_empty() {
            wipe::stack();
        }
        prepared.map(Function)
    }
}
