//! The start of a BLAKE3 message: the key (or the initial value) and the mode flags.

use super::abreast::{IV, Marks, Value, Words8, flag};
use crate::wipe::wipe;

/// The key, and the flags that state the purpose of the key (BLAKE3, table 3).
#[derive(Clone)]
pub struct Start {
    pub(super) key: Words8,
    pub(super) flags: u32,
}

impl Start {
    /// The start of a hash without a key.
    pub(super) const HASH: Self = Self { key: IV, flags: 0 };

    /// Returns a start with a key. `flags` selects a keyed hash or a key derivation.
    #[inline(never)]
    pub(super) fn keyed(key: &[u8; 32], flags: u32) -> Self {
        Self { key: words(key), flags }
    }

    /// Returns the marks of consecutive chunks. The first chunk has the number `counter`.
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

/// The parameters of BLAKE3's tree, as a type.
pub struct Tree;

/// Converts a chaining value from bytes to words.
#[inline(always)]
pub(super) fn words(bytes: &Value) -> Words8 {
    let mut words = [0; 8];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}
