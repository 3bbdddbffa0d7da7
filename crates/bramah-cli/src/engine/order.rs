//! Puts what the workers print into the order of the files.

use super::progress::Progress;
use crate::{exit::Stop, output, report};
use std::{
    collections::BTreeMap,
    io::Write,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// What a run of files came to.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// The place of the first in the whole order.
    pub(crate) first: u64,
    /// The place behind the last.
    pub(crate) end: u64,
    /// For the output.
    pub(crate) text: Vec<u8>,
    /// Files with something wrong, and what.
    pub(crate) messages: Vec<(Vec<u8>, Box<str>)>,
    /// Of these, files.
    pub(crate) totals: Totals,
}

/// What all came to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    /// Files hashed.
    pub(crate) files: u64,
    /// Their bytes.
    pub(crate) bytes: u64,
    /// Files that could not be.
    pub(crate) failed: u64,
}

/// How much may wait for its turn.
const WAITING_MAX: usize = 8 << 20;
/// How much is collected before it is written.
const WRITE_LEN: usize = 64 << 10;
/// How long it may wait.
const PATIENCE: Duration = Duration::from_millis(100);

/// The output, in order.
pub(crate) struct Order<'a> {
    state: Mutex<State<'a>>,
    moved: Condvar,
    broken: AtomicBool,
}

struct State<'a> {
    out: &'a mut (dyn Write + Send),
    progress: &'a Progress,
    /// The place whose turn it is.
    next: u64,
    waiting: BTreeMap<u64, Done>,
    waiting_len: usize,
    text: Vec<u8>,
    written: Instant,
    totals: Totals,
    error: Option<Stop>,
}

impl<'a> Order<'a> {
    /// Nothing yet.
    pub(crate) fn new(out: &'a mut (dyn Write + Send), progress: &'a Progress) -> Self {
        Self {
            state: Mutex::new(State {
                out,
                progress,
                next: 0,
                waiting: BTreeMap::new(),
                waiting_len: 0,
                text: Vec::new(),
                written: Instant::now(),
                totals: Totals::default(),
                error: None,
            }),
            moved: Condvar::new(),
            broken: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether writing failed: there is no sense in going on.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Takes what a run of files came to; leaves `done` empty, to be used again. Waits while too
    /// much is waiting, unless it is its turn.
    pub(crate) fn put(&self, done: &mut Done) {
        let mut state = self.lock();
        while state.next != done.first && state.waiting_len > WAITING_MAX && state.error.is_none() {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.error.is_some() {
            return;
        }
        if state.next == done.first {
            let mut result = state.take(done);
            while result.is_ok() {
                let next = state.next;
                let Some(mut later) = state.waiting.remove(&next) else { break };
                state.waiting_len -= later.text.len();
                result = state.take(&mut later);
            }
            if result.is_ok() && state.written.elapsed() > PATIENCE {
                result = state.write();
            }
            if let Err(stop) = result {
                state.error = Some(stop);
                self.broken.store(true, Ordering::Relaxed);
            }
            self.moved.notify_all();
        } else {
            state.waiting_len += done.text.len();
            state.waiting.insert(done.first, std::mem::take(done));
        }
    }

    /// Writes what is left.
    pub(crate) fn finish(self) -> Result<Totals, Stop> {
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(stop) = state.error.take() {
            return Err(stop);
        }
        state.write()?;
        Ok(state.totals)
    }
}

impl State<'_> {
    fn take(&mut self, done: &mut Done) -> Result<(), Stop> {
        self.next = done.end;
        self.totals.files += done.totals.files;
        self.totals.bytes += done.totals.bytes;
        self.totals.failed += done.totals.failed;
        self.text.append(&mut done.text);
        if !done.messages.is_empty() {
            self.write()?;
            self.progress.aside(|| {
                for (name, reason) in done.messages.drain(..) {
                    report::about_bytes(&name, reason);
                }
            });
        }
        if self.text.len() >= WRITE_LEN { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), Stop> {
        self.written = Instant::now();
        if self.text.is_empty() {
            return Ok(());
        }
        let Self { out, text, progress, .. } = self;
        let result = progress.aside(|| out.write_all(text).and_then(|()| out.flush()));
        text.clear();
        result.map_err(|error| output::write_error(&error))
    }
}
