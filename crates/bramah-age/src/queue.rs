//! A queue of bytes between the caller, who passes in and takes out any number of bytes, and the chunks of a file.

use crate::stream::SEALED;
use bramah::wipe::wipe;
use std::{
    io::{self, Write},
    mem,
};
use zeroize::Zeroizing;

/// The number of bytes of memory that an empty queue keeps for the next bytes.
const KEPT: usize = 2 * SEALED;

/// A queue of bytes that the caller has not taken yet. They may be secret, so all memory that held them is erased.
#[derive(Default)]
pub(crate) struct Queue {
    /// Memory beyond the length of this vector holds no bytes of the queue.
    bytes: Vec<u8>,
    from: usize,
}

impl Drop for Queue {
    fn drop(&mut self) {
        wipe(&mut self.bytes);
    }
}

impl Queue {
    pub(crate) fn len(&self) -> usize {
        self.bytes.len() - self.from
    }

    pub(crate) fn waiting(&self) -> &[u8] {
        &self.bytes[self.from..]
    }

    /// Makes room for `count` more bytes.
    pub(crate) fn reserve(&mut self, count: usize) {
        let len = self.len();
        if self.bytes.capacity() - self.bytes.len() < count {
            // copied by hand, because a reallocation would leave the bytes in freed memory
            let mut larger = Vec::with_capacity((len + count).max(2 * len));
            larger.extend_from_slice(self.waiting());
            *self = Self { bytes: larger, from: 0 };
        }
    }

    /// Appends `count` zero bytes, and returns them so that the caller can overwrite them.
    pub(crate) fn grow(&mut self, count: usize) -> &mut [u8] {
        self.reserve(count);
        let start = self.bytes.len();
        self.bytes.resize(start + count, 0);
        &mut self.bytes[start..]
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    /// Removes `count` bytes from the end.
    pub(crate) fn shrink(&mut self, count: usize) {
        let len = self.bytes.len() - count;
        wipe(&mut self.bytes[len..]);
        self.bytes.truncate(len);
    }

    /// Removes `count` bytes from the beginning.
    pub(crate) fn skip(&mut self, count: usize) {
        self.from += count;
        if self.from < self.bytes.len() {
            return;
        }
        if self.bytes.capacity() > KEPT {
            *self = Self::default();
        } else {
            wipe(&mut self.bytes);
            self.bytes.clear();
            self.from = 0;
        }
    }

    pub(crate) fn take(&mut self, to: &mut [u8]) -> usize {
        let count = to.len().min(self.len());
        to[..count].copy_from_slice(&self.waiting()[..count]);
        self.skip(count);
        count
    }

    pub(crate) fn take_all(&mut self) -> Zeroizing<Vec<u8>> {
        if self.from == 0 && !self.bytes.is_empty() {
            return Zeroizing::new(mem::take(&mut self.bytes));
        }
        let mut all = Zeroizing::new(vec![0; self.len()]);
        self.take(&mut all);
        all
    }
}

impl Write for Queue {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
