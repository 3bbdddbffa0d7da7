//! The options with which coreutils' tools check lists, and other code that the tools share.

use super::options::Opt;
use crate::{
    commands::check::{Settings, check_lists},
    exit::{Exit, Stop},
    report,
    sumfile::{Expected, Tool as Grammar},
};
use bramah::hash::Algorithm;
use std::{ffi::OsString, path::PathBuf};

/// Returns an option without a value.
pub(super) const fn flag(long: &'static str, short: Option<char>) -> Opt {
    Opt { long, short, value: false }
}

/// The options.
pub(super) static OPTIONS: [Opt; 6] = [
    flag("check", Some('c')),
    flag("ignore-missing", None),
    flag("quiet", None),
    flag("status", None),
    flag("strict", None),
    flag("warn", Some('w')),
];

/// The section of the help text on these options.
pub(super) const HELP: &str = "When checking:
      --ignore-missing  skip missing files
      --quiet           do not print OK
      --status          print nothing; the exit code reports the result
      --strict          fail if a line is improperly formatted
  -w, --warn            report each improperly formatted line

      --help            print this help and exit
      --version         print the version and exit

This is bramah under another name; see bramah --help.
";

/// The options that were given.
#[derive(Default)]
pub(super) struct Checking {
    pub(super) check: bool,
    ignore_missing: bool,
    quiet: bool,
    status: bool,
    strict: bool,
    warn: bool,
}

impl Checking {
    /// Applies an option if it is one of [`OPTIONS`]; returns whether it is.
    pub(super) fn take(&mut self, option: &str) -> bool {
        match option {
            "check" => self.check = true,
            "ignore-missing" => self.ignore_missing = true,
            // the last of the three counts
            "quiet" => (self.quiet, self.status, self.warn) = (true, false, false),
            "status" => (self.quiet, self.status, self.warn) = (false, true, false),
            "warn" => (self.quiet, self.status, self.warn) = (false, false, true),
            "strict" => self.strict = true,
            _ => return false,
        }
        true
    }

    /// Returns the errors for options that need `--check`, each with whether it applies, in the order of coreutils.
    pub(super) fn refusals(&self) -> [(bool, &'static str); 5] {
        [
            (self.ignore_missing, "the --ignore-missing option is meaningful only when verifying checksums"),
            (self.status, "the --status option is meaningful only when verifying checksums"),
            (self.warn, "the --warn option is meaningful only when verifying checksums"),
            (self.quiet, "the --quiet option is meaningful only when verifying checksums"),
            (self.strict, "the --strict option is meaningful only when verifying checksums"),
        ]
        .map(|(given, reason)| (given && !self.check, reason))
    }

    /// Checks the lists.
    pub(super) fn run(
        &self,
        lists: Vec<PathBuf>,
        given: Option<Expected>,
        word: &'static str,
    ) -> Result<Exit, Stop> {
        self.run_with(Settings { word: Some(word), ..Settings::of(lists, given) })
    }

    /// Checks the lists, accepting only lines that the tool of coreutils accepts.
    pub(super) fn run_as(
        &self,
        lists: Vec<PathBuf>,
        given: Option<Expected>,
        tool: Grammar,
    ) -> Result<Exit, Stop> {
        let word = Some(tool.word);
        self.run_with(Settings { word, tool: Some(tool), ..Settings::of(lists, given) })
    }

    /// Checks lists with these options and further settings.
    pub(super) fn run_with(&self, settings: Settings) -> Result<Exit, Stop> {
        check_lists(&Settings {
            ignore_missing: self.ignore_missing,
            quiet: self.quiet,
            status: self.status,
            strict: self.strict,
            warn: self.warn,
            ..settings
        })
    }
}

/// Returns the operands; if there are none, `-`.
pub(super) fn files(operands: Vec<OsString>) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = operands.into_iter().map(PathBuf::from).collect();
    if files.is_empty() {
        files.push("-".into());
    }
    files
}

/// Returns the error that ends a tool whose arguments are wrong. The exit code is 1, as in coreutils.
pub(super) fn usage(name: &str, reason: &str) -> Stop {
    Stop::failure(format_args!("{reason}\nTry '{name} --help' for more information."))
}

/// Returns an error with the first reason that applies.
pub(super) fn refuse(name: &str, reasons: &[(bool, &str)]) -> Result<(), Stop> {
    match reasons.iter().find(|(holds, _)| *holds) {
        Some((_, reason)) => Err(usage(name, reason)),
        None => Ok(()),
    }
}

/// Prints that a length is invalid, and returns an error with the reason.
pub(super) fn bad_length(length: &str, reason: Option<String>) -> Stop {
    let invalid = format!("invalid length: {}", quote(length));
    match reason {
        None => Stop::failure(invalid),
        Some(reason) => {
            report::plain(invalid);
            Stop::failure(reason)
        }
    }
}

/// Parses a length in bits; a number too large for `usize` becomes the largest one.
pub(super) fn bits(length: &str) -> Option<usize> {
    let digits = !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| length.parse().unwrap_or(usize::MAX))
}

/// Returns BLAKE2b with a digest length in bits; 0 means the longest.
pub(super) fn blake2b(algorithm: Algorithm, word: &str, length: &str) -> Result<Algorithm, Stop> {
    let most = 8 * algorithm.info().lengths.max;
    match bits(length) {
        None => Err(bad_length(length, None)),
        Some(0) => Ok(algorithm),
        Some(bits) if bits > most => {
            let reason = format!("maximum digest length for {} is {most} bits", quote(word));
            Err(bad_length(length, Some(reason)))
        }
        Some(bits) if !bits.is_multiple_of(8) => {
            Err(bad_length(length, Some("length is not a multiple of 8".into())))
        }
        Some(bits) => algorithm.with_bits(bits).map_err(Stop::failure),
    }
}

/// Returns a word in the quotation marks of the locale.
pub(super) fn quote(word: &str) -> String {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    let utf8 = locale.is_some_and(|name| name.to_ascii_lowercase().replace('-', "").contains("utf8"));
    if utf8 { format!("\u{2018}{word}\u{2019}") } else { format!("'{word}'") }
}

/// Returns the version of a tool.
pub(super) fn version(name: &str) -> String {
    format!("{name} (bramah) {}\n", env!("CARGO_PKG_VERSION"))
}
