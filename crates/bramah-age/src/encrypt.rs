//! Encryption of a file.

use crate::{
    ArmorWriter, Error, FileKey, Header, Recipient,
    key::random,
    recipients::wrap,
    stream::{self, PayloadKey, Writer},
};
use std::io::{Read, Write};

/// A file whose header is made and whose contents are to be encrypted. The header can be written once.
///
/// ```
/// use bramah_age::{Decryptor, Encryptor, X25519Identity};
/// use std::io::{Read, Write};
///
/// let identity = X25519Identity::random()?;
/// let mut writer = Encryptor::new(&[&identity.recipient()])?.into_writer(Vec::new(), 1)?;
/// writer.write_all(b"for you alone")?;
/// let file = writer.finish()?;
///
/// let mut text = String::new();
/// Decryptor::new(&file[..])?.unlock(&[&identity])?.into_reader(1)?.read_to_string(&mut text)?;
/// assert_eq!(text, "for you alone");
/// # Ok::<(), bramah_age::Error>(())
/// ```
#[derive(Debug)]
pub struct Encryptor {
    header: Header,
    key: FileKey,
}

impl Encryptor {
    /// Makes a file key, and wraps it for all of the recipients.
    ///
    /// # Errors
    /// [`Error::Key`] if there are no recipients, or if they cannot be used together; the errors of
    /// [`Recipient::wrap`].
    pub fn new(recipients: &[&dyn Recipient]) -> Result<Self, Error> {
        let key = FileKey::random()?;
        let header = Header::new(&key, wrap(&key, recipients)?)?;
        Ok(Self { header, key })
    }

    /// Writes the header and the nonce.
    fn begin(self, writer: &mut dyn Write) -> Result<PayloadKey, Error> {
        let nonce = random::<16>()?;
        let mut start = self.header.to_bytes();
        start.extend_from_slice(&nonce);
        writer.write_all(&start)?;
        self.key.payload(&nonce)
    }

    /// Writes the header, and returns a writer that encrypts the contents on up to `threads` threads. Its buffers have
    /// 1 MiB for each thread.
    ///
    /// # Errors
    /// The errors of the writer, and of the operating system's random bytes.
    pub fn into_writer<W: Write>(self, mut writer: W, threads: usize) -> Result<Writer<W>, Error> {
        let key = self.begin(&mut writer)?;
        Ok(Writer::new(writer, key, threads))
    }

    /// Encrypts everything that a reader supplies to a writer, which is not flushed, on up to `threads` threads, each
    /// of which reads, encrypts and writes in turn. Returns the length of the text in bytes.
    ///
    /// # Errors
    /// The errors of the reader and the writer, and of the operating system's random bytes.
    pub fn encrypt<R: Read + Send, W: Write + Send>(
        self,
        mut reader: R,
        mut writer: W,
        threads: usize,
    ) -> Result<u64, Error> {
        let key = self.begin(&mut writer)?;
        stream::seal(&key, &mut reader, &mut writer, threads)
    }

    /// Encrypts as [`encrypt`](Self::encrypt) does, to armor.
    ///
    /// # Errors
    /// The errors of [`encrypt`](Self::encrypt).
    pub fn encrypt_armored<R: Read + Send, W: Write + Send>(
        self,
        reader: R,
        writer: W,
        threads: usize,
    ) -> Result<u64, Error> {
        let mut armor = ArmorWriter::new(writer);
        let len = self.encrypt(reader, &mut armor, threads)?;
        armor.finish()?;
        Ok(len)
    }
}
