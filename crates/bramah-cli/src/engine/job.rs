//! The work on every file of a run, and what is told of each.

use super::{progress::Progress, resume::Resume};
use crate::identity::Identity;
use bramah::hash::Function;
use std::{num::NonZeroUsize, thread, time::SystemTime};

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

/// Prints results for files; appends to `out`. Each file comes with what it is for, as it was when the file was put in.
pub(crate) trait Sink<T>: Sync {
    /// Prints for a file that need not be read; returns false if it must be read.
    fn known(&self, _name: &[u8], _what: &T, _out: &mut Vec<u8>) -> bool {
        false
    }
    /// Returns whether a file that is not there is passed over; it is counted then.
    fn passes_over(&self, _what: &T) -> bool {
        false
    }
    /// Returns whether a message names a FIFO before data is waited for.
    fn names_fifos(&self) -> bool {
        false
    }
    /// Prints for a file that was hashed.
    fn hashed(&self, name: &[u8], what: &T, file: &Hashed<'_>, out: &mut Vec<u8>);
    /// Prints for a file that could not be hashed.
    fn failed(&self, _name: &[u8], _what: &T, _reason: &str, _out: &mut Vec<u8>) {}
    /// Returns what the reason says of a directory that is not gone through.
    fn directory(&self) -> &'static str {
        "Is a directory"
    }
}

/// The work on every file.
pub(crate) struct Job<'a> {
    /// The functions to hash with.
    pub(crate) functions: &'a [Function],
    /// Files that are being written, and so are not inputs.
    pub(crate) avoid: &'a [Identity],
    /// The states from which large files continue after an interruption.
    pub(crate) resume: Option<&'a Resume>,
    /// The largest number of threads that was asked for.
    pub(crate) jobs: Option<NonZeroUsize>,
    /// The display of the progress.
    pub(crate) progress: &'a Progress,
}

/// The largest number of threads that `-j` allows, unless there are more processors.
pub(crate) const MOST_THREADS: usize = 256;

/// Parses a number of threads.
pub(crate) fn parse_jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected a number of threads, 1 or more")
}

/// Returns the largest number of threads that may be started: as many as were asked for, or as there are processors,
/// but not more than the larger of [`MOST_THREADS`] and the number of processors.
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
