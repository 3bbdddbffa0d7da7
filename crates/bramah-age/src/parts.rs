//! Encryption and decryption in parts. The caller passes in the input part by part, and takes out the output when it
//! likes. This module reads and writes no files, so that programs in other languages can use their own files, sockets
//! and buffers.

use crate::{
    Error, Identity, Payload, Recipient,
    envelope::{Opening, Progress, Sealed},
    key::TAG,
    queue::Queue,
    stream::{BATCH, CHUNK, PayloadKey, SEALED, each},
};
use std::{fmt, io::Write};
use zeroize::Zeroizing;

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

impl EncryptorInParts {
    /// Generates a file key, and writes the header, which wraps it for all of the recipients. If a part is long enough,
    /// it is encrypted on up to `threads` threads.
    ///
    /// # Errors
    /// The errors of [`Encryptor::new`](crate::Encryptor::new), and an error if the operating system returns no random
    /// bytes.
    pub fn new(recipients: &[&dyn Recipient], armored: bool, threads: usize) -> Result<Self, Error> {
        let (sealed, key) = Sealed::begin(recipients, armored)?;
        let (key, text, progress) = (PayloadKey::new(&key)?, Queue::default(), Progress::Within);
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
        self.sealed.end()?;
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
    opening: Opening,
    threads: usize,
    payload: Option<PayloadKey>,
    next: u64,
    text: Queue,
    progress: Progress,
}

impl DecryptorInParts {
    /// Starts a new file, which may be armored. If a part is long enough, it is decrypted on up to `threads` threads.
    pub fn new(identities: Vec<Box<dyn Identity>>, threads: usize) -> Self {
        Self {
            opening: Opening::new(identities),
            threads: threads.max(1),
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
                let queued = match this.opening.is_plain() && this.payload.is_some() {
                    true => queued(this.opening.file.len(), part.len(), SEALED, this.threads),
                    false => part.len(),
                };
                if queued < part.len() {
                    let chunks = followed(this.opening.file.len() + part.len(), SEALED) / SEALED;
                    this.text.reserve(chunks * CHUNK);
                }
                let (begun, part) = part.split_at(queued);
                this.opening.push(begun)?;
                this.advance(!part.is_empty(), false)?;
                if let (Some(key), [_, ..]) = (&this.payload, part) {
                    let (now, rest) = part.split_at(followed(part.len(), SEALED));
                    open(key, this.threads, &mut this.next, &mut this.text, now, false)?;
                    this.opening.file.push(rest);
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
            this.opening.finish()?;
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
            Err(_) => (self.opening.file, self.text) = Default::default(),
        }
        done
    }

    /// Decrypts what has arrived, as far as it is complete. `more` says that the bytes after it have arrived too.
    fn advance(&mut self, more: bool, last: bool) -> Result<(), Error> {
        if self.payload.is_none() {
            self.payload = self.opening.unlock(last)?.map(|key| PayloadKey::new(&key)).transpose()?;
        }
        let Some(key) = &self.payload else { return Ok(()) };
        let rest = self.opening.file.len();
        // a full chunk is decrypted only when more bytes follow it, because only then is it not the last
        let len = if more || last { rest } else { followed(rest, SEALED) };
        open(key, self.threads, &mut self.next, &mut self.text, &self.opening.file.waiting()[..len], last)?;
        self.opening.file.skip(len);
        Ok(())
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
