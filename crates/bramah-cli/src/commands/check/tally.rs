//! The counts of the results of a check.

use crate::report;
use serde_json::{Value, json};
use std::path::Path;

/// The counts of the results for a list.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// The number of malformed lines.
    pub(crate) malformed: u64,
    /// The number of malformed lines whose digest was computed with a key, while no key was given.
    pub(crate) keyed: u64,
    /// The number of malformed lines that are outside the signed part of a list.
    pub(crate) unsigned: u64,
    /// The number of files with the right digest.
    pub(crate) matched: u64,
    /// The number of files with a different digest.
    pub(crate) failed: u64,
    /// The number of files that could not be read.
    pub(crate) unreadable: u64,
    /// The number of missing files, if --ignore-missing was given.
    pub(crate) missing: u64,
    /// The number of lines that were ignored because they belong to files that are not to be checked.
    pub(crate) ignored: u64,
    /// The number of files to be checked that are not in the list.
    pub(crate) unlisted: u64,
    /// The number of files to be checked for which no digest in the list matches.
    pub(crate) unproven: u64,
}

impl Tally {
    /// Returns whether the check succeeded.
    pub(crate) fn is_well(&self, strict: bool) -> bool {
        self.matched > 0
            && self.failed == 0
            && self.unreadable == 0
            && self.keyed == 0
            && self.unsigned == 0
            && self.unlisted == 0
            && self.unproven == 0
            && !(strict && self.malformed > 0)
    }

    /// Returns the number of well-formed lines.
    pub(super) fn formatted(&self) -> u64 {
        self.matched + self.failed + self.unreadable + self.missing
    }

    /// Adds the counts of another list.
    pub(crate) fn add(&mut self, other: &Self) {
        self.malformed += other.malformed;
        self.keyed += other.keyed;
        self.unsigned += other.unsigned;
        self.matched += other.matched;
        self.failed += other.failed;
        self.unreadable += other.unreadable;
        self.missing += other.missing;
        self.ignored += other.ignored;
        self.unlisted += other.unlisted;
        self.unproven += other.unproven;
    }

    /// Prints the problems to standard error, as coreutils do.
    pub(crate) fn warn(&self, list: &Path, ignore_missing: bool, status: bool) {
        if self.formatted() + self.ignored == 0 && self.keyed == 0 {
            return report::about(list, "no properly formatted checksum lines found");
        }
        if status {
            return;
        }
        let warn = |count: u64, one: &str, more: &str| {
            if count > 0 {
                report::plain(format_args!("WARNING: {count} {}", if count == 1 { one } else { more }));
            }
        };
        warn(self.malformed - self.keyed, "line is improperly formatted", "lines are improperly formatted");
        warn(self.keyed, "keyed digest was not checked", "keyed digests were not checked");
        warn(self.unreadable, "listed file could not be read", "listed files could not be read");
        warn(self.unlisted, "file is not in the signed list", "files are not in the signed list");
        warn(self.failed, "computed checksum did NOT match", "computed checksums did NOT match");
        if ignore_missing && self.matched == 0 {
            report::about(list, "no file was verified");
        }
    }

    /// Returns the last line of JSON.
    pub(crate) fn summary(&self) -> Value {
        let mut summary = json!({ "summary": {
            "ok": self.matched,
            "failed": self.failed,
            "unreadable": self.unreadable,
            "missing": self.missing,
            "malformed": self.malformed,
        } });
        if self.ignored + self.unlisted > 0 {
            summary["summary"]["ignored"] = self.ignored.into();
            summary["summary"]["unlisted"] = self.unlisted.into();
        }
        summary
    }
}
