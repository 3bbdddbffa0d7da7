//! Room for what is read.

use std::ops::{Deref, DerefMut};
use zeroize::Zeroizing;

/// Room that begins at a page: the system copies what is read several times faster to there than
/// to just behind it, where an allocator puts large room. It is wiped in the end.
pub(crate) struct Buffer {
    bytes: Zeroizing<Vec<u8>>,
    start: usize,
    len: usize,
}

impl Buffer {
    /// Room for `len` bytes.
    pub(crate) fn new(len: usize) -> Self {
        const PAGE: usize = 4096;
        let bytes = Zeroizing::new(vec![0; len + PAGE]);
        let start = bytes.as_ptr().align_offset(PAGE).min(PAGE);
        Self { bytes, start, len }
    }
}

impl Deref for Buffer {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.bytes[self.start..][..self.len]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..][..self.len]
    }
}
