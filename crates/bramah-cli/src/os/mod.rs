//! Calls to the operating system that no safe crate offers. These files contain all `unsafe` code of the command.

use crate::{exit::Exit, report};
use std::panic::{Location, PanicHookInfo};

#[allow(unsafe_code)]
mod clock;
#[cfg(unix)]
#[allow(unsafe_code)]
mod descriptors;
#[cfg(unix)]
#[allow(unsafe_code)]
mod ending;
#[cfg(unix)]
#[allow(unsafe_code)]
mod memory;
#[cfg(unix)]
#[allow(unsafe_code)]
mod requests;

pub(crate) use clock::moment;
#[cfg(unix)]
pub(crate) use descriptors::{STDIN, STDOUT, guard, inherited, is_closed};
#[cfg(unix)]
pub(crate) use ending::{Created, child, create, end_on_panic, hide, went_on};
#[cfg(unix)]
pub(crate) use requests::{accept_requests, take_request};

/// Reports a panic, and returns the exit code: 101, as in the standard library. If the system has no random bytes for
/// the hash tables that JSON objects use, the standard library panics; this is reported as an ordinary failure instead.
fn panicked(panic: &PanicHookInfo<'_>, report: &dyn Fn(&PanicHookInfo<'_>)) -> i32 {
    const PANICKED: i32 = 101;
    let of_random =
        |place: &Location<'_>| place.file().replace('\\', "/").contains("library/std/src/sys/random/");
    if !panic.location().is_some_and(of_random) {
        report(panic);
        return PANICKED;
    }
    report::plain(bramah::Error::NoEntropy);
    Exit::Failure as i32
}

/// The stand-ins for systems without Unix descriptors and signals.
#[cfg(not(unix))]
mod nothing {
    use std::{io, path::Path};

    /// Does nothing here.
    pub(crate) fn guard() {}

    /// Does nothing here.
    pub(crate) fn accept_requests() {}

    /// Makes a panic end the process after printing its message: releases are compiled without unwinding.
    pub(crate) fn end_on_panic() {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| std::process::exit(super::panicked(panic, &report))));
    }

    /// Returns false: there are no signals.
    pub(crate) fn take_request() -> bool {
        false
    }

    /// The guard that [`child`] returns.
    pub(crate) struct Child;

    /// Does nothing here: an interrupt on a console reaches all processes that are attached to it.
    pub(crate) fn child(_: u32) -> Child {
        Child
    }

    /// The guard that [`create`] returns with the file.
    pub(crate) struct Created;

    /// Creates a file by calling `make`; no signal handler removes it here.
    pub(crate) fn create<T>(_: &Path, make: impl FnOnce() -> io::Result<T>) -> io::Result<(T, Created)> {
        make().map(|made| (made, Created))
    }
}
#[cfg(not(unix))]
pub(crate) use nothing::{Created, accept_requests, child, create, end_on_panic, guard, take_request};
