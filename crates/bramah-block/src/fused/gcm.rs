//! GCM in one call, the cipher and GHASH in one loop: NIST SP 800-38D, section 7.

crate::backend::only! { x86: {
    mod many;
    pub(crate) use many::many;
} }
crate::backend::only! { vectors: {
    // packets side by side are for VAES alone
    #[cfg_attr(target_arch = "aarch64", allow(dead_code))]
    mod stitched;
    pub(crate) use stitched::{GROUP, Hashing, part};
} }

use crate::{primitives::ghash::Powers, simd::memory::Packet};

/// The longest header that a part takes, in bytes.
pub const HEADER: usize = 64;

/// A part of a message, and the key and the state of its hash.
pub struct Part<'a> {
    /// The powers of the hash key.
    pub powers: &'a Powers,
    /// The hash of what came before, and then of this part too.
    pub y: &'a mut [u64; 2],
    /// The rest of a whole message.
    pub whole: Option<Whole<'a>>,
}

/// The parts of a whole message besides its text.
pub struct Whole<'a> {
    /// The header, at most [`HEADER`] bytes, unless it is in the hash already.
    pub header: &'a [u8],
    /// The bits of the text and of the header: the last block, as a number.
    pub lengths: [u64; 2],
    /// The tag is written here.
    pub tag: &'a mut [u8; 16],
}

/// Several messages.
pub struct Many<'a, 'p> {
    /// The powers of the hash key.
    pub powers: &'a Powers,
    /// The messages.
    pub packets: &'a mut [Packet<'p>],
    /// Their tags are written here.
    pub tags: &'a mut [[u8; 16]; ROW],
}

/// The most messages that are encrypted or decrypted in one call, as many as any vector has blocks.
pub const ROW: usize = 4;
