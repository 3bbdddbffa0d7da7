//! Encryption or decryption of a payload from a reader to a writer, by several threads. The threads take turns to read
//! a batch of chunks. While one thread processes its batch, the others read and write theirs. A thread writes its batch
//! once all earlier batches have been written.

use super::{BATCH, CHUNK, PayloadKey, SEALED, fill};
use crate::{Error, key::TAG};
use std::{
    io::{self, Read, Write},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};
use zeroize::Zeroize as _;

/// The size of a page in bytes. The system copies fastest to addresses that are multiples of this size.
const PAGE: usize = 4096;

/// A buffer that is aligned to a page. Only the bytes that were used are erased on drop, and no others are touched, so
/// that a small file uses few pages of memory.
struct Room {
    all: Vec<u8>,
    start: usize,
    used: usize,
}

impl Room {
    fn new(len: usize) -> Self {
        let all = vec![0; len + PAGE];
        let start = all.as_ptr().align_offset(PAGE).min(PAGE);
        Self { all, start, used: 0 }
    }

    fn bytes(&self) -> &[u8] {
        &self.all[self.start..]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.all[self.start..]
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.all[self.start..][..self.used].zeroize();
    }
}

/// Encrypts all bytes of a reader, and returns the length of the plaintext in bytes. Up to `threads` threads work on
/// it, including the caller's.
pub(crate) fn seal(
    key: &PayloadKey,
    reader: &mut (dyn Read + Send),
    writer: &mut (dyn Write + Send),
    threads: usize,
) -> Result<u64, Error> {
    run(reader, writer, threads, CHUNK, SEALED, |first, text, last, out| {
        match key.seal(first, text, last, out) {
            Ok(len) => (len, Ok(())),
            Err(error) => (0, Err(error)),
        }
    })
}

/// Decrypts all bytes of a reader, and returns the length of the payload in bytes. Only authentic plaintext is written,
/// but it is incomplete after an error.
pub(crate) fn open(
    key: &PayloadKey,
    reader: &mut (dyn Read + Send),
    writer: &mut (dyn Write + Send),
    threads: usize,
) -> Result<u64, Error> {
    run(reader, writer, threads, SEALED, CHUNK, |first, sealed, last, out| {
        let (len, result) = key.open(first, sealed, last, out);
        (len, result.map_err(Error::from))
    })
}

/// The state that all threads share.
struct Shared<'a> {
    intake: Mutex<Intake<'a>>,
    outlet: Mutex<Outlet<'a>>,
    turn: Condvar,
}

/// The reader, and the state of reading.
struct Intake<'a> {
    reader: &'a mut (dyn Read + Send),
    next: u64,
    /// The first bytes of the next batch. If there are none, the current batch is the last.
    ahead: [u8; PAGE],
    ahead_len: usize,
    total: u64,
    ended: bool,
}

impl Intake<'_> {
    /// Reads the next batch, and returns its number, its length in bytes, and whether it is the last. Returns `None`
    /// after the last batch.
    fn batch(&mut self, buffer: &mut [u8]) -> Option<io::Result<(u64, usize, bool)>> {
        if self.ended {
            return None;
        }
        let read = self.fill(buffer);
        self.ended |= read.is_err();
        Some(read.map(|len| {
            let number = self.next;
            self.next += 1;
            self.total += len as u64;
            self.ended = self.ahead_len == 0;
            (number, len, self.ended)
        }))
    }

    fn fill(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        buffer[..self.ahead_len].copy_from_slice(&self.ahead[..self.ahead_len]);
        let len = fill(self.reader, buffer, self.ahead_len)?;
        self.ahead_len = if len < buffer.len() { 0 } else { fill(self.reader, &mut self.ahead, 0)? };
        Ok(len)
    }
}

/// The writer, and the number of the batch that is to be written next.
struct Outlet<'a> {
    writer: &'a mut (dyn Write + Send),
    turn: u64,
    /// The error of the earliest batch that failed. No later batch is written.
    failed: Option<Error>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Processes all batches. A chunk has `from` bytes of input and `to` bytes of output. `work` gets the number of the
/// batch's first chunk, the input, whether it is the last batch, and the output buffer. It returns the length of the
/// output before the first error, and the error if there is one.
fn run(
    reader: &mut (dyn Read + Send),
    writer: &mut (dyn Write + Send),
    threads: usize,
    from: usize,
    to: usize,
    work: impl Fn(u64, &[u8], bool, &mut [u8]) -> (usize, Result<(), Error>) + Sync,
) -> Result<u64, Error> {
    let intake = Intake { reader, next: 0, ahead: [0; PAGE], ahead_len: 0, total: 0, ended: false };
    let outlet = Outlet { writer, turn: 0, failed: None };
    let shared = Shared { intake: Mutex::new(intake), outlet: Mutex::new(outlet), turn: Condvar::new() };
    let turns = || shared.turns(from, to, &work);
    thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            // if a thread cannot be started, the threads that were started do all the work
            if bramah::threads::start(scope, turns).is_none() {
                break;
            }
        }
        turns();
    });
    let failed = shared.outlet.into_inner().unwrap_or_else(PoisonError::into_inner).failed;
    let intake = shared.intake.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(intake.total), Err)
}

impl Shared<'_> {
    /// Processes batches on one thread until no batches are left, or until a batch has failed.
    fn turns(
        &self,
        from: usize,
        to: usize,
        work: &(impl Fn(u64, &[u8], bool, &mut [u8]) -> (usize, Result<(), Error>) + Sync),
    ) {
        let (mut room, mut out) = (Room::new(BATCH * from), Room::new(BATCH * to + TAG));
        loop {
            let (number, read, last) = {
                let mut intake = lock(&self.intake);
                match intake.batch(&mut room.bytes_mut()[..BATCH * from]) {
                    None => return,
                    Some(Ok(batch)) => batch,
                    Some(Err(error)) => {
                        let number = intake.next;
                        drop(intake);
                        self.put(number, &[], Err(error.into()));
                        return;
                    }
                }
            };
            room.used = room.used.max(read);
            let first = number * BATCH as u64;
            let (len, result) = work(first, &room.bytes()[..read], last, out.bytes_mut());
            out.used = out.used.max(len);
            if !self.put(number, &out.bytes()[..len], result) {
                return;
            }
        }
    }

    /// Waits for the turn of a batch, and writes it. Returns whether later batches can still be written.
    fn put(&self, number: u64, bytes: &[u8], result: Result<(), Error>) -> bool {
        let mut outlet = lock(&self.outlet);
        while outlet.turn != number && outlet.failed.is_none() {
            outlet = self.turn.wait(outlet).unwrap_or_else(PoisonError::into_inner);
        }
        if outlet.failed.is_none() {
            let written = outlet.writer.write_all(bytes).map_err(Error::from);
            outlet.failed = written.and(result).err();
            outlet.turn += 1;
        }
        let goes_on = outlet.failed.is_none();
        drop(outlet);
        self.turn.notify_all();
        goes_on
    }
}
