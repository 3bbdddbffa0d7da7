//! GCM-SIV of a whole message in one call: RFC 8452.

use crate::{primitives::ghash::Numbers, simd::memory::apart_slice};

crate::backend::only! { aes: {
    mod kernel;
    mod polyval;
    mod rekeyed;
    pub(crate) use kernel::{long, short};
    pub(crate) use rekeyed::Rekeyed;
} }

/// A message apart from its text.
pub struct Message<'a> {
    /// The associated data.
    header: &'a [u8],
    /// When decrypting, the tag that was received. After the call, the right tag.
    tag: &'a mut [u8; 16],
    /// Room for the powers of the message's key and the sums of their halves, unless the message is short.
    powers: Option<&'a mut [Numbers; 2]>,
}

/// Room for the round keys of a message, for encryption.
#[allow(dead_code)] // not used on architectures without vectors
pub(crate) type Room = [[u8; 16]; 15];

/// The largest number of bytes of text and associated data that are hashed without powers of the key.
const SHORT: usize = 256;

impl<'a> Message<'a> {
    /// Makes a message with this associated data. `tag` is the tag that was received when decrypting, and receives the
    /// right one.
    #[inline(always)]
    pub fn new(header: &'a [u8], tag: &'a mut [u8; 16]) -> Self {
        Self { header: apart_slice(header), tag, powers: None }
    }

    /// Returns the same message with room for the powers of its key and the sums of their halves.
    #[inline(always)]
    pub(crate) fn with<'m>(&'m mut self, powers: &'m mut [Numbers; 2]) -> Message<'m> {
        Message { header: apart_slice(self.header), tag: self.tag, powers: Some(powers) }
    }

    /// Returns whether a message with a text of this many bytes is hashed without powers of the key.
    #[inline(always)]
    pub(crate) fn is_short(&self, text: usize) -> bool {
        text <= SHORT && self.header.len() <= SHORT - text
    }
}
