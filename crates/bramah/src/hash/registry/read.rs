//! Hashing of files and readers.

use super::{AnyHasher, AnyReader, Function};
use alloc::{vec, vec::Vec};
use std::{fs::File, io, path::Path};

/// The number of bytes that are read at a time.
pub const READ_LEN: usize = 1 << 20;

impl AnyHasher {
    /// Appends everything that `reader` supplies, read 1 MiB at a time, and returns its length.
    ///
    /// # Errors
    /// The first error of the reader; the bytes read before it have been appended.
    pub fn update_reader(&mut self, mut reader: impl io::Read) -> io::Result<u64> {
        let mut buffer = vec![0; READ_LEN];
        let mut total = 0;
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok(total),
                Ok(n) => {
                    self.update(&buffer[..n]);
                    total += n as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl io::Write for AnyHasher {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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

    /// Computes the digest of a file.
    ///
    /// # Errors
    /// The error of opening or reading the file.
    pub fn hash_file(&self, path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
        self.hash_reader(File::open(path)?)
    }
}
