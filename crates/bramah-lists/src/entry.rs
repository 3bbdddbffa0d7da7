//! The entry of a list: a file and the digest that it should have.

use super::{naming::tag, size::Size};
use bramah::hash::Algorithm;

/// The contents of a well-formed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The algorithm of the digest.
    pub algorithm: Algorithm,
    /// The digest that the file should have.
    pub digest: Vec<u8>,
    /// The bytes of the file's name.
    pub name: Vec<u8>,
    /// The size that the file should have, if the line contains a size.
    pub size: Option<Size>,
    /// Whether the algorithm is known only from the length of the digest.
    pub guessed: bool,
    /// Whether the line names the algorithm.
    pub tagged: bool,
    /// Whether the digest was computed with a key, according to the tag.
    pub keyed: bool,
}

impl Entry {
    /// Returns the tag with which the entry is written.
    pub fn tag(&self) -> String {
        tag(self.algorithm, self.keyed)
    }
}
