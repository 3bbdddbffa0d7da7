//! A process and those that it forks get different random bytes, even if their process numbers are equal.
//!
//! The children call only functions that are safe in the child of a process with several threads: the generator, which
//! does not allocate, and system calls.
#![allow(unsafe_code)]

use bramah::random::Generator;
use std::{
    fs::File,
    io::Read,
    os::fd::{AsRawFd, FromRawFd, RawFd},
};

/// The output of a process: its own process number, and its random bytes.
type Record = (i32, [u8; 48]);

/// How a process is forked: by the C library, or by the system call alone, of which the C library's `atfork`
/// functions do not learn.
#[derive(Clone, Copy, Debug)]
enum Way {
    Library,
    SystemCall,
}

impl Way {
    /// Forks, and returns the process number of the child, or 0 in the child.
    fn fork(self) -> i32 {
        let child = match self {
            // SAFETY: the child calls only functions that are async-signal-safe, and ends by `_exit`.
            Self::Library => unsafe { libc::fork() },
            // SAFETY: as above; without a stack of its own the child goes on on a copy of this one.
            Self::SystemCall => unsafe { libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0) as i32 },
        };
        assert!(child >= 0, "fork");
        child
    }
}

/// Ends a child.
fn exit(code: i32) -> ! {
    // SAFETY: ends the process, and runs nothing before.
    unsafe { libc::_exit(code) }
}

/// Waits for a child and gives its exit code.
fn wait(child: i32) -> i32 {
    let mut status = 0;
    // SAFETY: a child of this process, and a place for its status.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    libc::WEXITSTATUS(status)
}

/// Writes the process's record to the pipe.
fn put(to: RawFd, generator: &mut Generator) {
    let mut record = [0; 52];
    // SAFETY: has no conditions.
    record[..4].copy_from_slice(&unsafe { libc::getpid() }.to_ne_bytes());
    if generator.fill(&mut record[4..]).is_err() {
        exit(9);
    }
    // SAFETY: a valid record, shorter than a pipe takes at once.
    let written = unsafe { libc::write(to, record.as_ptr().cast(), record.len()) };
    if written != record.len() as isize {
        exit(8);
    }
}

/// Returns the records of the processes that `run` forks.
fn records(run: impl FnOnce(RawFd)) -> Vec<Record> {
    let mut ends = [0; 2];
    // SAFETY: room for two descriptors.
    assert_eq!(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) }, 0);
    // SAFETY: descriptors that were just opened and that nothing else owns.
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

/// A child, a second child, and a child of a child, from a generator that has bytes ready.
#[test]
fn forks_and_forks_of_forks() {
    for way in [Way::Library, Way::SystemCall] {
        let mut generator = Generator::new().unwrap();
        generator.fill(&mut [0; 5]).unwrap();
        let records = records(|to| {
            for _ in 0..2 {
                let child = way.fork();
                if child == 0 {
                    // this one forks before it asks for bytes, and so has its parent's state still
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

/// Returns whether the system gave this process a namespace of process numbers for its children; for that a user other
/// than root needs a namespace of users too.
fn namespace() -> bool {
    // SAFETY: changes only the namespaces of this process and its children.
    unsafe {
        libc::unshare(libc::CLONE_NEWPID) == 0 || libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWPID) == 0
    }
}

/// Process 1 of a namespace forks process 1 of another.
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
