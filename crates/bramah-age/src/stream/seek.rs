//! Random access to the plaintext of a payload.

use super::{CHUNK, PayloadKey, SEALED, fill, sizes};
use crate::{Error, Payload};
use std::{
    fmt,
    io::{self, Read, Seek, SeekFrom},
};
use zeroize::Zeroizing;

/// A reader with random access to the plaintext of a file. The last chunk is verified first, so the length of the
/// plaintext is authentic from the beginning. Every other chunk is verified when it is read.
pub struct SeekReader<R> {
    inner: R,
    key: PayloadKey,
    /// The offset of the payload's first chunk in the file, in bytes.
    start: u64,
    /// The lengths in bytes of the plaintext, and of the payload.
    len: u64,
    sealed_len: u64,
    position: u64,
    /// The plaintext of the most recently decrypted chunk, and the chunk's number.
    text: Zeroizing<Vec<u8>>,
    opened: Option<u64>,
    sealed: Vec<u8>,
}

impl<R: Read + Seek> SeekReader<R> {
    /// Creates a reader at the beginning of the plaintext. `start` is the offset of the payload's first chunk in the
    /// file.
    pub(crate) fn new(mut inner: R, key: PayloadKey, start: u64) -> Result<Self, Error> {
        let sealed_len = inner.seek(SeekFrom::End(0))?.saturating_sub(start);
        let (len, chunks) = sizes(sealed_len).ok_or(Payload::Short)?;
        let (text, sealed) = (Zeroizing::new(vec![0; CHUNK]), vec![0; SEALED]);
        let mut new = Self { inner, key, start, len, sealed_len, position: 0, text, opened: None, sealed };
        new.open(chunks - 1)?;
        Ok(new)
    }

    /// Returns the length of the plaintext in bytes.
    #[allow(clippy::len_without_is_empty)] // a file is not a collection
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Reads, verifies and decrypts a chunk.
    fn open(&mut self, number: u64) -> Result<(), Error> {
        self.opened = None;
        let from = number * SEALED as u64;
        let count = (self.sealed_len - from).min(SEALED as u64) as usize;
        self.inner.seek(SeekFrom::Start(self.start + from))?;
        let sealed = &mut self.sealed[..count];
        if fill(&mut self.inner, sealed, 0)? < count {
            return Err(Payload::Short.into());
        }
        let last = from + count as u64 == self.sealed_len;
        let (_, result) = self.key.open(number, sealed, last, &mut self.text);
        result?;
        self.opened = Some(number);
        Ok(())
    }
}

impl<R: Read + Seek> Read for SeekReader<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if to.is_empty() || self.position >= self.len {
            return Ok(0);
        }
        let (number, within) = (self.position / CHUNK as u64, (self.position % CHUNK as u64) as usize);
        if self.opened != Some(number) {
            self.open(number)?;
        }
        let count = (self.len - number * CHUNK as u64).min(CHUNK as u64) as usize;
        let taken = to.len().min(count - within);
        to[..taken].copy_from_slice(&self.text[within..][..taken]);
        self.position += taken as u64;
        Ok(taken)
    }
}

impl<R: Read + Seek> Seek for SeekReader<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(distance) => self.len.checked_add_signed(distance),
            SeekFrom::Current(distance) => self.position.checked_add_signed(distance),
        };
        self.position = place.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}

impl<R> fmt::Debug for SeekReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeekReader").field("len", &self.len).finish_non_exhaustive()
    }
}
