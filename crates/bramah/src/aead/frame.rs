//! Messages that are encrypted and authenticated, whatever by.

use super::Scheme;
use crate::{
    Error,
    mode::{Direction, same},
    names::ByteLengths,
    simd::{InOut, copy_short},
    wipe,
};
use core::fmt;

/// The bytes of any whole tag at most.
pub(crate) const MAX_TAG: usize = crate::block::MAX_BLOCK;

/// Messages that are encrypted and authenticated under one key.
///
/// No nonce may come twice under one key.
#[derive(Clone)]
pub struct Aead<S> {
    pub(super) scheme: S,
    /// The bytes of a tag that is right: the whole tag's, unless another length was named.
    tag_len: usize,
    /// How much may follow of the text.
    left: u128,
    stage: Stage,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Idle,
    Header,
    Text(Direction),
}

impl<S: Scheme> Aead<S> {
    pub(super) fn with_scheme(scheme: S) -> Self {
        let tag_len = scheme.tag_len().max;
        Self { scheme, tag_len, left: 0, stage: Stage::Idle }
    }

    /// The bytes of a whole tag.
    pub fn tag_len(&self) -> usize {
        self.scheme.tag_len().max
    }

    /// The bytes of a nonce.
    pub fn nonce_len(&self) -> ByteLengths {
        self.scheme.nonce_len()
    }

    /// The name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.scheme.backend()
    }

    /// Encrypts a message, in place or from one buffer to another, and writes its tag, which may be truncated to
    /// as few bytes as the caller thinks enough, if the scheme has such tags. Whoever opens the message then names
    /// that length first: [`set_tag_len`](Self::set_tag_len).
    ///
    /// # Errors
    /// [`Error::ByteLength`] if `nonce` or `tag` have a length that is not taken; [`Error::NoHeader`] if there
    /// is a header and the scheme takes none; [`Error::KeystreamEnd`] if the text is longer than it may be.
    /// Nothing is written then.
    #[inline]
    pub fn seal<'a>(
        &mut self,
        nonce: &[u8],
        header: &[u8],
        data: impl Into<InOut<'a>>,
        tag: &mut [u8],
    ) -> Result<(), Error> {
        let mut data = data.into();
        self.check(nonce, header, data.len(), tag.len())?;
        self.stage = Stage::Idle;
        let mut whole = [0; MAX_TAG];
        self.scheme.whole(Direction::Encrypt, nonce, header, &mut data, tag.len(), &mut whole);
        copy_short(tag, &whole[..tag.len()]);
        Ok(())
    }

    /// Decrypts a message whose tag is right. If it is not, the output is all zeros. The tag is a whole one, unless
    /// [`set_tag_len`](Self::set_tag_len) named another length.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if it has another length, and then nothing
    /// is written; and those of [`seal`](Self::seal).
    #[inline]
    pub fn open<'a>(
        &mut self,
        nonce: &[u8],
        header: &[u8],
        data: impl Into<InOut<'a>>,
        tag: &[u8],
    ) -> Result<(), Error> {
        let mut data = data.into();
        ByteLengths::fixed(self.tag_len).check("tag", tag.len())?;
        self.check(nonce, header, data.len(), tag.len())?;
        self.stage = Stage::Idle;
        let mut whole = [0; MAX_TAG];
        self.scheme.whole(Direction::Decrypt, nonce, header, &mut data.reborrow(), tag.len(), &mut whole);
        let right = same(&whole[..tag.len()], tag);
        // what the tag should have been is nobody's business
        wipe::wipe(&mut whole);
        if !right {
            wipe::wipe(data.output());
            return Err(Error::Unauthentic);
        }
        Ok(())
    }

    /// Names the length that tags have which are verified from now on, by [`open`](Self::open) and
    /// [`verify`](Self::verify), and the length that messages depend on from the next [`begin`](Self::begin) on,
    /// where they do. Both sides agree on it: it must not be taken from the tag that is verified.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the scheme has no such tags.
    pub fn set_tag_len(&mut self, length: usize) -> Result<(), Error> {
        self.check_tag(length)?;
        self.tag_len = length;
        Ok(())
    }

    /// Begins a message in parts: then come [`header`](Self::header), [`update`](Self::update), and
    /// [`finish`](Self::finish) or [`verify`](Self::verify).
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the nonce has a length that is not taken.
    #[inline]
    pub fn begin(&mut self, nonce: &[u8]) -> Result<(), Error> {
        self.check_nonce(nonce)?;
        self.scheme.begin(nonce, self.tag_len);
        (self.left, self.stage) = (self.scheme.limit(), Stage::Header);
        Ok(())
    }

    /// Appends to the header, which is authenticated and not encrypted.
    ///
    /// # Errors
    /// [`Error::Ended`] once the text has begun, and before [`begin`](Self::begin); [`Error::NoHeader`] if the
    /// scheme takes none.
    pub fn header(&mut self, data: &[u8]) -> Result<(), Error> {
        if self.stage != Stage::Header {
            return Err(Error::Ended);
        }
        if !data.is_empty() {
            self.takes_header()?;
            self.scheme.header(data);
        }
        Ok(())
    }

    /// Encrypts or decrypts more of the text. What is decrypted so must not be used before
    /// [`verify`](Self::verify) has said that it is authentic.
    ///
    /// # Errors
    /// [`Error::Ended`] before [`begin`](Self::begin), or if the direction changes within a message;
    /// [`Error::KeystreamEnd`] if the text gets longer than it may be.
    #[inline]
    pub fn update<'a>(&mut self, direction: Direction, data: impl Into<InOut<'a>>) -> Result<(), Error> {
        let mut data = data.into();
        let Some(left) = self.left.checked_sub(data.len() as u128) else { return Err(self.too_long()) };
        match self.stage {
            Stage::Header => self.scheme.end_header(),
            Stage::Text(begun) if begun == direction => {}
            _ => return Err(Error::Ended),
        }
        (self.left, self.stage) = (left, Stage::Text(direction));
        self.scheme.text(direction, &mut data);
        Ok(())
    }

    /// Ends the message and writes its tag, or as much of it as is asked for.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the scheme has no tags of such a length; [`Error::Ended`] before
    /// [`begin`](Self::begin).
    pub fn finish(&mut self, tag: &mut [u8]) -> Result<(), Error> {
        self.check_tag(tag.len())?;
        let whole = self.end()?;
        tag.copy_from_slice(&whole[..tag.len()]);
        Ok(())
    }

    /// Ends the message and compares its tag, in constant time: a whole one, unless
    /// [`set_tag_len`](Self::set_tag_len) named another length.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if it is another; [`Error::ByteLength`] if it has another length, and then the message
    /// goes on; [`Error::Ended`] before [`begin`](Self::begin).
    pub fn verify(&mut self, tag: &[u8]) -> Result<(), Error> {
        ByteLengths::fixed(self.tag_len).check("tag", tag.len())?;
        let mut whole = self.end()?;
        let right = same(&whole[..tag.len()], tag);
        wipe::wipe(&mut whole);
        if right { Ok(()) } else { Err(Error::Unauthentic) }
    }

    fn end(&mut self) -> Result<[u8; MAX_TAG], Error> {
        match self.stage {
            Stage::Header => self.scheme.end_header(),
            Stage::Text(_) => {}
            Stage::Idle => return Err(Error::Ended),
        }
        self.stage = Stage::Idle;
        let mut tag = [0; MAX_TAG];
        self.scheme.end(&mut tag);
        Ok(tag)
    }

    #[inline(always)]
    fn check(&self, nonce: &[u8], header: &[u8], text: usize, tag: usize) -> Result<(), Error> {
        self.check_tag(tag)?;
        self.check_nonce(nonce)?;
        if text as u128 > self.scheme.limit() {
            return Err(self.too_long());
        }
        if header.is_empty() { Ok(()) } else { self.takes_header() }
    }

    fn takes_header(&self) -> Result<(), Error> {
        if self.scheme.takes_header() { Ok(()) } else { Err(Error::NoHeader) }
    }

    #[inline(always)]
    fn check_nonce(&self, nonce: &[u8]) -> Result<(), Error> {
        self.scheme.nonce_len().check("nonce", nonce.len())
    }

    #[inline(always)]
    fn check_tag(&self, length: usize) -> Result<(), Error> {
        self.scheme.tag_len().check("tag", length)
    }

    #[cold]
    fn too_long(&self) -> Error {
        Error::KeystreamEnd { limit: self.scheme.limit() }
    }
}

impl<S> fmt::Debug for Aead<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Aead").field("tag_len", &self.tag_len).finish_non_exhaustive()
    }
}
