//! Tests that a process and the processes that it forks get different random bytes, even if their process numbers are
//! equal.
//!
//! The child processes call only functions that are safe in the child of a process with several threads: the generator,
//! which does not allocate, and system calls.
#![allow(unsafe_code)]

use bramah::random::Generator;
use std::{
    fs::File,
    io::Read,
    os::fd::{AsRawFd, FromRawFd, RawFd},
};

/// The output of a process: its process number, and its random bytes.
type Record = (i32, [u8; 48]);

/// How a process is forked: with the C library, or with the system call alone, which does not run the `atfork`
/// functions of the C library.
#[derive(Clone, Copy, Debug)]
enum Way {
    Library,
    SystemCall,
}

impl Way {
    /// Forks, and returns the process number of the child, or 0 in the child.
    fn fork(self) -> i32 {
        let child = match self {
            // SAFETY: the child calls only async-signal-safe functions, and ends with `_exit`.
            Self::Library => unsafe { libc::fork() },
            // SAFETY: as for `fork`; the call passes no stack, so the child continues on a copy of this one.
            Self::SystemCall => unsafe { libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0) as i32 },
        };
        assert!(child >= 0, "fork");
        child
    }
}

/// Ends a child process.
fn exit(code: i32) -> ! {
    // SAFETY: this ends the process without running other code.
    unsafe { libc::_exit(code) }
}

/// Waits for a child process and returns its exit code.
fn wait(child: i32) -> i32 {
    let mut status = 0;
    // SAFETY: the number is that of a child of this process, and the pointer is valid for its status.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    libc::WEXITSTATUS(status)
}

/// Writes the record of this process to the pipe.
fn put(to: RawFd, generator: &mut Generator) {
    let mut record = [0; 52];
    // SAFETY: this call has no conditions.
    record[..4].copy_from_slice(&unsafe { libc::getpid() }.to_ne_bytes());
    if generator.fill(&mut record[4..]).is_err() {
        exit(9);
    }
    // SAFETY: the record is valid, and short enough for a pipe to take it in one call.
    let written = unsafe { libc::write(to, record.as_ptr().cast(), record.len()) };
    if written != record.len() as isize {
        exit(8);
    }
}

/// Returns the records of the processes that `run` forks.
fn records(run: impl FnOnce(RawFd)) -> Vec<Record> {
    let mut ends = [0; 2];
    // SAFETY: the array has room for two descriptors.
    assert_eq!(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) }, 0);
    // SAFETY: these descriptors were just opened, and nothing else owns them.
    let [mut from, to] = ends.map(|end| unsafe { File::from_raw_fd(end) });
    run(to.as_raw_fd());
    drop(to);
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).unwrap();
    let record =
        |bytes: &[u8]| (i32::from_ne_bytes(bytes[..4].try_into().unwrap()), bytes[4..].try_into().unwrap());
    bytes.chunks_exact(52).map(record).collect()
}

fn all_differ(records: &[Record], what: &str) {
    for (i, (number, bytes)) in records.iter().enumerate() {
        for (other, same) in &records[i + 1..] {
            assert_ne!(bytes, same, "{what}: processes {number} and {other} got the same bytes");
        }
    }
}

/// Forks a child, a second child, and a child of a child, from a process whose generator has bytes ready.
#[test]
fn forks_and_forks_of_forks() {
    for way in [Way::Library, Way::SystemCall] {
        let mut generator = Generator::new().unwrap();
        generator.fill(&mut [0; 5]).unwrap();
        let records = records(|to| {
            for _ in 0..2 {
                let child = way.fork();
                if child == 0 {
                    // this child forks before it requests bytes, so its child still has the state of the first process
                    let grandchild = way.fork();
                    put(to, &mut generator);
                    exit(if grandchild == 0 { 0 } else { wait(grandchild) });
                }
                assert_eq!(wait(child), 0);
            }
            put(to, &mut generator);
        });
        assert_eq!(records.len(), 5);
        all_differ(&records, &format!("{way:?}"));
    }
}

/// Returns whether the system gave this process a new namespace of process numbers for its children. A user other than
/// root needs a namespace of users for this, too.
fn namespace() -> bool {
    // SAFETY: this changes only the namespaces of this process and its children.
    unsafe {
        libc::unshare(libc::CLONE_NEWPID) == 0 || libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWPID) == 0
    }
}

/// Process 1 of one namespace forks process 1 of another namespace.
#[test]
fn processes_of_one_number() {
    for way in [Way::Library, Way::SystemCall] {
        let mut generator = Generator::new().unwrap();
        let mut refused = false;
        let records = records(|to| {
            let outside = way.fork();
            if outside == 0 {
                if !namespace() {
                    exit(7);
                }
                let first = way.fork();
                if first == 0 {
                    put(to, &mut generator);
                    if !namespace() {
                        exit(7);
                    }
                    let second = way.fork();
                    put(to, &mut generator);
                    exit(if second == 0 { 0 } else { wait(second) });
                }
                exit(wait(first));
            }
            let code = wait(outside);
            refused = code == 7;
            assert!(refused || code == 0, "exit code {code}");
            put(to, &mut generator);
        });
        if refused {
            println!("{way:?}: the system gives no namespaces: not tested");
            continue;
        }
        let numbers: Vec<i32> = records.iter().map(|record| record.0).collect();
        assert_eq!(numbers[..3], [1; 3], "{way:?}");
        assert_eq!(numbers.len(), 4, "{way:?}");
        all_differ(&records, &format!("{way:?}"));
    }
}
