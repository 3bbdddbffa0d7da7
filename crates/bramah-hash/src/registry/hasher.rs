//! A hash computation in progress for a function chosen by name, and the reader of an extendable output.

use super::{Algorithm, objects::Object};
use crate::wipe;
use alloc::{boxed::Box, vec, vec::Vec};
use core::fmt;

/// A hash computation in progress, for any function of the registry.
pub struct AnyHasher(pub(super) Box<dyn Object>);

impl AnyHasher {
    /// Returns the algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }

    /// Returns the number of message bytes absorbed so far; `None` if the message was restored from a saved state of
    /// version 1, which does not contain this number.
    pub fn absorbed(&self) -> Option<u128> {
        self.0.absorbed()
    }

    /// Returns the name of the backend that this computation uses.
    pub fn backend(&self) -> &'static str {
        self.0.backend()
    }

    /// Appends bytes to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.0.update(data.as_ref());
    }

    /// Appends bytes to the message on up to `threads` threads, including the caller's, if the function supports it
    /// ([`Entry::parallel`](super::Entry::parallel)); otherwise only on the caller's thread. Several threads are faster
    /// from about 100 KiB on.
    #[cfg(feature = "std")]
    pub fn update_parallel(&mut self, data: impl AsRef<[u8]>, threads: usize) {
        self.0.update_parallel(data.as_ref(), threads);
    }

    /// Appends the bytes in the range `bytes` of a source to the message, on up to `threads` threads. Any of the
    /// threads may call `read` with an offset and a buffer; `read` returns the number of bytes that it wrote to the
    /// buffer, as `read_at` of a file does. Each thread allocates 1 MiB or the length of a run of the tree, whichever
    /// is larger.
    ///
    /// # Errors
    /// The first error of `read`, or [`UnexpectedEof`](std::io::ErrorKind::UnexpectedEof) if `read` returns 0 too
    /// early. After an error it is unknown how many bytes were appended, so start the message again.
    #[cfg(feature = "std")]
    pub fn update_parallel_from(
        &mut self,
        read: impl Fn(u64, &mut [u8]) -> std::io::Result<usize> + Sync,
        bytes: core::ops::Range<u64>,
        threads: usize,
    ) -> std::io::Result<()> {
        self.0.update_parallel_from(&read, bytes, threads)
    }

    /// Ends the message, writes its digest to `out`, and starts a new message with the same key, salt and
    /// personalisation.
    ///
    /// # Panics
    /// If the length of `out` is not the length of the digest.
    pub fn finalize_reset_into(&mut self, out: &mut [u8]) {
        assert_eq!(out.len(), self.algorithm().length, "the length of a digest");
        self.0.finish(out);
        // clean before the reset too, because the unused bytes of the new state would otherwise keep old stack bytes
        self.clean_stack();
        self.0.reset();
        self.clean_stack();
    }

    /// Ends the message and returns its digest.
    pub fn finalize(mut self) -> Vec<u8> {
        let mut out = vec![0; self.algorithm().length];
        self.0.finish(&mut out);
        out
    }

    /// Ends the message and returns a reader of its output, which can have any length; `None` if the function is not extendable
    /// ([`Entry::extendable`](super::Entry::extendable)).
    ///
    /// ```
    /// let mut hasher = bramah::hash::lookup("shake128")?.hasher();
    /// hasher.update(b"seed");
    /// let mut output = [0; 1000];
    /// hasher.finalize_xof().expect("SHAKE128 has it").read(&mut output);
    /// # Ok::<(), bramah::Error>(())
    /// ```
    pub fn finalize_xof(mut self) -> Option<AnyReader> {
        self.0.extendable()?.pad();
        Some(AnyReader(self.0))
    }

    /// Discards the message and starts a new one with the same key, salt and personalisation.
    pub fn reset(&mut self) {
        self.0.reset();
        self.clean_stack();
    }

    /// Erases copies of the key that moves of the state may have left on the stack, if there is a key.
    #[inline]
    pub(super) fn clean_stack(&self) {
        if self.0.secret() {
            wipe::stack();
        }
    }
}

impl Clone for AnyHasher {
    fn clone(&self) -> Self {
        let clone = Self(self.0.boxed_clone());
        clone.clean_stack();
        clone
    }
}

impl fmt::Debug for AnyHasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyHasher").field("algorithm", &self.algorithm().name()).finish_non_exhaustive()
    }
}

/// A reader of the output of an extendable-output function. It starts at the first byte.
pub struct AnyReader(Box<dyn Object>);

impl AnyReader {
    /// Returns the algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }

    /// Fills `out` with the next bytes of the output.
    pub fn read(&mut self, out: &mut [u8]) {
        if let Some(extendable) = self.0.extendable() {
            extendable.squeeze(out); // always `Some`, because only extendable functions make readers
        }
    }

    /// Moves the reader to byte `position` of the output, counted from 0. Returns false if the function cannot seek or
    /// if its output ends before that byte.
    pub fn seek(&mut self, position: u64) -> bool {
        self.0.extendable().is_some_and(|extendable| extendable.seek(position))
    }
}

impl Clone for AnyReader {
    fn clone(&self) -> Self {
        Self(self.0.boxed_clone())
    }
}

impl fmt::Debug for AnyReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyReader").field("algorithm", &self.algorithm().name()).finish_non_exhaustive()
    }
}
