//! Removing temporary files, and killing child processes, when a signal, a panic or a lack of memory ends the process.
//!
//! The names of existing temporary files are kept in a table of fixed size, which a signal handler can read without a
//! lock and without allocating. The handler removes these files, and then raises the signal again with its default
//! action, so that the parent process sees which signal ended this one: a shell reports 128 plus the number of the
//! signal, 130 for SIGINT. Signals that are ignored when the process begins (`nohup`, background jobs) stay ignored.
//! Nothing here needs a thread of its own.

use std::{
    ffi::CStr,
    io,
    mem::MaybeUninit,
    os::unix::ffi::OsStrExt,
    path::Path,
    ptr,
    sync::{
        Once,
        atomic::{
            AtomicBool, AtomicI32, AtomicU8,
            Ordering::{Relaxed, SeqCst},
        },
    },
    thread,
    time::Duration,
};

/// The handled signals: those that by default end a process, and that a user, a shell, a resource limit, a filter of
/// system calls or a shutdown sends. SIGPIPE is missing, because Rust's runtime ignores it, so that writing returns an
/// error.
const SIGNALS: [libc::c_int; 10] = [
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGTERM,
    libc::SIGALRM,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGXCPU,
    libc::SIGXFSZ,
    libc::SIGSYS,
];

/// The maximum number of temporary files at a time. A command needs one for its output and one for its saved states, or
/// one for each file that it processes at the same time.
const SLOTS: usize = 32;

/// The maximum length of a path in bytes, with the zero byte at its end: no supported system accepts longer paths.
const PATH: usize = 4096;

/// The slot is empty.
const FREE: u8 = 0;
/// A thread is writing the name, or could not create the file.
const NAMED: u8 = 1;
/// A thread is creating the file; signals are blocked in this thread meanwhile.
const CREATING: u8 = 2;
/// The file exists.
const CREATED: u8 = 3;

struct Slot {
    state: AtomicU8,
    path: [AtomicU8; PATH],
}

static TABLE: [Slot; SLOTS] =
    [const { Slot { state: AtomicU8::new(FREE), path: [const { AtomicU8::new(0) }; PATH] } }; SLOTS];

/// The child processes that have not been waited for; 0 marks an empty slot.
static CHILDREN: [AtomicI32; SLOTS] = [const { AtomicI32::new(0) }; SLOTS];

/// A child process that is killed if a signal ends this process. Drop this value before the child is waited for:
/// afterwards the number may belong to another process.
pub(crate) struct Child(Option<&'static AtomicI32>);

impl Drop for Child {
    fn drop(&mut self) {
        if let Some(slot) = self.0 {
            slot.store(0, SeqCst);
        }
    }
}

/// Registers a child process to be killed if a signal ends this process. If the table is full, the child is not
/// registered.
pub(crate) fn child(process: u32) -> Child {
    INSTALLED.call_once(install);
    let Ok(process @ 1..) = i32::try_from(process) else { return Child(None) };
    let free = |slot: &&AtomicI32| slot.compare_exchange(0, process, SeqCst, SeqCst).is_ok();
    Child(CHILDREN.iter().find(free))
}

/// Whether the signals are handled.
static INSTALLED: Once = Once::new();

/// Whether a signal is ending the process; then no more files are created.
static ENDING: AtomicBool = AtomicBool::new(false);

/// A file that is removed if a signal ends the process. Dropping this value only forgets the file.
pub(crate) struct Created(&'static Slot);

impl Drop for Created {
    fn drop(&mut self) {
        self.0.state.store(FREE, SeqCst);
    }
}

/// Creates a file with this path by calling `make`. If a signal ends the process before the returned `Created` is
/// dropped, the file is removed. A file that already existed, so that `make` failed, is never removed.
///
/// # Errors
/// `make` fails; the path is too long; there are too many temporary files.
pub(crate) fn create<T>(path: &Path, make: impl FnOnce() -> io::Result<T>) -> io::Result<(T, Created)> {
    INSTALLED.call_once(install);
    let bytes = path.as_os_str().as_bytes();
    if bytes.len() >= PATH {
        return Err(io::Error::from_raw_os_error(libc::ENAMETOOLONG));
    }
    let free = |slot: &&Slot| slot.state.compare_exchange(FREE, NAMED, SeqCst, SeqCst).is_ok();
    let slot = TABLE.iter().find(free).ok_or_else(|| io::Error::other("too many temporary files"))?;
    // `created` frees the slot on every return
    let created = Created(slot);
    // a handler that saw the slot's previous file may still be reading its name
    if ENDING.load(SeqCst) {
        wait_for_the_end();
    }
    for (to, byte) in slot.path.iter().zip(bytes.iter().chain([&0])) {
        to.store(*byte, Relaxed);
    }
    let blocked = Blocked::new();
    slot.state.store(CREATING, SeqCst);
    // either this thread sees that the process is ending, or the handler sees that it must wait for this thread
    let made = if ENDING.load(SeqCst) { None } else { Some(make()) };
    let exists = matches!(made, Some(Ok(_)));
    slot.state.store(if exists { CREATED } else { NAMED }, SeqCst);
    drop(blocked);
    match made {
        Some(made) => made.map(|made| (made, created)),
        None => wait_for_the_end(),
    }
}

/// Waits until another thread ends the process, since this thread may not create files any more.
fn wait_for_the_end() -> ! {
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}

/// While this exists, [`SIGNALS`] do not interrupt this thread; they may interrupt others.
struct Blocked(libc::sigset_t);

impl Blocked {
    fn new() -> Self {
        let mut set = MaybeUninit::uninit();
        let mut old = MaybeUninit::uninit();
        // SAFETY: `sigemptyset` initializes `set`, which the others use; `pthread_sigmask` writes a whole mask to
        // `old`, since none of its arguments can be wrong
        unsafe {
            libc::sigemptyset(set.as_mut_ptr());
            for signal in SIGNALS {
                libc::sigaddset(set.as_mut_ptr(), signal);
            }
            libc::pthread_sigmask(libc::SIG_BLOCK, set.as_ptr(), old.as_mut_ptr());
            Self(old.assume_init())
        }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: the mask is the one that the thread had
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, ptr::null_mut()) };
    }
}

/// Installs the handler for all of [`SIGNALS`], except those that are ignored.
fn install() {
    for signal in SIGNALS {
        // SAFETY: all-zero bytes are a valid `sigaction`: no flags, an empty mask, the default action.
        // `sigaction` reads and writes nothing but the two values. `end` is safe to run at any moment: it uses
        // atomics, memory of its own stack, and functions that POSIX lists as async-signal-safe.
        unsafe {
            let mut old: libc::sigaction = std::mem::zeroed();
            if libc::sigaction(signal, ptr::null(), &raw mut old) != 0 || old.sa_sigaction != libc::SIG_DFL {
                continue;
            }
            let mut new: libc::sigaction = std::mem::zeroed();
            new.sa_sigaction = end as extern "C" fn(libc::c_int) as libc::sighandler_t;
            libc::sigaction(signal, &raw const new, ptr::null_mut());
        }
    }
}

/// Kills the child processes and removes the temporary files; from now on no files are created. Several threads may
/// call this at the same time: each removes all files. This is safe in a signal handler and does not allocate.
pub(super) fn remove_files() {
    ENDING.store(true, SeqCst);
    for slot in &CHILDREN {
        if let process @ 1.. = slot.swap(0, SeqCst) {
            // SAFETY: `kill` is async-signal-safe, and reads and writes no memory; the process is one that was not waited for
            unsafe { libc::kill(process, libc::SIGKILL) };
        }
    }
    for slot in &TABLE {
        // waits up to a second for another thread that is creating a file
        for _ in 0..1000 {
            if slot.state.load(SeqCst) != CREATING {
                break;
            }
            // SAFETY: `poll` of no descriptors only waits
            unsafe { libc::poll(ptr::null_mut(), 0, 1) };
        }
        if slot.state.load(SeqCst) != CREATED {
            continue;
        }
        let mut path = [0; PATH];
        for (to, from) in path.iter_mut().zip(&slot.path) {
            *to = from.load(Relaxed);
        }
        if let Ok(path) = CStr::from_bytes_until_nul(&path) {
            let _ = rustix::fs::unlink(path);
        }
    }
}

/// Makes a panic remove the temporary files and end the process after printing its message. Releases are compiled
/// without unwinding; without this function a panic would end them by SIGABRT, and a core dump would contain keys.
pub(crate) fn end_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let code = super::panicked(panic, &report);
        remove_files();
        // SAFETY: `_exit` ends the process without running any more of its code
        unsafe { libc::_exit(code) }
    }));
}

/// Removes the temporary files and ends the process.
extern "C" fn end(signal: libc::c_int) {
    remove_files();
    // SAFETY: the default action is restored and the signal, which is blocked while its handler runs, is unblocked, so
    // that `raise` ends the process; if `raise` does not end it, `_exit` does. All these functions are
    // async-signal-safe, and `set` is initialized by `sigemptyset`.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        let mut set = MaybeUninit::uninit();
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), signal);
        libc::raise(signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, set.as_ptr(), ptr::null_mut());
        libc::_exit(128 + signal)
    }
}
