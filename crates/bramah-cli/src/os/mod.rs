//! The calls of the operating system that no safe crate offers. All `unsafe` code of the command is in these files.

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
pub(crate) use ending::{Created, child, create, end_on_panic};
#[cfg(unix)]
pub(crate) use requests::{accept_requests, take_request};

/// Reports a panic, and returns the exit code after it: 101, as the standard library has it. The standard library itself
/// panics where the system gives it no random bytes for its hash tables, which the objects of JSON are in: that is a
/// failure like others.
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

/// On systems without Unix descriptors and signals nothing has to be done.
#[cfg(not(unix))]
mod nothing {
    use std::{io, path::Path};

    /// Does nothing here.
    pub(crate) fn guard() {}

    /// Does nothing here.
    pub(crate) fn accept_requests() {}

    /// Lets a panic end the process after its message: the release is compiled without unwinding.
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

    /// Does nothing here: a process that is interrupted on a terminal ends with all that are attached to it.
    pub(crate) fn child(_: u32) -> Child {
        Child
    }

    /// The guard that [`create`] returns beside the file.
    pub(crate) struct Created;

    /// Creates a file by calling `make`; no signal handler removes it here.
    pub(crate) fn create<T>(_: &Path, make: impl FnOnce() -> io::Result<T>) -> io::Result<(T, Created)> {
        make().map(|made| (made, Created))
    }
}
#[cfg(not(unix))]
pub(crate) use nothing::{Created, accept_requests, child, create, end_on_panic, guard, take_request};
