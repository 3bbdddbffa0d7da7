//! What tests ask of the operating system before `bramah` starts. All `unsafe` code of these tests is here.
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

/// What is limited.
#[derive(Clone, Copy)]
pub(crate) enum Resource {
    /// The bytes of the address space.
    Memory,
    /// The bytes of a file; whoever writes beyond gets SIGXFSZ.
    FileSize,
}

/// System calls that the kernel does not make for a program.
#[cfg(all(target_os = "linux", target_endian = "little"))]
#[derive(Clone, Default)]
pub(crate) struct Filter(Vec<libc::sock_filter>);

#[cfg(all(target_os = "linux", target_endian = "little"))]
impl Filter {
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    const SET: u16 = (libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;

    fn push(&mut self, code: u16, jt: u8, jf: u8, k: u32) {
        self.0.push(libc::sock_filter { code, jt, jf, k });
    }

    /// Files without a name cannot be made, as in file systems that have none.
    pub(crate) fn without_unnamed_files(mut self) -> Self {
        // without the bit of O_DIRECTORY that it includes
        let flag = (libc::O_TMPFILE & !libc::O_DIRECTORY) as u32;
        let calls = [
            (libc::SYS_openat, 2),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_open, 1),
        ];
        for (call, argument) in calls {
            self.push(Self::LOAD, 0, 0, 0);
            self.push(Self::EQUAL, 0, 3, call as u32);
            // the lower half of the argument that holds the flags
            self.push(Self::LOAD, 0, 0, 16 + 8 * argument);
            self.push(Self::SET, 0, 1, flag);
            self.push(Self::RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EOPNOTSUPP as u32);
        }
        self
    }

    /// This system call is not made; the program gets SIGSYS.
    pub(crate) fn trapping(mut self, call: libc::c_long) -> Self {
        self.push(Self::LOAD, 0, 0, 0);
        self.push(Self::EQUAL, 0, 1, call as u32);
        self.push(Self::RETURN, 0, 0, libc::SECCOMP_RET_TRAP);
        self
    }

    /// Sets the filter on a program that is going to start.
    pub(crate) fn set(mut self, command: &mut Command) -> &mut Command {
        self.push(Self::RETURN, 0, 0, libc::SECCOMP_RET_ALLOW);
        let set = move || {
            let program = libc::sock_fprog { len: self.0.len() as u16, filter: self.0.as_ptr().cast_mut() };
            // SAFETY: the first call takes numbers alone, and the second reads the filter, which outlives it
            let done = unsafe {
                libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
                    && libc::prctl(
                        libc::PR_SET_SECCOMP,
                        libc::SECCOMP_MODE_FILTER as libc::c_ulong,
                        &raw const program,
                    ) == 0
            };
            if done { Ok(()) } else { Err(io::Error::last_os_error()) }
        };
        // SAFETY: between fork and exec, `set` makes two system calls and allocates nothing
        unsafe { command.pre_exec(set) }
    }
}
