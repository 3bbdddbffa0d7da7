//! Hashing many files: several algorithms in one read, several threads, one order.
//!
//! A [`Source`] gives names in order. Workers take them in groups: small files are read into one
//! buffer and go through the batch lanes together; a large file is streamed, and the rest of its
//! group goes back for others. [`Order`] puts what they print into the order of the names.

mod filter;
mod group;
mod order;
mod progress;
mod queue;
mod resume;
mod source;
mod stream;
mod walk;
mod worker;

pub(crate) use filter::Filter;
pub(crate) use order::Totals;
pub(crate) use progress::{Progress, Show};
pub(crate) use resume::{Resume, time};
pub(crate) use source::{NameList, Shard, Source};

use crate::{buffer::Buffer, exit::Stop, identity::Identity};
use bramah::{
    backend::{self, Basis},
    hash::{Function, READ_LEN},
};
use order::Order;
use queue::Queue;
use std::{
    io::Write,
    num::NonZeroUsize,
    sync::atomic::{AtomicUsize, Ordering},
    thread::{self, Scope},
    time::SystemTime,
};
use worker::Worker;

/// A file that was hashed.
pub(crate) struct Hashed<'a> {
    /// The digests, in the order of the functions, one after another.
    pub(crate) digests: &'a [u8],
    /// The bytes hashed.
    pub(crate) size: u64,
    /// When the file was last written to, before it was read.
    pub(crate) modified: Option<SystemTime>,
}

/// What is printed for files; appends to `out`.
pub(crate) trait Sink: Sync {
    /// For a file that need not be read; false if it must be.
    fn known(&self, name: &[u8], out: &mut Vec<u8>) -> bool;
    /// For a file that was hashed.
    fn hashed(&self, name: &[u8], file: &Hashed<'_>, out: &mut Vec<u8>);
    /// For a file that could not be.
    fn failed(&self, name: &[u8], reason: &str, out: &mut Vec<u8>);
}

/// The most threads that `-j` gives, unless there are more processors.
pub(crate) const MOST_THREADS: usize = 256;

/// The most threads that may be started: what was asked for, or as many as there are processors, but not more than
/// [`MOST_THREADS`] or the processors.
pub(crate) fn threads(jobs: Option<NonZeroUsize>) -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    jobs.map_or(processors, usize::from).min(MOST_THREADS.max(processors))
}

/// Larger files are streamed.
const SMALL_MAX: usize = 128 << 10;

/// A thread's buffer.
#[derive(Clone, Copy)]
struct Room {
    /// The bytes of files that are read as a whole, at most.
    small: usize,
    /// The bytes of the buffer, more than `small`.
    len: usize,
}

/// Chooses backends by the order of their lists, unless `BRAMAH_CHOICE` says how they are chosen.
fn keep_to_the_list() {
    if std::env::var_os("BRAMAH_CHOICE").is_none() {
        backend::set_basis(Basis::Listed);
    }
}

/// What is done with every file.
pub(crate) struct Job<'a> {
    /// The functions to hash with.
    pub(crate) functions: &'a [Function],
    /// What is printed.
    pub(crate) sink: &'a dyn Sink,
    /// Files that are being written: no input.
    pub(crate) avoid: &'a [Identity],
    /// Where large files go on after an interruption.
    pub(crate) resume: Option<&'a Resume>,
    /// The most threads that were asked for.
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Whom to tell.
    pub(crate) progress: &'a Progress,
}

impl Job<'_> {
    /// Hashes all that `source` gives.
    pub(crate) fn run(&self, source: Source, out: &mut (dyn Write + Send)) -> Result<Totals, Stop> {
        let (threads, room) = match source.little() {
            // to count processors, fill large buffers and measure backends would take longer than to hash it
            Some(longest) => {
                keep_to_the_list();
                (1, Room { small: longest, len: 2 * (longest + 1) })
            }
            None => (threads(self.jobs), Room { small: SMALL_MAX, len: READ_LEN }),
        };
        let buffer = Buffer::try_new(room.len)?;
        let order = Order::new(out, self.progress);
        let queue = Queue::new(source, threads);
        let crew =
            Crew { job: self, queue: &queue, order: &order, room, more: AtomicUsize::new(threads - 1) };
        thread::scope(|scope| {
            let showing = self.progress.run(scope);
            thread::scope(|scope| crew.work(scope, buffer));
            drop(showing);
        });
        order.finish()
    }
}

/// The workers, which become more as there is work for more.
struct Crew<'a, 'o> {
    job: &'a Job<'a>,
    queue: &'a Queue,
    order: &'a Order<'o>,
    room: Room,
    /// How many more threads may be started.
    more: AtomicUsize,
}

impl Crew<'_, '_> {
    /// Works on this thread until nothing is left.
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, buffer: Buffer) {
        Worker::new(self.job, self.queue, self.order, &|| self.grow(scope), (self.room.small, buffer)).run();
    }

    /// Starts another thread, if there may be more. If the system has no thread or no memory for it, the threads that
    /// run do all the work.
    fn grow<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        let one_less = |more: usize| more.checked_sub(1);
        if self.more.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_err() {
            return;
        }
        let started = Buffer::try_new(self.room.len)
            .ok()
            .and_then(|buffer| bramah::threads::start(scope, || self.work(scope, buffer)));
        if started.is_none() {
            self.more.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_bounded() {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        assert_eq!(threads(None), processors);
        assert_eq!(threads(NonZeroUsize::new(3)), 3);
        for many in [257, 99_999, usize::MAX] {
            assert_eq!(threads(NonZeroUsize::new(many)), MOST_THREADS.max(processors));
        }
    }
}
