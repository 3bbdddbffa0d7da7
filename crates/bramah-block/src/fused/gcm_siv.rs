//! GCM-SIV of a whole message in one call: RFC 8452.

crate::backend::only! { vectors: {
    mod kernel;
    mod polyval;
    mod rekeyed;
    pub(crate) use kernel::{long, short};
    pub(crate) use rekeyed::Rekeyed;
} }

/// A message besides its text.
pub struct Message<'a> {
    /// The nonce, 12 bytes, as a little-endian number.
    pub nonce: u128,
    /// The associated data.
    pub header: &'a [u8],
    /// The tag that was received, if the message is decrypted; then the right tag.
    pub tag: &'a mut [u8; 16],
}

/// The round keys of a message for encryption.
#[allow(dead_code)] // not on architectures without vectors
pub(crate) type Room = [[u8; 16]; 15];

/// The most bytes of text and associated data that are hashed without powers of the key.
const SHORT: usize = 256;

impl Message<'_> {
    /// Returns whether a message with a text of so many bytes is hashed without powers of the key.
    #[inline(always)]
    pub(crate) fn is_short(&self, text: usize) -> bool {
        text <= SHORT && self.header.len() <= SHORT - text
    }
}
