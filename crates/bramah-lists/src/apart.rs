//! Digests in lists that depend on more than the contents of a file. They are compared separately from other digests.

use super::Size;
use bramah::hash::Algorithm;
use std::num::NonZeroU64;

/// The contents of a line with such a digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The bytes of the file's name.
    pub name: Vec<u8>,
    /// The size that the file should have, if the line contains a size.
    pub size: Option<Size>,
    /// The digest.
    pub of: Of,
}

/// A digest that is not simply the digest of a whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Of {
    /// The digest of the digests of all parts, which S3 computes for multipart objects.
    Parts {
        /// The algorithm of the digests of the parts, and of the digest of these digests.
        algorithm: Algorithm,
        /// The digest that the file should have.
        digest: Vec<u8>,
        /// The number of parts.
        parts: u64,
        /// The size of a part in bytes, if the line contains it.
        size: Option<NonZeroU64>,
    },
    /// The info-hash of a BitTorrent torrent of the file, which also depends on the file's name.
    Torrent(Vec<u8>),
}

/// The name that means the info-hash of BitTorrent where the name of an algorithm is expected.
pub const BTIH: &str = "btih";

/// Returns whether a tag or an argument means the info-hash of BitTorrent.
pub fn is_btih(tag: &[u8]) -> bool {
    tag.eq_ignore_ascii_case(BTIH.as_bytes())
}
