//! How a run ends.

use std::{fmt::Display, process::ExitCode};

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// All well.
    Well = 0,
    /// A mismatch, or something that could not be read or written.
    Failure = 1,
    /// Arguments that mean nothing.
    Usage = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// The end of a run before its time: the exit code, and the reason to print.
#[derive(Debug)]
pub(crate) struct Stop {
    /// The exit code.
    pub(crate) exit: Exit,
    /// What is printed behind `bramah: `.
    pub(crate) reason: String,
}

impl Stop {
    /// Something failed.
    pub(crate) fn failure(reason: impl Display) -> Self {
        Self { exit: Exit::Failure, reason: reason.to_string() }
    }
    /// The arguments mean nothing.
    pub(crate) fn usage(reason: impl Display) -> Self {
        Self { exit: Exit::Usage, reason: reason.to_string() }
    }
}
