//! Updating a list.
//!
//! The lines of a file are preceded by the comment `# size=N modified=SECONDS.NANOSECONDS`. If the file still has this
//! size and time, its old lines are written again. Old lines are also kept for what could not be read, and for files
//! that exist but that the run has not found: the lines of a file that could not be read stay in their place, and all
//! others go to the end of the list. If the list of names could not be read to its end, all lines that the run has not
//! replaced are kept. So the lines of a file are removed only if the file no longer exists.

use super::render::Render;
use crate::{
    engine::{self, Hashed, time},
    exit::Stop,
    names,
    output::Target,
    report,
    sumfile::{Blanks, Expected, LineEnd, Reader, Shard, Use, listed_name},
};
use bramah::hash::Algorithm;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{self, Write},
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::SystemTime,
};

/// An old list.
pub(super) struct Old {
    /// The list or its separate file of comments, if `hash` cannot have written it, so that it must not be replaced.
    foreign: Option<PathBuf>,
    text: Vec<u8>,
    files: BTreeMap<Vec<u8>, Lines>,
    missed: Mutex<Missed>,
}

/// The reason for refusing a list that is a pipe or a device.
pub(super) const ONLY_REGULAR: &str = "--update works with regular files only";

/// The beginning of the comment with the size and time of a file, which precedes the lines of the file.
const MARK: &[u8] = b"# size=";

/// The lines of a file.
#[derive(Default)]
struct Lines {
    /// The ranges of consecutive lines, with the comment before them.
    places: Vec<Range<usize>>,
    /// Whether this run has written lines for the file.
    written: AtomicBool,
}

/// The files and directories that could not be read.
#[derive(Default)]
struct Missed {
    /// The names of the files and directories, without trailing slashes.
    names: BTreeSet<Vec<u8>>,
    /// Whether the names of some files are unknown.
    unknown: bool,
    /// The number of files whose old lines were kept.
    kept: u64,
}

/// The sink of results: prints them, and keeps old lines that are still valid.
pub(super) struct Sink<'a> {
    pub(super) render: &'a Render,
    /// The old list, with `--update`.
    pub(super) old: Option<Old>,
    /// The name of the list of names (`--files-from`) in messages, if there is one.
    pub(super) names_from: Option<Vec<u8>>,
    /// Whether Bramah descends into directories.
    pub(super) recursive: bool,
}

impl Old {
    /// Reads a list; its comments may be in the separate file `state`. A missing list is empty. `algorithms` are those of
    /// the new list.
    pub(super) fn read(path: &Path, state: Option<&Path>, algorithms: &[Algorithm]) -> Result<Self, Stop> {
        let text = self::text(path)?;
        let foreign = (!is_list(&text, algorithms)).then(|| path.to_path_buf());
        let list = Self { foreign, ..Self::of(text) };
        let Some(place) = state else { return Ok(list) };
        let text = self::text(place)?;
        // the user has not named this file, so a link, which may lead to any file, is not followed
        let is_link = fs::symlink_metadata(place).is_ok_and(|metadata| metadata.is_symlink());
        let is_foreign = is_link || !is_list(&text, algorithms);
        let foreign = list.foreign.or_else(|| is_foreign.then(|| place.to_path_buf()));
        // a comment in the separate file counts if the list has the same lines for the file, and no comment
        let (list, state) = (Self { foreign: None, ..list }, Self::of(text));
        let mut places: Vec<(&Vec<u8>, &Range<usize>)> = Vec::new();
        for (name, lines) in &list.files {
            places.extend(lines.places.iter().map(|place| (name, place)));
        }
        places.sort_unstable_by_key(|(_, place)| place.start);
        let mut both = Vec::with_capacity(list.text.len() + state.text.len());
        let mut copied = 0;
        for (name, place) in places {
            let lines = &list.text[place.clone()];
            let noted = state.files.get(name).into_iter().flat_map(|lines| &lines.places);
            let comment =
                noted.filter_map(|noted| state.text[noted.clone()].strip_suffix(lines)).find(|comment| {
                    comment.starts_with(MARK) && comment.iter().filter(|&&byte| byte == b'\n').count() == 1
                });
            both.extend_from_slice(&list.text[copied..place.start]);
            both.extend_from_slice(comment.unwrap_or_default());
            both.extend_from_slice(lines);
            copied = place.end;
        }
        both.extend_from_slice(&list.text[copied..]);
        Ok(Self { foreign, ..Self::of(both) })
    }

    /// Refuses to replace a file that is not a list: it holds something else, which would be lost.
    ///
    /// # Errors
    /// `hash` cannot have written the list, or the separate file with its comments.
    pub(super) fn refuse_foreign(&self) -> Result<(), Stop> {
        let Some(path) = &self.foreign else { return Ok(()) };
        let name = report::shown(path.as_os_str().as_encoded_bytes());
        Err(Stop::usage(format_args!(
            "{name}: --update would replace this file, but it is not a list of digests; name another LIST, or move this \
             file away"
        )))
    }

    /// Finds the files in the text of a list.
    fn of(text: Vec<u8>) -> Self {
        let mut files: BTreeMap<Vec<u8>, Lines> = BTreeMap::new();
        let mut blanks = Blanks::default();
        // the comment before the next line
        let mut comment = None;
        let mut last: Option<Vec<u8>> = None;
        let mut at = 0;
        while at < text.len() {
            let from = at;
            at += line_len(&text[at..]);
            let line = &text[from..at];
            if line.starts_with(MARK) {
                (comment, last) = (Some(from), None);
                continue;
            }
            let name = listed_name(line, &mut blanks);
            let Some(name) = name else {
                (comment, last) = (None, None);
                continue;
            };
            let places = &mut files.entry(name.clone()).or_default().places;
            match places.last_mut() {
                Some(place) if last.as_ref() == Some(&name) => place.end = at,
                _ => places.push(comment.take().unwrap_or(from)..at),
            }
            last = Some(name);
        }
        Self { foreign: None, text, files, missed: Mutex::default() }
    }

    /// Returns the old comment and lines of a file, if the comment equals `comment` and the lines are in the output
    /// format.
    fn find(&self, name: &[u8], comment: &[u8], render: &Render) -> Option<&[u8]> {
        let key = render.key(name);
        let places = &self.files.get(name)?.places;
        places.iter().rev().find_map(|place| {
            let text = &self.text[place.clone()];
            let lines = text.strip_prefix(comment)?;
            let len: usize = lines
                .split_inclusive(|&byte| byte == b'\n')
                .take(render.algorithms.len())
                .map(<[u8]>::len)
                .sum();
            let lines = &lines[..len];
            (render.without_digests(lines)? == key).then_some(&text[..comment.len() + len])
        })
    }

    /// Marks the lines of a file as written.
    fn written(&self, name: &[u8]) -> Option<&Lines> {
        let lines = self.files.get(name)?;
        lines.written.store(true, Ordering::Relaxed);
        Some(lines)
    }

    fn missed(&self) -> MutexGuard<'_, Missed> {
        self.missed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the old lines of a file or directory that could not be read: appends the lines of a file to `out`,
    /// and records the name of a directory.
    fn keep(&self, name: &[u8], out: &mut Vec<u8>) {
        let lines = self.written(name);
        for place in lines.iter().flat_map(|lines| &lines.places) {
            self.append(place, out);
        }
        let mut missed = self.missed();
        missed.kept += u64::from(lines.is_some());
        let end = name.iter().rposition(|&byte| byte != b'/').map_or(0, |last| last + 1);
        missed.names.insert(name[..end].to_vec());
    }

    /// Returns the lines of all files in directories that could not be read, and of all other files that exist but that
    /// the run has not found, in the order of the old list.
    fn kept(&self) -> Vec<u8> {
        let mut missed = self.missed();
        let in_missed = |name: &[u8]| {
            let slashes = name.iter().enumerate().filter(|(_, byte)| **byte == b'/');
            slashes.into_iter().any(|(at, _)| missed.names.contains(&name[..at]))
        };
        let mut count = 0;
        let mut places: Vec<&Range<usize>> = Vec::new();
        for (name, lines) in &self.files {
            if lines.written.load(Ordering::Relaxed) {
                continue;
            }
            let is_missed = missed.unknown || in_missed(name);
            if is_missed || exists(name) {
                count += u64::from(is_missed);
                places.extend(&lines.places);
            }
        }
        missed.kept += count;
        places.sort_unstable_by_key(|place| place.start);
        let mut out = Vec::new();
        for place in places {
            self.append(place, &mut out);
        }
        out
    }

    fn append(&self, place: &Range<usize>, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.text[place.clone()]);
        // the last line of the old list may lack its line end
        if out.last() != Some(&b'\n') {
            out.push(b'\n');
        }
    }
}

/// Returns whether a file exists, or may exist: a directory on its path may be unreadable.
fn exists(name: &[u8]) -> bool {
    match fs::metadata(names::path(name)) {
        Ok(metadata) => !metadata.is_dir(),
        Err(error) => !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
    }
}

/// Returns whether the text is a list that can be updated: it is blank, or has a line with a digest or a comment of
/// `hash`. A digest without a tag may be a digest of `algorithms`.
fn is_list(text: &[u8], algorithms: &[Algorithm]) -> bool {
    let is_line = |line: &[u8]| {
        let is_digest = |given| {
            let mut reader = Reader::new(line, LineEnd::LineFeed, given, None).for_use(Use::Copied);
            // a line of another format, such as JSON, belongs to a file that `hash` did not write
            matches!(reader.next(), Some(Ok((_, Ok(_))))) && reader.format().is_none()
        };
        is_comment(line)
            || listed_name(line, &mut Blanks::default()).is_some()
                && (is_digest(None)
                    || algorithms.iter().any(|algorithm| is_digest(Some(Expected::exactly(*algorithm)))))
    };
    text.trim_ascii().is_empty() || text.split(|&byte| byte == b'\n').any(is_line)
}

/// Returns whether a line is a comment that `hash` writes: with the size and time of a file, or with a shard.
fn is_comment(line: &[u8]) -> bool {
    let size = line.strip_prefix(MARK).unwrap_or_default();
    let digits = size.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && size[digits..].starts_with(b" modified=") || line.starts_with(Shard::MARK)
}

/// Reads a regular file. A missing file counts as empty.
fn text(path: &Path) -> Result<Vec<u8>, Stop> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        return Err(Stop::about(path, ONLY_REGULAR));
    }
    match fs::read(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Stop::io(path, &error)),
    }
}

/// Returns the name of the file with the comments of a list: LIST.state.
pub(super) fn beside(list: &Path) -> PathBuf {
    let mut name = list.as_os_str().to_owned();
    name.push(".state");
    name.into()
}

/// Writes a list without comments, and a second file with the comments and a copy of the lines.
pub(super) struct Split {
    list: Target,
    state: Target,
    /// The beginning of a line that is not complete yet.
    line: Vec<u8>,
}

impl Split {
    pub(super) fn new(list: Target, state: Target) -> Self {
        Self { list, state, line: Vec::new() }
    }

    /// Completes both files.
    pub(super) fn finish(self) -> Result<(), Stop> {
        self.list.finish_list(true)?;
        self.state.finish()
    }
}

impl Write for Split {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.state.write_all(text)?;
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(line);
            if line.ends_with(b"\n") {
                if !self.line.starts_with(MARK) {
                    self.list.write_all(&self.line)?;
                }
                self.line.clear();
            }
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the length of the first line in bytes, including its end.
fn line_len(text: &[u8]) -> usize {
    text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1)
}

fn comment(size: u64, modified: SystemTime) -> Vec<u8> {
    format!("# size={size} modified={}\n", time(modified)).into_bytes()
}

impl Sink<'_> {
    /// Returns the old lines to append to the end of the list.
    pub(super) fn kept(&self) -> Vec<u8> {
        self.old.as_ref().map(Old::kept).unwrap_or_default()
    }

    /// Reports how many files kept their old lines.
    pub(super) fn tell(&self, list: Option<&Path>) {
        let kept = self.old.as_ref().map_or(0, |old| old.missed().kept);
        if let Some(list) = list.filter(|_| kept > 0) {
            let files = if kept == 1 { "file" } else { "files" };
            report::about(list, format_args!("{kept} {files} could not be read: the old lines are kept"));
        }
    }
}

impl engine::Sink<()> for Sink<'_> {
    fn directory(&self) -> &'static str {
        if self.recursive { "Is a directory" } else { "Is a directory; use -r to hash the files in it" }
    }

    fn known(&self, name: &[u8], _: &(), out: &mut Vec<u8>) -> bool {
        let Some(old) = &self.old else { return false };
        let Some(metadata) = fs::metadata(names::path(name)).ok().filter(fs::Metadata::is_file) else {
            return false;
        };
        let Ok(modified) = metadata.modified() else { return false };
        let lines = old.find(name, &comment(metadata.len(), modified), self.render);
        if let Some(lines) = lines {
            out.extend_from_slice(lines);
            old.written(name);
        }
        lines.is_some()
    }

    fn hashed(&self, name: &[u8], _: &(), file: &Hashed<'_>, out: &mut Vec<u8>) {
        if let Some(old) = &self.old {
            old.written(name);
            if let Some(modified) = file.modified {
                out.extend_from_slice(&comment(file.size, modified));
            }
        }
        self.render.hashed(name, file, out);
    }

    fn failed(&self, name: &[u8], _: &(), reason: &str, out: &mut Vec<u8>) {
        self.render.failed(name, reason, out);
        if let Some(old) = &self.old {
            old.keep(name, out);
            if self.names_from.as_deref() == Some(name) {
                old.missed().unknown = true;
            }
        }
    }
}
