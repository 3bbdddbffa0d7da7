//! Digests that are no function of a message alone: of S3's objects in parts, and of torrents. Their lines are checked one by
//! one, each file on this thread.

use super::{
    Settings,
    verdict::{Outcome, Verdict},
};
use crate::{
    commands::parts::{self, MOST},
    exit::Stop,
    input, names, report,
    sumfile::{Apart, Layout, LineEnd, Of, write_line_of},
};
use bramah::{Hex, hash::Function};
use std::{
    fs::File,
    io::{self, Seek as _, Write},
    path::PathBuf,
};

/// The number of sizes of parts that are tried while a file is read once.
const AT_ONCE: usize = 8;

/// Makes lines of one digest for files, which are taken from the operands; what is left names the lines in messages.
pub(super) fn lines(digest: &str, files: &mut Vec<PathBuf>) -> Result<Vec<u8>, Stop> {
    if files.is_empty() {
        return Err(Stop::usage("--digest: no file is named that should have it"));
    }
    if digest.is_empty() || digest.contains(|c: char| c.is_ascii_whitespace() || c.is_control() || c == '\\')
    {
        return Err(Stop::usage("--digest: wanted: the digest of a file, without a name"));
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

/// Compares a file, which a line describes, and prints the verdict; `path` is where it is.
pub(super) fn check(
    verdict: &Verdict<'_>,
    apart: &Apart,
    path: &Result<Vec<u8>, &'static str>,
    out: &mut dyn Write,
) -> Result<Result<(), bramah::Error>, Stop> {
    let settings = verdict.settings;
    let function = match &apart.of {
        Of::Torrent(_) => None,
        Of::Parts { algorithm, .. } => match settings.parameters.functions(&[*algorithm]) {
            Ok(mut functions) => functions.pop(),
            Err(error) => return Ok(Err(error)),
        },
    };
    let outcome = match path {
        Err(reason) => Outcome::Unread((*reason).into()),
        Ok(path) => match compare(settings, apart, function.as_ref(), path) {
            Ok(outcome) => outcome,
            Err(error) if settings.ignore_missing && error.kind() == io::ErrorKind::NotFound => {
                Outcome::Missing
            }
            Err(error) => Outcome::Unread(report::reason(&error)),
        },
    };
    if let Outcome::Unread(reason) = &outcome {
        report::about_bytes(path.as_deref().unwrap_or(&apart.name), reason);
    }
    verdict.apart(apart, path.as_deref().unwrap_or_default(), &outcome, out).map(Ok)
}

/// Compares the file at `path` with what a line says of it.
fn compare(
    settings: &Settings,
    apart: &Apart,
    function: Option<&Function>,
    path: &[u8],
) -> io::Result<Outcome> {
    let is_stdin = path == b"-";
    let mut file = if is_stdin { input::stdin()? } else { File::open(names::path(path))? };
    let before = file.metadata()?;
    let known = before.is_file() && !is_stdin;
    let (Of::Parts { digest, parts, size, .. }, Some(function)) = (&apart.of, function) else {
        let Of::Torrent(expected) = &apart.of else { unreachable!("a digest of parts has a function") };
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
        return Err(io::Error::other("no regular file: --part-size has to name the size of its parts"));
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
                report::about_bytes(path, format_args!("matches in parts of {}", parts::shown(*size)));
            }
            return Ok(Outcome::read(true, found, length, Some(*size)));
        }
    }
    if !settings.status {
        let tried = match (sizes.len(), more) {
            (0, _) => format!("a file of {length} bytes has no {parts} parts"),
            (_, false) => "no usual size of parts matches: --part-size names another".into(),
            (_, true) => format!("none of {MOST} sizes of parts matches: --part-size names another"),
        };
        report::about_bytes(path, tried);
    }
    Ok(Outcome::read(false, &"", length, None))
}
