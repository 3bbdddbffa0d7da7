//! Hash functions in a piece without an allocator: a fixed number of messages in progress.

use bramah::hash::{Hash, Hasher};

/// The number of messages that may be in progress at the same time.
const SLOTS: usize = 64;

/// A hash function without options, as a type.
pub trait Plain: Clone {
    /// The length of a digest in bytes.
    const LEN: usize;
    /// Begins a message.
    fn begin() -> Self;
    /// Appends to the message.
    fn append(&mut self, bytes: &[u8]);
    /// Writes the digest to `out`, which has its length, and begins an empty message.
    fn end(&mut self, out: &mut [u8]);
}

impl<H: Hash, const N: usize> Plain for Hasher<H, N> {
    const LEN: usize = N;

    fn begin() -> Self {
        Self::new()
    }

    fn append(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn end(&mut self, out: &mut [u8]) {
        if let Some(out) = out.first_chunk_mut::<N>() {
            *out = self.finalize_reset();
        }
    }
}

/// Messages in progress of one hash function, by their numbers.
pub struct Pool<H>([Option<H>; SLOTS]);

impl<H: Plain> Pool<H> {
    /// No messages.
    pub const EMPTY: Self = Self([const { None }; SLOTS]);

    fn add(&mut self, hasher: H) -> i32 {
        match self.0.iter().position(Option::is_none) {
            Some(slot) => {
                self.0[slot] = Some(hasher);
                slot as i32
            }
            None => -1,
        }
    }

    fn at(&mut self, slot: usize) -> Option<&mut H> {
        self.0.get_mut(slot)?.as_mut()
    }

    /// Begins a message. Returns its number, or -1 if there are too many.
    pub fn create(&mut self) -> i32 {
        self.add(H::begin())
    }

    /// Copies a message in progress. Returns the number of the copy, or -1.
    pub fn copy(&mut self, slot: usize) -> i32 {
        match self.at(slot).cloned() {
            Some(copy) => self.add(copy),
            None => -1,
        }
    }

    /// Appends to a message.
    pub fn update(&mut self, slot: usize, bytes: &[u8]) {
        if let Some(hasher) = self.at(slot) {
            hasher.append(bytes);
        }
    }

    /// Discards a message and begins an empty one.
    pub fn reset(&mut self, slot: usize) {
        if let Some(hasher) = self.at(slot) {
            *hasher = H::begin();
        }
    }

    /// Writes the digest of a message to the beginning of `out`, and begins an empty one. Returns its length in bytes, or
    /// -1.
    pub fn finish(&mut self, slot: usize, out: &mut [u8]) -> i32 {
        let Some(hasher) = self.at(slot) else { return -1 };
        hasher.end(out);
        H::LEN as i32
    }

    /// Erases a message.
    pub fn release(&mut self, slot: usize) {
        if let Some(place) = self.0.get_mut(slot) {
            *place = None;
        }
    }
}
