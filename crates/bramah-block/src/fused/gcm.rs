//! GCM in one call, the cipher and GHASH in one loop: NIST SP 800-38D, section 7.

crate::backend::only! { x86: {
    mod many;
    pub(crate) use many::many;
} }
crate::backend::only! { aes: {
    // only VAES processes packets side by side
    #[cfg_attr(target_arch = "aarch64", allow(dead_code))]
    mod stitched;
    pub(crate) use stitched::{GROUP, Hashing, part};
} }

use crate::{primitives::ghash::Powers, simd::memory::Packet};

/// The longest header that a part can have, in bytes.
pub const HEADER: usize = 64;

/// A part of a message, with the key and the state of its hash.
pub struct Part<'a> {
    /// The powers of the hash key.
    pub powers: &'a Powers,
    /// The hash of the parts before this one; after the call, of this part too.
    pub y: &'a mut [u64; 2],
    /// The header, the lengths and the tag, if the part is a whole message.
    pub whole: Option<Whole<'a>>,
}

/// A whole message apart from its text.
pub struct Whole<'a> {
    /// The header. A header longer than [`HEADER`] bytes has been hashed already, and this is empty.
    pub header: &'a [u8],
    /// The last block that is hashed, as a number: the lengths of the text and the header in bits.
    pub lengths: [u64; 2],
    /// Receives the tag.
    pub tag: &'a mut [u8; 16],
}

/// Several messages that are encrypted or decrypted in one call.
pub struct Many<'a, 'p> {
    /// The powers of the hash key.
    pub powers: &'a Powers,
    /// The messages.
    pub packets: &'a mut [Packet<'p>],
    /// Receives the tags of the messages.
    pub tags: &'a mut [[u8; 16]; ROW],
}

/// The most messages that are encrypted or decrypted in one call: the largest number of blocks in a vector.
pub const ROW: usize = 4;
