//! The results for the files of a list: comparing, printing and counting.

use super::{Settings, feed::Listed, naming, other::Mismatch, tally::Tally};
use crate::{
    engine::{self, Hashed},
    exit::Stop,
    json::{hex, named, put},
    names, output,
    sumfile::{Apart, BTIH, Of, needs_escape, write_name},
};
use bramah::hash::Composite;
use serde_json::{Map, Value};
use std::{
    collections::BTreeSet,
    fmt::Display,
    fs, io,
    num::NonZeroU64,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Compares digests, prints and counts.
pub(super) struct Verdict<'a> {
    pub(super) settings: &'a Settings,
    pub(super) found: Mutex<Found>,
}

/// The result for a file whose digest depends on more than its bytes.
pub(super) enum Outcome {
    /// The file is missing, and --ignore-missing was given.
    Missing,
    /// The file could not be read; the value is the reason.
    Unread(String),
    /// The file was read.
    Read {
        ok: bool,
        /// The digest of the file; empty if no part size matched.
        digest: String,
        /// The length of the file in bytes.
        length: u64,
        /// The part size in bytes, for digests of parts.
        part: Option<NonZeroU64>,
    },
}

impl Outcome {
    /// Makes the result for a file that was read.
    pub(super) fn read(ok: bool, digest: &dyn Display, length: u64, part: Option<NonZeroU64>) -> Self {
        Self::Read { ok, digest: digest.to_string(), length, part }
    }
}

/// The results of checking the files of a list.
#[derive(Default)]
pub(super) struct Found {
    pub(super) tally: Tally,
    /// The smallest of the files that do not match a digest without a tag.
    pub(super) mismatch: Option<Mismatch>,
    /// The names of some missing files.
    pub(super) gone: Vec<Vec<u8>>,
    /// The paths of the files that match, if arguments name the files to check.
    pub(super) right: BTreeSet<Vec<u8>>,
}

impl Verdict<'_> {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the results for all files.
    pub(super) fn ended(self) -> Found {
        self.found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether arguments name the files to check.
    fn has_files(&self) -> bool {
        self.settings.signed.as_ref().is_some_and(|signed| !signed.files.is_empty())
    }

    /// Returns the name of a file in results: the argument that names the file, or else the name in the list. Several files
    /// to check may have one name in the list.
    fn called<'n>(&self, listed: &'n [u8], path: &'n [u8]) -> &'n [u8] {
        if self.has_files() { path } else { listed }
    }

    /// Counts malformed lines; `keyed` says whether their digests were computed with a key that was not given.
    pub(super) fn malformed(&self, lines: u64, keyed: bool) {
        let tally = &mut self.found().tally;
        tally.malformed += lines;
        tally.keyed += if keyed { lines } else { 0 };
    }

    /// Counts a line outside the signed part of a list.
    pub(super) fn unsigned(&self, is_one: bool) {
        self.found().tally.unsigned += u64::from(is_one);
    }

    /// Compares the size of the file at `path` with a line that contains only a size and a name. If the size differs, or
    /// the file is missing, reports a failure and returns true.
    pub(super) fn differs(
        &self,
        name: &[u8],
        path: &Result<Vec<u8>, &'static str>,
        size: u64,
        out: &mut dyn io::Write,
    ) -> Result<bool, Stop> {
        if let Ok(path) = path
            && fs::metadata(names::path(path)).is_ok_and(|metadata| metadata.len() == size)
        {
            return Ok(false);
        }
        let name = path.as_ref().map_or(name, |path| self.called(name, path));
        self.found().tally.failed += 1;
        let mut object = named(name);
        object.insert("expected_size".into(), size.into());
        object.insert("status".into(), "failed".into());
        self.print(object, name, "FAILED", out)?;
        Ok(true)
    }

    /// Prints the line of a file that was itself signed.
    pub(super) fn signed(&self, name: &[u8], out: &mut dyn io::Write) -> Result<(), Stop> {
        self.found().tally.matched += 1;
        match self.settings.quiet {
            true => Ok(()),
            false => self.alone(name, "OK", "ok", out),
        }
    }

    /// Prints the line of a file to be checked that is not in the list.
    pub(super) fn unlisted(&self, name: &[u8], out: &mut dyn io::Write) -> Result<(), Stop> {
        self.found().tally.unlisted += 1;
        self.alone(name, "FAILED not in the list", "unlisted", out)
    }

    /// Prints the line of a file without a digest.
    fn alone(&self, name: &[u8], word: &str, status: &str, out: &mut dyn io::Write) -> Result<(), Stop> {
        let mut object = named(name);
        object.insert("status".into(), status.into());
        self.print(object, name, word, out)
    }

    /// Prints and counts the result for the file at `path`, whose digest depends on more than its bytes.
    pub(super) fn apart(&self, apart: &Apart, path: &[u8], outcome: &Outcome, out: &mut Vec<u8>) {
        let name = self.called(&apart.name, path);
        let mut object = named(name);
        let (alg, expected) = match &apart.of {
            Of::Parts { algorithm, digest, parts, .. } => {
                let expected = Composite { digest: digest.clone(), parts: *parts };
                (algorithm.name(), expected.to_string())
            }
            Of::Torrent(digest) => (BTIH.into(), bramah::Hex(digest).to_string()),
        };
        object.insert("alg".into(), alg.into());
        let word = match outcome {
            Outcome::Missing => {
                self.found().tally.missing += 1;
                return;
            }
            Outcome::Unread(reason) => {
                self.found().tally.unreadable += 1;
                object.insert("expected".into(), expected.into());
                object.insert("status".into(), "error".into());
                object.insert("error".into(), reason.as_str().into());
                "FAILED open or read"
            }
            Outcome::Read { ok, digest, length, part } => {
                let ok = *ok && apart.size.is_none_or(|size| size.admits(*length));
                let mut found = self.found();
                *(if ok { &mut found.tally.matched } else { &mut found.tally.failed }) += 1;
                if ok && self.has_files() {
                    found.right.insert(path.to_vec());
                }
                drop(found);
                if ok && self.settings.quiet {
                    return;
                }
                if !digest.is_empty() {
                    object.insert("digest".into(), digest.as_str().into());
                }
                if !ok {
                    object.insert("expected".into(), expected.into());
                }
                object.insert("size".into(), (*length).into());
                if let Some(part) = part {
                    object.insert("part_size".into(), part.get().into());
                }
                object.insert("status".into(), if ok { "ok" } else { "failed" }.into());
                if ok { "OK" } else { "FAILED" }
            }
        };
        self.put(object, name, word, out);
    }

    /// Prints the line of a file: an object of JSON, or its name and a word.
    fn print(
        &self,
        object: Map<String, Value>,
        name: &[u8],
        word: &str,
        out: &mut dyn io::Write,
    ) -> Result<(), Stop> {
        let mut text = Vec::new();
        self.put(object, name, word, &mut text);
        if text.is_empty() {
            return Ok(());
        }
        out.write_all(&text).and_then(|()| out.flush()).map_err(|error| output::write_error(&error))
    }

    /// Appends the line of a file.
    fn put(&self, object: Map<String, Value>, name: &[u8], word: &str, out: &mut Vec<u8>) {
        match (self.settings.status, self.settings.json) {
            (true, _) => {}
            (false, true) => put(&Value::Object(object), out),
            (false, false) => line(name, word, out),
        }
    }

    /// Prints the lines of a file that could not be read.
    pub(super) fn unreadable(&self, file: &Listed, reason: &str, out: &mut Vec<u8>) {
        self.found().tally.unreadable += file.digests.len() as u64;
        if self.settings.status {
            return;
        }
        let name = match &file.path {
            Some(Ok(path)) => self.called(&file.name, path),
            _ => &file.name,
        };
        for (algorithm, digest) in file.algorithms.iter().zip(&file.digests) {
            if self.settings.json {
                let mut object = named(name);
                object.insert("alg".into(), algorithm.name().into());
                object.insert("expected".into(), hex(digest));
                object.insert("status".into(), "error".into());
                object.insert("error".into(), reason.into());
                put(&Value::Object(object), out);
            } else {
                line(name, "FAILED open or read", out);
            }
        }
    }

    /// Counts the lines of a missing file.
    pub(super) fn missing(&self, file: &Listed) {
        self.found().tally.missing += file.digests.len() as u64;
    }
}

impl engine::Sink<Listed> for Verdict<'_> {
    fn passes_over(&self, file: &Listed) -> bool {
        if self.settings.ignore_missing {
            self.missing(file);
        }
        self.settings.ignore_missing
    }

    fn names_fifos(&self) -> bool {
        self.settings.word.is_none() && !self.settings.status
    }

    fn hashed(&self, path: &[u8], file: &Listed, hashed: &Hashed<'_>, out: &mut Vec<u8>) {
        let name = self.called(&file.name, path);
        let mut rest = hashed.digests;
        for (algorithm, expected) in file.algorithms.iter().zip(&file.digests) {
            let digest;
            (digest, rest) = rest.split_at(algorithm.output_len());
            let ok = digest == expected && file.size.is_none_or(|size| size.admits(hashed.size));
            let mut found = self.found();
            *(if ok { &mut found.tally.matched } else { &mut found.tally.failed }) += 1;
            if ok && self.has_files() {
                found.right.insert(path.to_vec());
            }
            if !ok && !file.tagged {
                let (path, size) = (path.to_vec(), hashed.size);
                let mismatch = Mismatch { path, size, algorithm: *algorithm, digest: expected.clone() };
                mismatch.keep_smaller(&mut found.mismatch);
            }
            drop(found);
            if self.settings.status || ok && self.settings.quiet {
                continue;
            }
            if self.settings.json {
                let mut object = named(name);
                object.insert("alg".into(), algorithm.name().into());
                object.insert("digest".into(), hex(digest));
                if !ok {
                    object.insert("expected".into(), hex(expected));
                    if let Some(size) = file.size {
                        object.insert("expected_size".into(), size.most().into());
                    }
                }
                object.insert("size".into(), hashed.size.into());
                object.insert("status".into(), if ok { "ok" } else { "failed" }.into());
                put(&Value::Object(object), out);
            } else {
                line(name, if ok { "OK" } else { "FAILED" }, out);
            }
        }
    }

    fn failed(&self, path: &[u8], file: &Listed, reason: &str, out: &mut Vec<u8>) {
        // the hint is for names in a list: arguments are changed by the user
        let gone = !self.has_files() && fs::symlink_metadata(names::path(path)).is_err();
        let mut found = self.found();
        if gone && found.gone.len() < naming::MOST {
            found.gone.push(file.name.clone());
        }
        drop(found);
        self.unreadable(file, reason, out);
    }
}

/// Writes `NAME: word`, with the name escaped as in a list.
pub(crate) fn line(name: &[u8], word: &str, out: &mut Vec<u8>) {
    let escape = needs_escape(name);
    if escape {
        out.push(b'\\');
    }
    write_name(out, name, escape);
    out.extend_from_slice(b": ");
    out.extend_from_slice(word.as_bytes());
    out.push(b'\n');
}
