//! The progress bar on a terminal: a line that is redrawn with carriage returns, without escape codes.

use std::{
    collections::VecDeque,
    io::{self, Write},
    time::Instant,
};

/// The width of the bar in characters, without the text next to it.
const SIGNS: usize = 30;
/// The number of moments, in the last ten seconds, from which the speed is computed.
const MOMENTS: usize = 80;
/// The number of columns of a terminal whose width is unknown.
const COLUMNS: usize = 80;

/// A progress bar: the work done at each of the last moments, and the number of columns that are drawn.
pub(super) struct Bar {
    moments: VecDeque<(Instant, u64)>,
    drawn: usize,
}

impl Bar {
    /// Makes a bar that is not drawn yet; no work was done when it began.
    pub(super) fn new(began: Instant) -> Self {
        Self { moments: VecDeque::from([(began, 0)]), drawn: 0 }
    }

    /// Records the work done so far, and returns the speed per second.
    pub(super) fn speed(&mut self, now: Instant, done: u64) -> f64 {
        if self.moments.len() == MOMENTS {
            self.moments.pop_front();
        }
        self.moments.push_back((now, done));
        let (then, before) = self.moments[0];
        let seconds = now.duration_since(then).as_secs_f64();
        if seconds > 0.0 { done.saturating_sub(before) as f64 / seconds } else { 0.0 }
    }

    /// Draws a line, cut to the width of the terminal.
    pub(super) fn draw(&mut self, line: &str) {
        self.draw_to(line, columns().saturating_sub(1), &mut io::stderr());
    }

    /// Removes the line.
    pub(super) fn hide(&mut self) {
        if self.drawn > 0 {
            self.draw_to("", 0, &mut io::stderr());
            let _ = io::stderr().write_all(b"\r");
        }
    }

    fn draw_to(&mut self, line: &str, room: usize, out: &mut impl Write) {
        // the line is ASCII, so any byte is a boundary
        let line = line.get(..room).unwrap_or(line);
        // the padding overwrites the rest of a longer earlier line
        let _ = out.write_all(format!("\r{line:0$}", self.drawn).as_bytes());
        self.drawn = line.len();
    }
}

/// Returns the number of columns of the terminal on standard error.
fn columns() -> usize {
    #[cfg(unix)]
    if let Ok(size) = rustix::termios::tcgetwinsize(rustix::stdio::stderr())
        && size.ws_col > 0
    {
        return size.ws_col.into();
    }
    COLUMNS
}

/// Returns a bar that is filled in proportion to the work done.
pub(super) fn filled(done: u64, total: u64) -> String {
    let signs = (u128::from(done.min(total)) * SIGNS as u128 / u128::from(total.max(1))) as usize;
    format!("[{:-<SIGNS$}]", "#".repeat(signs))
}

/// Returns a number of bytes as text: `17 B`, `1.5 KiB`.
pub(super) fn bytes(count: u64) -> String {
    if count < 1 << 10 {
        return format!("{count} B");
    }
    let (mut shown, mut unit) = (count as f64, 0);
    while shown >= 1024.0 {
        shown /= 1024.0;
        unit += 1;
    }
    format!("{shown:.1} {}iB", ["", "K", "M", "G", "T", "P", "E"][unit])
}

/// Returns the remaining time as text: `, 5 s left`, `, 1:02:03 left`; empty if it is unknown.
pub(super) fn left(done: u64, total: u64, speed: f64) -> String {
    let seconds = (total.saturating_sub(done) as f64 / speed).ceil();
    if !seconds.is_finite() {
        return String::new();
    }
    let seconds = seconds as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!(", {seconds} s left"),
        (0, minutes, seconds) => format!(", {minutes}:{seconds:02} left"),
        (hours, minutes, seconds) => format!(", {hours}:{minutes:02}:{seconds:02} left"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_line_covers_the_one_before() {
        let mut bar = Bar::new(Instant::now());
        let mut drawn = |line: &str, room| {
            let mut out = Vec::new();
            bar.draw_to(line, room, &mut out);
            String::from_utf8(out).expect("ASCII")
        };
        assert_eq!(drawn("long line", 80), "\rlong line");
        assert_eq!(drawn("short", 80), "\rshort    ");
        assert_eq!(drawn("longer", 80), "\rlonger");
        assert_eq!(drawn("long line", 4), "\rlong  ");
        assert_eq!(drawn("", 0), "\r    ");
    }

    #[test]
    fn the_speed_is_that_of_the_last_moments() {
        let began = Instant::now();
        let mut bar = Bar::new(began);
        assert_eq!(bar.speed(began, 0), 0.0);
        for second in 1..=200 {
            let done = if second <= 100 { 10 * second } else { 1000 + 1000 * (second - 100) };
            let speed = bar.speed(began + Duration::from_secs(second), done);
            let expected = match second {
                ..=100 => 10.0..11.0,
                180.. => 999.0..1001.0,
                _ => 10.0..1001.0,
            };
            assert!(expected.contains(&speed), "{second}: {speed}");
        }
    }

    #[test]
    fn what_a_bar_says() {
        assert_eq!(filled(0, 0), format!("[{}]", "-".repeat(30)));
        assert_eq!(filled(1, 2), format!("[{}{}]", "#".repeat(15), "-".repeat(15)));
        assert_eq!(filled(u64::MAX, u64::MAX), format!("[{}]", "#".repeat(30)));
        for (count, shown) in
            [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (3 << 29, "1.5 GiB"), (u64::MAX, "16.0 EiB")]
        {
            assert_eq!(bytes(count), shown);
        }
        for (done, total, speed, shown) in [
            (0, 5, 1.0, ", 5 s left"),
            (5, 5, 1.0, ", 0 s left"),
            (0, 62, 1.0, ", 1:02 left"),
            (1, 3724, 1.0, ", 1:02:03 left"),
            (0, 5, 0.0, ""),
            (9, 5, 2.0, ", 0 s left"),
        ] {
            assert_eq!(left(done, total, speed), shown);
        }
    }
}
