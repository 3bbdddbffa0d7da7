//! The shape of the tree, which depends only on the length of the content, and the part of the tree that a range needs.

use crate::blake3::abreast::CHUNK;

/// The length of a chunk in bytes.
const CHUNK_LEN: u64 = CHUNK as u64;

/// A range of bytes of the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The number of bytes before the range. A number above the length of the content means the end of the content.
    pub start: u64,
    /// The number of bytes in the range. The range ends at the end of the content if the content has fewer bytes.
    pub count: u64,
}

impl Range {
    /// The range of all bytes of the content.
    pub const ALL: Self = Self { start: 0, count: u64::MAX };

    /// Returns the number of content bytes before the end of the range.
    fn end(self) -> u64 {
        self.start.saturating_add(self.count)
    }

    /// Returns the range of the bytes that must be read to verify this range, in content of `len` bytes. The returned range has
    /// at least one byte. If this range begins at or after the end of the content, the returned range is the last byte, because
    /// the last chunk verifies the length.
    pub(super) fn verifying(self, len: u64) -> Self {
        let start = self.start.min(len.saturating_sub(1));
        Self { start, count: self.end().saturating_sub(start).max(1) }
    }

    /// Returns the part of `content` that is in the range; `content` begins at byte `start` of the whole content.
    pub(super) fn of(self, start: u64, content: &[u8]) -> &[u8] {
        let within = |at: u64| at.saturating_sub(start).min(content.len() as u64) as usize;
        &content[within(self.start)..within(self.end())]
    }
}

/// A subtree: its content begins after `start` bytes and has `len` bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subtree {
    pub(super) start: u64,
    pub(super) len: u64,
}

impl Subtree {
    /// Returns the number of chunks, at least 1, because empty content is one chunk.
    pub(super) fn chunks(self) -> u64 {
        self.len.div_ceil(CHUNK_LEN).max(1)
    }

    /// Returns the number of the first chunk of the subtree, counted from 0.
    pub(super) fn first(self) -> u64 {
        self.start / CHUNK_LEN
    }

    /// Returns the total length of the subtree's parents in bytes.
    pub(super) fn parents(self) -> u128 {
        64 * u128::from(self.chunks() - 1)
    }

    /// Returns the two children of a subtree of at least two chunks. The number of chunks of the left child is the
    /// largest power of two that leaves at least one chunk for the right child.
    pub(super) fn children(self) -> [Self; 2] {
        let left = CHUNK_LEN << (self.chunks() - 1).ilog2();
        [Self { len: left, ..self }, Self { start: self.start + left, len: self.len - left }]
    }

    /// Returns whether a range, as returned by [`Range::verifying`], needs some chunk of this subtree.
    pub(super) fn is_in(self, range: Range) -> bool {
        self.len == 0 || self.start < range.end() && range.start - range.start.min(self.start) < self.len
    }

    /// Returns whether a range, as returned by [`Range::verifying`], needs all chunks of this subtree.
    pub(super) fn is_whole_in(self, range: Range) -> bool {
        let last = self.start + (self.chunks() - 1) * CHUNK_LEN;
        let (first, last) = (
            Self { len: self.len.min(CHUNK_LEN), ..self },
            Self { start: last, len: self.len - (last - self.start) },
        );
        first.is_in(range) && last.is_in(range)
    }
}
