//! Decryption of a file.

use crate::{
    Error, FileKey, Header, Identity, SeekReader,
    armor::{self, ArmorReader},
    recipients::unwrap,
    stream::{self, PayloadKey, Reader, sizes},
};
use std::io::{self, BufReader, Chain, Cursor, Read, Seek, SeekFrom, Write};

/// The size in bytes of the buffers for the header. Larger reads bypass them.
const BUFFER: usize = 4096;

/// A reader of a file, from which armor is removed.
pub struct Source<R>(Form<R>);

enum Form<R> {
    Plain(BufReader<Start<R>>),
    Armored(Box<BufReader<ArmorReader<BufReader<Start<R>>>>>),
}

/// A file whose first bytes have already been read.
type Start<R> = Chain<Cursor<Vec<u8>>, R>;

impl<R: Read> Source<R> {
    /// Reads enough of a file to tell whether it is armored.
    fn new(mut reader: R) -> Result<Self, Error> {
        let mut start = vec![0; armor::START];
        let len = stream::fill(&mut reader, &mut start, 0)?;
        start.truncate(len);
        let armored = armor::is_armored(&start);
        let file = BufReader::with_capacity(BUFFER, Cursor::new(start).chain(reader));
        Ok(Self(match armored {
            true => Form::Armored(Box::new(BufReader::with_capacity(BUFFER, ArmorReader::new(file)))),
            false => Form::Plain(file),
        }))
    }

    fn header(&mut self) -> Result<Header, Error> {
        match &mut self.0 {
            Form::Plain(file) => Header::read(file),
            Form::Armored(file) => Header::read(file),
        }
    }

    /// Returns whether the file is armored.
    pub fn is_armored(&self) -> bool {
        matches!(self.0, Form::Armored(_))
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Form::Plain(file) => file.read(to),
            Form::Armored(file) => file.read(to),
        }
    }
}

/// A file whose header has been read.
pub struct Decryptor<R> {
    header: Header,
    source: Source<R>,
}

impl<R: Read> Decryptor<R> {
    /// Reads the header of a file, which may be armored.
    ///
    /// # Errors
    /// [`Error::Header`] and [`Error::Armor`]; the errors of the reader.
    pub fn new(reader: R) -> Result<Self, Error> {
        let mut source = Source::new(reader)?;
        Ok(Self { header: source.header()?, source })
    }

    /// Returns the header. It is verified only when the file is unlocked.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns whether the file is armored.
    pub fn is_armored(&self) -> bool {
        self.source.is_armored()
    }

    /// Computes the sizes from the length in bytes of the file, which must not be armored.
    ///
    /// # Errors
    /// [`Error::Payload`] if no valid file has this length.
    pub fn sizes(&self, len: u64) -> Result<Sizes, Error> {
        let header = self.header.to_bytes().len() as u64;
        Sizes::of(header, len.saturating_sub(header))
    }

    /// Reads the rest of the file, and computes the sizes from its length.
    ///
    /// # Errors
    /// The errors of the reader; [`Error::Armor`]; [`Error::Payload`] if no valid file has this length.
    pub fn measure(mut self) -> Result<Sizes, Error> {
        let len = io::copy(&mut self.source, &mut io::sink())?;
        Sizes::of(self.header.to_bytes().len() as u64, len)
    }

    /// Unwraps the file key with the first identity that can do so, and verifies the header.
    ///
    /// # Errors
    /// [`Error::NoMatch`] or [`Error::PassphraseNeeded`] if no identity can unwrap the file key; [`Error::HeaderMac`]
    /// if the header was modified; the errors of [`Identity::unwrap`].
    pub fn unlock(self, identities: &[&dyn Identity]) -> Result<Unlocked<R>, Error> {
        let key = unwrap(self.header.stanzas(), identities)?;
        self.unlock_with(key)
    }

    /// Verifies the header with the file key.
    ///
    /// # Errors
    /// [`Error::HeaderMac`] if the header was modified, or if the key belongs to another file.
    pub fn unlock_with(self, key: FileKey) -> Result<Unlocked<R>, Error> {
        self.header.verify(&key)?;
        Ok(Unlocked { key, header: self.header, source: self.source })
    }
}

/// The number of chunks and the length of the plaintext, computed from the length of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sizes {
    /// The length of the header in bytes.
    pub header: u64,
    /// The number of chunks of 64 KiB. The last chunk may be shorter.
    pub chunks: u64,
    /// The length of the plaintext in bytes.
    pub text: u64,
}

impl Sizes {
    /// Computes the sizes from the lengths of the header and of the rest of the file in bytes.
    fn of(header: u64, rest: u64) -> Result<Self, Error> {
        let sizes = rest.checked_sub(NONCE as u64).and_then(sizes);
        let (text, chunks) = sizes.ok_or(crate::Payload::Short)?;
        Ok(Self { header, chunks, text })
    }
}

/// The length in bytes of the nonce at the beginning of a payload.
const NONCE: usize = 16;

/// A file whose key has been unwrapped, and whose header has been verified.
pub struct Unlocked<R> {
    key: FileKey,
    header: Header,
    source: Source<R>,
}

impl<R: Read> Unlocked<R> {
    /// Returns the file key.
    pub fn key(&self) -> &FileKey {
        &self.key
    }

    /// Reads the nonce, and derives the key of the payload.
    fn begin(&mut self) -> Result<PayloadKey, Error> {
        let mut nonce = [0; NONCE];
        if stream::fill(&mut self.source, &mut nonce, 0)? < NONCE {
            return Err(Error::header("the file ends within the nonce that follows the header"));
        }
        self.key.payload(&nonce)
    }

    /// Returns a reader that decrypts the payload on up to `threads` threads. It buffers about 1 MiB for each thread.
    ///
    /// # Errors
    /// The errors of the reader; [`Error::Header`] if the file is truncated within the nonce.
    pub fn into_reader(mut self, threads: usize) -> Result<Reader<Source<R>>, Error> {
        let key = self.begin()?;
        Ok(Reader::new(self.source, key, threads))
    }

    /// Decrypts the payload, and writes the plaintext to a writer without flushing it. Up to `threads` threads take
    /// turns to read, decrypt and write. Only authentic plaintext is written, but it is incomplete after an error.
    /// Returns the length of the payload in bytes, without the nonce.
    ///
    /// # Errors
    /// [`Error::Payload`] if the payload was modified or truncated; the errors of the reader and the writer.
    pub fn decrypt<W: Write + Send>(mut self, mut writer: W, threads: usize) -> Result<u64, Error>
    where
        R: Send,
    {
        let key = self.begin()?;
        stream::open(&key, &mut self.source, &mut writer, threads)
    }

    /// Returns a reader with random access to the plaintext. `file` is the same file from its beginning, and must not
    /// be armored.
    ///
    /// # Errors
    /// [`Error::Io`] of the kind [`Unsupported`](io::ErrorKind::Unsupported) if the file is armored; [`Error::Payload`]
    /// if its last chunk is not authentic, or if no valid file has its length; the errors of `file`.
    pub fn into_seek_reader<S: Read + Seek>(self, mut file: S) -> Result<SeekReader<S>, Error> {
        if self.source.is_armored() {
            let reason = "an armored file can be read only from its beginning";
            return Err(io::Error::new(io::ErrorKind::Unsupported, reason).into());
        }
        let start = self.header.to_bytes().len() as u64;
        let mut nonce = [0; NONCE];
        file.seek(SeekFrom::Start(start))?;
        if stream::fill(&mut file, &mut nonce, 0)? < NONCE {
            return Err(Error::header("the file ends within the nonce that follows the header"));
        }
        SeekReader::new(file, self.key.payload(&nonce)?, start + NONCE as u64)
    }
}

/// Returns whether a file that begins with these bytes is an age file, armored or not. The first 1,064 bytes are
/// enough.
pub fn is_age(start: &[u8]) -> bool {
    start.starts_with(b"age-encryption.org/") || armor::is_armored(start)
}
