//! Scoped threads that are started only if there is memory for them, and reading ahead in such a thread.
//!
//! Before a new thread runs its closure, the standard library and the C library allocate memory for it: an alternative stack for
//! signals, a list of destructors, an arena. If an allocation fails, they abort the process. Therefore a thread is started here
//! only if the address space has room for all of these.

use crate::os::address_space;
use std::{
    ops::DerefMut,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread::{self, Scope, ScopedJoinHandle},
    vec::Vec,
};

/// The size of a thread's stack in bytes: the standard library's default.
const STACK: usize = 2 << 20;
/// Enough bytes of address space for many threads that start at the same time, each with glibc's arena of 64 MiB. A process
/// that can get this much address space is treated as unlimited.
const PLENTY: usize = if usize::BITS < 64 { usize::MAX } else { (32_u64 << 30) as usize };
/// Enough bytes of address space for everything that one thread needs before it runs its closure, except its stack.
const BEGINNING: usize = 4 << 20;

/// Starts a thread that calls `work`. Returns `None` if the system refuses to start a thread, or the address space has too little
/// room for it.
///
/// Where the address space is limited, the function returns only after the thread has begun to run, so that two threads are never
/// started with room for only one.
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    let builder = thread::Builder::new().stack_size(STACK);
    if PLENTY < usize::MAX && address_space(PLENTY) {
        return builder.spawn_scoped(scope, work).ok();
    }
    if !address_space(STACK + BEGINNING) {
        return None;
    }
    let begun = Arc::new(AtomicBool::new(false));
    let begin = begun.clone();
    let work = move || {
        begin.store(true, Ordering::Relaxed);
        work()
    };
    let started = builder.spawn_scoped(scope, work).ok()?;
    while !begun.load(Ordering::Relaxed) {
        thread::yield_now();
    }
    Some(started)
}

/// Calls `work` on up to `count` threads at the same time: on the caller's thread, and on as many others as can be started.
pub fn on_all(count: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        let work = &work;
        for _ in 1..count {
            // the threads that have already started do the work
            if start(scope, work).is_none() {
                break;
            }
        }
        work();
    });
}

/// The number of bytes that are read before another thread starts to read ahead. For shorter data, reading ahead gains less
/// than the thread costs.
const AHEAD_FROM: u64 = 8 << 20;
/// The number of buffers for reading ahead.
const AHEAD: usize = 4;

/// Passes everything that `read` supplies to `take`, in order, and returns its total length in bytes. `read` writes to a buffer
/// and returns the number of bytes written; 0 means the end.
///
/// The first 8 MiB go through the buffer `first`. If each read filled the buffer, as reads of a file do, another thread reads the
/// rest, while the caller's thread passes on the data that has been read. This needs two processors, a thread, and buffers from
/// `more`.
///
/// # Errors
/// The first error of `read`. The data before the error has been passed to `take`.
pub fn read_ahead<B: DerefMut<Target = [u8]> + Send, E: Send>(
    first: &mut [u8],
    more: impl FnMut() -> Option<B>,
    mut read: impl FnMut(&mut [u8]) -> Result<usize, E> + Send,
    mut take: impl FnMut(&[u8]),
) -> Result<u64, E> {
    let mut total = 0;
    let (mut full, mut more) = (true, Some(more));
    loop {
        if full
            && total >= AHEAD_FROM
            && let Some(more) = more.take()
            && thread::available_parallelism().is_ok_and(|processors| processors.get() > 1)
        {
            let buffers: Vec<B> = core::iter::from_fn(more).take(AHEAD).collect();
            if let Some(done) = ahead(buffers, &mut read, &mut take) {
                return done.map(|count| total + count);
            }
        }
        let count = read(first)?;
        if count == 0 {
            return Ok(total);
        }
        take(&first[..count]);
        total += count as u64;
        full &= count == first.len();
    }
}

/// Reads in another thread. Returns `None` if a buffer or a thread is not available.
fn ahead<B: DerefMut<Target = [u8]> + Send, E: Send, R: FnMut(&mut [u8]) -> Result<usize, E> + Send>(
    buffers: Vec<B>,
    read: &mut R,
    take: &mut impl FnMut(&[u8]),
) -> Option<Result<u64, E>> {
    if buffers.is_empty() {
        return None;
    }
    thread::scope(|scope| {
        let (back, free) = mpsc::channel::<B>();
        let (feed, blocks) = mpsc::channel();
        // `read` is lent after the thread has started, because a thread that fails to start would drop it
        let (lend, lent) = mpsc::channel::<&mut R>();
        start(scope, move || {
            let Ok(read) = lent.recv() else { return };
            for mut buffer in free {
                let block = read(&mut buffer).map(|count| (buffer, count));
                let ended = !matches!(block, Ok((_, 1..)));
                if feed.send(block).is_err() || ended {
                    return;
                }
            }
        })?;
        // if the other end of a channel is gone, the thread has ended
        let _ = lend.send(read);
        for buffer in buffers {
            let _ = back.send(buffer);
        }
        let mut total = 0;
        for block in blocks {
            match block {
                Ok((buffer, count @ 1..)) => {
                    take(&buffer[..count]);
                    total += count as u64;
                    let _ = back.send(buffer);
                }
                Ok(_) => break,
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(total))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;

    const BUFFER: usize = 1 << 20;

    /// Reads `len` bytes, each of which depends on its position, at most `most` at a time; then returns `end`.
    fn numbers(
        len: usize,
        most: usize,
        end: Result<usize, &'static str>,
    ) -> impl FnMut(&mut [u8]) -> Result<usize, &'static str> + Send {
        let mut at = 0;
        move |buffer| {
            let count = buffer.len().min(most).min(len - at);
            for (i, byte) in (at..).zip(&mut buffer[..count]) {
                *byte = (i ^ i >> 8 ^ i >> 16) as u8;
            }
            at += count;
            if count > 0 { Ok(count) } else { end }
        }
    }

    fn read(len: usize, most: usize, spare: usize, end: Result<usize, &'static str>) {
        let (mut first, mut at, mut left) = (vec![0; BUFFER], 0, spare);
        let more = || {
            left = left.checked_sub(1)?;
            Some(vec![0; BUFFER])
        };
        let done = read_ahead(&mut first, more, numbers(len, most, end), |data| {
            assert!(!data.is_empty());
            for (i, byte) in (at..).zip(data) {
                assert_eq!(*byte, (i ^ i >> 8 ^ i >> 16) as u8, "byte {i}");
            }
            at += data.len();
        });
        assert_eq!(done, end.map(|_| len as u64));
        assert_eq!(at, len);
        let ahead = len as u64 > AHEAD_FROM && most >= BUFFER;
        let taken = if ahead && thread::available_parallelism().is_ok_and(|count| count.get() > 1) {
            AHEAD
        } else {
            0
        };
        assert_eq!(left, spare.saturating_sub(taken), "{len} bytes, {most} at a time");
    }

    #[test]
    fn all_is_read_in_order() {
        for end in [Ok(0), Err("gone")] {
            for len in [0, 1, BUFFER, 8 * BUFFER - 1, 8 * BUFFER + 1, 9 * BUFFER, 20 * BUFFER + 5] {
                for spare in [0, 1, 9] {
                    read(len, BUFFER, spare, end);
                }
                read(len, 70_000, 9, end);
            }
        }
    }
}
