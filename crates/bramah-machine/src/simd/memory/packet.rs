//! One of several messages of authenticated encryption.

use super::InOut;
use core::fmt;

/// One of several messages, which `Aead::seal_many` encrypts or `Aead::open_many` decrypts.
pub struct Packet<'a> {
    /// The nonce.
    #[doc(hidden)]
    pub nonce: &'a [u8],
    /// The associated data.
    #[doc(hidden)]
    pub header: &'a [u8],
    /// The text.
    #[doc(hidden)]
    pub data: InOut<'a>,
    /// Room for the tag, or the tag that came with the message.
    #[doc(hidden)]
    pub tag: &'a mut [u8],
    authentic: bool,
}

impl<'a> Packet<'a> {
    /// Makes a message of its nonce, associated data and text. `tag` is the room for its tag, or the tag that came with a
    /// message that will be decrypted.
    pub fn new(nonce: &'a [u8], aad: &'a [u8], data: impl Into<InOut<'a>>, tag: &'a mut [u8]) -> Self {
        Self { nonce, header: aad, data: InOut::passed(data), tag, authentic: false }
    }

    /// Returns whether the last `Aead::open_many` that took this message found its tag right.
    pub fn is_authentic(&self) -> bool {
        self.authentic
    }

    /// Notes whether its tag was right.
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
