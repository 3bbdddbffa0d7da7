//! Digests that depend on more than the bytes of a file: the digests of S3's objects in parts, and of torrents. One thread
//! reads a file; several files are read at the same time.

use super::{
    Settings,
    feed::{Feed, Next},
    verdict::{Outcome, Verdict},
};
use crate::{
    commands::parts::{self, MOST},
    engine::{Done, Group, Items, Kind, Turn},
    exit::Stop,
    input, names, report,
    sumfile::{Apart, Layout, LineEnd, Of, write_line_of},
};
use bramah::{Hex, hash::Function};
use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Seek as _},
    path::PathBuf,
    sync::Arc,
};

/// The number of part sizes that are tried during one reading of a file.
const AT_ONCE: usize = 8;

/// Makes a list with a line for each of `files`, all of which have this digest. Afterwards `files` contains only the
/// name of the list in messages.
pub(super) fn lines(digest: &str, files: &mut Vec<PathBuf>) -> Result<Vec<u8>, Stop> {
    if files.is_empty() {
        return Err(Stop::usage(
            "--digest: no files to compare with the digest; give the files after the options",
        ));
    }
    // blanks around a digest come from copying it; some tools print a digest in groups of digits
    let groups: Vec<&str> = digest.split_ascii_whitespace().collect();
    let is_grouped = groups.iter().all(|group| {
        group.len() == groups[0].len()
            && group.len() > 1
            && group.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    let digest = if is_grouped { groups.concat() } else { digest.trim_ascii().to_string() };
    if digest.is_empty() || digest.contains(|c: char| c.is_ascii_whitespace() || c.is_control() || c == '\\')
    {
        return Err(Stop::usage("--digest: expected only a digest, without a file name"));
    }
    let mut lines = Vec::new();
    for file in std::mem::replace(files, vec!["--digest".into()]) {
        let put = |out: &mut Vec<u8>| out.extend_from_slice(digest.as_bytes());
        write_line_of(
            &mut lines,
            Layout::Untagged,
            String::new,
            put,
            &names::bytes(&file),
            LineEnd::LineFeed,
        );
    }
    Ok(lines)
}

/// A file whose digest is compared with one line of a list.
pub(super) struct Part {
    apart: Arc<Apart>,
    /// The hash function, if the digest is a digest of parts.
    function: Option<Function>,
    /// The path of the file, or the reason why it is not opened.
    path: Result<Vec<u8>, &'static str>,
}

/// Returns the files that one line of the list covers. It is an error if the digest of the line cannot be computed.
pub(super) fn parts(
    settings: &Settings,
    apart: Box<Apart>,
    paths: Vec<Result<Vec<u8>, &'static str>>,
) -> Result<VecDeque<Part>, (Box<Apart>, bramah::Error)> {
    let function = match &apart.of {
        Of::Torrent(_) => None,
        Of::Parts { algorithm, .. } => match settings.parameters.functions(&[*algorithm]) {
            Ok(mut functions) => functions.pop(),
            Err(error) => return Err((apart, error)),
        },
    };
    let apart = Arc::new(*apart);
    Ok(paths
        .into_iter()
        .map(|path| Part { apart: apart.clone(), function: function.clone(), path })
        .collect())
}

/// The files that consecutive lines of the list cover.
pub(super) struct Run<'a> {
    settings: &'a Settings,
    feed: &'a mut Feed,
    ahead: VecDeque<Part>,
}

impl<'a> Run<'a> {
    /// Begins a run with the files of its first line.
    pub(super) fn new(settings: &'a Settings, first: VecDeque<Part>, feed: &'a mut Feed) -> Self {
        Self { settings, feed, ahead: first }
    }

    /// Reads the next line if it belongs to the run.
    fn advance(&mut self) {
        let next = match self.feed.next() {
            Next::Apart(line, apart, paths) => match parts(self.settings, apart, paths.clone()) {
                Ok(next) => {
                    self.ahead = next;
                    return;
                }
                Err((apart, _)) => Next::Apart(line, apart, paths),
            },
            other => other,
        };
        self.feed.put_front(next);
    }
}

impl Items<Part> for Run<'_> {
    fn fill(&mut self, group: &mut Group<Part>, most: usize) {
        while group.len() < most
            && let Some(part) = self.ahead.pop_front()
        {
            let path = part.path.clone().unwrap_or_else(|_| part.apart.name.clone());
            // nothing follows standard input in a group, so that standard input is read to its end before anything else
            // can read it
            let is_stdin = part.path.as_deref() == Ok(b"-");
            if self.ahead.is_empty() && !is_stdin {
                self.advance();
            }
            group.push(&path, b"", if is_stdin { Kind::Stdin } else { Kind::Argument }, part);
        }
    }
}

/// Compares a file with its line, and prints the result.
pub(super) fn check(verdict: &Verdict<'_>, part: &Part, done: &mut Done) {
    let settings = verdict.settings;
    let Part { apart, function, path } = part;
    let outcome = match path {
        Err(reason) => Outcome::Unread((*reason).into()),
        Ok(path) => match compare(settings, apart, function.as_ref(), path, done) {
            Ok(outcome) => outcome,
            Err(error) if settings.ignore_missing && error.kind() == io::ErrorKind::NotFound => {
                Outcome::Missing
            }
            Err(error) => Outcome::Unread(report::reason(&error)),
        },
    };
    match &outcome {
        Outcome::Unread(reason) => {
            let path = path.as_deref().unwrap_or(&apart.name).to_vec();
            done.messages.push((path, reason.as_str().into()));
            done.totals.failed += 1;
        }
        Outcome::Read { length, .. } => {
            done.totals.files += 1;
            done.totals.bytes += length;
        }
        Outcome::Missing => {}
    }
    verdict.apart(apart, path.as_deref().unwrap_or_default(), &outcome, &mut done.text);
}

/// Compares the file at `path` with its line.
fn compare(
    settings: &Settings,
    apart: &Apart,
    function: Option<&Function>,
    path: &[u8],
    done: &mut Done,
) -> io::Result<Outcome> {
    let is_stdin = path == b"-";
    let mut file = if is_stdin { input::stdin()? } else { File::open(names::path(path))? };
    let before = file.metadata()?;
    let known = before.is_file() && !is_stdin;
    let _turn = (!known).then(|| Turn::take(&before));
    let (Of::Parts { digest, parts, size, .. }, Some(function)) = (&apart.of, function) else {
        let Of::Torrent(expected) = &apart.of else {
            unreachable!("every digest of parts has a hash function")
        };
        let (found, length) = parts::torrent(file, is_stdin, &apart.name)?;
        return Ok(Outcome::read(found[..] == expected[..], &Hex(&found), length, None));
    };
    if let Some(size) = settings.part_size.or(*size) {
        let (found, length) = parts::composites(file, function, &[size])?;
        let [found] = &found[..] else { unreachable!("one for each size") };
        let ok = found.digest == *digest && found.parts == *parts;
        return Ok(Outcome::read(ok, found, length, Some(size)));
    }
    if !known {
        return Err(io::Error::other("not a regular file; give the part size with --part-size"));
    }
    let (sizes, more) = parts::candidates(before.len(), *parts);
    let mut length = before.len();
    for sizes in sizes.chunks(AT_ONCE) {
        file.rewind()?;
        let found;
        (found, length) = parts::composites(&mut file, function, sizes)?;
        let right =
            found.iter().zip(sizes).find(|(found, _)| found.digest == *digest && found.parts == *parts);
        if let Some((found, size)) = right {
            if !settings.status && !settings.quiet {
                let note = format!("matches in parts of {}", parts::shown(*size));
                done.messages.push((path.to_vec(), note.into()));
            }
            return Ok(Outcome::read(true, found, length, Some(*size)));
        }
    }
    if !settings.status {
        let tried = match (sizes.len(), more) {
            (0, _) => format!("a file of {length} bytes cannot have {parts} parts"),
            (_, false) => {
                "the digest does not match for any usual part size; give the part size with --part-size"
                    .into()
            }
            (_, true) => {
                format!(
                    "the digest does not match for any of the {MOST} part sizes tried; give the part size with \
                     --part-size"
                )
            }
        };
        done.messages.push((path.to_vec(), tried.into()));
    }
    Ok(Outcome::read(false, &"", length, None))
}
