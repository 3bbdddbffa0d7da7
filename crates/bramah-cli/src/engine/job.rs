//! The settings of a hashing run, and the interface that receives the result for each file.

use super::{progress::Progress, resume::Resume};
use crate::identity::Identity;
use bramah::hash::Function;
use std::{num::NonZeroUsize, thread, time::SystemTime};

/// A file that was hashed.
pub(crate) struct Hashed<'a> {
    /// The concatenated digests, in the order of the functions.
    pub(crate) digests: &'a [u8],
    /// The number of bytes that were hashed.
    pub(crate) size: u64,
    /// The modification time, read before the contents; `None` if it was so recent that a later change might not alter
    /// it.
    pub(crate) modified: Option<SystemTime>,
}

/// The receiver of results, which appends lines to `out`. Each file comes with the data that
/// [`Items`](super::group::Items) supplied for it.
pub(crate) trait Sink<T>: Sync {
    /// Prints the lines of a file that need not be read; returns false if it must be read.
    fn known(&self, _name: &[u8], _what: &T, _out: &mut Vec<u8>) -> bool {
        false
    }
    /// Returns whether to skip a missing file, and counts a skipped file.
    fn passes_over(&self, _what: &T) -> bool {
        false
    }
    /// Returns whether to print a message before waiting for the data of a FIFO.
    fn names_fifos(&self) -> bool {
        false
    }
    /// Prints the lines of a file that was hashed.
    fn hashed(&self, name: &[u8], what: &T, file: &Hashed<'_>, out: &mut Vec<u8>);
    /// Prints the lines of a file that could not be hashed.
    fn failed(&self, _name: &[u8], _what: &T, _reason: &str, _out: &mut Vec<u8>) {}
    /// Returns the reason why a directory is not hashed.
    fn directory(&self) -> &'static str {
        "Is a directory"
    }
}

/// The settings of a hashing run.
pub(crate) struct Job<'a> {
    /// The functions to hash with.
    pub(crate) functions: &'a [Function],
    /// The files that the run writes, which must not be inputs.
    pub(crate) avoid: &'a [Identity],
    /// The states from which large files continue after an interruption.
    pub(crate) resume: Option<&'a Resume>,
    /// The maximum number of threads, if `-j` is given.
    pub(crate) jobs: Option<NonZeroUsize>,
    /// The display of the progress.
    pub(crate) progress: &'a Progress,
}

/// The maximum number of threads that `-j` allows, unless there are more processors.
pub(crate) const MOST_THREADS: usize = 256;

/// Parses a number of threads.
pub(crate) fn parse_jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected a number of threads, 1 or more")
}

/// Returns the largest number of threads that may be started: `jobs`, by default the number of processors, and at most
/// [`MOST_THREADS`] or the number of processors, whichever is larger.
pub(crate) fn threads(jobs: Option<NonZeroUsize>) -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    jobs.map_or(processors, usize::from).min(MOST_THREADS.max(processors))
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
