//! Digests in lists that are no function of a message alone, and are compared apart from the others.

use super::Size;
use bramah::hash::Algorithm;
use std::num::NonZeroU64;

/// What a line says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The bytes of the file's name.
    pub name: Vec<u8>,
    /// The size that the file should have, if the line has it.
    pub size: Option<Size>,
    /// The digest.
    pub of: Of,
}

/// A digest of something else than a whole message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Of {
    /// The digest of the digests of parts, as S3 has it.
    Parts {
        /// The algorithm of all digests.
        algorithm: Algorithm,
        /// The digest that the file should have.
        digest: Vec<u8>,
        /// The number of parts.
        parts: u64,
        /// The bytes of a part, if the line has them.
        size: Option<NonZeroU64>,
    },
    /// The info-hash of a torrent of the file.
    Torrent(Vec<u8>),
}

/// The name of the info-hash of BitTorrent, among names of algorithms.
pub const BTIH: &str = "btih";

/// Returns whether a tag or an argument means the info-hash of BitTorrent.
pub fn is_btih(tag: &[u8]) -> bool {
    tag.eq_ignore_ascii_case(BTIH.as_bytes())
}
