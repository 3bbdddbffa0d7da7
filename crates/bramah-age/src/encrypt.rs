//! Encryption of a file.

use crate::{
    ArmorWriter, Error, FileKey, Header, Recipient,
    key::random,
    recipients::wrap,
    stream::{self, PayloadKey, Writer},
};
use std::io::{Read, Write};

/// A file key and its header, for the encryption of one file.
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
    /// Generates a file key, and wraps it for all of the recipients.
    ///
    /// # Errors
    /// [`Error::Key`] if there are no recipients, or if they cannot be combined; the errors of [`Recipient::wrap`].
    pub fn new(recipients: &[&dyn Recipient]) -> Result<Self, Error> {
        let key = FileKey::random()?;
        let header = Header::new(&key, wrap(&key, recipients)?)?;
        Ok(Self { header, key })
    }

    /// Writes the header and the nonce, and derives the key of the payload.
    fn begin(self, writer: &mut dyn Write) -> Result<PayloadKey, Error> {
        let nonce = random::<16>()?;
        let mut start = self.header.to_bytes();
        start.extend_from_slice(&nonce);
        writer.write_all(&start)?;
        self.key.payload(&nonce)
    }

    /// Writes the header, and returns a writer that encrypts the plaintext on up to `threads` threads. It buffers about
    /// 1 MiB for each thread.
    ///
    /// # Errors
    /// The errors of the writer; [`Error::Primitive`] if the operating system returns no random bytes.
    pub fn into_writer<W: Write>(self, mut writer: W, threads: usize) -> Result<Writer<W>, Error> {
        let key = self.begin(&mut writer)?;
        Ok(Writer::new(writer, key, threads))
    }

    /// Encrypts all bytes of a reader, and writes the file to a writer without flushing it. Up to `threads` threads
    /// take turns to read, encrypt and write. Returns the length of the plaintext in bytes.
    ///
    /// # Errors
    /// The errors of the reader and the writer; [`Error::Primitive`] if the operating system returns no random bytes.
    pub fn encrypt<R: Read + Send, W: Write + Send>(
        self,
        mut reader: R,
        mut writer: W,
        threads: usize,
    ) -> Result<u64, Error> {
        let key = self.begin(&mut writer)?;
        stream::seal(&key, &mut reader, &mut writer, threads)
    }

    /// Encrypts like [`encrypt`](Self::encrypt), and writes the file as armor.
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
