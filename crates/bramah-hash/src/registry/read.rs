//! Hashing of files and readers.

use super::{AnyHasher, AnyReader, Function};
use crate::read::{read_all, read_file};
use alloc::vec::Vec;
use std::{io, path::Path};

/// The number of bytes that are read at a time.
pub const READ_LEN: usize = crate::read::READ_LEN;

impl AnyHasher {
    /// Appends everything that `reader` supplies, read 1 MiB at a time, and returns its length.
    ///
    /// # Errors
    /// The first error of the reader; the bytes read before it have been appended.
    pub fn update_reader(&mut self, reader: impl io::Read) -> io::Result<u64> {
        read_all(reader, |data| self.update(data))
    }
}

/// Reads from an output that never ends and never fails.
impl io::Read for AnyReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        Self::read(self, out);
        Ok(out.len())
    }
}

impl Function {
    /// Computes the digest of everything that `reader` supplies.
    ///
    /// # Errors
    /// The first error of the reader.
    pub fn hash_reader(&self, reader: impl io::Read) -> io::Result<Vec<u8>> {
        let mut hasher = self.hasher();
        hasher.update_reader(reader)?;
        Ok(hasher.finalize())
    }

    /// Computes the digest of a file. A second thread reads a long one ahead, if there are two processors.
    ///
    /// # Errors
    /// The error of opening or reading the file.
    pub fn hash_file(&self, path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
        let mut hasher = self.hasher();
        read_file(path.as_ref(), |data| hasher.update(data))?;
        Ok(hasher.finalize())
    }
}
