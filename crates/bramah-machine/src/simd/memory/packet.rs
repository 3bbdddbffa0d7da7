//! One message of a batch for authenticated encryption.

use super::InOut;
use core::fmt;

/// One message of a batch, which `Aead::seal_many` encrypts or `Aead::open_many` decrypts.
pub struct Packet<'a> {
    /// The nonce.
    #[doc(hidden)]
    pub nonce: &'a [u8],
    /// The associated data, which is authenticated and not encrypted.
    #[doc(hidden)]
    pub header: &'a [u8],
    /// The text: input is the plaintext and output is the ciphertext, or the other way round when opening.
    #[doc(hidden)]
    pub data: InOut<'a>,
    /// The buffer for the tag when sealing; the received tag when opening.
    #[doc(hidden)]
    pub tag: &'a mut [u8],
    authentic: bool,
}

impl<'a> Packet<'a> {
    /// Makes a message from its nonce, associated data and text. When sealing, the tag is written to `tag`. When opening, `tag`
    /// is the received tag.
    pub fn new(nonce: &'a [u8], aad: &'a [u8], data: impl Into<InOut<'a>>, tag: &'a mut [u8]) -> Self {
        Self { nonce, header: aad, data: InOut::passed(data), tag, authentic: false }
    }

    /// Returns whether the last `Aead::open_many` accepted the tag of this message.
    pub fn is_authentic(&self) -> bool {
        self.authentic
    }

    /// Records whether the tag was accepted.
    #[doc(hidden)]
    pub fn set_authentic(&mut self, authentic: bool) {
        self.authentic = authentic;
    }
}

impl fmt::Debug for Packet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packet").field("len", &self.data.len()).finish_non_exhaustive()
    }
}
