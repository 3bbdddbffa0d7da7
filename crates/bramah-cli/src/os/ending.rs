//! Removing temporary files, killing child processes, and restoring the settings of the terminal, when a signal, a panic
//! or a lack of memory ends the process.
//!
//! The names of existing temporary files are kept in a table of fixed size, which a signal handler can read without a
//! lock and without allocating. So are the settings of the terminal from before the echo was turned off to ask for a
//! password. The handler restores the settings, removes the files, and then raises the signal again with its default
//! action, so that the parent process sees which signal ended this one: a shell reports 128 plus the number of the
//! signal, 130 for SIGINT. Signals that are ignored when the process begins (`nohup`, background jobs) stay ignored.
//! Nothing here needs a thread of its own.
//!
//! If SIGTSTP (Ctrl-Z) stops the process while it asks for a password, the settings are restored first; SIGCONT hides what
//! the user types again.

use std::{
    ffi::CStr,
    io,
    marker::PhantomData,
    mem::MaybeUninit,
    os::{
        fd::{AsFd, AsRawFd, BorrowedFd},
        unix::ffi::OsStrExt,
    },
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

/// The size in bytes of the settings of a terminal.
const SETTINGS: usize = size_of::<libc::termios>();

/// The terminal whose settings are restored if a signal ends this process, and its settings as bytes. `state` is one of
/// [`FREE`], [`NAMED`] while the settings are written, and [`CREATED`].
struct Screen {
    state: AtomicU8,
    descriptor: AtomicI32,
    settings: [AtomicU8; SETTINGS],
}

static SCREEN: Screen = Screen {
    state: AtomicU8::new(FREE),
    descriptor: AtomicI32::new(-1),
    settings: [const { AtomicU8::new(0) }; SETTINGS],
};

/// Whether what the user types is to be hidden while this process has the terminal.
static HIDING: AtomicBool = AtomicBool::new(false);

/// Whether the process went on after it was stopped, since [`went_on`] returned this for the last time.
static WENT_ON: AtomicBool = AtomicBool::new(false);

/// A terminal that hides what the user types until this value is dropped, or a signal ends or stops this process; then it
/// has its settings from before, and the cursor is on a new line. The terminal's descriptor must stay open until then.
pub(crate) struct Hidden<'a>(PhantomData<BorrowedFd<'a>>);

impl Drop for Hidden<'_> {
    fn drop(&mut self) {
        // first, so that SIGCONT hides nothing any more
        HIDING.store(false, SeqCst);
        restore_settings();
        handle(libc::SIGTSTP, action(stop), libc::SIG_DFL);
        handle(libc::SIGCONT, action(go_on), libc::SIG_DFL);
        SCREEN.state.store(FREE, SeqCst);
    }
}

/// Hides what the user types on a terminal, and lets a program read it key by key. Ctrl-C and other keys still send their
/// signals. After the process was stopped, a read may return [`io::ErrorKind::Interrupted`].
///
/// # Errors
/// This is not a terminal; another thread is hiding what the user types.
pub(crate) fn hide(terminal: &impl AsFd) -> io::Result<Hidden<'_>> {
    INSTALLED.call_once(install);
    let descriptor = terminal.as_fd().as_raw_fd();
    let claimed = SCREEN.state.compare_exchange(FREE, NAMED, SeqCst, SeqCst);
    claimed.map_err(|_| io::Error::from(io::ErrorKind::ResourceBusy))?;
    // `hidden` frees the place on every return
    let hidden = Hidden(PhantomData);
    let mut settings = [0_u8; SETTINGS];
    let mut read: MaybeUninit<libc::termios> = MaybeUninit::zeroed();
    // SAFETY: `tcgetattr` writes nothing but the settings. All bytes were initialized before, those between the fields
    // too, and so all can be copied.
    unsafe {
        if libc::tcgetattr(descriptor, read.as_mut_ptr()) != 0 {
            return Err(io::Error::last_os_error());
        }
        ptr::copy_nonoverlapping(read.as_ptr().cast(), settings.as_mut_ptr(), SETTINGS);
    }
    for (to, byte) in SCREEN.settings.iter().zip(settings) {
        to.store(byte, Relaxed);
    }
    SCREEN.descriptor.store(descriptor, SeqCst);
    WENT_ON.store(false, SeqCst);
    HIDING.store(true, SeqCst);
    SCREEN.state.store(CREATED, SeqCst);
    handle(libc::SIGTSTP, libc::SIG_DFL, action(stop));
    handle(libc::SIGCONT, libc::SIG_DFL, action(go_on));
    // in the background, SIGTTOU stops the process here
    while !set_terminal(descriptor, true) {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    Ok(hidden)
}

/// Returns whether the process went on after it was stopped, since the last call of this function.
pub(crate) fn went_on() -> bool {
    WENT_ON.swap(false, SeqCst)
}

/// Gives the terminal its settings from before [`hide`], with or without hiding what the user types. Returns false if this
/// fails. This is safe in a signal handler and does not allocate.
fn set_terminal(descriptor: libc::c_int, hiding: bool) -> bool {
    let mut settings = [0_u8; SETTINGS];
    for (to, from) in settings.iter_mut().zip(&SCREEN.settings) {
        *to = from.load(Relaxed);
    }
    // SAFETY: the bytes are those of settings that `tcgetattr` wrote, and `tcsetattr` is async-signal-safe
    unsafe {
        let mut settings = ptr::read_unaligned(settings.as_ptr().cast::<libc::termios>());
        if hiding {
            settings.c_lflag &= !(libc::ECHO | libc::ECHONL | libc::ICANON);
            settings.c_cc[libc::VMIN] = 1;
            settings.c_cc[libc::VTIME] = 0;
        }
        libc::tcsetattr(descriptor, libc::TCSANOW, &raw const settings) == 0
    }
}

/// Returns the descriptor of the terminal whose settings are noted, unless another process group has the terminal now.
/// This is safe in a signal handler.
fn own_terminal() -> Option<libc::c_int> {
    if SCREEN.state.load(SeqCst) != CREATED {
        return None;
    }
    let descriptor = SCREEN.descriptor.load(SeqCst);
    // SAFETY: these functions are async-signal-safe, and read and write no memory
    unsafe { libc::tcgetpgrp(descriptor) == libc::getpgrp() }.then_some(descriptor)
}

/// Restores the settings of the terminal and begins a new line on it, unless another process group has the terminal now.
/// This is safe in a signal handler and does not allocate.
fn restore_settings() {
    if let Some(descriptor) = own_terminal() {
        set_terminal(descriptor, false);
        // SAFETY: `write` is async-signal-safe, and reads one byte
        unsafe { libc::write(descriptor, c"\n".as_ptr().cast(), 1) };
    }
}

/// Returns a handler as the action of a signal.
fn action(handler: extern "C" fn(libc::c_int)) -> libc::sighandler_t {
    handler as libc::sighandler_t
}

/// Handles a signal with `new` if its action is `old`; both are handlers or `SIG_DFL`.
fn handle(signal: libc::c_int, old: libc::sighandler_t, new: libc::sighandler_t) {
    // SAFETY: all-zero bytes are a valid `sigaction`: no flags, so that a read that waits for a key is interrupted.
    // `sigaction` reads and writes nothing but the two values. The handlers are safe to run at any moment: they use
    // atomics, memory of their own stack, and functions that POSIX lists as async-signal-safe.
    unsafe {
        let mut found: libc::sigaction = std::mem::zeroed();
        if libc::sigaction(signal, ptr::null(), &raw mut found) != 0 || found.sa_sigaction != old {
            return;
        }
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = new;
        libc::sigaction(signal, &raw const action, ptr::null_mut());
    }
}

/// Restores the settings of the terminal, and stops the process.
extern "C" fn stop(signal: libc::c_int) {
    restore_settings();
    handle(signal, action(stop), libc::SIG_DFL);
    if let Some(descriptor) = own_terminal() {
        // a part of a password must not become a command for the shell
        // SAFETY: `tcflush` is async-signal-safe, and reads and writes no memory
        unsafe { libc::tcflush(descriptor, libc::TCIFLUSH) };
    }
    // SAFETY: the signal, which is blocked while its handler runs, is unblocked, so that `raise` stops the process. These
    // functions are async-signal-safe, and `set` is initialized by `sigemptyset`.
    unsafe {
        let mut set = MaybeUninit::uninit();
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), signal);
        libc::raise(signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, set.as_ptr(), ptr::null_mut());
        libc::pthread_sigmask(libc::SIG_BLOCK, set.as_ptr(), ptr::null_mut());
    }
    handle(signal, libc::SIG_DFL, action(stop));
    // without a shell that could continue it (an orphaned process group), the process was not stopped, so that no SIGCONT
    // has come
    go_on(signal);
}

/// Hides what the user types again after the process was stopped, once this process has the terminal.
extern "C" fn go_on(_: libc::c_int) {
    if !HIDING.load(SeqCst) {
        return;
    }
    if let Some(descriptor) = own_terminal() {
        set_terminal(descriptor, true);
        WENT_ON.store(true, SeqCst);
    }
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

/// Restores the terminal, kills the child processes and removes the temporary files; from now on no files are created.
/// Several threads may call this at the same time: each removes all files. This is safe in a signal handler and does not
/// allocate.
pub(super) fn clean_up() {
    ENDING.store(true, SeqCst);
    restore_settings();
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

/// Makes a panic clean up and end the process after printing its message. Releases are compiled without unwinding;
/// without this function a panic would end them by SIGABRT, and a core dump would contain keys.
pub(crate) fn end_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let code = super::panicked(panic, &report);
        clean_up();
        // SAFETY: `_exit` ends the process without running any more of its code
        unsafe { libc::_exit(code) }
    }));
}

/// Cleans up and ends the process.
extern "C" fn end(signal: libc::c_int) {
    clean_up();
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
