//! The progress, on standard error: a bar on a terminal after a second, or plain lines; and a line for each signal that
//! requests one.

use super::bar::{self, Bar};
use crate::{os, report};
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Show {
    /// A bar if standard error is a terminal, otherwise nothing.
    #[default]
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

/// The units that are counted in addition to bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Items {
    Files,
    /// Tests, which have no bytes.
    Tests,
}

/// The work done so far, which the workers count, and the bar.
pub(crate) struct Progress {
    items: Items,
    /// The number of files or tests that are done.
    count: AtomicU64,
    bytes: AtomicU64,
    show: Show,
    began: Instant,
    /// The total number of bytes, or of tests, if it is known.
    total: Option<u64>,
    bar: Mutex<Option<Bar>>,
}

impl Progress {
    /// Makes a progress with no work done yet; calls `total` if the number of bytes is shown. From now on SIGUSR1
    /// requests a line and does not end the process.
    pub(crate) fn new(show: Show, total: impl FnOnce() -> Option<u64>) -> Self {
        Self::of(Items::Files, show, total)
    }

    /// Makes a progress for `total` tests, none of which is done yet.
    pub(crate) fn of_tests(show: Show, total: u64) -> Self {
        Self::of(Items::Tests, show, || Some(total))
    }

    fn of(items: Items, show: Show, total: impl FnOnce() -> Option<u64>) -> Self {
        os::accept_requests();
        let show = match show {
            Show::Auto if !io::stderr().is_terminal() => Show::Never,
            show => show,
        };
        // the number of tests is already known, and the line that a signal requests shows it
        let total = if show == Show::Never && items == Items::Files { None } else { total() };
        let (count, bytes, began) = (AtomicU64::new(0), AtomicU64::new(0), Instant::now());
        Self { items, count, bytes, show, began, total, bar: Mutex::new(None) }
    }

    /// Counts files or tests that are done.
    pub(crate) fn add_items(&self, count: u64) {
        self.count.fetch_add(count, Ordering::Relaxed);
        self.answer();
    }

    /// Counts bytes that are done.
    pub(crate) fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.answer();
    }

    /// Prints a line if a signal has requested one.
    fn answer(&self) {
        if os::take_request() {
            self.aside(|| self.print());
        }
    }

    /// Calls `print` while the bar is hidden.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = &mut *bar {
            bar.hide();
        }
        print()
    }

    /// Shows the progress until the returned sender is dropped; shows nothing if the system cannot start a
    /// thread.
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
            if let Some(mut bar) = self.bar.lock().unwrap_or_else(PoisonError::into_inner).take() {
                bar.hide();
            }
        };
        if bramah::threads::start(scope, show).is_none() {
            report::plain("progress is not shown: cannot start a thread");
            return None;
        }
        Some(sender)
    }

    fn draw(&self) {
        // otherwise the bar would appear among the characters that the user types
        if crate::input::is_typed() {
            return;
        }
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = bar.get_or_insert_with(|| Bar::new(self.began));
        let (count, bytes) = (self.count.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed));
        let done = if self.items == Items::Tests { count } else { bytes };
        let speed = bar.speed(Instant::now(), done);
        let files =
            format!("{count} file{}, {}/s", if count == 1 { "" } else { "s" }, bar::bytes(speed as u64));
        let shown = bar::bytes(bytes);
        bar.draw(&match (self.items, self.total) {
            (Items::Tests, total) => {
                let total = total.unwrap_or_default();
                let (filled, left) = (bar::filled(done, total), bar::left(done, total, speed));
                format!("{filled} {count} of {total} tested{left}")
            }
            (Items::Files, Some(total)) => {
                let (filled, left) = (bar::filled(done, total), bar::left(done, total, speed));
                format!("{filled} {shown} of {}, {files}{left}", bar::bytes(total))
            }
            (Items::Files, None) => format!("{shown}, {files}"),
        });
    }

    fn print(&self) {
        match self.show {
            Show::Json => {
                let _ = io::stderr().write_all(format!("{}\n", self.line()).as_bytes());
            }
            _ => report::plain(self.line()),
        }
    }

    /// Returns a line with the work done so far.
    fn line(&self) -> String {
        let (count, bytes) = (self.count.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed));
        let (total, seconds) = (self.total, self.began.elapsed().as_secs());
        match (self.show, self.items) {
            (Show::Json, Items::Tests) => {
                let object = serde_json::json!({ "tested": count, "total": total, "seconds": seconds });
                serde_json::json!({ "progress": object }).to_string()
            }
            (Show::Json, Items::Files) => {
                let object = serde_json::json!({ "files": count, "bytes": bytes, "total_bytes": total, "seconds": seconds });
                serde_json::json!({ "progress": object }).to_string()
            }
            (_, Items::Tests) => format!("{count} of {} tested, {seconds} s", total.unwrap_or_default()),
            (_, Items::Files) => {
                let plural = if count == 1 { "" } else { "s" };
                format!("{count} file{plural}, {} MiB, {seconds} s", bytes >> 20)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_how_many_are_done() {
        for (show, tests, files) in [
            (Show::Plain, "2 of 5 tested, 0 s", "1 file, 3 MiB, 0 s"),
            (
                Show::Json,
                r#"{"progress":{"tested":2,"total":5,"seconds":0}}"#,
                r#"{"progress":{"files":1,"bytes":3145728,"total_bytes":null,"seconds":0}}"#,
            ),
        ] {
            let progress = Progress::of_tests(show, 5);
            progress.add_items(2);
            assert_eq!(progress.line(), tests);
            let progress = Progress::new(show, || None);
            progress.add_items(1);
            progress.add_bytes(3 << 20);
            assert_eq!(progress.line(), files);
        }
    }
}
