//! Hashing the bytes of readers and of files, for a hash function type.

use super::{Hash, Hasher, threads};
use std::{fs::File, io, path::Path, vec};

/// The number of bytes that one read requests: 1 MiB.
pub(crate) const READ_LEN: usize = 1 << 20;

/// Passes all bytes of `reader` to `update`, up to 1 MiB at a time, and returns their number.
pub(crate) fn read_all(mut reader: impl io::Read, mut update: impl FnMut(&[u8])) -> io::Result<u64> {
    let mut buffer = vec![0; READ_LEN];
    let mut total = 0;
    loop {
        match read_some(&mut reader, &mut buffer)? {
            0 => return Ok(total),
            n => {
                update(&buffer[..n]);
                total += n as u64;
            }
        }
    }
}

/// Passes all bytes of a file to `update`, and returns their number. For a long file a second thread reads ahead.
pub(crate) fn read_file(path: &Path, update: impl FnMut(&[u8])) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let read = |buffer: &mut [u8]| read_some(&mut file, buffer);
    threads::read_ahead(&mut vec![0; READ_LEN], || Some(vec![0; READ_LEN]), read, update)
}

/// Reads some bytes, at most as many as fit into the buffer; returns their number, 0 at the end.
fn read_some(reader: &mut impl io::Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

impl<H: Hash, const N: usize> Hasher<H, N> {
    /// Appends all bytes of `reader` to the message, up to 1 MiB at a time, and returns their number.
    ///
    /// # Errors
    /// The first error of the reader; the bytes that were read before it have been appended.
    pub fn update_reader(&mut self, reader: impl io::Read) -> io::Result<u64> {
        read_all(reader, |data| self.update(data))
    }

    /// Computes the digest of all bytes of `reader`.
    ///
    /// # Errors
    /// The first error of the reader.
    ///
    /// ```
    /// use bramah::Sha256;
    ///
    /// assert_eq!(Sha256::digest_reader(&b"abc"[..])?, Sha256::digest(b"abc"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn digest_reader(reader: impl io::Read) -> io::Result<[u8; N]> {
        let mut hasher = Self::new();
        hasher.update_reader(reader)?;
        Ok(hasher.finalize())
    }

    /// Computes the digest of a file. For a long file a second thread reads ahead if there are two processors.
    ///
    /// # Errors
    /// The error from opening or reading the file.
    ///
    /// ```no_run
    /// use bramah::{Blake3, Hex};
    ///
    /// println!("{}", Hex(&Blake3::digest_file("letter.txt")?));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn digest_file(path: impl AsRef<Path>) -> io::Result<[u8; N]> {
        let mut hasher = Self::new();
        read_file(path.as_ref(), |data| hasher.update(data))?;
        Ok(hasher.finalize())
    }
}
