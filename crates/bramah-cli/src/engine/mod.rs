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
pub(crate) use walk::{Identity, identity};

use crate::exit::Stop;
use bramah::hash::Function;
use order::Order;
use queue::Queue;
use std::{io::Write, num::NonZeroUsize, thread, time::SystemTime};
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

/// The number of threads: what was asked for, or as many as there are processors.
pub(crate) fn threads(jobs: Option<NonZeroUsize>) -> usize {
    jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, usize::from)
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
    /// The number of threads.
    pub(crate) threads: usize,
    /// Whom to tell.
    pub(crate) progress: &'a Progress,
}

impl Job<'_> {
    /// Hashes all that `source` gives.
    pub(crate) fn run(&self, source: Source, out: &mut (dyn Write + Send)) -> Result<Totals, Stop> {
        let order = Order::new(out, self.progress);
        let queue = Queue::new(source, self.threads);
        thread::scope(|scope| {
            let showing = self.progress.run(scope);
            thread::scope(|scope| {
                for _ in 1..self.threads {
                    scope.spawn(|| Worker::new(self, &queue, &order).run());
                }
                Worker::new(self, &queue, &order).run();
            });
            drop(showing);
        });
        order.finish()
    }
}
