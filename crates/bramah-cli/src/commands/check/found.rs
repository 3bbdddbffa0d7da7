//! The results of an audit.

use super::Settings;
use crate::json::put;
use serde_json::json;

/// The result of an audit for a file that was found or is listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Matched,
    Changed,
    Moved,
    New,
    Missing,
    Unreadable,
}

/// The result for a file.
pub(super) struct Finding<'a> {
    pub(super) name: &'a [u8],
    pub(super) kind: Kind,
    /// The listed name of a file that was moved.
    pub(super) from: Option<&'a [u8]>,
}

/// The result of an audit, in files.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) matched: u64,
    pub(super) changed: u64,
    pub(super) moved: u64,
    pub(super) new: u64,
    pub(super) missing: u64,
    pub(super) unreadable: u64,
}

impl Counts {
    /// Counts results.
    pub(super) fn of<'a>(findings: impl IntoIterator<Item = &'a Finding<'a>>) -> Self {
        let mut counts = Self::default();
        findings.into_iter().for_each(|finding| counts.add(finding));
        counts
    }

    /// Counts a result.
    pub(super) fn add(&mut self, finding: &Finding<'_>) {
        *match finding.kind {
            Kind::Matched => &mut self.matched,
            Kind::Changed => &mut self.changed,
            Kind::Moved => &mut self.moved,
            Kind::New => &mut self.new,
            Kind::Missing => &mut self.missing,
            Kind::Unreadable => &mut self.unreadable,
        } += 1;
    }

    /// Returns the number of files that differ from the lists.
    pub(super) fn differences(&self) -> u64 {
        self.changed + self.moved + self.new + self.missing + self.unreadable
    }

    /// Appends the result, as text or as JSON.
    pub(super) fn tell(&self, settings: &Settings, well: bool, malformed: u64, out: &mut Vec<u8>) {
        let Self { matched, changed, moved, new, missing, unreadable } = self;
        if settings.json {
            let summary = json!({
                "audit": if well { "passed" } else { "failed" },
                "ok": matched, "failed": changed, "moved": moved, "new": new, "missing": missing,
                "unreadable": unreadable, "malformed": malformed,
            });
            return put(&json!({ "summary": summary }), out);
        }
        let verdict = if well { "passed" } else { "failed" };
        let text = format!(
            "Audit {verdict}
          Files matched: {matched}
          Files changed: {changed}
            Files moved: {moved}
        New files found: {new}
  Known files not found: {missing}
       Files not read: {unreadable}
"
        );
        out.extend_from_slice(text.as_bytes());
    }
}
