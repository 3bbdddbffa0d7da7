//! Whole messages that are encrypted and authenticated by any scheme.

use super::{Scheme, sealed::Whole};
use crate::{
    Error,
    ct::same,
    mode::Direction,
    names::ByteLengths,
    simd::memory::{InOut, copy_short},
    wipe,
};
#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
use core::fmt;

/// The length in bytes of the longest tag of any scheme.
pub(crate) const MAX_TAG: usize = bramah_machine::lengths::MAX_BLOCK;
/// A buffer for the tag of any scheme. A scheme writes its whole tag to the front of the buffer. If a shorter tag is used, it is
/// the first bytes of what the scheme wrote.
pub(crate) type Tag = [u8; MAX_TAG];

/// A scheme of authenticated encryption under one key.
///
/// An `Aead` can process any number of messages, from several threads at the same time. [`seal`](Self::seal) and
/// [`open`](Self::open) take a whole message; [`begin`](Self::begin) starts a message in parts. No nonce may be used twice under
/// one key.
#[derive(Clone)]
pub struct Aead<S> {
    pub(super) scheme: S,
    /// The length in bytes of the tags that `open` takes: the length of a whole tag, unless [`set_tag_len`](Aead::set_tag_len)
    /// has set another.
    pub(super) tag_len: usize,
}

impl<S: Scheme> Aead<S> {
    #[inline(always)]
    pub(super) fn with_scheme(scheme: S) -> Self {
        let tag_len = scheme.tag_len().max;
        Self { scheme, tag_len }
    }

    /// Returns the length of a whole tag in bytes.
    pub fn tag_len(&self) -> usize {
        self.scheme.tag_len().max
    }

    /// Returns the lengths in bytes that a nonce may have.
    pub fn nonce_len(&self) -> ByteLengths {
        self.scheme.nonce_len()
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.scheme.backend()
    }

    /// Encrypts a message, in place or from one buffer to another, and writes its tag to `tag`. The tag may be shorter than a
    /// whole tag if the scheme defines shorter lengths; before [`open`](Self::open) is called for a message with a short tag,
    /// [`set_tag_len`](Self::set_tag_len) must set that length.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the scheme does not take a nonce or a tag of this length; [`Error::NoHeader`] if there is
    /// associated data and the scheme takes none; [`Error::KeystreamEnd`] if the text is longer than the scheme allows;
    /// [`Error::Parameter`] if MGM, or CCM or GCM of DSTU 7624, does not take associated data and text of these lengths;
    /// [`Error::NonceBit`] in MGM if the most significant bit of the nonce is 1. Nothing is written then.
    #[inline]
    pub fn seal<'a>(
        &self,
        nonce: &[u8],
        header: &[u8],
        data: impl Into<InOut<'a>>,
        tag: &mut [u8],
    ) -> Result<(), Error> {
        let mut data = InOut::passed(data);
        self.check(nonce, header, data.len(), tag.len())?;
        let mut whole = [0; MAX_TAG];
        let message = Whole {
            direction: Direction::Encrypt,
            nonce,
            header,
            data: &mut data,
            tag_len: tag.len(),
            received: &[],
        };
        self.scheme.whole(message, &mut whole);
        copy_short(tag, &whole[..tag.len()]);
        Ok(())
    }

    /// Decrypts a message if its tag is right; otherwise the output is all zeros. The tag must be a whole tag, unless
    /// [`set_tag_len`](Self::set_tag_len) has set another length.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if the tag has another length, and then nothing is
    /// written; and the errors of [`seal`](Self::seal).
    #[inline]
    pub fn open<'a>(
        &self,
        nonce: &[u8],
        header: &[u8],
        data: impl Into<InOut<'a>>,
        tag: &[u8],
    ) -> Result<(), Error> {
        self.open_with(self.tag_len, nonce, header, data, tag)
    }

    /// Decrypts as [`open`](Self::open) does, but takes a tag of `tag_len` bytes, instead of the length that
    /// [`set_tag_len`](Self::set_tag_len) has set.
    #[inline]
    pub(crate) fn open_with<'a>(
        &self,
        tag_len: usize,
        nonce: &[u8],
        header: &[u8],
        data: impl Into<InOut<'a>>,
        tag: &[u8],
    ) -> Result<(), Error> {
        let mut data = InOut::passed(data);
        ByteLengths::fixed(tag_len).check("tag", tag.len())?;
        self.check(nonce, header, data.len(), tag.len())?;
        let mut whole = [0; MAX_TAG];
        let message = Whole {
            direction: Direction::Decrypt,
            nonce,
            header,
            data: &mut data.reborrow(),
            tag_len: tag.len(),
            received: tag,
        };
        self.scheme.whole(message, &mut whole);
        verified(&mut whole, tag, &mut data)
    }

    /// Encrypts a message into a new vector: the ciphertext, followed by a tag of [`verified_len`](Self::verified_len) bytes. The
    /// tag follows the ciphertext in every scheme, including SIV and secretbox, although other programs write the tag of these
    /// two first.
    ///
    /// # Errors
    /// The errors of [`seal`](Self::seal).
    ///
    /// ```
    /// use bramah::{Aes256, GcmSiv};
    ///
    /// let aead = GcmSiv::<Aes256>::new(&[7; 32]);
    /// let sealed = aead.encrypt(b"twelve bytes", b"associated data", b"for you alone")?;
    /// assert_eq!(sealed.len(), 13 + 16);
    /// assert_eq!(aead.decrypt(b"twelve bytes", b"associated data", &sealed)?, b"for you alone");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn encrypt(&self, nonce: &[u8], aad: &[u8], plaintext: &[u8]) -> Result<Vec<u8>, Error> {
        let mut sealed = vec![0; plaintext.len() + self.tag_len];
        let (text, tag) = sealed.split_at_mut(plaintext.len());
        self.seal(nonce, aad, InOut::new(plaintext, text)?, tag)?;
        Ok(sealed)
    }

    /// Decrypts a ciphertext followed by its tag, as [`encrypt`](Self::encrypt) returns them, into a new vector.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if `sealed` is shorter than a tag; and the errors of
    /// [`open`](Self::open).
    #[cfg(feature = "alloc")]
    pub fn decrypt(&self, nonce: &[u8], aad: &[u8], sealed: &[u8]) -> Result<Vec<u8>, Error> {
        ByteLengths::fixed(self.tag_len).check("tag", sealed.len().min(self.tag_len))?;
        let (ciphertext, tag) = sealed.split_at(sealed.len() - self.tag_len);
        let mut text = vec![0; ciphertext.len()];
        self.open(nonce, aad, InOut::new(ciphertext, &mut text)?, tag)?;
        Ok(text)
    }

    /// Sets the length in bytes of the tags that [`open`](Self::open) verifies from now on, and of the tags of messages
    /// that [`begin`](Self::begin) begins. In some schemes the whole message depends on this length. Both sides must
    /// agree on it in advance: it must not be taken from the tag that is verified.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the scheme has no tags of this length.
    pub fn set_tag_len(&mut self, length: usize) -> Result<(), Error> {
        self.check_tag(length)?;
        self.tag_len = length;
        Ok(())
    }

    /// Returns the length in bytes of the tags that [`open`](Self::open) verifies: the length of a whole tag, unless
    /// [`set_tag_len`](Self::set_tag_len) has set another.
    pub fn verified_len(&self) -> usize {
        self.tag_len
    }

    #[inline(always)]
    pub(super) fn check(&self, nonce: &[u8], header: &[u8], text: usize, tag: usize) -> Result<(), Error> {
        self.check_tag(tag)?;
        self.check_nonce(nonce)?;
        if text > TAKEN_BY_ALL {
            let limit = self.scheme.limit(nonce.len());
            if text as u128 > limit {
                return Err(too_long(limit));
            }
        }
        if self.scheme.has_rules() {
            self.scheme.check_lengths(header.len() as u128, text as u128)?;
        }
        if header.is_empty() { Ok(()) } else { takes_header(&self.scheme) }
    }

    #[inline(always)]
    pub(super) fn check_nonce(&self, nonce: &[u8]) -> Result<(), Error> {
        self.scheme.nonce_len().check("nonce", nonce.len())?;
        if self.scheme.has_rules() { self.scheme.check_nonce(nonce) } else { Ok(()) }
    }

    #[inline(always)]
    fn check_tag(&self, length: usize) -> Result<(), Error> {
        self.scheme.tag_len().check("tag", length)
    }
}

/// The length in bytes of the longest plaintext that every scheme accepts. CCM with its longest nonce (13 bytes) has the
/// lowest limit, which is this one.
const TAKEN_BY_ALL: usize = (1 << 16) - 1;

pub(super) fn takes_header<S: Scheme>(scheme: &S) -> Result<(), Error> {
    if scheme.takes_header() { Ok(()) } else { Err(Error::NoHeader) }
}

/// Compares the beginning of the right tag with the received tag, and erases the right tag. If the two differ, the text is
/// overwritten with zeros.
#[inline]
pub(super) fn verified<const N: usize>(
    right: &mut [u8; N],
    received: &[u8],
    text: &mut InOut<'_>,
) -> Result<(), Error> {
    let authentic = same(&right[..received.len()], received);
    // the right tag must not stay on the stack: it would authenticate the forged message
    wipe::wipe(right);
    if !authentic {
        wipe::wipe(text.output());
        return Err(Error::Unauthentic);
    }
    Ok(())
}

/// Refuses a message with neither associated data nor text, and a message in which both together have more than `max` bytes.
pub(super) fn check_together(header: u128, text: u128, max: u64) -> Result<(), Error> {
    match u64::try_from(header.saturating_add(text)) {
        Ok(sum) if sum > 0 && sum <= max => Ok(()),
        sum => Err(Error::Parameter {
            name: "the number of bytes of associated data and text",
            value: sum.unwrap_or(u64::MAX),
            min: 1,
            max,
        }),
    }
}

#[cold]
pub(super) fn too_long(limit: u128) -> Error {
    Error::KeystreamEnd { limit }
}

impl<S> fmt::Debug for Aead<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Aead").field("tag_len", &self.tag_len).finish_non_exhaustive()
    }
}
