//! GCM in one call, with the cipher and GHASH in one loop: NIST SP 800-38D, section 7.

crate::backend::only! { x86: {
    mod many;
    pub(crate) use many::many;
} }
crate::backend::only! { aes: {
    // only backends with VAES process several messages side by side
    #[cfg_attr(target_arch = "aarch64", allow(dead_code))]
    mod stitched;
    pub(crate) use stitched::{GROUP, Hashing, part};
} }

use crate::{primitives::ghash::Powers, simd::memory::Packet};

/// The maximum length in bytes of the associated data that a call for a whole message hashes itself. The caller hashes
/// longer associated data before the call.
pub const HEADER: usize = 64;

/// A part of a message, with the powers of the hash key and the state of GHASH.
pub struct Part<'a> {
    /// The powers of the hash key.
    pub powers: &'a Powers,
    /// The value of GHASH: over the previous parts before the call, and over this part too after the call.
    pub y: &'a mut [u64; 2],
    /// The associated data, the lengths and the tag, if this part is the whole message.
    pub whole: Option<Whole<'a>>,
}

/// The inputs and outputs of a call for a whole message, besides its text.
pub struct Whole<'a> {
    /// The associated data. If it is longer than [`HEADER`] bytes, the caller has hashed it already, and this is empty.
    pub header: &'a [u8],
    /// The last block to hash, as a number: the lengths of the text and the associated data in bits.
    pub lengths: [u64; 2],
    /// The buffer to which the tag is written.
    pub tag: &'a mut [u8; 16],
}

/// Several messages that are encrypted or decrypted in one call.
pub struct Many<'a, 'p> {
    /// The powers of the hash key.
    pub powers: &'a Powers,
    /// The messages to be encrypted or decrypted.
    pub packets: &'a mut [Packet<'p>],
    /// The buffers to which the tags of the messages are written.
    pub tags: &'a mut [[u8; 16]; ROW],
}

/// The maximum number of messages in one call: the largest number of blocks in a vector.
pub const ROW: usize = 4;
