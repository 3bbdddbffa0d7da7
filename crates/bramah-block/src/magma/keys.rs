//! The keys of Magma and GOST 28147-89, which are used without a key schedule: RFC 8891, 4.3.

use super::boxes::{SETS, Set};
use crate::{Schedule, wipe};

/// The words of a key, and the S-boxes.
#[derive(Clone)]
pub struct Keys {
    pub(super) words: [u32; 8],
    pub(super) set: &'static Set,
}

impl Schedule for Keys {
    const EMPTY: Self = Self { words: [0; 8], set: &SETS[0] };
    fn wipe(&mut self) {
        wipe::wipe(&mut self.words);
    }
}

/// Stores a key for a set of S-boxes: `SET` is an index into [`SETS`].
#[inline(always)]
pub(super) fn expand<const SET: usize>(key: &[u8], _: bool, keys: &mut Keys) {
    keys.set = &SETS[SET];
    for (word, bytes) in keys.words.iter_mut().zip(key.as_chunks().0) {
        *word = if keys.set.big_endian { u32::from_be_bytes(*bytes) } else { u32::from_le_bytes(*bytes) };
    }
}
