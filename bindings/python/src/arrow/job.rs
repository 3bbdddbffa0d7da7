//! The function that is computed of each value.

use super::compute::Failed;
use bramah::{Sequence, hash::Function, mac::AnyMac};

/// The function that is computed of each value.
#[derive(Clone)]
pub(crate) enum Job {
    /// The digest of a hash function.
    Hash(Function),
    /// The tag of a MAC.
    Mac(AnyMac),
    /// The digest of a sequence of so many items, which each message encodes.
    Sequence(Sequence, usize),
}

impl Job {
    /// Returns the length of a result in bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Hash(function) => function.algorithm().output_len(),
            Self::Mac(mac) => mac.tag_len(),
            Self::Sequence(sequence, _) => sequence.output_len(),
        }
    }

    pub(crate) fn many(&mut self, messages: &[&[u8]], out: &mut [u8]) -> Result<(), Failed> {
        match self {
            Self::Hash(function) => function.hash_many(messages, out),
            Self::Mac(mac) => mac.many(messages, out).map_err(|error| error.to_string())?,
            Self::Sequence(sequence, count) => sequence.many(*count, messages, out),
        }
        Ok(())
    }
}
