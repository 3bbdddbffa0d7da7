//! A message in progress, and the extendable output after it.

use super::{
    Algorithm, Function,
    function::{Of, Prepared},
    saved::sealed,
};
#[cfg(feature = "std")]
use crate::frame::ReadAt;
use crate::{
    Hash,
    frame::{Extendable, Frame},
    wipe,
};
use alloc::{boxed::Box, sync::Arc, vec, vec::Vec};
use core::fmt;

/// A message in progress, of any function.
pub struct AnyHasher(pub(super) Box<dyn Object>);

/// The interface of [`AnyHasher`] to a hash in progress.
pub(super) trait Object: Send + Sync {
    fn function(&self) -> Arc<dyn Prepared>;
    fn algorithm(&self) -> Algorithm;
    fn absorbed(&self) -> Option<u128>;
    fn backend(&self) -> &'static str;
    fn secret(&self) -> bool;
    fn update(&mut self, data: &[u8]);
    #[cfg(feature = "std")]
    fn update_parallel(&mut self, data: &[u8], threads: usize);
    #[cfg(feature = "std")]
    fn update_parallel_from(
        &mut self,
        read: &ReadAt<'_>,
        bytes: core::ops::Range<u64>,
        threads: usize,
    ) -> std::io::Result<()>;
    fn finish(&mut self, out: &mut [u8]);
    fn reset(&mut self);
    fn boxed_clone(&self) -> Box<dyn Object>;
    fn save(&self, put: &mut dyn FnMut(&[u8]));
    fn extendable(&mut self) -> Option<&mut dyn Extendable>;
}

pub(super) struct Begun<H: Hash> {
    pub(super) of: Arc<Of<H>>,
    pub(super) frame: H::Frame,
    /// The number of bytes of the message, unless it was restored from a state that does not contain it.
    pub(super) absorbed: Option<u128>,
}

impl<H: Hash> Begun<H> {
    fn count(&mut self, bytes: u64) {
        self.absorbed = self.absorbed.map(|before| before.wrapping_add(bytes.into()));
    }
}

impl<H: Hash> Object for Begun<H> {
    fn function(&self) -> Arc<dyn Prepared> {
        self.of.clone()
    }
    fn absorbed(&self) -> Option<u128> {
        self.absorbed
    }
    fn algorithm(&self) -> Algorithm {
        self.of.algorithm
    }
    fn backend(&self) -> &'static str {
        self.frame.backend().name()
    }
    fn secret(&self) -> bool {
        H::Frame::secret(&self.of.start)
    }
    fn update(&mut self, data: &[u8]) {
        self.frame.update(data);
        self.count(data.len() as u64);
    }
    #[cfg(feature = "std")]
    fn update_parallel(&mut self, data: &[u8], threads: usize) {
        self.frame.update_parallel(data, threads);
        self.count(data.len() as u64);
    }
    #[cfg(feature = "std")]
    fn update_parallel_from(
        &mut self,
        read: &ReadAt<'_>,
        bytes: core::ops::Range<u64>,
        threads: usize,
    ) -> std::io::Result<()> {
        let len = bytes.end.saturating_sub(bytes.start);
        self.frame.update_parallel_from(read, bytes, threads)?;
        self.count(len);
        Ok(())
    }
    fn finish(&mut self, out: &mut [u8]) {
        self.frame.finish(out);
    }
    fn reset(&mut self) {
        self.frame = H::Frame::new(&self.of.start, self.of.backends.one);
        self.absorbed = Some(0);
    }
    fn boxed_clone(&self) -> Box<dyn Object> {
        Box::new(Self { of: self.of.clone(), frame: self.frame.clone(), absorbed: self.absorbed })
    }
    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        self.frame.save(put);
    }
    fn extendable(&mut self) -> Option<&mut dyn Extendable> {
        if self.of.algorithm.entry().extendable() { self.frame.extendable() } else { None }
    }
}

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
    /// ([`Entry::parallel`](super::Entry::parallel)); else on the caller's thread alone. It pays from some 100 KiB on.
    #[cfg(feature = "std")]
    pub fn update_parallel(&mut self, data: impl AsRef<[u8]>, threads: usize) {
        self.0.update_parallel(data.as_ref(), threads);
    }

    /// Appends bytes that are read, on up to `threads` threads: `read` is called on any of them with an offset and a
    /// buffer, and returns how much of the buffer it has filled, as `read_at` of a file does. Each thread holds a run
    /// of the tree or 1 MiB, whichever is more.
    ///
    /// # Errors
    /// The first error of `read`, or [`UnexpectedEof`](std::io::ErrorKind::UnexpectedEof) if it returns no bytes. How
    /// much has been appended is then unknown: the message must be begun anew.
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
        // a new frame is made on the stack: bytes left there would be moved along in its unused bytes
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

    /// Returns the state of the message so far, for [`Function::restore`] in this or a later release. It is bound to
    /// the key, salt, personalisation and all other options, and is refused under different ones.
    ///
    /// It does not contain the key itself. But like a tag it lets those who have it test a guess of the key, and it
    /// contains the last bytes of the message: keep it as secret as the message and the key.
    pub fn save(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(512);
        self.0.save(&mut |bytes| body.extend_from_slice(bytes));
        let sealed = sealed(&Function(self.0.function()), &body, self.absorbed());
        wipe::wipe(&mut body);
        self.clean_stack();
        sealed
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
            extendable.squeeze(out); // always `Some`: readers are made only of functions that have such output
        }
    }

    /// Moves to a byte of the output, the first being 0; returns false if the function's output can only be read from
    /// the front.
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
