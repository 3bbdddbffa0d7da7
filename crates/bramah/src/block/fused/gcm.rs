//! GCM in one call, the cipher and GHASH in one loop: NIST SP 800-38D, section 7.

crate::backend::only! { vectors: {
    mod many;
    mod stitched;
    pub(crate) use many::many;
    pub(crate) use stitched::{GROUP, part};
} }

use crate::mac::ghash::Powers;

/// The longest header that a part takes, in bytes.
pub(crate) const HEADER: usize = 64;

/// A part of a message, and the key and the state of its hash.
pub struct Part<'a> {
    /// The powers of the hash key.
    pub(crate) powers: &'a Powers,
    /// The hash of what came before, and then of this part too.
    pub(crate) y: &'a mut [u64; 2],
    /// The rest of a whole message.
    pub(crate) whole: Option<Whole<'a>>,
}

/// The parts of a whole message besides its text.
pub(crate) struct Whole<'a> {
    /// The header, at most [`HEADER`] bytes, unless it is in the hash already.
    pub(crate) header: &'a [u8],
    /// The bits of the text and of the header: the last block, as a number.
    pub(crate) lengths: [u64; 2],
    /// The tag is written here.
    pub(crate) tag: &'a mut [u8; 16],
}

/// Several whole messages under one key and nonces of 12 bytes, with headers and texts of the same number of blocks.
pub struct Many<'a> {
    /// The powers of the hash key.
    pub(crate) powers: &'a Powers,
    /// The blocks of each header.
    pub(crate) header: usize,
    /// Whether a part of a block follows the whole blocks of each text.
    pub(crate) partial: bool,
    /// At least one message.
    pub(crate) lanes: &'a mut [Lane],
}

/// The most messages in one call.
pub(crate) const MANY: usize = 16;

/// The blocks of the longest header of [`Many`] messages.
pub(crate) const MANY_HEADER: usize = 2;

/// The whole blocks of the texts.
pub(crate) type Texts<'a, B> = crate::simd::memory::Several<'a, B, MANY>;

/// One of [`Many`] messages, apart from the whole blocks of its text.
#[derive(Clone, Copy)]
pub(crate) struct Lane {
    /// The nonce, and after it a counter of zero.
    pub(crate) nonce: [u8; 16],
    /// The header, filled up with zeros.
    pub(crate) header: [[u8; 16]; MANY_HEADER],
    /// The bits of the header and of the text, big-endian: the last block that is hashed.
    pub(crate) lengths: [u8; 16],
    /// The last part of the text, filled up with zeros, which is encrypted or decrypted here.
    pub(crate) last: [u8; 16],
    /// Ones in the bytes of that part, and zeros after them.
    pub(crate) kept: [u8; 16],
    /// The tag is written here.
    pub(crate) tag: [u8; 16],
}

impl Lane {
    pub(crate) const EMPTY: Self = Self {
        nonce: [0; 16],
        header: [[0; 16]; MANY_HEADER],
        lengths: [0; 16],
        last: [0; 16],
        kept: [0; 16],
        tag: [0; 16],
    };
}
