//! Hashing many files: several algorithms in one read, several threads, one order.
//!
//! A [`Source`] supplies names in order. Workers take them in groups: small files are read into one buffer and go
//! through the batch lanes together; a large file is streamed, and the rest of its group is returned for others.
//! [`Order`] brings their output into the order of the names.

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
pub(crate) use group::{Group, Kind};
pub(crate) use order::Totals;
pub(crate) use progress::{Progress, Show};
pub(crate) use resume::{Resume, time};
pub(crate) use source::{NameList, Shard, Source};
pub(crate) use walk::Walk;

use crate::{buffer::Buffer, exit::Stop, identity::Identity};
use bramah::{
    backend::{self, Basis},
    hash::{Function, READ_LEN},
};
use order::Order;
use queue::Queue;
use std::{
    fs::Metadata,
    io::Write,
    num::NonZeroUsize,
    sync::atomic::{AtomicUsize, Ordering},
    thread::{self, Scope},
    time::{Duration, SystemTime},
};
use worker::Worker;

/// A file that was hashed.
pub(crate) struct Hashed<'a> {
    /// The digests, in the order of the functions, one after another.
    pub(crate) digests: &'a [u8],
    /// The number of bytes that were hashed.
    pub(crate) size: u64,
    /// The time at which the file was last written to, read before its contents; none if that was so shortly before that a
    /// later change may leave it as it is.
    pub(crate) modified: Option<SystemTime>,
}

/// A file that was written to so shortly before it was read could be written to again without a new time: file systems
/// count in steps of up to two seconds.
const SETTLED: Duration = Duration::from_secs(2);

/// Returns the time at which a file was last written to if every later change will show in it. Called before the file is
/// read: at the end of a long file the time looks old, however new it was when the reading began.
fn settled(file: &Metadata) -> Option<SystemTime> {
    let time = file.is_file().then(|| file.modified().ok())?;
    time.filter(|modified| modified.elapsed().is_ok_and(|ago| ago > SETTLED))
}

/// Prints results for files; appends to `out`.
pub(crate) trait Sink: Sync {
    /// Prints for a file that need not be read; returns false if it must be read.
    fn known(&self, name: &[u8], out: &mut Vec<u8>) -> bool;
    /// Prints for a file that was hashed.
    fn hashed(&self, name: &[u8], file: &Hashed<'_>, out: &mut Vec<u8>);
    /// Prints for a file that could not be hashed.
    fn failed(&self, name: &[u8], reason: &str, out: &mut Vec<u8>);
    /// Returns what the reason says of a directory that is not gone through.
    fn directory(&self) -> &'static str {
        "Is a directory"
    }
}

/// The largest number of threads that `-j` allows, unless there are more processors.
pub(crate) const MOST_THREADS: usize = 256;

/// Parses a number of threads.
pub(crate) fn parse_jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "wanted: a number of threads, 1 or more")
}

/// Returns the largest number of threads that may be started: as many as were asked for, or as there are processors,
/// but not more than the larger of [`MOST_THREADS`] and the number of processors.
pub(crate) fn threads(jobs: Option<NonZeroUsize>) -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    jobs.map_or(processors, usize::from).min(MOST_THREADS.max(processors))
}

/// The largest file that is not streamed.
const SMALL_MAX: usize = 128 << 10;

/// A thread's buffer.
#[derive(Clone, Copy)]
struct Room {
    /// The largest number of bytes of files that are read as a whole.
    small: usize,
    /// The length of the buffer, more than `small`.
    len: usize,
}

/// Chooses backends by the order of their lists, unless `BRAMAH_CHOICE` says how to choose.
fn keep_to_the_list() {
    if std::env::var_os("BRAMAH_CHOICE").is_none() {
        backend::set_basis(Basis::Listed);
    }
}

/// The work on every file.
pub(crate) struct Job<'a> {
    /// The functions to hash with.
    pub(crate) functions: &'a [Function],
    /// The printer of results.
    pub(crate) sink: &'a dyn Sink,
    /// Files that are being written, and so are not inputs.
    pub(crate) avoid: &'a [Identity],
    /// The states from which large files continue after an interruption.
    pub(crate) resume: Option<&'a Resume>,
    /// The largest number of threads that was asked for.
    pub(crate) jobs: Option<NonZeroUsize>,
    /// The display of the progress.
    pub(crate) progress: &'a Progress,
}

impl Job<'_> {
    /// Hashes all files of `source`.
    pub(crate) fn run(&self, source: Source, out: &mut (dyn Write + Send)) -> Result<Totals, Stop> {
        let (threads, room) = match source.little() {
            // counting processors, filling large buffers and measuring backends would take longer than hashing
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

/// The workers, whose number grows with the work.
struct Crew<'a, 'o> {
    job: &'a Job<'a>,
    queue: &'a Queue,
    order: &'a Order<'o>,
    room: Room,
    /// The number of threads that may still be started.
    more: AtomicUsize,
}

impl Crew<'_, '_> {
    /// Works on this thread until nothing is left.
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, buffer: Buffer) {
        Worker::new(self.job, self.queue, self.order, &|| self.grow(scope), (self.room.small, buffer)).run();
    }

    /// Starts another thread, if more are allowed. If the system has no thread or no memory for it, the running threads
    /// do all the work.
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
