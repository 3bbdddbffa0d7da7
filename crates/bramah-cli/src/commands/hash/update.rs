//! Bringing a list up to date.
//!
//! In front of the lines of a file stands the comment `# size=N modified=SECONDS.NANOSECONDS`. If
//! the file still has that size and time, its old lines are written again.

use super::{about, render::Render};
use crate::{
    engine::{self, Hashed, time},
    exit::Stop,
    names,
};
use std::{
    collections::HashMap,
    fs, io,
    path::Path,
    time::{Duration, SystemTime},
};

/// A file written to so short before it was read could be written to again without a new time.
const SETTLED: Duration = Duration::from_secs(2);

/// An old list.
pub(super) struct Old {
    text: Vec<u8>,
    /// Where a comment stands and where the lines behind it end, by the lines without digests.
    places: HashMap<Vec<u8>, (usize, usize)>,
}

/// What writes and remembers.
pub(super) struct Sink<'a> {
    pub(super) render: &'a Render,
    /// The list that is brought up to date, if one is.
    pub(super) old: Option<Old>,
}

impl Old {
    /// Reads a list; one that is not there is empty.
    pub(super) fn read(path: &Path, render: &Render) -> Result<Self, Stop> {
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(about(path, &error)),
        };
        let mut places = HashMap::new();
        let mut at = 0;
        while at < text.len() {
            let comment = at;
            at += line_len(&text[at..]);
            if !text[comment..at].starts_with(b"# size=") {
                continue;
            }
            let lines = at;
            for _ in &render.algorithms {
                at += line_len(&text[at..]);
            }
            if let Some(key) = render.without_digests(&text[lines..at]) {
                places.insert(key, (comment, at));
            }
        }
        Ok(Self { text, places })
    }

    /// The comment and the lines of a file, if they are there and the comment is `comment`.
    fn find(&self, key: &[u8], comment: &[u8]) -> Option<&[u8]> {
        let &(from, to) = self.places.get(key)?;
        self.text[from..to].starts_with(comment).then_some(&self.text[from..to])
    }
}

/// The bytes of the first line, with its end.
fn line_len(text: &[u8]) -> usize {
    text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1)
}

fn comment(size: u64, modified: SystemTime) -> Vec<u8> {
    format!("# size={size} modified={}\n", time(modified)).into_bytes()
}

impl engine::Sink for Sink<'_> {
    fn known(&self, name: &[u8], out: &mut Vec<u8>) -> bool {
        let Some(old) = &self.old else { return false };
        let Some(metadata) = fs::metadata(names::path(name)).ok().filter(fs::Metadata::is_file) else {
            return false;
        };
        let Ok(modified) = metadata.modified() else { return false };
        let lines = old.find(&self.render.key(name), &comment(metadata.len(), modified));
        out.extend_from_slice(lines.unwrap_or_default());
        lines.is_some()
    }

    fn hashed(&self, name: &[u8], file: &Hashed<'_>, out: &mut Vec<u8>) {
        if self.old.is_some()
            && let Some(modified) = file.modified
            && modified.elapsed().is_ok_and(|ago| ago > SETTLED)
        {
            out.extend_from_slice(&comment(file.size, modified));
        }
        self.render.hashed(name, file, out);
    }

    fn failed(&self, name: &[u8], reason: &str, out: &mut Vec<u8>) {
        self.render.failed(name, reason, out);
    }
}
