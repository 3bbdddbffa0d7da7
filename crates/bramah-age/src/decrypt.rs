//! Decryption of a file.

use crate::{
    Error, FileKey, Header, Identity, SeekReader,
    armor::{self, ArmorReader},
    recipients::unwrap,
    stream::{self, PayloadKey, Reader, sizes},
};
use std::io::{self, BufReader, Chain, Cursor, Read, Seek, SeekFrom, Write};

/// The size of buffers for the header. Larger reads bypass them.
const BUFFER: usize = 4096;

/// The bytes of a file, which may be armored.
pub struct Source<R>(Form<R>);

enum Form<R> {
    Plain(BufReader<Start<R>>),
    Armored(Box<BufReader<ArmorReader<BufReader<Start<R>>>>>),
}

/// A file whose beginning has already been read.
type Start<R> = Chain<Cursor<Vec<u8>>, R>;

impl<R: Read> Source<R> {
    /// Reads enough of a file to find out whether it is armored.
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

/// A file whose header was read.
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

    /// Returns the header, which has not been verified before the file is unlocked.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns whether the file is armored.
    pub fn is_armored(&self) -> bool {
        self.source.is_armored()
    }

    /// Returns the sizes that follow from the length in bytes of a file that is not armored.
    ///
    /// # Errors
    /// [`Error::Payload`] if no payload has this length.
    pub fn sizes(&self, len: u64) -> Result<Sizes, Error> {
        let header = self.header.to_bytes().len() as u64;
        Sizes::of(header, len.saturating_sub(header))
    }

    /// Reads the rest of the file, and returns the sizes that follow from its length.
    ///
    /// # Errors
    /// The errors of the reader; [`Error::Armor`]; [`Error::Payload`] if no payload has this length.
    pub fn measure(mut self) -> Result<Sizes, Error> {
        let len = io::copy(&mut self.source, &mut io::sink())?;
        Sizes::of(self.header.to_bytes().len() as u64, len)
    }

    /// Opens the file with the first identity that can open it.
    ///
    /// # Errors
    /// [`Error::NoMatch`] and [`Error::PassphraseNeeded`] if no identity can open it; [`Error::HeaderMac`] if the
    /// header was changed; the errors of [`Identity::unwrap`].
    pub fn unlock(self, identities: &[&dyn Identity]) -> Result<Unlocked<R>, Error> {
        let key = unwrap(self.header.stanzas(), identities)?;
        self.unlock_with(key)
    }

    /// Opens the file with its file key.
    ///
    /// # Errors
    /// [`Error::HeaderMac`] if the header was changed, or the key belongs to another file.
    pub fn unlock_with(self, key: FileKey) -> Result<Unlocked<R>, Error> {
        self.header.verify(&key)?;
        Ok(Unlocked { key, header: self.header, source: self.source })
    }
}

/// The number of chunks and the size of the plaintext, computed from the length of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sizes {
    /// The length of the header in bytes.
    pub header: u64,
    /// The number of chunks of 64 KiB; the last one may be shorter.
    pub chunks: u64,
    /// The length of the text in bytes.
    pub text: u64,
}

impl Sizes {
    /// Computes the sizes from the length of the header and of the rest of the file.
    fn of(header: u64, rest: u64) -> Result<Self, Error> {
        let sizes = rest.checked_sub(NONCE as u64).and_then(sizes);
        let (text, chunks) = sizes.ok_or(crate::Payload::Short)?;
        Ok(Self { header, chunks, text })
    }
}

/// The length in bytes of the nonce before a payload.
const NONCE: usize = 16;

/// A file that was opened: its header is authentic.
pub struct Unlocked<R> {
    key: FileKey,
    header: Header,
    source: Source<R>,
}

impl<R: Read> Unlocked<R> {
    /// Returns the key of the file.
    pub fn key(&self) -> &FileKey {
        &self.key
    }

    /// Reads the nonce.
    fn begin(&mut self) -> Result<PayloadKey, Error> {
        let mut nonce = [0; NONCE];
        if stream::fill(&mut self.source, &mut nonce, 0)? < NONCE {
            return Err(Error::header("it is cut off"));
        }
        self.key.payload(&nonce)
    }

    /// Returns a reader that decrypts the contents on up to `threads` threads. Its buffers have 1 MiB for each thread.
    ///
    /// # Errors
    /// The errors of the reader; [`Error::Header`] if the file ends within the nonce.
    pub fn into_reader(mut self, threads: usize) -> Result<Reader<Source<R>>, Error> {
        let key = self.begin()?;
        Ok(Reader::new(self.source, key, threads))
    }

    /// Decrypts all of the contents to a writer, which is not flushed, on up to `threads` threads, each of which reads,
    /// decrypts and writes in turn. Only authentic text is written; after an error the text is incomplete. Returns the
    /// number of bytes of sealed chunks.
    ///
    /// # Errors
    /// [`Error::Payload`] if the contents were changed or cut off; the errors of the reader and the writer.
    pub fn decrypt<W: Write + Send>(mut self, mut writer: W, threads: usize) -> Result<u64, Error>
    where
        R: Send,
    {
        let key = self.begin()?;
        stream::open(&key, &mut self.source, &mut writer, threads)
    }

    /// Returns a reader of any part of the contents of a file that is not armored. `file` is the file, from its
    /// beginning.
    ///
    /// # Errors
    /// [`Error::Armor`] if the file is armored; [`Error::Payload`] if its last chunk is not authentic, or no payload has
    /// its length; the errors of `file`.
    pub fn into_seek_reader<S: Read + Seek>(self, mut file: S) -> Result<SeekReader<S>, Error> {
        if self.source.is_armored() {
            return Err(Error::Armor("an armored file can only be read from the beginning"));
        }
        let start = self.header.to_bytes().len() as u64;
        let mut nonce = [0; NONCE];
        file.seek(SeekFrom::Start(start))?;
        if stream::fill(&mut file, &mut nonce, 0)? < NONCE {
            return Err(Error::header("it is cut off"));
        }
        SeekReader::new(file, self.key.payload(&nonce)?, start + NONCE as u64)
    }
}

/// Returns whether a file with this beginning is an age file, plain or armored. 1 KiB and 40 bytes are enough.
pub fn is_age(start: &[u8]) -> bool {
    start.starts_with(b"age-encryption.org/") || armor::is_armored(start)
}
