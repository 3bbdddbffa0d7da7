//! Hashing of files and readers.

use super::{AnyHasher, AnyReader, Function};
use crate::read::{read_all, read_file};
use alloc::vec::Vec;
use std::{io, path::Path};

/// The number of bytes that one read requests: 1 MiB.
pub const READ_LEN: usize = crate::read::READ_LEN;

impl AnyHasher {
    /// Appends all bytes of `reader` to the message, 1 MiB at a time, and returns their number.
    ///
    /// # Errors
    /// The first error of the reader; the bytes that were read before the error have been appended.
    pub fn update_reader(&mut self, reader: impl io::Read) -> io::Result<u64> {
        read_all(reader, |data| self.update(data))
    }
}

/// A reader over the output: it never ends and never fails.
impl io::Read for AnyReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        Self::read(self, out);
        Ok(out.len())
    }
}

impl Function {
    /// Computes the digest of all bytes of `reader`.
    ///
    /// # Errors
    /// The first error of the reader.
    pub fn hash_reader(&self, reader: impl io::Read) -> io::Result<Vec<u8>> {
        let mut hasher = self.hasher();
        hasher.update_reader(reader)?;
        Ok(hasher.finalize())
    }

    /// Computes the digest of a file. For a long file a second thread reads ahead if there are two processors.
    ///
    /// # Errors
    /// The error from opening or reading the file.
    pub fn hash_file(&self, path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
        let mut hasher = self.hasher();
        read_file(path.as_ref(), |data| hasher.update(data))?;
        Ok(hasher.finalize())
    }
}
