//! Encryption of a payload by a writer, and decryption by a reader.

use super::{BATCH, CHUNK, PayloadKey, SEALED, fill};
use crate::{Error, Payload, key::TAG};
use std::{
    fmt,
    io::{self, Read, Write},
    thread,
};
use zeroize::Zeroizing;

/// A writer that encrypts the plaintext. Without a call of [`finish`](Self::finish), the file is incomplete, and its
/// last chunk cannot be decrypted.
pub struct Writer<W> {
    inner: W,
    key: PayloadKey,
    threads: usize,
    next: u64,
    /// The buffered plaintext, not yet encrypted.
    text: Zeroizing<Vec<u8>>,
    sealed: Vec<u8>,
    /// Whether encrypting or writing failed. A chunk must not be encrypted a second time, so no further call succeeds.
    failed: bool,
}

impl<W: Write> Writer<W> {
    pub(crate) fn new(inner: W, key: PayloadKey, threads: usize) -> Self {
        let threads = threads.max(1);
        let chunks = threads * BATCH;
        let (text, sealed) = (Zeroizing::new(Vec::with_capacity(chunks * CHUNK)), vec![0; chunks * SEALED]);
        Self { inner, key, threads, next: 0, text, sealed, failed: false }
    }

    fn put(&mut self, last: bool) -> io::Result<()> {
        if self.failed {
            return Err(io::Error::other("an earlier call failed"));
        }
        self.failed = true;
        let (key, text, next) = (&self.key, &self.text[..], self.next);
        let len = text.len() + text.len().div_ceil(CHUNK).max(usize::from(last)) * TAG;
        let out = &mut self.sealed[..len];
        let (in_part, out_part) = (BATCH * CHUNK, BATCH * SEALED);
        let parts = text.len().div_ceil(in_part).max(1);
        let results = each(
            parts,
            self.threads,
            text.chunks(in_part).chain([&[][..]]),
            out.chunks_mut(out_part),
            |i, text, out| key.seal(next + (i * BATCH) as u64, text, last && i + 1 == parts, out).map(drop),
        );
        results.into_iter().collect::<Result<(), Error>>()?;
        self.inner.write_all(&self.sealed[..len])?;
        self.next += (self.text.len() / CHUNK) as u64;
        self.text.clear();
        self.failed = false;
        Ok(())
    }

    /// Encrypts and writes the last chunk, and returns the inner writer without flushing it.
    ///
    /// # Errors
    /// The errors of the inner writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.put(true)?;
        Ok(self.inner)
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        // a full buffer is encrypted only when more plaintext follows it, because only then does it not contain the
        // last chunk
        let most = self.threads * BATCH * CHUNK;
        if self.text.len() == most && !text.is_empty() {
            self.put(false)?;
        }
        let taken = text.len().min(most - self.text.len());
        self.text.extend_from_slice(&text[..taken]);
        Ok(taken)
    }

    /// Flushes the inner writer. Buffered plaintext is encrypted only when the buffer is full, or at the end.
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// Calls `work` with the index of each part, its input and its output, and returns the results in the order of the
/// parts. Unless `threads` is 1, each part is processed by a separate thread; the first part is processed by the
/// caller's thread.
pub(crate) fn each<'a, T: Send>(
    parts: usize,
    threads: usize,
    inputs: impl Iterator<Item = &'a [u8]>,
    outputs: impl Iterator<Item = &'a mut [u8]>,
    work: impl Fn(usize, &'a [u8], &'a mut [u8]) -> T + Sync,
) -> Vec<T> {
    let mut tasks = inputs.zip(outputs).enumerate().take(parts);
    let Some((_, (input, output))) = tasks.next() else { return Vec::new() };
    if threads == 1 || parts == 1 {
        let mut results = vec![work(0, input, output)];
        results.extend(tasks.map(|(i, (input, output))| work(i, input, output)));
        return results;
    }
    let work = &work;
    thread::scope(|scope| {
        let others: Vec<_> =
            tasks.map(|(i, (input, output))| scope.spawn(move || work(i, input, output))).collect();
        let mut results = vec![work(0, input, output)];
        results.extend(others.into_iter().map(|other| match other.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }));
        results
    })
}

/// A reader that decrypts a payload. It returns the plaintext of a chunk only after verifying the chunk. If the payload
/// is truncated, modified, or followed by other bytes, the error is an [`io::ErrorKind::InvalidData`] that contains an
/// [`Error::Payload`]. After an error, every further call returns an error.
pub struct Reader<R> {
    inner: R,
    key: PayloadKey,
    threads: usize,
    next: u64,
    sealed: Vec<u8>,
    /// The number of bytes, 0 or 1, that were read beyond the chunks that were decrypted.
    ahead: usize,
    text: Zeroizing<Vec<u8>>,
    from: usize,
    to: usize,
    state: State,
}

#[derive(Clone, Copy)]
enum State {
    Within,
    /// The last chunk has been decrypted.
    End,
    Broken(Payload),
    Failed,
}

impl<R: Read> Reader<R> {
    pub(crate) fn new(inner: R, key: PayloadKey, threads: usize) -> Self {
        let threads = threads.max(1);
        let chunks = threads * BATCH;
        let (sealed, text) = (vec![0; chunks * SEALED + 1], Zeroizing::new(vec![0; chunks * CHUNK]));
        Self { inner, key, threads, next: 0, sealed, ahead: 0, text, from: 0, to: 0, state: State::Within }
    }

    /// Reads and decrypts the next chunks.
    fn next(&mut self) -> io::Result<()> {
        self.state = State::Failed;
        let room = self.sealed.len() - 1;
        if self.ahead > 0 {
            self.sealed[0] = self.sealed[room];
        }
        let read = fill(&mut self.inner, &mut self.sealed, self.ahead)?;
        self.ahead = usize::from(read > room);
        let (last, len) = (self.ahead == 0, read.min(room));
        let (key, next) = (&self.key, self.next);
        let (in_part, out_part) = (BATCH * SEALED, BATCH * CHUNK);
        let parts = len.div_ceil(in_part).max(1);
        let sealed = self.sealed[..len].chunks(in_part).chain([&[][..]]);
        let opened = each(parts, self.threads, sealed, self.text.chunks_mut(out_part), |i, sealed, out| {
            key.open(next + (i * BATCH) as u64, sealed, last && i + 1 == parts, out)
        });
        (self.from, self.to) = (0, 0);
        self.state = if last { State::End } else { State::Within };
        for (len, result) in opened {
            self.to += len;
            if let Err(payload) = result {
                self.state = State::Broken(payload);
                break;
            }
        }
        self.next += (len / SEALED) as u64;
        Ok(())
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if to.is_empty() {
            return Ok(0);
        }
        while self.from == self.to {
            match self.state {
                State::Within => self.next()?,
                State::End => return Ok(0),
                State::Broken(payload) => return Err(Error::from(payload).into()),
                State::Failed => return Err(io::Error::other("an earlier call failed")),
            }
        }
        let taken = to.len().min(self.to - self.from);
        to[..taken].copy_from_slice(&self.text[self.from..][..taken]);
        self.from += taken;
        Ok(taken)
    }
}

impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("threads", &self.threads).finish_non_exhaustive()
    }
}
