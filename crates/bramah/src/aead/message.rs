//! Messages that are encrypted and authenticated in parts.

use super::{
    InParts,
    frame::{Aead, MAX_TAG, takes_header, too_long},
};
use crate::{Error, ct::same, mode::Direction, names::ByteLengths, simd::memory::InOut, wipe};
use core::fmt;

/// A message that is processed in parts, begun by [`Aead::begin`](super::Aead::begin). First come any number of calls of
/// [`header`](Self::header), then any number of calls of [`update`](Self::update). At the end, [`finish`](Self::finish) writes
/// the tag of an encrypted message, or [`verify`](Self::verify) checks the tag of a decrypted one.
///
/// ```
/// use bramah::{ChaCha20Poly1305, mode::Direction};
///
/// let aead = ChaCha20Poly1305::new(&[7; 32])?;
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// let mut message = aead.begin(&[0; 12])?;
/// message.header(b"to everyone")?;
/// message.update(Direction::Encrypt, &mut text[..3])?;
/// message.update(Direction::Encrypt, &mut text[3..])?;
/// message.finish(&mut tag)?;
/// aead.open(&[0; 12], b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub struct Message<'a, S: InParts> {
    scheme: &'a S,
    state: S::Message,
    /// The length in bytes of the tag that [`verify`](Self::verify) takes.
    tag_len: usize,
    /// The maximum number of bytes of the text, and the number of bytes that may still follow.
    limit: u128,
    left: u128,
    /// The number of bytes of associated data so far.
    header: u128,
    /// The direction, encryption or decryption; `None` before the first part of the text.
    direction: Option<Direction>,
}

impl<S: InParts> Aead<S> {
    /// Begins a message in parts.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the scheme does not take nonces of this length; [`Error::NonceBit`] if the most
    /// significant bit of the nonce must be 0 and is not; [`Error::NotInParts`] if the scheme, chosen by name, only takes whole
    /// messages.
    #[inline]
    pub fn begin(&self, nonce: &[u8]) -> Result<Message<'_, S>, Error> {
        self.check_nonce(nonce)?;
        if !self.scheme.takes_parts() {
            return Err(Error::NotInParts);
        }
        Ok(Message::new(&self.scheme, nonce, self.tag_len))
    }
}

impl<'a, S: InParts> Message<'a, S> {
    #[inline]
    pub(super) fn new(scheme: &'a S, nonce: &[u8], tag_len: usize) -> Self {
        let state = scheme.begin(nonce, tag_len);
        let limit = scheme.limit(nonce.len());
        Self { scheme, state, tag_len, limit, left: limit, header: 0, direction: None }
    }

    /// Appends to the associated data, which is authenticated and not encrypted.
    ///
    /// # Errors
    /// [`Error::Ended`] after the first part of the text; [`Error::NoHeader`] if the scheme takes no associated data;
    /// [`Error::Parameter`] in MGM and the GCM of DSTU 7624 if the associated data becomes too long.
    pub fn header(&mut self, data: &[u8]) -> Result<(), Error> {
        if self.direction.is_some() {
            return Err(Error::Ended);
        }
        if !data.is_empty() {
            takes_header(self.scheme)?;
            let header = self.header.saturating_add(data.len() as u128);
            self.scheme.check_lengths(header, 0)?;
            self.header = header;
            self.scheme.header(&mut self.state, data);
        }
        Ok(())
    }

    /// Encrypts or decrypts the next part of the text. Decrypted text must not be used before
    /// [`verify`](Self::verify) has found the message authentic.
    ///
    /// # Errors
    /// [`Error::Ended`] if the direction changes within the message; [`Error::KeystreamEnd`] if the text becomes longer
    /// than the scheme allows. Nothing is written then.
    #[inline]
    pub fn update<'b>(&mut self, direction: Direction, data: impl Into<InOut<'b>>) -> Result<(), Error> {
        let mut data = InOut::passed(data);
        let left = self.left.checked_sub(data.len() as u128).ok_or_else(|| too_long(self.limit))?;
        if self.direction.is_some_and(|begun| begun != direction) {
            return Err(Error::Ended);
        }
        if self.scheme.has_rules() && !data.is_empty() {
            self.scheme.check_lengths(self.header, self.limit - left)?;
        }
        if self.direction.is_none() {
            self.scheme.end_header(&mut self.state);
        }
        (self.left, self.direction) = (left, Some(direction));
        self.scheme.text(&mut self.state, direction, &mut data);
        Ok(())
    }

    /// Ends the message and writes its tag, which has the length of `tag`.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the scheme has no tags of this length; [`Error::Decrypted`] if a part of the text was decrypted:
    /// a forger who learns the right tag of a forged message could make that message pass.
    pub fn finish(mut self, tag: &mut [u8]) -> Result<(), Error> {
        if self.direction == Some(Direction::Decrypt) {
            return Err(Error::Decrypted);
        }
        self.scheme.tag_len().check("tag", tag.len())?;
        self.scheme.check_lengths(self.header, self.limit - self.left)?;
        let whole = self.end(tag.len());
        tag.copy_from_slice(&whole[..tag.len()]);
        Ok(())
    }

    /// Ends the message and compares its tag with `tag` in constant time. The tag must be a whole tag, unless
    /// [`Aead::set_tag_len`](super::Aead::set_tag_len) set another length before the message began.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if the tag has another length.
    pub fn verify(mut self, tag: &[u8]) -> Result<(), Error> {
        ByteLengths::fixed(self.tag_len).check("tag", tag.len())?;
        self.scheme.check_lengths(self.header, self.limit - self.left)?;
        let mut whole = self.end(tag.len());
        let right = same(&whole[..tag.len()], tag);
        wipe::wipe(&mut whole);
        if right { Ok(()) } else { Err(Error::Unauthentic) }
    }

    /// Advances lengths and counters as if this many bytes of associated data and of text had been processed. Both numbers
    /// are multiples of 128. The resulting tag is not the tag of any message. Tests use this function to reach counter
    /// values that would otherwise take hours.
    #[doc(hidden)]
    pub fn skip(&mut self, header: u64, text: u64) {
        self.header = self.header.saturating_add(header.into());
        self.left = self.left.saturating_sub(text.into());
        self.scheme.skip(&mut self.state, header, text);
    }

    fn end(&mut self, tag_len: usize) -> [u8; MAX_TAG] {
        if self.direction.is_none() {
            self.scheme.end_header(&mut self.state);
        }
        let mut tag = [0; MAX_TAG];
        self.scheme.end(&mut self.state, tag_len, &mut tag);
        tag
    }
}

impl<S: InParts> Drop for Message<'_, S> {
    fn drop(&mut self) {
        // the state was moved into this function, and each move left a copy on the stack
        wipe::stack();
    }
}

impl<S: InParts> fmt::Debug for Message<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message").field("direction", &self.direction).finish_non_exhaustive()
    }
}
