//! The shape of the tree, which the length of the content determines, and the part of it that a range needs.

use crate::blake3::abreast::CHUNK;

/// The length of a chunk in bytes.
const CHUNK_LEN: u64 = CHUNK as u64;

/// A range of the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The number of bytes before it; more than the content has stand for its end.
    pub start: u64,
    /// The number of its bytes; the range ends with the content if it has fewer.
    pub count: u64,
}

impl Range {
    /// The whole content.
    pub const ALL: Self = Self { start: 0, count: u64::MAX };

    /// Returns the number of bytes before the end.
    fn end(self) -> u64 {
        self.start.saturating_add(self.count)
    }

    /// Returns the range whose nodes verify this one, of content of `len` bytes: that of at least one byte, the last one if
    /// this range begins at the end or after it, since the last chunk is what verifies the length.
    pub(super) fn verifying(self, len: u64) -> Self {
        let start = self.start.min(len.saturating_sub(1));
        Self { start, count: self.end().saturating_sub(start).max(1) }
    }

    /// Returns the part of content that begins at `start` which is in the range.
    pub(super) fn of(self, start: u64, content: &[u8]) -> &[u8] {
        let within = |at: u64| at.saturating_sub(start).min(content.len() as u64) as usize;
        &content[within(self.start)..within(self.end())]
    }
}

/// A subtree: so many bytes of the content after the first `start` ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subtree {
    pub(super) start: u64,
    pub(super) len: u64,
}

impl Subtree {
    /// Returns the number of chunks: empty content is one chunk.
    pub(super) fn chunks(self) -> u64 {
        self.len.div_ceil(CHUNK_LEN).max(1)
    }

    /// Returns the number of the first chunk.
    pub(super) fn first(self) -> u64 {
        self.start / CHUNK_LEN
    }

    /// Returns the number of bytes of its parents.
    pub(super) fn parents(self) -> u128 {
        64 * u128::from(self.chunks() - 1)
    }

    /// Returns both children of a subtree of at least two chunks: the left one has the largest power of two of chunks that
    /// leaves something for the right one.
    pub(super) fn children(self) -> [Self; 2] {
        let left = CHUNK_LEN << (self.chunks() - 1).ilog2();
        [Self { len: left, ..self }, Self { start: self.start + left, len: self.len - left }]
    }

    /// Returns whether a range, as [`Range::verifying`] returns it, needs it.
    pub(super) fn is_in(self, range: Range) -> bool {
        self.len == 0 || self.start < range.end() && range.start - range.start.min(self.start) < self.len
    }

    /// Returns whether a range needs all its chunks.
    pub(super) fn is_whole_in(self, range: Range) -> bool {
        let last = self.start + (self.chunks() - 1) * CHUNK_LEN;
        let (first, last) = (
            Self { len: self.len.min(CHUNK_LEN), ..self },
            Self { start: last, len: self.len - (last - self.start) },
        );
        first.is_in(range) && last.is_in(range)
    }
}
