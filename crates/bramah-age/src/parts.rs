//! Encryption and decryption in parts: the caller passes the parts of the input, and takes the resulting output.
//! Nothing is read or written here, so that programs in other languages use their own files, sockets and buffers.

use crate::{
    ArmorWriter, Error, FileKey, Header, Identity, Payload, Recipient,
    armor::{self, ArmorLines},
    header,
    key::{TAG, random},
    recipients::{unwrap, wrap},
    stream::{BATCH, CHUNK, PayloadKey, SEALED, each},
};
use std::{
    fmt,
    io::{self, Write},
};
use zeroize::Zeroizing;

/// The length in bytes of the nonce before a payload.
const NONCE: usize = 16;

/// Bytes that the caller has not taken yet. They may be secret: all memory that held them is erased.
#[derive(Default)]
struct Queue {
    bytes: Zeroizing<Vec<u8>>,
    from: usize,
}

impl Queue {
    fn len(&self) -> usize {
        self.bytes.len() - self.from
    }

    fn waiting(&self) -> &[u8] {
        &self.bytes[self.from..]
    }

    /// Appends zeros, and returns them to be overwritten.
    fn grow(&mut self, count: usize) -> &mut [u8] {
        let len = self.len();
        if self.bytes.capacity() - self.bytes.len() < count {
            // not by reallocation, which would leave the bytes in freed memory
            let mut larger = Zeroizing::new(Vec::with_capacity((len + count).max(2 * len)));
            larger.extend_from_slice(self.waiting());
            (self.bytes, self.from) = (larger, 0);
        }
        let start = self.bytes.len();
        self.bytes.resize(start + count, 0);
        &mut self.bytes[start..]
    }

    fn push(&mut self, bytes: &[u8]) {
        self.grow(bytes.len()).copy_from_slice(bytes);
    }

    /// Removes bytes from the end.
    fn shrink(&mut self, count: usize) {
        let len = self.bytes.len() - count;
        self.bytes.truncate(len);
    }

    /// Removes bytes from the beginning.
    fn skip(&mut self, count: usize) {
        self.from += count;
        if self.from == self.bytes.len() {
            (self.bytes, self.from) = Default::default();
        }
    }

    fn take(&mut self, to: &mut [u8]) -> usize {
        let count = to.len().min(self.len());
        to[..count].copy_from_slice(&self.waiting()[..count]);
        self.skip(count);
        count
    }

    fn take_all(&mut self) -> Zeroizing<Vec<u8>> {
        let mut all = Zeroizing::new(vec![0; self.len()]);
        self.take(&mut all);
        all
    }
}

impl Write for Queue {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The progress of a file: a call changes it only if it succeeds, and after an error no further call succeeds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Within,
    Finished,
    Failed,
}

impl Progress {
    fn check(self) -> Result<(), Error> {
        match self {
            Self::Within => Ok(()),
            Self::Finished => Err(io::Error::other("the file has ended").into()),
            Self::Failed => Err(io::Error::other("an earlier call failed").into()),
        }
    }
}

/// Encrypts a file in parts.
///
/// ```
/// use bramah_age::{DecryptorInParts, EncryptorInParts, X25519Identity};
///
/// let identity = X25519Identity::random()?;
/// let mut encryptor = EncryptorInParts::new(&[&identity.recipient()], false, 1)?;
/// encryptor.update(b"for you ")?;
/// encryptor.update(b"alone")?;
/// encryptor.finish()?;
/// let file = encryptor.take_all();
///
/// let mut decryptor = DecryptorInParts::new(vec![Box::new(identity)], 1);
/// decryptor.update(&file)?;
/// decryptor.finish()?;
/// assert_eq!(decryptor.take_all()[..], *b"for you alone");
/// # Ok::<(), bramah_age::Error>(())
/// ```
pub struct EncryptorInParts {
    key: PayloadKey,
    threads: usize,
    next: u64,
    /// The text that is not sealed yet. After the first byte it is never empty again, since the last chunk has to be
    /// marked as the last.
    text: Queue,
    sealed: Sealed,
    progress: Progress,
}

enum Sealed {
    Plain(Queue),
    Armored(Box<ArmorWriter<Queue>>),
}

impl Sealed {
    fn queue(&mut self) -> &mut Queue {
        match self {
            Self::Plain(queue) => queue,
            Self::Armored(armor) => armor.inner_mut(),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match self {
            Self::Plain(queue) => queue.push(bytes),
            Self::Armored(armor) => armor.write_all(bytes)?,
        }
        Ok(())
    }
}

impl EncryptorInParts {
    /// Makes the header of a file for all of the recipients. Contents are encrypted on up to `threads` threads, if a
    /// part is long enough.
    ///
    /// # Errors
    /// The errors of [`Encryptor::new`](crate::Encryptor::new), and of the operating system's random bytes.
    pub fn new(recipients: &[&dyn Recipient], armored: bool, threads: usize) -> Result<Self, Error> {
        let key = FileKey::random()?;
        let header = Header::new(&key, wrap(&key, recipients)?)?;
        let nonce = random::<NONCE>()?;
        let mut sealed = match armored {
            true => Sealed::Armored(Box::new(ArmorWriter::new(Queue::default()))),
            false => Sealed::Plain(Queue::default()),
        };
        sealed.write(&header.to_bytes())?;
        sealed.write(&nonce)?;
        let (key, text, progress) = (key.payload(&nonce)?, Queue::default(), Progress::Within);
        Ok(Self { key, threads: threads.max(1), next: 0, text, sealed, progress })
    }

    /// Encrypts the next part of the contents.
    ///
    /// # Errors
    /// The file has ended, or an earlier call failed.
    pub fn update(&mut self, text: &[u8]) -> Result<(), Error> {
        self.progress.check()?;
        self.progress = Progress::Failed;
        for part in text.chunks(self.threads * BATCH * CHUNK) {
            self.text.push(part);
            // a whole chunk is sealed when more text follows, which shows that it is not the last
            let chunks = self.text.len().saturating_sub(1) / CHUNK;
            self.seal(chunks * CHUNK, false)?;
        }
        self.progress = Progress::Within;
        Ok(())
    }

    /// Encrypts the end of the contents. Without it the file is incomplete.
    ///
    /// # Errors
    /// The errors of [`update`](Self::update).
    pub fn finish(&mut self) -> Result<(), Error> {
        self.progress.check()?;
        self.progress = Progress::Failed;
        self.seal(self.text.len(), true)?;
        if let Sealed::Armored(armor) = &mut self.sealed {
            armor.end()?;
        }
        self.progress = Progress::Finished;
        Ok(())
    }

    fn seal(&mut self, len: usize, last: bool) -> Result<(), Error> {
        if len == 0 && !last {
            return Ok(());
        }
        let (key, next, text) = (&self.key, self.next, &self.text.waiting()[..len]);
        let size = len + len.div_ceil(CHUNK).max(usize::from(last)) * TAG;
        let mut bytes = Vec::new();
        let sealed = match &mut self.sealed {
            Sealed::Plain(queue) => queue.grow(size),
            Sealed::Armored(_) => {
                bytes.resize(size, 0);
                &mut bytes[..]
            }
        };
        let parts = len.div_ceil(BATCH * CHUNK).max(1);
        let inputs = text.chunks(BATCH * CHUNK).chain([&[][..]]);
        let outputs = sealed.chunks_mut(BATCH * SEALED);
        let results = each(parts, self.threads, inputs, outputs, |i, text, out| {
            key.seal(next + (i * BATCH) as u64, text, last && i + 1 == parts, out).map(drop)
        });
        let done = results.into_iter().collect::<Result<(), Error>>();
        match &mut self.sealed {
            Sealed::Plain(queue) if done.is_err() => queue.shrink(size),
            Sealed::Armored(armor) if done.is_ok() => armor.write_all(&bytes)?,
            _ => {}
        }
        done?;
        self.next += (len / CHUNK) as u64;
        self.text.skip(len);
        Ok(())
    }

    /// Returns the number of bytes of the file that can be taken.
    pub fn available(&mut self) -> usize {
        self.sealed.queue().len()
    }

    /// Moves bytes of the file to a buffer, and returns their number.
    pub fn take(&mut self, to: &mut [u8]) -> usize {
        self.sealed.queue().take(to)
    }

    /// Returns all bytes of the file that can be taken.
    pub fn take_all(&mut self) -> Zeroizing<Vec<u8>> {
        self.sealed.queue().take_all()
    }
}

impl fmt::Debug for EncryptorInParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncryptorInParts").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// Decrypts a file in parts. Contents can be taken after their chunk was verified. They are complete only when
/// [`finish`](Self::finish) has succeeded: before, a file that was cut off looks like one whose end has not arrived
/// yet.
pub struct DecryptorInParts {
    identities: Vec<Box<dyn Identity>>,
    threads: usize,
    form: Form,
    /// The bytes of the file, without armor, that are not decrypted yet.
    file: Queue,
    /// The place up to which the end of the header was searched for.
    searched: usize,
    payload: Option<PayloadKey>,
    next: u64,
    text: Queue,
    progress: Progress,
}

enum Form {
    /// Not known yet.
    Unknown,
    Plain,
    Armored(Box<ArmorLines>),
}

impl DecryptorInParts {
    /// Begins a file, which may be armored. Contents are decrypted on up to `threads` threads, if a part is long enough.
    pub fn new(identities: Vec<Box<dyn Identity>>, threads: usize) -> Self {
        Self {
            identities,
            threads: threads.max(1),
            form: Form::Unknown,
            file: Queue::default(),
            searched: 0,
            payload: None,
            next: 0,
            text: Queue::default(),
            progress: Progress::Within,
        }
    }

    /// Decrypts the next part of the file.
    ///
    /// # Errors
    /// The errors of [`Decryptor::new`](crate::Decryptor::new) and [`Decryptor::unlock`](crate::Decryptor::unlock);
    /// [`Error::Payload`] if the contents were changed. After an error nothing can be taken.
    pub fn update(&mut self, file: &[u8]) -> Result<(), Error> {
        self.step(|this| {
            for part in file.chunks(this.threads * BATCH * SEALED) {
                this.push(part)?;
                this.advance(false)?;
            }
            Ok(())
        })
    }

    /// Ends the file, and decrypts the rest of it.
    ///
    /// # Errors
    /// The errors of [`update`](Self::update); [`Error::Payload`] if the file was cut off within its contents.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.step(|this| {
            if matches!(this.form, Form::Unknown) {
                this.choose()?;
            }
            if let Form::Armored(lines) = &mut this.form {
                let mut bytes = Vec::new();
                lines.finish(&mut bytes)?;
                this.file.push(&bytes);
            }
            this.advance(true)
        })?;
        self.progress = Progress::Finished;
        Ok(())
    }

    fn step(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        self.progress.check()?;
        self.progress = Progress::Failed;
        let done = work(self);
        match done {
            Ok(()) => self.progress = Progress::Within,
            Err(_) => (self.file, self.text) = Default::default(),
        }
        done
    }

    /// Removes the armor.
    fn push(&mut self, part: &[u8]) -> Result<(), Error> {
        match &mut self.form {
            Form::Unknown => {
                self.file.push(part);
                if armor::is_decided(self.file.waiting()) {
                    self.choose()?;
                }
            }
            Form::Plain => self.file.push(part),
            Form::Armored(lines) => {
                let mut bytes = Vec::with_capacity(part.len() / 4 * 3 + 64);
                lines.update(part, &mut bytes)?;
                self.file.push(&bytes);
            }
        }
        Ok(())
    }

    /// Finds out from the beginning of the file whether it is armored.
    fn choose(&mut self) -> Result<(), Error> {
        if !armor::is_armored(self.file.waiting()) {
            self.form = Form::Plain;
            return Ok(());
        }
        self.form = Form::Armored(Box::default());
        let start = std::mem::take(&mut self.file);
        self.push(start.waiting())
    }

    fn advance(&mut self, last: bool) -> Result<(), Error> {
        if matches!(self.form, Form::Unknown) {
            return Ok(());
        }
        if self.payload.is_none() && !self.unlock(last)? {
            return Ok(());
        }
        let Some(key) = &self.payload else { return Ok(()) };
        let rest = self.file.len();
        // a whole chunk is opened when more bytes follow, which shows that it is not the last
        let len = if last { rest } else { rest.saturating_sub(1) / SEALED * SEALED };
        if len == 0 && !last {
            return Ok(());
        }
        let (next, threads) = (self.next, self.threads);
        let sealed = &self.file.waiting()[..len];
        let parts = len.div_ceil(BATCH * SEALED).max(1);
        let room = len.div_ceil(SEALED).max(1) * CHUNK;
        let text = self.text.grow(room);
        let inputs = sealed.chunks(BATCH * SEALED).chain([&[][..]]);
        let opened = each(parts, threads, inputs, text.chunks_mut(BATCH * CHUNK), |i, sealed, out| {
            key.open(next + (i * BATCH) as u64, sealed, last && i + 1 == parts, out)
        });
        let mut written = 0;
        for (len, result) in opened {
            result.map_err(|payload: Payload| Error::from(payload))?;
            written += len;
        }
        self.text.shrink(room - written);
        self.next += (len / SEALED) as u64;
        self.file.skip(len);
        Ok(())
    }

    /// Reads the header and the nonce if they have arrived, and returns whether they have.
    fn unlock(&mut self, last: bool) -> Result<bool, Error> {
        let file = self.file.waiting();
        let Some(len) = header::find_end(file, &mut self.searched) else {
            // a header that is malformed so far, or too long, is an error at once
            if last || header::is_wrong(file) {
                Header::read(&mut &file[..])?;
            }
            return Ok(false);
        };
        let Some(nonce) = file.get(len..).and_then(|rest| rest.first_chunk::<NONCE>()) else {
            Header::read(&mut &file[..len])?;
            return if last { Err(Error::header("it is cut off")) } else { Ok(false) };
        };
        let header = Header::read(&mut &file[..len])?;
        let identities: Vec<&dyn Identity> = self.identities.iter().map(|identity| &**identity).collect();
        let key = unwrap(header.stanzas(), &identities)?;
        header.verify(&key)?;
        self.payload = Some(key.payload(nonce)?);
        self.identities = Vec::new();
        self.file.skip(len + NONCE);
        Ok(true)
    }

    /// Returns the number of bytes of the contents that can be taken.
    pub fn available(&self) -> usize {
        self.text.len()
    }

    /// Moves bytes of the contents to a buffer, and returns their number.
    pub fn take(&mut self, to: &mut [u8]) -> usize {
        self.text.take(to)
    }

    /// Returns all bytes of the contents that can be taken.
    pub fn take_all(&mut self) -> Zeroizing<Vec<u8>> {
        self.text.take_all()
    }
}

impl fmt::Debug for DecryptorInParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecryptorInParts").field("threads", &self.threads).finish_non_exhaustive()
    }
}
