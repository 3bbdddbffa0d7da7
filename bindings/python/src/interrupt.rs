//! Signals that arrive while a call works without the interpreter lock, such as Ctrl-C, which ends the call.

use bramah::threads;
use pyo3::{PyErr, PyResult, Python, exceptions::PyRuntimeError};
use std::{
    cell::{Cell, RefCell},
    io::{self, Read},
    panic::{self, AssertUnwindSafe},
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

/// The time between two checks for signals.
const EVERY: Duration = Duration::from_millis(50);

/// The number of bytes between two checks for signals, for each thread.
pub(crate) const PIECE: usize = 1 << 22;

thread_local! {
    /// The time of the next check for signals.
    static NEXT: Cell<Option<Instant>> = const { Cell::new(None) };
    /// The exception that a signal handler has raised during the call.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Returns whether a signal handler has raised an exception, which [`taken`] returns. Python runs handlers only on the main
/// thread, so other threads never see an exception.
pub(crate) fn interrupted() -> bool {
    let now = Instant::now();
    if NEXT.get().is_some_and(|next| now < next) {
        return pending();
    }
    NEXT.set(Some(now + EVERY));
    heard()
}

/// Returns whether a signal handler has raised an exception, without waiting for the time of the next check.
fn heard() -> bool {
    if pending() {
        return true;
    }
    match Python::try_attach(|py| py.check_signals()) {
        Some(Err(error)) => {
            RAISED.set(Some(error));
            true
        }
        _ => false,
    }
}

/// Returns whether a signal handler has raised an exception that [`taken`] has not yet returned.
pub(crate) fn pending() -> bool {
    RAISED.with_borrow(Option::is_some)
}

/// Returns the exception that a signal handler has raised during the call, as an error.
pub(crate) fn taken() -> PyResult<()> {
    RAISED.take().map_or(Ok(()), Err)
}

/// Appends data to a message in pieces, and checks for signals between the pieces. After a signal the message is unchanged.
pub(crate) fn in_pieces<T: Clone>(
    message: &mut T,
    data: &[u8],
    threads: usize,
    append: impl Fn(&mut T, &[u8]),
) {
    let piece = PIECE.saturating_mul(threads.max(1));
    if data.len() <= piece {
        return append(message, data);
    }
    let before = message.clone();
    for piece in data.chunks(piece) {
        if interrupted() {
            *message = before;
            return;
        }
        append(message, piece);
    }
}

/// Calls `work`, which cannot check for signals, on a separate thread without the interpreter lock. After a signal the call ends.
/// The thread continues until `work` returns, and its result is discarded.
///
/// # Errors
/// The exception that a signal handler has raised.
pub(crate) fn aside<R: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    let (sender, receiver) = mpsc::sync_channel(1);
    let (pass, passed) = mpsc::sync_channel(1);
    let received = py.detach(move || {
        let thread = thread::Builder::new().spawn(move || {
            if let Ok(work) = passed.recv() {
                // after a signal there is no receiver
                let _ = sender.send(panic::catch_unwind(AssertUnwindSafe(work)));
            }
        });
        match thread {
            Ok(_) => _ = pass.send(work),
            // without a separate thread, signals wait until `work` returns
            Err(_) => return Some(Ok(work())),
        }
        loop {
            match receiver.recv_timeout(EVERY) {
                Ok(result) => return Some(result),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if interrupted() => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    });
    taken()?;
    match received {
        Some(Ok(result)) => Ok(result),
        Some(Err(panic)) => panic::resume_unwind(panic),
        None => Err(PyRuntimeError::new_err("the call was interrupted")),
    }
}

/// Tells the threads of a call to stop. The calling thread checks for signals, and the others read its result.
pub(crate) struct Stop {
    stopped: AtomicBool,
    caller: ThreadId,
}

impl Stop {
    /// Calls `work` without the interpreter lock.
    ///
    /// # Errors
    /// The exception that a signal handler has raised.
    pub(crate) fn call<R: Send>(py: Python<'_>, work: impl FnOnce(&Self) -> R + Send) -> PyResult<R> {
        let stop = Self { stopped: AtomicBool::new(false), caller: thread::current().id() };
        let result = py.detach(|| work(&stop));
        taken()?;
        Ok(result)
    }

    /// Returns whether the call should end.
    pub(crate) fn stopped(&self) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return true;
        }
        if thread::current().id() != self.caller || !interrupted() {
            return false;
        }
        self.stopped.store(true, Ordering::Relaxed);
        true
    }

    /// Runs `work` on up to `count` threads, including the calling thread, and returns all results.
    pub(crate) fn spread<R: Send>(&self, count: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
        let running = Running { count: AtomicUsize::new(0), caller: thread::current() };
        let work = &work;
        thread::scope(|scope| {
            let mut others = Vec::new();
            for _ in 1..count {
                let one = running.begun();
                let started = threads::start(scope, move || {
                    let result = work();
                    drop(one);
                    result
                });
                // if a thread cannot be started, the threads that have started do the work
                let Some(other) = started else { break };
                others.push(other);
            }
            let mut results = vec![work()];
            while running.count.load(Ordering::Acquire) > 0 && !self.stopped() {
                thread::park_timeout(EVERY);
            }
            for other in others {
                results.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            results
        })
    }
}

/// The number of threads that work together with the calling thread.
struct Running {
    count: AtomicUsize,
    caller: thread::Thread,
}

/// A thread that counts as working until this value is dropped.
struct One<'a>(&'a Running);

impl Running {
    fn begun(&self) -> One<'_> {
        self.count.fetch_add(1, Ordering::Relaxed);
        One(self)
    }
}

impl Drop for One<'_> {
    fn drop(&mut self) {
        self.0.count.fetch_sub(1, Ordering::Release);
        self.0.caller.unpark();
    }
}

/// A reader that fails as soon as the call should end.
pub(crate) struct Heard<R, F>(pub(crate) R, pub(crate) F);

impl<R: Read, F: Fn() -> bool> Read for Heard<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let ended = || Err(io::Error::other("the call was interrupted"));
        if (self.1)() {
            return ended();
        }
        match self.0.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted && heard() => ended(),
            read => read,
        }
    }
}
