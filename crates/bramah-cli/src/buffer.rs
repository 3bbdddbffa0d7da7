//! Buffers to read files into.

use crate::exit::Stop;
use bramah::wipe::wipe;
use std::ops::{Deref, DerefMut};
use zeroize::Zeroizing;

/// The size of a page in bytes.
const PAGE: usize = 4096;

/// A buffer that begins at a page and is wiped on drop. An allocator places large buffers a few bytes after the
/// beginning of a page, and the system reads into such a buffer several times more slowly.
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    start: usize,
    len: usize,
}

impl Buffer {
    /// Allocates a buffer of `len` bytes; fails with an error that ends the run if there is not enough memory.
    pub(crate) fn try_new(len: usize) -> Result<Self, Stop> {
        Ok(Self::of(std::mem::take(&mut *zeroed(len.saturating_add(PAGE))?), len))
    }

    fn of(bytes: Vec<u8>, len: usize) -> Self {
        let start = bytes.as_ptr().align_offset(PAGE).min(PAGE);
        Self { bytes, start, len }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // `Zeroizing` would write byte by byte, which takes half a millisecond for a buffer of this size
        wipe(&mut self.bytes);
    }
}

/// Allocates zeros that are wiped on drop; fails with an error that ends the run if there is not enough memory.
pub(crate) fn zeroed(len: usize) -> Result<Zeroizing<Vec<u8>>, Stop> {
    let mut bytes = Zeroizing::new(Vec::new());
    match bytes.try_reserve_exact(len) {
        Ok(()) => bytes.resize(len, 0),
        Err(_) => {
            return Err(Stop::failure(format_args!("not enough memory: {len} bytes are needed")));
        }
    }
    Ok(bytes)
}

/// Allocates a buffer of `piece` bytes for each of up to `most` threads; returns the buffer with the number of threads
/// for which there is memory, at least one.
///
/// # Errors
/// There is not enough memory for one buffer.
pub(crate) fn for_threads(piece: usize, most: usize) -> Result<(Buffer, usize), Stop> {
    let mut threads = most.max(1);
    loop {
        match Buffer::try_new(piece.saturating_mul(threads)) {
            Ok(room) => return Ok((room, threads)),
            Err(stop) if threads == 1 => return Err(stop),
            _ => threads /= 2,
        }
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
