//! A hash function with its digest length.

use super::{Entry, entries};
use crate::{
    Error, Hash, Info, Lengths,
    backend::{Backend, Choice},
    entries::{On, told_by_on},
    frame::{Backends, Frame},
    info::stem,
};
use alloc::{format, string::String};
use core::fmt;

/// A hash function with its digest length, chosen by name.
///
/// ```
/// let sha256 = bramah::hash::lookup("SHA2-256")?;
/// let mut digest = [0; 32];
/// sha256.digest(b"abc", &mut digest);
/// assert_eq!(digest[..4], [0xba, 0x78, 0x16, 0xbf]);
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Algorithm {
    pub(super) on: On<Entry>,
    pub(super) length: usize,
}

impl Algorithm {
    told_by_on!();

    /// Returns the function's entry in the registry.
    pub fn entry(&self) -> &'static Entry {
        self.on.entry
    }

    /// Returns the length of a digest in bytes.
    pub fn output_len(&self) -> usize {
        self.length
    }

    /// Returns the function's name; for a function with several digest lengths the length in bits follows:
    /// `blake2b-256`.
    pub fn name(&self) -> String {
        if self.info().lengths.is_fixed() {
            String::from(self.info().name)
        } else {
            named(self.info().name, 8 * self.length)
        }
    }

    /// Returns the name of the function in a tagged checksum line (`TAG (file) = digest`).
    pub fn tag(&self) -> String {
        if self.info().lengths.is_fixed() || self.length == self.info().bare_tag {
            String::from(self.info().tag)
        } else {
            named(self.info().tag, 8 * self.length)
        }
    }

    /// Returns this function with digests of `bits` bits.
    ///
    /// # Errors
    /// [`Error::OutputBits`] if `bits` is not a multiple of 8; [`Error::OutputLength`] or [`Error::OutputLengthExcept`] if
    /// the function does not define this length.
    pub fn with_bits(self, bits: usize) -> Result<Self, Error> {
        if !bits.is_multiple_of(8) {
            return Err(Error::OutputBits { bits });
        }
        let length = bits / 8;
        let defined = |entry: &Entry| entry.info.lengths.contains(length);
        if defined(self.on.entry) {
            return Ok(Self { length, ..self });
        }
        // several registry entries may share a name and define different lengths
        let mut all = *self.info();
        for entry in entries().filter(|entry| entry.info.name == self.info().name) {
            if defined(entry) {
                return self.on_its_backends(Self { length, ..entry.algorithm() });
            }
            let Lengths { min, max, .. } = entry.info.lengths;
            (all.lengths.min, all.lengths.max) = (all.lengths.min.min(min), all.lengths.max.max(max));
        }
        Err(all.length_error(length))
    }

    /// Returns the algorithm `other`, of another entry, with the backends that were chosen for `self`.
    fn on_its_backends(self, other: Self) -> Result<Self, Error> {
        let mut chosen = other;
        for (choice, index) in self.choices().into_iter().zip([self.on.one, self.on.many]) {
            if let Some(candidate) = index.and_then(|index| choice.candidate(index.into())) {
                chosen = chosen.with_backend(candidate.name)?;
            }
        }
        Ok(chosen)
    }

    /// Returns the candidate list for one message and the candidate list for batches.
    pub fn choices(&self) -> [&'static dyn Choice; 2] {
        self.on.choices()
    }

    /// Computes the digest of a whole message, without allocating.
    ///
    /// # Panics
    /// If `out` is not [`output_len`](Self::output_len) bytes long, or if the function needs a key
    /// ([`Info::needs_key`]).
    #[inline]
    pub fn digest(&self, message: &[u8], out: &mut [u8]) {
        assert_eq!(out.len(), self.length, "a digest of {} bytes", self.length);
        (self.on.entry.make.digest)(self, message, out);
    }

    /// Computes the digests of a batch of messages of any length, and writes the digests to `out` one after another.
    ///
    /// # Panics
    /// If the length of `out` is not [`output_len`](Self::output_len) times the number of messages, or if the function needs a
    /// key ([`Info::needs_key`]).
    pub fn hash_many(&self, messages: &[&[u8]], out: &mut [u8]) {
        assert_eq!(
            Some(out.len()),
            self.length.checked_mul(messages.len()),
            "a digest of {} bytes for each message",
            self.length
        );
        (self.on.entry.make.many)(*self, messages, out);
    }

    #[inline]
    pub(super) fn one<H: Hash>(&self) -> Backend<<H::Frame as Frame>::Ops> {
        match self.on.one {
            None => H::Frame::dispatch().get(),
            index => H::Frame::dispatch().at_or_chosen(index),
        }
    }

    /// Returns the backends for one message and for batches; `H` must be the type of this function.
    pub fn backends<H: Hash>(&self) -> Backends<H::Frame> {
        Backends { one: self.one::<H>(), many: H::Frame::batch().at_or_chosen(self.on.many) }
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Algorithm").field(&self.name()).finish()
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.on.entry, other.on.entry) && self.length == other.length
    }
}
impl Eq for Algorithm {}

/// Appends a digest length in bits to a name or tag.
pub(super) fn named(name: &str, bits: usize) -> String {
    match stem(name) {
        Some(stem) => format!("{stem}{bits}"),
        None => format!("{name}-{bits}"),
    }
}
