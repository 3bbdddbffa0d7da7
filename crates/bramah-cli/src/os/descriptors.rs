//! The record of the standard descriptors that were closed when the process began.
//!
//! Rust's runtime opens the null device on a closed standard descriptor before `main` runs. Without a countermeasure,
//! `bramah hash <&-` would take the null device for an empty file, and `bramah hash FILE >&-` would write its digest
//! there; both would report success. A function that the loader calls before the runtime starts therefore records which
//! descriptors are closed, and [`guard`] later replaces the runtime's null device by something that can be neither read
//! nor written.

use rustix::fs::OFlags;
use std::{
    fs::File,
    io,
    sync::atomic::{AtomicU8, Ordering},
};

/// The number of standard input.
pub(crate) const STDIN: i32 = 0;
/// The number of standard output.
pub(crate) const STDOUT: i32 = 1;

/// A bit for each standard descriptor that was closed.
static CLOSED: AtomicU8 = AtomicU8::new(0);

// SAFETY: the section holds pointers to functions of the C calling convention, and the loader calls each once
// before `main`. `record` is such a function, and it uses nothing that the runtime would have to prepare.
#[cfg_attr(
    any(
        target_os = "linux",
        target_os = "android",
        target_os = "freebsd",
        target_os = "netbsd",
        target_os = "openbsd",
        target_os = "dragonfly"
    ),
    unsafe(link_section = ".init_array")
)]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func,mod_init_funcs"))]
#[used]
static RECORD: extern "C" fn() = record;

extern "C" fn record() {
    for descriptor in 0..3 {
        // SAFETY: F_GETFD takes any number, changes nothing, and neither reads nor writes memory of this
        // process
        let flags = unsafe { libc::fcntl(descriptor, libc::F_GETFD) };
        // the only error is EBADF
        if flags == -1 {
            CLOSED.fetch_or(1 << descriptor, Ordering::Relaxed);
        }
    }
}

/// Returns whether the standard descriptor with this number was closed when the process began; always false on systems
/// without a section for [`RECORD`].
pub(crate) fn is_closed(descriptor: i32) -> bool {
    CLOSED.load(Ordering::Relaxed) & 1 << descriptor != 0
}

/// Duplicates the descriptor with this number, if the process was started with it and can write to it.
///
/// # Errors
/// `EBADF` for any other descriptor.
pub(crate) fn inherited(number: i32) -> io::Result<File> {
    let bad = || io::Error::from(rustix::io::Errno::BADF);
    // SAFETY: F_GETFD takes any number, changes nothing, and neither reads nor writes memory of this process
    let flags = unsafe { libc::fcntl(number, libc::F_GETFD) };
    // an inherited descriptor does not have the flag FD_CLOEXEC; those that this process opens have it
    let is_own = flags == -1 || flags & libc::FD_CLOEXEC != 0;
    if is_own || (0..3).contains(&number) && is_closed(number) {
        return Err(bad());
    }
    // SAFETY: the descriptor is open, and nothing closes those that the process was started with
    let descriptor = unsafe { rustix::fd::BorrowedFd::borrow_raw(number) };
    let writes = rustix::fs::fcntl_getfl(descriptor)?.intersects(OFlags::WRONLY | OFlags::RDWR);
    if !writes {
        return Err(bad());
    }
    descriptor.try_clone_to_owned().map(File::from)
}

/// Replaces the null device that the runtime opened on closed standard descriptors, so that reading and writing them
/// fails under every name (`-`, `/dev/stdin`, `/dev/fd/1`). The descriptors stay open, so that no file opened later
/// becomes standard output.
pub(crate) fn guard() {
    use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
    for (descriptor, put) in [
        (STDIN, (|file| dup2_stdin(file)) as fn(&rustix::fd::OwnedFd) -> rustix::io::Result<()>),
        (STDOUT, |file| dup2_stdout(file)),
        (2, |file| dup2_stderr(file)),
    ] {
        if is_closed(descriptor) {
            // if this fails, `input::stdin` and `output::stdout` still report that standard input or output is closed
            let _ = unusable(descriptor).and_then(|file| put(&file));
        }
    }
}

/// Opens a file that can be neither read nor written. It becomes the standard descriptor with this number.
fn unusable(descriptor: i32) -> rustix::io::Result<rustix::fd::OwnedFd> {
    use rustix::fs::{Mode, open};
    // a descriptor that only names a directory: reading and writing it fails with EBADF, and opening it again by its
    // number opens a directory
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let (path, flags, _) = ("/", OFlags::PATH, descriptor);
    // the null device, opened in the wrong direction
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let (path, flags) = ("/dev/null", if descriptor == STDIN { OFlags::WRONLY } else { OFlags::RDONLY });
    open(path, flags | OFlags::CLOEXEC, Mode::empty())
}
