//! One of several messages of authenticated encryption.

use super::InOut;
use core::fmt;

/// One of several messages, which `Aead::seal_many` encrypts or `Aead::open_many` decrypts.
pub struct Packet<'a> {
    /// The nonce.
    #[doc(hidden)]
    pub nonce: &'a [u8],
    /// The associated data, which is authenticated and not encrypted.
    #[doc(hidden)]
    pub header: &'a [u8],
    /// The text: the plaintext as input and the ciphertext as output, or the other way round.
    #[doc(hidden)]
    pub data: InOut<'a>,
    /// Receives the tag when sealing; the tag that came with the message when opening.
    #[doc(hidden)]
    pub tag: &'a mut [u8],
    authentic: bool,
}

impl<'a> Packet<'a> {
    /// Makes a message from its nonce, associated data and text. `tag` receives the tag when sealing; when opening, it
    /// is the tag that came with the message.
    pub fn new(nonce: &'a [u8], aad: &'a [u8], data: impl Into<InOut<'a>>, tag: &'a mut [u8]) -> Self {
        Self { nonce, header: aad, data: InOut::passed(data), tag, authentic: false }
    }

    /// Returns whether the last `Aead::open_many` on this message found its tag right.
    pub fn is_authentic(&self) -> bool {
        self.authentic
    }

    /// Records whether its tag was right.
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
