//! Exit codes, and errors that end a run.

use crate::report;
use std::{fmt::Display, io, path::Path, process::ExitCode};

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Everything succeeded.
    Well = 0,
    /// A mismatch, or a file that could not be read or written.
    Failure = 1,
    /// Invalid arguments.
    Usage = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error that ends a run: the exit code, and the message to print.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    /// The exit code.
    pub(crate) exit: Exit,
    /// The message, printed after `bramah: `; if it is empty, nothing is printed.
    pub(crate) reason: String,
}

impl Stop {
    /// Makes an error for a failure.
    pub(crate) fn failure(reason: impl Display) -> Self {
        Self { exit: Exit::Failure, reason: reason.to_string() }
    }
    /// Makes an error about a file that could not be used.
    pub(crate) fn about(path: &Path, reason: impl Display) -> Self {
        let name = report::shown(path.as_os_str().as_encoded_bytes());
        Self::failure(format_args!("{name}: {reason}"))
    }
    /// Makes an error about a file for an error of the system.
    pub(crate) fn io(path: &Path, error: &io::Error) -> Self {
        Self::about(path, report::reason(error))
    }
    /// Makes an error about invalid arguments.
    pub(crate) fn usage(reason: impl Display) -> Self {
        Self { exit: Exit::Usage, reason: reason.to_string() }
    }
}
