//! A MAC chosen by name, with its key.

use super::{Algorithm, MAX_PRF, Object, Prf, has_length, verified};
use crate::{
    ByteLengths, Error,
    registry::unknown,
    wipe::{self, Above},
};
use alloc::boxed::Box;
use core::fmt;

/// A message being authenticated by a MAC that was chosen by name.
///
/// ```
/// let mut mac = bramah::mac::lookup("hmac-sha256")?.keyed(b"a key")?;
/// mac.update(b"a message");
/// let mut tag = [0; 32];
/// mac.finalize(&mut tag)?;
/// mac.update(b"a message");
/// mac.verify(&tag)?;
///
/// // a truncated tag: how long it is must be known beforehand, and not come with it
/// mac.update(b"a message");
/// mac.verify_truncated(&tag[..16], 16)?;
/// # Ok::<(), bramah::Error>(())
/// ```
pub struct AnyMac {
    object: Box<dyn Object>,
    algorithm: Algorithm,
    /// The length of a whole tag in bytes.
    len: usize,
    /// The lengths in bytes to which a tag may be truncated.
    lengths: ByteLengths,
    /// Whether the nonce (for MACs without a nonce, the key) may be used for only one message.
    once: bool,
    /// Whether the last message has ended, so that the state must be reset before another message begins.
    stale: bool,
    /// Whether the tag has been computed and the nonce or the key must not be used again.
    spent: bool,
}

impl AnyMac {
    pub(super) fn new(algorithm: Algorithm, object: Box<dyn Object>) -> Self {
        let (lengths, once) = (algorithm.tag_lengths(), algorithm.once());
        Self { object, algorithm, len: algorithm.tag_len(), lengths, once, stale: false, spent: false }
    }

    /// Returns the algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns the length of a whole tag in bytes.
    pub fn tag_len(&self) -> usize {
        self.len
    }

    /// Returns the lengths in bytes to which a tag may be truncated.
    pub fn tag_lengths(&self) -> ByteLengths {
        self.lengths
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.object.backend()
    }

    /// Appends to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.refresh();
        self.object.update(data.as_ref());
    }

    #[inline]
    fn refresh(&mut self) {
        if self.stale {
            self.object.reset();
            self.stale = false;
        }
    }

    /// Ends the message, writes its tag, and begins an empty message under the same key. A nonce, or Poly1305's key, may be used
    /// for only one message: the next message then needs [`renew`](Self::renew), or [`reset`](Self::reset) if it is the same
    /// message again.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the length of `tag` is not one of [`tag_lengths`](Self::tag_lengths), and then the message
    /// continues; [`Error::Ended`] if the nonce or the key must not be used again.
    pub fn finalize(&mut self, tag: &mut [u8]) -> Result<(), Error> {
        self.tag_lengths().check("tag", tag.len())?;
        self.front(None, tag)
    }

    /// Writes the tag of a whole message, as [`finalize`](Self::finalize) does. The message in progress is discarded.
    ///
    /// # Errors
    /// The errors of [`finalize`](Self::finalize).
    pub fn tag(&mut self, message: impl AsRef<[u8]>, tag: &mut [u8]) -> Result<(), Error> {
        self.tag_lengths().check("tag", tag.len())?;
        self.front(Some(message.as_ref()), tag)
    }

    /// Writes the first bytes of the tag of `message`, or if it is `None`, of the message in progress.
    #[inline]
    fn front(&mut self, message: Option<&[u8]>, tag: &mut [u8]) -> Result<(), Error> {
        if self.spent {
            return Err(Error::Ended);
        }
        self.spent = self.once;
        if tag.len() == self.len {
            self.end(message, tag);
            return Ok(());
        }
        let mut whole = [0; MAX_PRF];
        self.end(message, &mut whole[..self.len]);
        tag.copy_from_slice(&whole[..tag.len()]);
        wipe::wipe(&mut whole);
        Ok(())
    }

    #[inline]
    fn end(&mut self, message: Option<&[u8]>, tag: &mut [u8]) {
        match message {
            Some(message) => self.object.whole(message, tag),
            None => {
                self.refresh();
                self.object.finish(tag);
            }
        }
        self.stale = true;
    }

    /// Ends the message, compares `tag` with its whole tag in constant time, and begins an empty message as
    /// [`finalize`](Self::finalize) does.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if the tag does not have the length of a whole tag, and
    /// then the message continues; [`Error::Ended`] if the nonce or the key must not be used again.
    pub fn verify(&mut self, tag: &[u8]) -> Result<(), Error> {
        self.verify_truncated(tag, self.len)
    }

    /// Ends the message, compares `tag`, which was truncated to `tag_len` bytes, with its tag in constant time, and begins an
    /// empty message as [`finalize`](Self::finalize) does. `tag_len` must be one of the [`tag_lengths`](Self::tag_lengths).
    /// Both sides must agree on this length in advance. Do not take it from the received tag, because a shorter tag is easier
    /// to guess.
    ///
    /// # Errors
    /// The errors of [`verify`](Self::verify); [`Error::ByteLength`] if `tag_len` is not a valid length of a tag, or if `tag`
    /// does not have `tag_len` bytes.
    pub fn verify_truncated(&mut self, tag: &[u8], tag_len: usize) -> Result<(), Error> {
        let lengths = self.tag_lengths();
        has_length(tag, tag_len, lengths)?;
        let mut expected = [0; MAX_PRF];
        let expected = &mut expected[..self.len];
        self.front(None, expected)?;
        verified(tag, tag_len, expected, lengths)
    }

    /// Discards the message, and begins an empty one under the same key and nonce. Two different messages under one nonce, or
    /// under one key of Poly1305, allow forgeries.
    pub fn reset(&mut self) {
        self.object.reset();
        (self.stale, self.spent) = (false, false);
    }

    /// Discards the message, and begins an empty one with another nonce.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the nonce does not have a valid length.
    pub fn renew(&mut self, nonce: &[u8]) -> Result<(), Error> {
        self.algorithm.nonce_len().check("nonce", nonce.len())?;
        self.object.renew(nonce);
        (self.stale, self.spent) = (false, false);
        Ok(())
    }

    /// Computes the whole tags of many messages, several in parallel where the CPU can; `tags` receives their
    /// concatenation. The message in progress is discarded.
    ///
    /// # Errors
    /// [`Error::OutputRoom`] if `tags` is not exactly as long as one tag for each message; [`Error::Together`] if the nonce or
    /// the key may be used for only one message; [`Error::Ended`] if the nonce or the key must not be used again.
    pub fn many(&mut self, messages: &[&[u8]], tags: &mut [u8]) -> Result<(), Error> {
        let needed = self.len.saturating_mul(messages.len());
        if tags.len() != needed {
            return Err(Error::OutputRoom { length: tags.len(), needed });
        }
        if self.spent && !messages.is_empty() {
            return Err(Error::Ended);
        }
        if self.once && messages.len() > 1 {
            return Err(Error::Together { parameters: ["nonce or key for one message", "second message"] });
        }
        self.spent |= self.once && !messages.is_empty();
        wipe::after_deep(|| self.object.many(messages, tags, self.len));
        self.stale = true;
        Ok(())
    }

    /// Returns the MAC as a pseudorandom function, from which keys can be derived. Returns `None` for PMAC, CBC-MAC, OMAC-ACPKM
    /// and IMIT, and for MACs whose nonce or key may be used for only one message.
    pub fn prf(&self) -> Option<&dyn Prf> {
        self.object.prf()
    }
}

impl Drop for AnyMac {
    fn drop(&mut self) {
        // erases what kernels have spilled since the key was set, including kernels that process several messages or
        // leaves in parallel
        wipe::DEEP.erase_below(Above::Group);
    }
}

impl Clone for AnyMac {
    fn clone(&self) -> Self {
        wipe::after(|| Self { object: self.object.boxed_clone(), ..*self })
    }
}

impl fmt::Debug for AnyMac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyMac").field("algorithm", &self.algorithm.name()).finish_non_exhaustive()
    }
}

impl Algorithm {
    /// Begins an empty message under a key.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the length of the key is not valid, or a nonce is required; [`Error::OtherCipher`] if the MAC
    /// is not defined over its cipher.
    pub fn keyed(&self, key: &[u8]) -> Result<AnyMac, Error> {
        self.begin(key, &[])
    }

    /// Begins an empty message under a key and a nonce. For MACs without a nonce, `nonce` must be empty.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the length of the key or of the nonce is not valid; [`Error::OtherCipher`] if the MAC is not
    /// defined over its cipher.
    pub fn begin(&self, key: &[u8], nonce: &[u8]) -> Result<AnyMac, Error> {
        self.key_len().check("key", key.len())?;
        self.nonce_len().check("nonce", nonce.len())?;
        let object = self.object(key, nonce)?;
        Ok(AnyMac::new(*self, object))
    }

    /// Begins an empty message under a key, as [`keyed`](Self::keyed) does, for a MAC over a hash function.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the length of the key is not valid; [`Error::UnknownName`] if the MAC is not over a hash function.
    #[doc(hidden)] // see lookup_hashed
    pub fn keyed_hashed(&self, key: &[u8]) -> Result<AnyMac, Error> {
        self.key_len().check("key", key.len())?;
        let object = self.hashed(key).ok_or_else(|| unknown(&self.name()))??;
        Ok(AnyMac::new(*self, object))
    }
}

impl Algorithm {
    /// Computes the whole tags of many messages, each under its own key; `tags` receives their concatenation. For HMAC,
    /// several tags are computed in parallel where the CPU can.
    ///
    /// # Errors
    /// [`Error::Lengths`] if there are not as many keys as messages; [`Error::OutputRoom`] if `tags` is not exactly as
    /// long as one tag for each message; [`Error::ByteLength`] if the length of a key is not valid, or a nonce is
    /// required.
    pub fn many(&self, keys: &[&[u8]], messages: &[&[u8]], tags: &mut [u8]) -> Result<(), Error> {
        let len = self.tag_len();
        let needed = len.saturating_mul(messages.len());
        if keys.len() != messages.len() {
            return Err(Error::Lengths { input: messages.len(), output: keys.len() });
        }
        if tags.len() != needed {
            return Err(Error::OutputRoom { length: tags.len(), needed });
        }
        if self.hmacs(keys, messages, tags) {
            return Ok(());
        }
        for ((key, message), tag) in keys.iter().zip(messages).zip(tags.chunks_exact_mut(len)) {
            self.keyed(key)?.tag(message, tag)?;
        }
        Ok(())
    }
}
