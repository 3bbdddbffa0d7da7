//! The progress, on standard error: a bar on a terminal after a second, or plain lines; and a line whenever a signal
//! asks for it.

use crate::{os, report};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::{self, IsTerminal, Write},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread::Scope,
    time::{Duration, Instant},
};

/// The ways to show progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Show {
    /// A bar if standard error is a terminal, else nothing.
    Auto,
    /// A line every ten seconds.
    Plain,
    /// A JSON object every ten seconds.
    Json,
    /// Nothing.
    Never,
}

/// The time after which the bar appears.
const PATIENCE: Duration = Duration::from_secs(1);
/// The interval at which the bar moves.
const BEAT: Duration = Duration::from_millis(125);
/// The interval of plain lines.
const LINE_BEAT: Duration = Duration::from_secs(10);

/// The work done so far, counted by the workers, and the bar.
pub(crate) struct Progress {
    files: AtomicU64,
    bytes: AtomicU64,
    show: Show,
    began: Instant,
    /// The total number of bytes, if it is known.
    total: Option<u64>,
    bar: Mutex<Option<ProgressBar>>,
}

impl Progress {
    /// Makes a progress with nothing done yet; `total` is called if the number of bytes is shown. From now on SIGUSR1 asks
    /// for a line and does not end the process.
    pub(crate) fn new(show: Show, total: impl FnOnce() -> Option<u64>) -> Self {
        os::accept_requests();
        let show = match show {
            Show::Auto if !io::stderr().is_terminal() => Show::Never,
            show => show,
        };
        let total = if show == Show::Never { None } else { total() };
        let (files, bytes, began) = (AtomicU64::new(0), AtomicU64::new(0), Instant::now());
        Self { files, bytes, show, began, total, bar: Mutex::new(None) }
    }

    /// Counts files that are done.
    pub(crate) fn add_files(&self, files: u64) {
        self.files.fetch_add(files, Ordering::Relaxed);
        self.answer();
    }

    /// Counts bytes that are done.
    pub(crate) fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.answer();
    }

    /// Prints a line if a signal has asked for it.
    fn answer(&self) {
        if os::take_request() {
            self.aside(|| self.print());
        }
    }

    /// Prints something while the bar is hidden.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &*self.bar.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Shows the progress until the returned sender is dropped; not at all if the system has no thread for it.
    pub(crate) fn run<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) -> Option<mpsc::Sender<()>> {
        if self.show == Show::Never {
            return None;
        }
        let (sender, end) = mpsc::channel::<()>();
        let show = move || {
            let mut wait = if self.show == Show::Auto { PATIENCE } else { LINE_BEAT };
            while end.recv_timeout(wait) == Err(mpsc::RecvTimeoutError::Timeout) {
                if self.show == Show::Auto {
                    wait = BEAT;
                    self.draw();
                } else {
                    self.print();
                }
            }
            if let Some(bar) = self.bar.lock().unwrap_or_else(PoisonError::into_inner).take() {
                bar.finish_and_clear();
            }
        };
        if bramah::threads::start(scope, show).is_none() {
            report::plain("no progress is shown: the system gives no thread for it");
            return None;
        }
        Some(sender)
    }

    fn draw(&self) {
        // it would stand among the characters that are typed
        if crate::input::is_typed() {
            return;
        }
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(self.total, ProgressDrawTarget::stderr());
            let template = match self.total {
                Some(_) => "{bar:30} {bytes} of {total_bytes}, {msg}, {bytes_per_sec}, {eta} left",
                None => "{spinner} {bytes}, {msg}, {bytes_per_sec}",
            };
            bar.set_style(ProgressStyle::with_template(template).expect("a template without faults"));
            bar.with_elapsed(self.began.elapsed())
        });
        let files = self.files.load(Ordering::Relaxed);
        bar.set_message(format!("{files} file{}", if files == 1 { "" } else { "s" }));
        bar.set_position(self.bytes.load(Ordering::Relaxed));
        bar.tick();
    }

    fn print(&self) {
        let (files, bytes) = (self.files.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed));
        let seconds = self.began.elapsed().as_secs();
        if self.show == Show::Json {
            let total = self.total;
            let object = serde_json::json!({ "files": files, "bytes": bytes, "total_bytes": total, "seconds": seconds });
            let line = format!("{}\n", serde_json::json!({ "progress": object }));
            let _ = io::stderr().write_all(line.as_bytes());
        } else {
            let plural = if files == 1 { "" } else { "s" };
            report::plain(format_args!("{files} file{plural}, {} MiB, {seconds} s", bytes >> 20));
        }
    }
}
