//! Settings of the operating system that tests change before `bramah` starts. This file contains all `unsafe` code of
//! these tests except that of the filter of system calls.
#![allow(unsafe_code)]

use std::{io, os::unix::process::CommandExt, process::Command};

/// Limits a resource of the program, as `ulimit` does.
pub(crate) fn limited(command: &mut Command, resource: Resource, limit: u64) -> &mut Command {
    let set = move || {
        let limit = libc::rlimit { rlim_cur: limit as libc::rlim_t, rlim_max: limit as libc::rlim_t };
        let resource = match resource {
            Resource::Memory => libc::RLIMIT_AS,
            Resource::FileSize => libc::RLIMIT_FSIZE,
        };
        // SAFETY: `setrlimit` reads one value
        match unsafe { libc::setrlimit(resource, &raw const limit) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    };
    // SAFETY: between fork and exec, `set` makes one system call and allocates nothing
    unsafe { command.pre_exec(set) }
}

/// Restores the default action of the signals that end a process. A background job of a script ignores SIGINT and
/// SIGQUIT, and the program would inherit that.
pub(crate) fn mortal(command: &mut Command) -> &mut Command {
    let set = || {
        for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGUSR1] {
            // SAFETY: the default action takes no handler, so no function is called
            if unsafe { libc::signal(signal, libc::SIG_DFL) } == libc::SIG_ERR {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(())
    };
    // SAFETY: between fork and exec, `set` makes system calls and allocates nothing
    unsafe { command.pre_exec(set) }
}

/// Starts a session for the program, and makes the program's standard input the controlling terminal of the session.
pub(crate) fn at_terminal(command: &mut Command) -> &mut Command {
    let set = || {
        // SAFETY: both calls read and write no memory
        match unsafe { libc::setsid() != -1 && libc::ioctl(0, libc::TIOCSCTTY as _, 0) == 0 } {
            true => Ok(()),
            false => Err(io::Error::last_os_error()),
        }
    };
    // SAFETY: between fork and exec, `set` makes system calls and allocates nothing
    unsafe { command.pre_exec(set) }
}

/// The resource that is limited.
#[derive(Clone, Copy)]
pub(crate) enum Resource {
    /// The size of the address space in bytes.
    Memory,
    /// The size of a file in bytes; a program that writes beyond it receives SIGXFSZ.
    FileSize,
}
