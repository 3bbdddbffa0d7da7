//! Commands that run under a filter of system calls (seccomp), so that the system refuses the calls that a test names.
//!
//! The filter is set in the child between fork and exec. It needs neither privileges nor other programs.
#![allow(unsafe_code)] // pre_exec, prctl

use crate::support::{Dir, Ran, ran};
use assert_cmd::Command;
use libc::{BPF_ABS, BPF_ALU, BPF_AND, BPF_JEQ, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W, c_long, sock_filter};
use std::{io, os::unix::process::CommandExt, process};

/// A system call that fails.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deny {
    /// The number of the system call, such as `libc::SYS_openat`.
    call: c_long,
    /// The index of an argument, from 0, and the bits of its lower 32 bits that must all be set.
    argument: Option<(u32, u32)>,
    /// The kernel's action instead of the call.
    action: u32,
}

impl Deny {
    /// Makes every call with this number fail with `error`, such as `libc::EAGAIN`.
    pub(crate) const fn call(call: c_long, error: i32) -> Self {
        Self { call, argument: None, action: libc::SECCOMP_RET_ERRNO | error as u32 }
    }

    /// Limits the rule to calls in whose argument `argument`, counted from 0, all of these bits are set.
    pub(crate) const fn with_bits(self, argument: u32, bits: u32) -> Self {
        Self { argument: Some((argument, bits)), ..self }
    }

    /// Sends SIGSYS to the program instead, which it may handle.
    pub(crate) const fn trapping(self) -> Self {
        Self { action: libc::SECCOMP_RET_TRAP, ..self }
    }

    /// Kills the process (by SIGSYS) instead.
    pub(crate) const fn killing(self) -> Self {
        Self { action: libc::SECCOMP_RET_KILL_PROCESS, ..self }
    }
}

/// Refuses new threads with `EAGAIN`, as if a limit of the system were reached.
pub(crate) const NO_THREADS: [Deny; 2] = [
    Deny::call(libc::SYS_clone3, libc::EAGAIN),
    Deny::call(libc::SYS_clone, libc::EAGAIN).with_bits(0, libc::CLONE_THREAD as u32),
];

/// Refuses unnamed files with `EOPNOTSUPP`, as file systems without them do. (x86-64 has two system calls that open
/// files.)
pub(crate) const NO_UNNAMED_FILES: &[Deny] = &[
    Deny::call(libc::SYS_openat, libc::EOPNOTSUPP).with_bits(2, libc::O_TMPFILE as u32),
    #[cfg(target_arch = "x86_64")]
    Deny::call(libc::SYS_open, libc::EOPNOTSUPP).with_bits(1, libc::O_TMPFILE as u32),
];

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e; // AUDIT_ARCH_X86_64
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7; // AUDIT_ARCH_AARCH64

// the offsets of the fields of `struct seccomp_data`; the lower half of an argument comes first
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const ARGUMENTS: u32 = 16;

/// Returns the filter as a program of the kernel's packet filter.
fn program(rules: &[Deny]) -> Vec<sock_filter> {
    let step = |code: u32, k: u32| sock_filter { code: code as u16, jt: 0, jf: 0, k };
    let load = |at: u32| step(BPF_LD | BPF_W | BPF_ABS, at);
    let end = |action: u32| step(BPF_RET | BPF_K, action);
    // skips `jf` steps unless the value is `k`
    let unless = |k: u32, jf: u8| sock_filter { jf, ..step(BPF_JMP | BPF_JEQ | BPF_K, k) };
    let foreign = sock_filter { jt: 1, ..unless(ARCHITECTURE, 0) };
    let mut program = vec![load(ARCH), foreign, end(libc::SECCOMP_RET_ALLOW), load(NUMBER)];
    for rule in rules {
        let call = u32::try_from(rule.call).expect("the number of a system call");
        match rule.argument {
            None => program.extend([unless(call, 1), end(rule.action)]),
            Some((argument, bits)) => program.extend([
                unless(call, 5),
                load(ARGUMENTS + 8 * argument),
                step(BPF_ALU | BPF_AND | BPF_K, bits),
                unless(bits, 1),
                end(rule.action),
                load(NUMBER),
            ]),
        }
    }
    program.push(end(libc::SECCOMP_RET_ALLOW));
    program
}

/// Sets the filter in the child process that this command will start.
pub(crate) fn deny(command: &mut process::Command, rules: &[Deny]) {
    let mut program = program(rules);
    let set = move || {
        let filter = libc::sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
        let filter: *const libc::sock_fprog = &filter;
        // SAFETY: the first call takes numbers alone; `filter` points to a program of `len` steps that lives until
        // the second call returns, and the kernel only reads it.
        let failed = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
                || libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, filter) != 0
        };
        if failed { Err(io::Error::last_os_error()) } else { Ok(()) }
    };
    // SAFETY: the closure makes two system calls and allocates nothing, which a child may do after fork.
    unsafe { command.pre_exec(set) };
}

/// Returns `bramah` in a directory, with arguments separated by blanks, under a filter.
pub(crate) fn denied(dir: &Dir, arguments: &str, rules: &[Deny]) -> Command {
    let mut command = process::Command::new(env!("CARGO_BIN_EXE_bramah"));
    command.current_dir(dir.path("")).args(arguments.split_whitespace()).env_remove("BRAMAH_BACKEND");
    deny(&mut command, rules);
    Command::from_std(command)
}

/// Runs `bramah` in a directory, with arguments separated by blanks, under a filter.
pub(crate) fn run_denied(dir: &Dir, arguments: &str, rules: &[Deny]) -> Ran {
    ran(&mut denied(dir, arguments, rules))
}

/// The filter works as the tests expect: a call is denied by its number, and by its number and argument.
#[test]
fn the_filter_denies() {
    let dir = Dir::new();
    let run = |rules: &[Deny]| run_denied(&dir, "hash -o list a", rules);
    run(NO_UNNAMED_FILES).is("", "", 0);
    // without unnamed files, a file with a name is created
    let create = Deny::call(libc::SYS_openat, libc::EACCES).with_bits(2, libc::O_CREAT as u32);
    run(&[create]).is("", "", 0);
    let both = [NO_UNNAMED_FILES, &[create]].concat();
    let ran = run(&both);
    assert!(ran.code == 1 && ran.err.contains("Permission denied"), "{}", ran.err);
    let killed = denied(&dir, "hash a", &[Deny::call(libc::SYS_openat, 0).killing()]).output().unwrap();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&killed.status), Some(libc::SIGSYS));
}
