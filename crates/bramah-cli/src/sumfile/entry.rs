//! What a line of a list says.

use super::{naming::tag, size::Size};
use bramah::hash::Algorithm;

/// A well-formed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The algorithm.
    pub(crate) algorithm: Algorithm,
    /// The digest that the file should have.
    pub(crate) digest: Vec<u8>,
    /// The bytes of the file's name.
    pub(crate) name: Vec<u8>,
    /// The size that the file should have, if the line has it.
    pub(crate) size: Option<Size>,
    /// Whether the algorithm is known only from the length of the digest.
    pub(crate) guessed: bool,
    /// Whether the line names the algorithm.
    pub(crate) tagged: bool,
    /// Whether the tag says that the digest was computed with a key.
    pub(crate) keyed: bool,
}

impl Entry {
    /// Returns the tag of the line when it is written.
    pub(crate) fn tag(&self) -> String {
        tag(self.algorithm, self.keyed)
    }
}
