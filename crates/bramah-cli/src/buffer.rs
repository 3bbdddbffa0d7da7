//! Room for what is read.

use crate::exit::Stop;
use std::ops::{Deref, DerefMut};
use zeroize::Zeroizing;

/// The bytes of a page.
const PAGE: usize = 4096;

/// Room that begins at a page: the system copies what is read several times faster to there than
/// to just behind it, where an allocator puts large room. It is wiped in the end.
pub(crate) struct Buffer {
    bytes: Zeroizing<Vec<u8>>,
    start: usize,
    len: usize,
}

impl Buffer {
    /// Room for `len` bytes; ends the run if there is not so much memory.
    pub(crate) fn try_new(len: usize) -> Result<Self, Stop> {
        Ok(Self::of(std::mem::take(&mut *zeroed(len.saturating_add(PAGE))?), len))
    }

    fn of(bytes: Vec<u8>, len: usize) -> Self {
        let bytes = Zeroizing::new(bytes);
        let start = bytes.as_ptr().align_offset(PAGE).min(PAGE);
        Self { bytes, start, len }
    }
}

/// Zeros that are wiped in the end, or the end of the run if there is not so much memory.
pub(crate) fn zeroed(len: usize) -> Result<Zeroizing<Vec<u8>>, Stop> {
    let mut bytes = Zeroizing::new(Vec::new());
    match bytes.try_reserve_exact(len) {
        Ok(()) => bytes.resize(len, 0),
        Err(_) => {
            return Err(Stop::failure(format_args!("{len} bytes of memory are needed and not available")));
        }
    }
    Ok(bytes)
}

/// Room of `piece` bytes for each of up to `most` threads, and the number of threads that there is memory for, at
/// least one.
///
/// # Errors
/// That there is no memory for one thread.
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
