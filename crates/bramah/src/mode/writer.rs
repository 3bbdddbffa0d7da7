//! A writer that encrypts or decrypts bytes, and passes the result to another writer.

use super::{Cbc, Cfb, Cfb1, Cfb8, Crypter, Ctr, Ecb, Kctr, Ofb, Xts};
use crate::{
    Error,
    block::Keyed,
    stream::{Keystream, Stream},
    wipe,
};
use std::{
    fmt,
    io::{self, Write},
    vec::Vec,
};

/// The number of bytes of input that are encrypted or decrypted at a time.
const PART: usize = 1 << 16;

/// A message that is encrypted or decrypted in pieces: a block cipher in a mode, or a stream cipher.
pub trait Pieces: sealed::Pieces {}
impl<C: sealed::Pieces> Pieces for C {}

mod sealed {
    use super::*;

    #[allow(missing_docs)] // `Crypter` documents them
    pub trait Pieces {
        fn update_vec(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<(), Error>;
        fn finalize_vec(&mut self, output: &mut Vec<u8>) -> Result<(), Error>;
    }
}

macro_rules! pieces {
    ($($name:ident)*) => { $(
        impl<K: Keyed> sealed::Pieces for $name<K> {
            fn update_vec(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<(), Error> {
                self.update_vec(input, output)
            }
            fn finalize_vec(&mut self, output: &mut Vec<u8>) -> Result<(), Error> {
                self.finalize_vec(output)
            }
        }
    )* };
}
pieces! { Crypter Ecb Cbc Cfb Cfb8 Cfb1 Ofb Ctr Kctr Xts }

impl<K: Keystream> sealed::Pieces for Stream<K> {
    fn update_vec(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<(), Error> {
        self.apply_vec(input, output)
    }
    fn finalize_vec(&mut self, _: &mut Vec<u8>) -> Result<(), Error> {
        Ok(())
    }
}

/// A writer that encrypts or decrypts all bytes written to it, and writes the result to an underlying writer: a file, a socket, a
/// growing `Vec`.
///
/// The message ends with [`finish`](Self::finish), which writes padding and the last block. Without this call the end of the
/// message is lost. After an error nothing more is written, and every call returns an error.
///
/// ```
/// use bramah::{Aes256, Cbc, mode::{CipherWriter, Direction, Ending, Padding}};
/// use std::io::Write;
///
/// let padded = Ending::Padded(Padding::Pkcs7);
/// let cbc = |direction| Cbc::<Aes256>::new(&[7; 32], &[9; 16], padded, direction);
///
/// let mut writer = CipherWriter::new(cbc(Direction::Encrypt)?, Vec::new());
/// write!(writer, "{} letters", "seventeen")?;
/// let encrypted = writer.finish()?;
/// assert_eq!(encrypted.len(), 32);
///
/// let mut writer = CipherWriter::new(cbc(Direction::Decrypt)?, Vec::new());
/// writer.write_all(&encrypted)?;
/// assert_eq!(writer.finish()?, b"seventeen letters");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Neither modes nor stream ciphers detect whether a message was tampered with; do not act on decrypted bytes before a
/// MAC has been verified.
pub struct CipherWriter<C, W> {
    cipher: C,
    writer: W,
    /// The encrypted or decrypted bytes that are to be written next.
    part: Vec<u8>,
    failed: bool,
}

impl<C: Pieces, W: Write> CipherWriter<C, W> {
    /// Returns a writer for a message that `cipher` has begun.
    pub fn new(cipher: C, writer: W) -> Self {
        Self { cipher, writer, part: Vec::new(), failed: false }
    }

    /// Ends the message, writes the rest of the result, flushes the underlying writer and returns it.
    ///
    /// # Errors
    /// The errors of the underlying writer. The errors of the end of a message, such as an incomplete block or wrong padding, as
    /// [`io::ErrorKind::InvalidData`].
    pub fn finish(mut self) -> io::Result<W> {
        self.pass(|cipher, out| cipher.finalize_vec(out))?;
        self.writer.flush()?;
        Ok(self.writer)
    }

    /// Writes the bytes that `work` appends to its second argument.
    fn pass(&mut self, work: impl FnOnce(&mut C, &mut Vec<u8>) -> Result<(), Error>) -> io::Result<()> {
        if self.failed {
            return Err(io::Error::other("the writer has failed before"));
        }
        self.failed = true;
        let done = work(&mut self.cipher, &mut self.part)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error));
        let written = done.and_then(|()| self.writer.write_all(&self.part));
        wipe::wipe(&mut self.part);
        self.part.clear();
        self.failed = written.is_err();
        written
    }
}

impl<C: Pieces, W: Write> Write for CipherWriter<C, W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let part = &data[..data.len().min(PART)];
        self.pass(|cipher, out| cipher.update_vec(part, out))?;
        Ok(part.len())
    }

    /// Flushes the underlying writer. An incomplete block stays buffered until it is complete or the message ends.
    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl<C: fmt::Debug, W> fmt::Debug for CipherWriter<C, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CipherWriter").field("cipher", &self.cipher).finish_non_exhaustive()
    }
}
