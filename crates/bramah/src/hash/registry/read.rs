//! Files and readers.

use super::{AnyHasher, AnyReader, Function};
use alloc::{vec, vec::Vec};
use std::{fs::File, io, path::Path};

/// How much is read at a time.
pub const READ_LEN: usize = 1 << 20;

impl AnyHasher {
    /// Appends all that `reader` gives, read 1 MiB at a time, and returns its length.
    ///
    /// # Errors
    /// The first error of the reader; what was read before it has been appended.
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

/// Never ends and never fails.
impl io::Read for AnyReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        Self::read(self, out);
        Ok(out.len())
    }
}

impl Function {
    /// The digest of all that `reader` gives.
    ///
    /// # Errors
    /// The first error of the reader.
    pub fn hash_reader(&self, reader: impl io::Read) -> io::Result<Vec<u8>> {
        let mut hasher = self.hasher();
        hasher.update_reader(reader)?;
        Ok(hasher.finalize())
    }

    /// The digest of a file.
    ///
    /// # Errors
    /// That of opening or reading it.
    pub fn hash_file(&self, path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
        self.hash_reader(File::open(path)?)
    }
}
