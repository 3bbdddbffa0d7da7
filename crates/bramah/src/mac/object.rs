//! A MAC with its key, of whichever kind.

use super::{Algorithm, MAX_PRF, Prf, verified};
use crate::{ByteLengths, Error, wipe};
use alloc::boxed::Box;
use core::fmt;

/// What [`AnyMac`] needs of a MAC with its key.
pub(crate) trait Object: Send + Sync {
    /// The name of the backend in use.
    fn backend(&self) -> &'static str;
    /// Appends to the message.
    fn update(&mut self, data: &[u8]);
    /// Ends the message and writes its whole tag. What is left may only be reset or renewed.
    fn finish(&mut self, tag: &mut [u8]);
    /// Begins a message anew, with the same nonce.
    fn reset(&mut self);
    /// Begins a message with another nonce, whose length is one that is taken.
    fn renew(&mut self, _nonce: &[u8]) {
        self.reset();
    }
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Object>;
    /// The tags of many messages, one after another in `tags`. The message in progress is lost.
    fn many(&mut self, messages: &[&[u8]], tags: &mut [u8], len: usize) {
        for (message, tag) in messages.iter().zip(tags.chunks_exact_mut(len)) {
            self.reset();
            self.update(message);
            self.finish(tag);
        }
        self.reset();
    }
    /// Itself as a function of byte strings, if it is one without allocating.
    fn prf(&self) -> Option<&dyn Prf> {
        None
    }
}

/// A message being authenticated, by whichever MAC.
///
/// ```
/// let mut mac = bramah::mac::lookup("hmac-sha256")?.keyed(b"a key")?;
/// mac.update(b"a message");
/// let mut tag = [0; 32];
/// mac.finalize(&mut tag)?;
/// mac.update(b"a message");
/// mac.verify(&tag[..16])?;
/// # Ok::<(), bramah::Error>(())
/// ```
pub struct AnyMac {
    object: Box<dyn Object>,
    algorithm: Algorithm,
    /// The bytes of a whole tag.
    len: usize,
    /// Whether a tag was given under a nonce, or a key, that is for one message.
    spent: bool,
}

impl AnyMac {
    pub(super) fn new(algorithm: Algorithm, object: Box<dyn Object>) -> Self {
        Self { object, algorithm, len: algorithm.tag_len(), spent: false }
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The bytes of a whole tag.
    pub fn tag_len(&self) -> usize {
        self.len
    }

    /// The lengths that a tag may be cut down to.
    pub fn tag_lengths(&self) -> ByteLengths {
        self.algorithm.tag_lengths()
    }

    /// The name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.object.backend()
    }

    /// Appends to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.object.update(data.as_ref());
    }

    /// Ends the message, writes its tag, and begins a new one under the same key. A nonce, and Poly1305's key,
    /// are for one message: the next needs [`renew`](Self::renew), or [`reset`](Self::reset) if it is the same
    /// message again.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if `tag` has a length that is not taken: those of
    /// [`tag_lengths`](Self::tag_lengths) are, and the message goes on then. [`Error::Ended`] if the nonce or
    /// the key is used up.
    pub fn finalize(&mut self, tag: &mut [u8]) -> Result<(), Error> {
        self.tag_lengths().check("tag", tag.len())?;
        if tag.len() == self.len {
            return self.whole(tag);
        }
        let mut whole = [0; MAX_PRF];
        let given = self.whole(&mut whole[..self.len]);
        tag.copy_from_slice(&whole[..tag.len()]);
        wipe::wipe(&mut whole);
        given
    }

    fn whole(&mut self, tag: &mut [u8]) -> Result<(), Error> {
        if self.spent {
            return Err(Error::Ended);
        }
        self.object.finish(tag);
        self.spent = self.algorithm.once();
        self.object.reset();
        Ok(())
    }

    /// Ends the message and compares its tag, in constant time; then as [`finalize`](Self::finalize).
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if it is another; and those of [`finalize`](Self::finalize).
    pub fn verify(&mut self, tag: &[u8]) -> Result<(), Error> {
        let lengths = self.tag_lengths();
        lengths.check("tag", tag.len())?;
        let mut expected = [0; MAX_PRF];
        let expected = &mut expected[..self.len];
        self.whole(expected)?;
        verified(tag, expected, lengths)
    }

    /// Forgets the message, and begins one under the same key and nonce. Two different messages under one
    /// nonce, or one key of Poly1305, give their tags away.
    pub fn reset(&mut self) {
        self.object.reset();
        self.spent = false;
    }

    /// Forgets the message, and begins one with another nonce.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if it has a length that is not taken.
    pub fn renew(&mut self, nonce: &[u8]) -> Result<(), Error> {
        self.algorithm.nonce_len().check("nonce", nonce.len())?;
        self.object.renew(nonce);
        self.spent = false;
        Ok(())
    }

    /// The whole tags of many messages, one after another in `tags`, several at once where the CPU can. The
    /// message in progress is lost.
    ///
    /// # Errors
    /// [`Error::OutputRoom`] if `tags` has not a tag for each message; [`Error::Together`] if a nonce or key is
    /// for one message only.
    pub fn many(&mut self, messages: &[&[u8]], tags: &mut [u8]) -> Result<(), Error> {
        let needed = self.len.saturating_mul(messages.len());
        if tags.len() != needed {
            return Err(Error::OutputRoom { length: tags.len(), needed });
        }
        if self.algorithm.once() && messages.len() > 1 {
            return Err(Error::Together { parameters: ["nonce or key for one message", "second message"] });
        }
        self.object.many(messages, tags, self.len);
        Ok(())
    }

    /// Itself as a function of byte strings, to derive keys with; `None` for a MAC whose nonce or key is for
    /// one message, and for PMAC and CBC-MAC.
    pub fn prf(&self) -> Option<&dyn Prf> {
        self.object.prf()
    }
}

impl Clone for AnyMac {
    fn clone(&self) -> Self {
        wipe::behind(|| Self { object: self.object.boxed_clone(), ..*self })
    }
}

impl fmt::Debug for AnyMac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyMac").field("algorithm", &self.algorithm.name()).finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl std::io::Write for AnyMac {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
