//! Encryption and decryption in parts. The caller passes in the input part by part, and takes out the output when it
//! likes. This module reads and writes no files, so that programs in other languages can use their own files, sockets
//! and buffers.

use crate::{
    ArmorWriter, Error, FileKey, Header, Identity, Payload, Recipient,
    armor::{self, ArmorLines},
    header,
    key::{TAG, random},
    recipients::{unwrap, wrap},
    stream::{BATCH, CHUNK, PayloadKey, SEALED, each},
};
use bramah::wipe::wipe;
use std::{
    fmt,
    io::{self, Write},
    mem,
};
use zeroize::Zeroizing;

/// The length in bytes of the nonce at the beginning of a payload.
const NONCE: usize = 16;

/// The number of bytes of memory that an empty queue keeps for the next bytes.
const KEPT: usize = 2 * SEALED;

/// A queue of bytes that the caller has not taken yet. They may be secret, so all memory that held them is erased.
#[derive(Default)]
struct Queue {
    /// Memory beyond the length of this vector holds no bytes of the queue.
    bytes: Vec<u8>,
    from: usize,
}

impl Drop for Queue {
    fn drop(&mut self) {
        wipe(&mut self.bytes);
    }
}

impl Queue {
    fn len(&self) -> usize {
        self.bytes.len() - self.from
    }

    fn waiting(&self) -> &[u8] {
        &self.bytes[self.from..]
    }

    /// Makes room for `count` more bytes.
    fn reserve(&mut self, count: usize) {
        let len = self.len();
        if self.bytes.capacity() - self.bytes.len() < count {
            // copied by hand, because a reallocation would leave the bytes in freed memory
            let mut larger = Vec::with_capacity((len + count).max(2 * len));
            larger.extend_from_slice(self.waiting());
            *self = Self { bytes: larger, from: 0 };
        }
    }

    /// Appends `count` zero bytes, and returns them so that the caller can overwrite them.
    fn grow(&mut self, count: usize) -> &mut [u8] {
        self.reserve(count);
        let start = self.bytes.len();
        self.bytes.resize(start + count, 0);
        &mut self.bytes[start..]
    }

    fn push(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    /// Removes `count` bytes from the end.
    fn shrink(&mut self, count: usize) {
        let len = self.bytes.len() - count;
        wipe(&mut self.bytes[len..]);
        self.bytes.truncate(len);
    }

    /// Removes `count` bytes from the beginning.
    fn skip(&mut self, count: usize) {
        self.from += count;
        if self.from < self.bytes.len() {
            return;
        }
        if self.bytes.capacity() > KEPT {
            *self = Self::default();
        } else {
            wipe(&mut self.bytes);
            self.bytes.clear();
            self.from = 0;
        }
    }

    fn take(&mut self, to: &mut [u8]) -> usize {
        let count = to.len().min(self.len());
        to[..count].copy_from_slice(&self.waiting()[..count]);
        self.skip(count);
        count
    }

    fn take_all(&mut self) -> Zeroizing<Vec<u8>> {
        if self.from == 0 && !self.bytes.is_empty() {
            return Zeroizing::new(mem::take(&mut self.bytes));
        }
        let mut all = Zeroizing::new(vec![0; self.len()]);
        self.take(&mut all);
        all
    }
}

/// Returns how many bytes at the beginning of a part must be appended to a queue that contains the first `waiting`
/// bytes of a chunk of `size` bytes. With one thread, these are the bytes that complete the chunk; the other bytes are
/// processed where they are, without a copy. With several threads, which divide the chunks among them, all bytes are
/// appended.
fn queued(waiting: usize, part: usize, size: usize, threads: usize) -> usize {
    match waiting {
        _ if threads > 1 => part,
        0 => 0,
        _ => part.min(size.saturating_sub(waiting)),
    }
}

/// Returns the length in bytes of the chunks of `size` bytes that are known not to be the last, because more bytes follow.
fn followed(len: usize, size: usize) -> usize {
    len.saturating_sub(1) / size * size
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

/// The progress of a file. The progress is `Failed` during a call, so that no call succeeds after a call that
/// returned an error.
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
    /// The buffered plaintext, which is not encrypted yet. Once there was any, at least one byte stays buffered,
    /// because the last chunk must be marked as the last.
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
    /// Generates a file key, and writes the header, which wraps it for all of the recipients. If a part is long enough,
    /// it is encrypted on up to `threads` threads.
    ///
    /// # Errors
    /// The errors of [`Encryptor::new`](crate::Encryptor::new), and an error if the operating system returns no random
    /// bytes.
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

    /// Encrypts the next part of the plaintext.
    ///
    /// # Errors
    /// An I/O error if the file has been finished, or if an earlier call failed.
    pub fn update(&mut self, text: &[u8]) -> Result<(), Error> {
        self.progress.check()?;
        self.progress = Progress::Failed;
        for part in text.chunks(self.threads * BATCH * CHUNK) {
            let chunks = followed(self.text.len() + part.len(), CHUNK) / CHUNK;
            self.sealed.queue().reserve(chunks * SEALED);
            let (begun, part) = part.split_at(queued(self.text.len(), part.len(), CHUNK, self.threads));
            self.text.push(begun);
            // a full chunk is encrypted only when more plaintext follows it, because only then is it not the last
            let len = if part.is_empty() { followed(self.text.len(), CHUNK) } else { self.text.len() };
            self.seal_queued(len, false)?;
            let (now, rest) = part.split_at(followed(part.len(), CHUNK));
            seal(&self.key, self.threads, &mut self.next, &mut self.sealed, now, false)?;
            self.text.push(rest);
        }
        self.progress = Progress::Within;
        Ok(())
    }

    /// Encrypts the last chunk. Without this call, the file is incomplete.
    ///
    /// # Errors
    /// The errors of [`update`](Self::update).
    pub fn finish(&mut self) -> Result<(), Error> {
        self.progress.check()?;
        self.progress = Progress::Failed;
        self.seal_queued(self.text.len(), true)?;
        if let Sealed::Armored(armor) = &mut self.sealed {
            armor.end()?;
        }
        self.progress = Progress::Finished;
        Ok(())
    }

    /// Encrypts `len` bytes of the buffered plaintext.
    fn seal_queued(&mut self, len: usize, last: bool) -> Result<(), Error> {
        let text = &self.text.waiting()[..len];
        seal(&self.key, self.threads, &mut self.next, &mut self.sealed, text, last)?;
        self.text.skip(len);
        Ok(())
    }

    /// Returns the number of bytes of the encrypted file that can be taken.
    pub fn available(&mut self) -> usize {
        self.sealed.queue().len()
    }

    /// Moves bytes of the encrypted file to a buffer, and returns their number.
    pub fn take(&mut self, to: &mut [u8]) -> usize {
        self.sealed.queue().take(to)
    }

    /// Takes all available bytes of the encrypted file.
    pub fn take_all(&mut self) -> Zeroizing<Vec<u8>> {
        self.sealed.queue().take_all()
    }
}

/// Encrypts chunks, of which `next` is the number of the first, and appends them to `to`. All chunks must be full, except the last
/// chunk of the payload.
fn seal(
    key: &PayloadKey,
    threads: usize,
    next: &mut u64,
    to: &mut Sealed,
    text: &[u8],
    last: bool,
) -> Result<(), Error> {
    if text.is_empty() && !last {
        return Ok(());
    }
    let first = *next;
    let size = text.len() + text.len().div_ceil(CHUNK).max(usize::from(last)) * TAG;
    let mut bytes = Vec::new();
    let sealed = match to {
        Sealed::Plain(queue) => queue.grow(size),
        Sealed::Armored(_) => {
            bytes.resize(size, 0);
            &mut bytes[..]
        }
    };
    let parts = text.len().div_ceil(BATCH * CHUNK).max(1);
    let inputs = text.chunks(BATCH * CHUNK).chain([&[][..]]);
    let outputs = sealed.chunks_mut(BATCH * SEALED);
    let results = each(parts, threads, inputs, outputs, |i, text, out| {
        key.seal(first + (i * BATCH) as u64, text, last && i + 1 == parts, out).map(drop)
    });
    let done = results.into_iter().collect::<Result<(), Error>>();
    match to {
        Sealed::Plain(queue) if done.is_err() => queue.shrink(size),
        Sealed::Armored(armor) if done.is_ok() => armor.write_all(&bytes)?,
        _ => {}
    }
    done?;
    *next += (text.len() / CHUNK) as u64;
    Ok(())
}

impl fmt::Debug for EncryptorInParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncryptorInParts").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// Decrypts a file in parts. The plaintext of a chunk can be taken once the chunk has been verified. The plaintext is
/// complete only if [`finish`](Self::finish) succeeds, because before that a truncated file looks like a file whose end
/// has not arrived yet.
pub struct DecryptorInParts {
    identities: Vec<Box<dyn Identity>>,
    threads: usize,
    form: Form,
    /// The bytes of the file, without armor, that have not been decrypted yet.
    file: Queue,
    /// The index in `file` from which the search for the end of the header continues.
    searched: usize,
    payload: Option<PayloadKey>,
    next: u64,
    text: Queue,
    progress: Progress,
}

enum Form {
    /// Too few bytes have arrived to tell.
    Unknown,
    Plain,
    Armored(Box<ArmorLines>),
}

impl DecryptorInParts {
    /// Starts a new file, which may be armored. If a part is long enough, it is decrypted on up to `threads` threads.
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
    /// [`Error::Payload`] if a chunk was modified. After an error, no plaintext can be taken.
    pub fn update(&mut self, file: &[u8]) -> Result<(), Error> {
        self.step(|this| {
            for part in file.chunks(this.threads * BATCH * SEALED) {
                let queued = match this.form {
                    Form::Plain if this.payload.is_some() => {
                        queued(this.file.len(), part.len(), SEALED, this.threads)
                    }
                    _ => part.len(),
                };
                if queued < part.len() {
                    let chunks = followed(this.file.len() + part.len(), SEALED) / SEALED;
                    this.text.reserve(chunks * CHUNK);
                }
                let (begun, part) = part.split_at(queued);
                this.push(begun)?;
                this.advance(!part.is_empty(), false)?;
                if let (Some(key), [_, ..]) = (&this.payload, part) {
                    let (now, rest) = part.split_at(followed(part.len(), SEALED));
                    open(key, this.threads, &mut this.next, &mut this.text, now, false)?;
                    this.file.push(rest);
                }
            }
            Ok(())
        })
    }

    /// Declares that the file has ended, and decrypts its remaining chunks.
    ///
    /// # Errors
    /// The errors of [`update`](Self::update); [`Error::Payload`] if the payload is truncated.
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
            this.advance(false, true)
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

    /// Appends a part of the file to `file`, decoded if the file is armored.
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

    /// Determines from the beginning of the file whether it is armored.
    fn choose(&mut self) -> Result<(), Error> {
        if !armor::is_armored(self.file.waiting()) {
            self.form = Form::Plain;
            return Ok(());
        }
        self.form = Form::Armored(Box::default());
        let start = mem::take(&mut self.file);
        self.push(start.waiting())
    }

    /// Decrypts what has arrived, as far as it is complete. `more` says that the bytes after it have arrived too.
    fn advance(&mut self, more: bool, last: bool) -> Result<(), Error> {
        if matches!(self.form, Form::Unknown) {
            return Ok(());
        }
        if self.payload.is_none() && !self.unlock(last)? {
            return Ok(());
        }
        let Some(key) = &self.payload else { return Ok(()) };
        let rest = self.file.len();
        // a full chunk is decrypted only when more bytes follow it, because only then is it not the last
        let len = if more || last { rest } else { followed(rest, SEALED) };
        open(key, self.threads, &mut self.next, &mut self.text, &self.file.waiting()[..len], last)?;
        self.file.skip(len);
        Ok(())
    }

    /// Parses the header and reads the nonce once they have arrived completely, and returns whether they have.
    fn unlock(&mut self, last: bool) -> Result<bool, Error> {
        let file = self.file.waiting();
        let Some(len) = header::find_end(file, &mut self.searched) else {
            // a header that is malformed or too long is reported before its end arrives
            if last || header::is_wrong(file) {
                Header::read(&mut &file[..])?;
            }
            return Ok(false);
        };
        let Some(nonce) = file.get(len..).and_then(|rest| rest.first_chunk::<NONCE>()) else {
            Header::read(&mut &file[..len])?;
            return match last {
                true => Err(Error::header("the file ends within the nonce that follows the header")),
                false => Ok(false),
            };
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

    /// Returns the number of bytes of plaintext that can be taken.
    pub fn available(&self) -> usize {
        self.text.len()
    }

    /// Moves bytes of the plaintext to a buffer, and returns their number.
    pub fn take(&mut self, to: &mut [u8]) -> usize {
        self.text.take(to)
    }

    /// Takes all available bytes of the plaintext.
    pub fn take_all(&mut self) -> Zeroizing<Vec<u8>> {
        self.text.take_all()
    }
}

/// Decrypts chunks, of which `next` is the number of the first, and appends their plaintext to `to`. All chunks must be full, except
/// the last chunk of the payload.
fn open(
    key: &PayloadKey,
    threads: usize,
    next: &mut u64,
    to: &mut Queue,
    sealed: &[u8],
    last: bool,
) -> Result<(), Error> {
    if sealed.is_empty() && !last {
        return Ok(());
    }
    let first = *next;
    let parts = sealed.len().div_ceil(BATCH * SEALED).max(1);
    let room = sealed.len().div_ceil(SEALED).max(1) * CHUNK;
    let text = to.grow(room);
    let inputs = sealed.chunks(BATCH * SEALED).chain([&[][..]]);
    let opened = each(parts, threads, inputs, text.chunks_mut(BATCH * CHUNK), |i, sealed, out| {
        key.open(first + (i * BATCH) as u64, sealed, last && i + 1 == parts, out)
    });
    let mut written = 0;
    for (len, result) in opened {
        result.map_err(|payload: Payload| Error::from(payload))?;
        written += len;
    }
    to.shrink(room - written);
    *next += (sealed.len() / SEALED) as u64;
    Ok(())
}

impl fmt::Debug for DecryptorInParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecryptorInParts").field("threads", &self.threads).finish_non_exhaustive()
    }
}
