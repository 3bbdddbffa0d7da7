//! Colors on terminals.

use std::{
    env,
    io::{self, IsTerminal},
    sync::atomic::{AtomicU8, Ordering},
};

/// When to use color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// When this run uses color: never under the name of another tool, since these tools have no colors.
static CHOICE: AtomicU8 = AtomicU8::new(When::Never as u8);

/// Sets when to use color.
pub(crate) fn set(when: When) {
    CHOICE.store(when as u8, Ordering::Relaxed);
}

fn wanted(is_terminal: impl FnOnce() -> bool) -> bool {
    let choice = CHOICE.load(Ordering::Relaxed);
    if choice != When::Auto as u8 {
        return choice == When::Always as u8;
    }
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || env::var_os("TERM").is_some_and(|name| name == "dumb");
    // a console of Windows prints escape sequences as text unless a program turns on their interpretation
    !cfg!(windows) && !refused && is_terminal()
}

/// Returns whether standard output is in color.
pub(crate) fn of_stdout() -> bool {
    wanted(|| io::stdout().is_terminal())
}

/// Returns whether messages are in color.
pub(crate) fn of_stderr() -> bool {
    wanted(|| io::stderr().is_terminal())
}

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const END: &str = "\x1b[0m";

/// Returns a text in red.
pub(crate) fn red(text: &str) -> String {
    format!("{RED}{text}{END}")
}

/// Returns the lines of a check in color: the words after the last colon are green if they are `OK`, and red if they
/// begin with `FAILED`. Names are not changed: they come before this colon and contain no line feeds.
pub(crate) fn verdicts(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 16);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let words =
            [("OK", GREEN), ("FAILED", RED), ("FAILED open or read", RED), ("FAILED not in the list", RED)];
        let found = words.into_iter().find_map(|(word, color)| {
            let front = line.strip_suffix(b"\n")?.strip_suffix(word.as_bytes())?;
            front.ends_with(b": ").then_some((front, word, color))
        });
        match found {
            Some((front, word, color)) => {
                out.extend_from_slice(front);
                out.extend_from_slice([color, word, END, "\n"].concat().as_bytes());
            }
            None => out.extend_from_slice(line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_verdict_is_in_color() {
        for (line, colored) in [
            ("a: OK\n", "a: \x1b[32mOK\x1b[0m\n"),
            ("a: FAILED\nb: OK\n", "a: \x1b[31mFAILED\x1b[0m\nb: \x1b[32mOK\x1b[0m\n"),
            ("a: FAILED open or read\n", "a: \x1b[31mFAILED open or read\x1b[0m\n"),
            ("a: OK: FAILED\n", "a: OK: \x1b[31mFAILED\x1b[0m\n"),
            ("NOT OK\n", "NOT OK\n"),
            ("a: OK", "a: OK"),
        ] {
            assert_eq!(String::from_utf8(verdicts(line.as_bytes())).unwrap(), colored);
        }
    }
}
