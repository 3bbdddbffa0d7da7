//! STREAM: a long message as segments. Each segment is authenticated before its text is used. Hoang, Reyhanitabar, Rogaway
//! and Vizár, "Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", 2015, section 7. The nonces have the
//! layouts of RustCrypto's crate `aead-stream` and of age, file format version 1.

#[cfg(feature = "std")]
mod io;

#[cfg(feature = "std")]
pub use io::{OpenReader, SealWriter};

use super::{Aead, Scheme};
use crate::{Error, names::ByteLengths, simd::memory::InOut};
use core::fmt;

/// The layout of a segment's nonce. A nonce contains a prefix that differs for each message, the number of the segment, and
/// whether the segment is the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// The prefix, the segment number as 4 big-endian bytes, and a byte that is 1 for the last segment and 0 otherwise. A message
    /// has at most 2^32 segments.
    Be32,
    /// The prefix, and a little-endian number of 4 bytes: its low 31 bits are the segment number, and its highest bit is 1 for
    /// the last segment. A message has at most 2^31 segments.
    Le31,
    /// The prefix, the segment number as 11 big-endian bytes, and a byte that is 1 for the last segment and 0 otherwise. age uses
    /// this layout with nonces of 12 bytes, so that the prefix is empty and each message needs a fresh key. A message has at most
    /// 2^88 segments.
    Be88,
}

impl Layout {
    /// All layouts, in the order of their declaration.
    pub const ALL: [Self; 3] = [Self::Be32, Self::Le31, Self::Be88];

    /// Returns the number of bytes of a nonce that follow the prefix.
    pub const fn counter_len(self) -> usize {
        match self {
            Self::Be32 => 5,
            Self::Le31 => 4,
            Self::Be88 => 12,
        }
    }

    /// Returns the maximum number of segments of a message.
    pub const fn limit(self) -> u128 {
        match self {
            Self::Be32 => 1 << 32,
            Self::Le31 => 1 << 31,
            Self::Be88 => 1 << 88,
        }
    }

    /// Writes the part of a nonce that follows the prefix.
    fn write(self, number: u128, last: bool, to: &mut [u8]) {
        if self == Self::Le31 {
            to.copy_from_slice(&(number as u32 | u32::from(last) << 31).to_le_bytes());
            return;
        }
        let (end, bytes) = (to.len() - 1, number.to_be_bytes());
        to[..end].copy_from_slice(&bytes[bytes.len() - end..]);
        to[end] = last.into();
    }
}

/// The maximum length in bytes of a segment's nonce.
const MOST_NONCE: usize = 64;

/// A message in segments, which [`Aead::segments`] begins, and which is either sealed or opened. Each segment has its own tag.
/// Opening fails if a segment is missing, comes in another order, or follows the last one.
///
/// Both sides pass the same associated data for a segment, and agree on the length of segments. The segment number advances only
/// after a segment was sealed or opened successfully.
///
/// ```
/// use bramah::{ChaCha20Poly1305, aead::Layout};
///
/// let aead = ChaCha20Poly1305::new(&[7; 32])?;
/// let (mut first, mut last, mut tags) = (*b"the first segment", *b"and the last", [[0; 16]; 2]);
/// let mut segments = aead.segments(Layout::Be32, b"7 bytes")?;
/// segments.seal_next(b"", &mut first[..], &mut tags[0])?;
/// segments.seal_last(b"", &mut last[..], &mut tags[1])?;
///
/// let mut segments = aead.segments(Layout::Be32, b"7 bytes")?;
/// segments.open_next(b"", &mut first[..], &tags[0])?;
/// segments.open_last(b"", &mut last[..], &tags[1])?;
/// assert_eq!((&first, &last), (b"the first segment", b"and the last"));
/// # Ok::<(), bramah::Error>(())
/// ```
pub struct Segments<'a, S> {
    aead: &'a Aead<S>,
    layout: Layout,
    nonce: [u8; MOST_NONCE],
    nonce_len: usize,
    /// The number of the next segment.
    number: u128,
}

impl<S: Scheme> Aead<S> {
    /// Begins a message in segments. No prefix may be used twice under one key. The prefix is as long as a nonce minus
    /// [`Layout::counter_len`].
    ///
    /// # Errors
    /// [`Error::NonceUnbound`] if the scheme's tags do not depend on the nonce; [`Error::ByteLength`] if the prefix does not have
    /// the length that the scheme's nonces and the layout require.
    pub fn segments(&self, layout: Layout, prefix: &[u8]) -> Result<Segments<'_, S>, Error> {
        if !self.scheme.binds_nonce() {
            return Err(Error::NonceUnbound);
        }
        let ByteLengths { min, max, step } = self.nonce_len();
        let counter = layout.counter_len();
        // schemes that take nonces of any length, including empty ones, take short prefixes
        let max = max.min(MOST_NONCE);
        let lengths =
            ByteLengths { min: min.saturating_sub(counter), max: max.saturating_sub(counter), step };
        let nonce_len = prefix.len() + counter;
        if nonce_len > max || !self.nonce_len().contains(nonce_len) {
            return Err(Error::ByteLength { name: "prefix of nonces", length: prefix.len(), lengths });
        }
        let mut nonce = [0; MOST_NONCE];
        nonce[..prefix.len()].copy_from_slice(prefix);
        Ok(Segments { aead: self, layout, nonce, nonce_len, number: 0 })
    }
}

impl<S: Scheme> Segments<'_, S> {
    /// Returns the number of the next segment; the first has the number 0.
    pub fn number(&self) -> u128 {
        self.number
    }

    /// Encrypts a segment that is not the last, as [`Aead::seal`] does.
    ///
    /// # Errors
    /// The errors of [`Aead::seal`]; [`Error::Limit`] if no number would remain for the last segment. Nothing is written then.
    pub fn seal_next<'d>(
        &mut self,
        header: &[u8],
        data: impl Into<InOut<'d>>,
        tag: &mut [u8],
    ) -> Result<(), Error> {
        self.numbered(false)?;
        self.aead.seal(&self.nonce[..self.nonce_len], header, data, tag)?;
        self.number += 1;
        Ok(())
    }

    /// Encrypts the last segment, which may be empty.
    ///
    /// # Errors
    /// The errors of [`Aead::seal`].
    pub fn seal_last<'d>(
        mut self,
        header: &[u8],
        data: impl Into<InOut<'d>>,
        tag: &mut [u8],
    ) -> Result<(), Error> {
        self.numbered(true)?;
        self.aead.seal(&self.nonce[..self.nonce_len], header, data, tag)
    }

    /// Decrypts a segment that is not the last, as [`Aead::open`] does.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the segment is not the next one, or is the last one; then the output is all zeros. The other
    /// errors of [`Aead::open`]; [`Error::Limit`] if no number would remain for the last segment.
    pub fn open_next<'d>(
        &mut self,
        header: &[u8],
        data: impl Into<InOut<'d>>,
        tag: &[u8],
    ) -> Result<(), Error> {
        self.numbered(false)?;
        self.aead.open(&self.nonce[..self.nonce_len], header, data, tag)?;
        self.number += 1;
        Ok(())
    }

    /// Decrypts the last segment. Only after this call is the message known to be complete.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the segment is not the next one, or is not the last one; then the output is all zeros. The other
    /// errors of [`Aead::open`].
    pub fn open_last<'d>(
        mut self,
        header: &[u8],
        data: impl Into<InOut<'d>>,
        tag: &[u8],
    ) -> Result<(), Error> {
        self.numbered(true)?;
        self.aead.open(&self.nonce[..self.nonce_len], header, data, tag)
    }

    /// Writes the nonce of the next segment.
    fn numbered(&mut self, last: bool) -> Result<(), Error> {
        let limit = self.layout.limit() - 1;
        if !last && self.number >= limit {
            return Err(Error::Limit {
                name: "the number of a segment before the last",
                value: self.number,
                limit: limit - 1,
            });
        }
        let from = self.nonce_len - self.layout.counter_len();
        self.layout.write(self.number, last, &mut self.nonce[from..self.nonce_len]);
        Ok(())
    }

    /// Sets the number of the next segment, for example to open a segment without the preceding ones. Two segments must not be
    /// sealed under the same number.
    ///
    /// # Errors
    /// [`Error::Limit`] if the layout has no such number.
    pub fn seek(&mut self, number: u128) -> Result<(), Error> {
        let limit = self.layout.limit() - 1;
        if number > limit {
            return Err(Error::Limit { name: "the number of a segment", value: number, limit });
        }
        self.number = number;
        Ok(())
    }
}

impl<S> fmt::Debug for Segments<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { layout, number, .. } = self;
        f.debug_struct("Segments").field("layout", layout).field("number", number).finish_non_exhaustive()
    }
}
