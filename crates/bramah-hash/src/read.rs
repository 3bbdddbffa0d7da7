//! Hashing of readers and of files, by type.

use super::{Hash, Hasher, threads};
use std::{fs::File, io, path::Path, vec};

/// The number of bytes that are read at a time.
pub(crate) const READ_LEN: usize = 1 << 20;

/// Passes everything that `reader` supplies to `update`, up to 1 MiB at a time, and returns its length in bytes.
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

/// Does the same with all of a file, of which a second thread reads ahead if it is long.
pub(crate) fn read_file(path: &Path, update: impl FnMut(&[u8])) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let read = |buffer: &mut [u8]| read_some(&mut file, buffer);
    threads::read_ahead(&mut vec![0; READ_LEN], || Some(vec![0; READ_LEN]), read, update)
}

/// Reads what is available, up to the whole buffer; 0 at the end.
fn read_some(reader: &mut impl io::Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

impl<H: Hash, const N: usize> Hasher<H, N> {
    /// Appends everything that `reader` supplies, read 1 MiB at a time, and returns its length in bytes.
    ///
    /// # Errors
    /// The first error of the reader; the bytes that were read before it have been appended.
    pub fn update_reader(&mut self, reader: impl io::Read) -> io::Result<u64> {
        read_all(reader, |data| self.update(data))
    }

    /// Computes the digest of everything that `reader` supplies.
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

    /// Computes the digest of a file. A second thread reads a long one ahead, if there are two processors.
    ///
    /// # Errors
    /// The error of opening or reading the file.
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
