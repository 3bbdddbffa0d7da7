//! Putting the output of the workers into the order of the files.

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

/// The results of consecutive files.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// The position of the first file among all files.
    pub(crate) first: u64,
    /// The position after the last file.
    pub(crate) end: u64,
    /// The text for the output.
    pub(crate) text: Vec<u8>,
    /// The names of files with problems, and the messages about them.
    pub(crate) messages: Vec<(Vec<u8>, Box<str>)>,
    /// The totals of these files.
    pub(crate) totals: Totals,
}

/// The totals of all files.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    /// The number of files that were hashed.
    pub(crate) files: u64,
    /// The number of bytes of these files.
    pub(crate) bytes: u64,
    /// The number of files that could not be hashed.
    pub(crate) failed: u64,
}

/// The maximum number of bytes that may wait for the results of earlier files.
const WAITING_MAX: usize = 8 << 20;
/// The number of bytes that are collected before they are written.
const WRITE_LEN: usize = 64 << 10;
/// The longest time that collected bytes may wait to be written.
const PATIENCE: Duration = Duration::from_millis(100);

/// The output: collects lines, and writes many at a time.
pub(crate) struct Lines<'a> {
    out: &'a mut (dyn Write + Send),
    progress: &'a Progress,
    text: Vec<u8>,
    written: Instant,
    totals: Totals,
}

/// The output of several threads, in order.
pub(crate) struct Order<'a> {
    state: Mutex<State<'a>>,
    moved: Condvar,
    /// Whether writing failed; then no more files are read.
    pub(crate) broken: AtomicBool,
}

struct State<'a> {
    lines: Lines<'a>,
    /// The position of the file whose results are written next.
    next: u64,
    waiting: BTreeMap<u64, Done>,
    waiting_len: usize,
    error: Option<Stop>,
}

impl<'a> Order<'a> {
    /// Makes an order without results.
    pub(crate) fn new(out: &'a mut (dyn Write + Send), progress: &'a Progress) -> Self {
        Self {
            state: Mutex::new(State {
                lines: Lines::new(out, progress),
                next: 0,
                waiting: BTreeMap::new(),
                waiting_len: 0,
                error: None,
            }),
            moved: Condvar::new(),
            broken: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether writing failed.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Takes the results of consecutive files; leaves `done` empty for reuse. Blocks while too many bytes are waiting,
    /// unless these files are next.
    pub(crate) fn put(&self, done: &mut Done) {
        if done.first == done.end {
            return;
        }
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
            if result.is_ok() && state.lines.written.elapsed() > PATIENCE {
                result = state.lines.write();
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

    /// Writes the remaining lines, and returns the totals.
    pub(crate) fn finish(self) -> Result<Totals, Stop> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or_else(|| state.lines.finish(), Err)
    }
}

impl State<'_> {
    fn take(&mut self, done: &mut Done) -> Result<(), Stop> {
        self.next = done.end;
        self.lines.take(done)
    }
}

impl<'a> Lines<'a> {
    /// Makes an output without lines.
    pub(crate) fn new(out: &'a mut (dyn Write + Send), progress: &'a Progress) -> Self {
        Self { out, progress, text: Vec::new(), written: Instant::now(), totals: Totals::default() }
    }

    /// Takes the results of consecutive files, and prints their messages.
    pub(crate) fn take(&mut self, done: &mut Done) -> Result<(), Stop> {
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

    /// Writes the remaining lines, and returns the totals.
    pub(crate) fn finish(mut self) -> Result<Totals, Stop> {
        self.write()?;
        Ok(self.totals)
    }
}
