//! Messages that are encrypted and authenticated in parts.

use super::{
    InParts,
    frame::{Aead, MAX_TAG, takes_header, too_long},
};
use crate::{Error, ct::same, mode::Direction, names::ByteLengths, simd::memory::InOut, wipe};
use core::fmt;

/// A message that is processed in parts, begun by [`Aead::begin`](super::Aead::begin). First come any number of calls of
/// [`header`](Self::header), then any number of calls of [`update`](Self::update), or of
/// [`authenticate`](Self::authenticate). At the end, [`finish`](Self::finish) writes the tag of an encrypted message, or
/// [`verify`](Self::verify) checks the tag of a decrypted or authenticated one.
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
    /// The work of the calls for the text; `None` before the first part of the text.
    work: Option<Work>,
}

/// The work of the calls for the text of a message, which is the same for all parts of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Encrypt,
    Decrypt,
    Authenticate,
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
        Self { scheme, state, tag_len, limit, left: limit, header: 0, work: None }
    }

    /// Appends to the associated data, which is authenticated and not encrypted.
    ///
    /// # Errors
    /// [`Error::Ended`] after the first part of the text; [`Error::NoHeader`] if the scheme takes no associated data;
    /// [`Error::Parameter`] in MGM and the GCM of DSTU 7624 if the associated data becomes too long.
    pub fn header(&mut self, data: &[u8]) -> Result<(), Error> {
        if self.work.is_some() {
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
    /// [`Error::Ended`] if the direction changes within the message, or a part was only
    /// [authenticated](Self::authenticate); [`Error::KeystreamEnd`] if the text becomes longer than the scheme allows;
    /// [`Error::Parameter`] in MGM and the GCM of DSTU 7624 if associated data and text together become too long. Nothing is
    /// written then.
    #[inline]
    pub fn update<'b>(&mut self, direction: Direction, data: impl Into<InOut<'b>>) -> Result<(), Error> {
        let mut data = InOut::passed(data);
        let work = match direction {
            Direction::Encrypt => Work::Encrypt,
            Direction::Decrypt => Work::Decrypt,
        };
        self.begin_part(work, data.len())?;
        self.scheme.text(&mut self.state, direction, &mut data);
        Ok(())
    }

    /// Authenticates the next part of the ciphertext without decrypting it, before [`verify`](Self::verify) compares the tag. So
    /// a program verifies a message that is too long for its memory, and decrypts it afterwards as a second `Message`. The program
    /// must then make sure that the ciphertext is still the same: `verify` fails only at the end of the second message.
    ///
    /// GCM and EAX, ChaCha20 and Salsa20 with Poly1305, XAES-256-GCM, MGM and the GCM of DSTU 7624 decrypt nothing, because their
    /// tag depends only on the ciphertext. The other schemes decrypt to a buffer, which is erased.
    ///
    /// ```
    /// use bramah::{ChaCha20Poly1305, mode::Direction};
    ///
    /// let aead = ChaCha20Poly1305::new(&[7; 32])?;
    /// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
    /// aead.seal(&[0; 12], b"to everyone", &mut text[..], &mut tag)?;
    ///
    /// let mut message = aead.begin(&[0; 12])?;
    /// message.header(b"to everyone")?;
    /// message.authenticate(&text[..3])?;
    /// message.authenticate(&text[3..])?;
    /// message.verify(&tag)?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Ended`] if a part was encrypted or decrypted; and the errors of [`update`](Self::update) for a text that is too
    /// long.
    pub fn authenticate(&mut self, ciphertext: &[u8]) -> Result<(), Error> {
        self.begin_part(Work::Authenticate, ciphertext.len())?;
        self.scheme.ciphertext(&mut self.state, ciphertext);
        Ok(())
    }

    /// Counts a part of the text of `len` bytes, and ends the associated data before the first part.
    #[inline]
    fn begin_part(&mut self, work: Work, len: usize) -> Result<(), Error> {
        let left = self.left.checked_sub(len as u128).ok_or_else(|| too_long(self.limit))?;
        if self.work.is_some_and(|begun| begun != work) {
            return Err(Error::Ended);
        }
        if self.scheme.has_rules() && len > 0 {
            self.scheme.check_lengths(self.header, self.limit - left)?;
        }
        if self.work.is_none() {
            self.scheme.end_header(&mut self.state);
        }
        (self.left, self.work) = (left, Some(work));
        Ok(())
    }

    /// Ends the message and writes its tag, which has the length of `tag`.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the scheme has no tags of this length; [`Error::Decrypted`] if a part of the text was decrypted
    /// or only authenticated: a forger who learns the right tag of a forged message could make that message pass.
    pub fn finish(mut self, tag: &mut [u8]) -> Result<(), Error> {
        if matches!(self.work, Some(Work::Decrypt | Work::Authenticate)) {
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
        if self.work.is_none() {
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
        f.debug_struct("Message").field("work", &self.work).finish_non_exhaustive()
    }
}
