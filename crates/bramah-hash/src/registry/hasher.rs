//! A message in progress, and the extendable output after it.

use super::{Algorithm, objects::Object};
use crate::wipe;
use alloc::{boxed::Box, vec, vec::Vec};
use core::fmt;

/// A message in progress, of any function.
pub struct AnyHasher(pub(super) Box<dyn Object>);

impl AnyHasher {
    /// Returns the algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }

    /// Returns the number of bytes of the message so far; `None` if the message was restored from a saved state of
    /// version 1, which does not contain it.
    pub fn absorbed(&self) -> Option<u128> {
        self.0.absorbed()
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.0.backend()
    }

    /// Appends to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.0.update(data.as_ref());
    }

    /// Appends to the message, on up to `threads` threads, one of them the caller's, if the function's tree allows that
    /// ([`Entry::parallel`](super::Entry::parallel)); otherwise only on the caller's thread. Several threads pay from
    /// about 100 KiB on.
    #[cfg(feature = "std")]
    pub fn update_parallel(&mut self, data: impl AsRef<[u8]>, threads: usize) {
        self.0.update_parallel(data.as_ref(), threads);
    }

    /// Appends bytes that are read, on up to `threads` threads. `read` is called on any of them with an offset and a
    /// buffer, and returns the number of bytes that it has written to the buffer, as `read_at` of a file does. Each
    /// thread allocates a run of the tree or 1 MiB, whichever is more.
    ///
    /// # Errors
    /// The first error of `read`, or [`UnexpectedEof`](std::io::ErrorKind::UnexpectedEof) if it returns no bytes. It is
    /// then unknown how much has been appended: begin the message again.
    #[cfg(feature = "std")]
    pub fn update_parallel_from(
        &mut self,
        read: impl Fn(u64, &mut [u8]) -> std::io::Result<usize> + Sync,
        bytes: core::ops::Range<u64>,
        threads: usize,
    ) -> std::io::Result<()> {
        self.0.update_parallel_from(&read, bytes, threads)
    }

    /// Ends the message, writes its digest, and begins a new one with the same key, salt and personalisation.
    ///
    /// # Panics
    /// If `out` is not as long as a digest.
    pub fn finalize_reset_into(&mut self, out: &mut [u8]) {
        assert_eq!(out.len(), self.algorithm().length, "the length of a digest");
        self.0.finish(out);
        // a new hash state is made on the stack: old bytes there would be moved along in its unused parts
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

    /// Ends the message and returns its output, of any length; `None` if the function has no such output
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

    /// Discards the message, but keeps key, salt and personalisation.
    pub fn reset(&mut self) {
        self.0.reset();
        self.clean_stack();
    }

    /// Erases the traces of a key that a call has left on the stack: moves leave copies.
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

/// The output of an extendable-output function, from its first byte on.
pub struct AnyReader(Box<dyn Object>);

impl AnyReader {
    /// Returns the algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }

    /// Writes the next bytes.
    pub fn read(&mut self, out: &mut [u8]) {
        if let Some(extendable) = self.0.extendable() {
            extendable.squeeze(out); // always `Some`: only functions with such output make readers
        }
    }

    /// Moves to a byte of the output, the first being 0; returns false if the function's output can only be read from
    /// its beginning, or ends before that byte.
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
