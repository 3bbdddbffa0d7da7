//! The start of a message of BLAKE3, with a key or without.

use super::abreast::{IV, Marks, Value, Words8, flag};
use crate::wipe::wipe;

/// The key, and the flags for its use (table 3).
#[derive(Clone)]
pub struct Start {
    pub(super) key: Words8,
    pub(super) flags: u32,
}

impl Start {
    /// The start without a key.
    pub(super) const HASH: Self = Self { key: IV, flags: 0 };

    /// Makes a start with a key, for keyed hashing or for key derivation.
    #[inline(never)]
    pub(super) fn keyed(key: &[u8; 32], flags: u32) -> Self {
        Self { key: words(key), flags }
    }

    /// Returns the marks of chunks from number `counter` on.
    #[inline(always)]
    pub(super) fn chunks(&self, counter: u64) -> Marks {
        Marks { counter, flags: self.flags, first: flag::CHUNK_START, last: flag::CHUNK_END, last_len: 64 }
    }
    /// Returns the marks of parents.
    #[inline(always)]
    pub(super) fn parents(&self) -> Marks {
        Marks { counter: 0, flags: self.flags | flag::PARENT, first: 0, last: 0, last_len: 64 }
    }
}

impl Drop for Start {
    #[inline]
    fn drop(&mut self) {
        if self.flags != 0 {
            wipe(&mut self.key);
        }
    }
}

/// The parameters of BLAKE3's tree.
pub struct Tree;

/// Converts a chaining value to words.
#[inline(always)]
pub(super) fn words(bytes: &Value) -> Words8 {
    let mut words = [0; 8];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}
