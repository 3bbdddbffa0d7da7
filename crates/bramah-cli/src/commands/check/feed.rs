//! The files of a list, grouped into runs that can be hashed together.

use super::{
    Settings,
    naming::{Naming, joined},
    signed::Only,
};
use crate::{
    engine::{Group, Items, Kind},
    input,
    sumfile::{Apart, Entry, Flaw, Format, LineEnd, MESSAGE, Reader, Size, Use, from_list_name},
};
use bramah::hash::Algorithm;
use std::{
    collections::VecDeque,
    fs::File,
    io::{self, BufRead, BufReader, Cursor, Read as _, Seek as _, SeekFrom},
    iter,
    path::{Path, PathBuf},
    sync::Arc,
};

/// A listed file, with all its consecutive lines.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    /// The name as the list writes it.
    pub(super) name: Vec<u8>,
    /// The path of the file if it differs from the name, or the reason why no file is opened.
    pub(super) path: Option<Result<Vec<u8>, &'static str>>,
    /// The algorithms, each once.
    pub(super) algorithms: Vec<Algorithm>,
    /// The digest of each algorithm.
    pub(super) digests: Vec<Vec<u8>>,
    /// The expected size of the file, if the lines contain one.
    pub(super) size: Option<Size>,
    /// The number of the first line.
    pub(super) line: u64,
    /// The number of the line of each algorithm.
    lines: Vec<u64>,
    /// Whether the algorithm was guessed from the length of the digest.
    pub(super) guessed: bool,
    /// Whether the lines name the algorithms.
    pub(super) tagged: bool,
}

impl Listed {
    /// Separates the lines whose algorithms can be used from the others; each of the others becomes a separate item.
    /// Returns the items in the order of their first lines.
    fn parted(self, usable: impl Fn(&Algorithm) -> bool) -> VecDeque<Next> {
        let mut parts: Vec<Self> = Vec::new();
        let mut used = None;
        for ((algorithm, digest), line) in self.algorithms.into_iter().zip(self.digests).zip(self.lines) {
            let is_usable = usable(&algorithm);
            if let Some(at) = used.filter(|_| is_usable) {
                let used: &mut Self = &mut parts[at];
                used.algorithms.push(algorithm);
                used.digests.push(digest);
                used.lines.push(line);
                continue;
            }
            if is_usable {
                used = Some(parts.len());
            }
            parts.push(Self {
                name: self.name.clone(),
                path: self.path.clone(),
                algorithms: vec![algorithm],
                digests: vec![digest],
                line,
                lines: vec![line],
                ..self
            });
        }
        parts.into_iter().map(Next::File).collect()
    }
}

/// The next item of a list.
pub(super) enum Next {
    /// A file to hash.
    File(Listed),
    /// A line with only the size of a file: the number of the line, the name and the size.
    Size(u64, Vec<u8>, u64),
    /// A digest that depends on more than the bytes of a file: the number of its line, the digest, and the paths of the
    /// files with this name.
    Apart(u64, Box<Apart>, Vec<Result<Vec<u8>, &'static str>>),
    /// A malformed line: its number and its flaw.
    Malformed(u64, Flaw),
    /// The list cannot be read further.
    Broken(io::Error),
    /// The list has ended.
    End,
}

/// The number of bytes of a list that are read at a time.
const READ: usize = 1 << 16;

/// A list being read.
pub(super) struct Feed {
    reader: Reader<Box<dyn BufRead + Send>>,
    is_stdin: bool,
    /// Whether a key was given for keyed digests.
    has_key: bool,
    /// The options for names, if any was given, and the directory that names are relative to.
    naming: Option<(Naming, Option<PathBuf>)>,
    /// The directory that names are relative to.
    base: Option<PathBuf>,
    /// The next line, if it has already been read.
    ahead: Option<(u64, Result<Entry, Flaw>)>,
    /// An error that follows the line in `ahead`.
    error: Option<io::Error>,
    /// Items that were put back.
    kept: VecDeque<Next>,
    /// The files to check, if arguments name them; other lines are ignored.
    pub(super) only: Option<Only>,
}

impl Feed {
    /// Opens a list; `-` is standard input.
    pub(super) fn open(list: &Path, settings: &Settings) -> io::Result<Self> {
        let is_stdin = list.as_os_str() == "-";
        let input = input::open(list)?;
        let framed = !is_stdin && settings.tool.is_none() && has_frame(&input)?;
        let mut feed = Self::of(Box::new(BufReader::with_capacity(READ, input)), list, settings);
        feed.is_stdin = is_stdin;
        feed.reader = feed.reader.framed(framed && settings.end == LineEnd::LineFeed);
        Ok(feed)
    }

    /// Makes a list from signed bytes in memory; `list` is the name of the file that contained the bytes. If
    /// `files` are given, only these files are checked.
    pub(super) fn signed(bytes: Vec<u8>, list: &Path, settings: &Settings, files: &[PathBuf]) -> Self {
        let bytes: Arc<[u8]> = bytes.into();
        let new = || Self::of(Box::new(Cursor::new(bytes.clone())), list, settings);
        let mut feed = new();
        if !files.is_empty() {
            let mut before = new();
            let names = iter::from_fn(|| {
                loop {
                    let (_, line) = before.line()?;
                    // a matching size does not prove that a file is unchanged
                    let name = match line {
                        Ok(Entry { name, .. }) => name,
                        Err(Flaw::Apart(apart)) => apart.name,
                        Err(_) => continue,
                    };
                    return Some(settings.naming.relative(&name).unwrap_or(name));
                }
            });
            feed.only = Some(Only::find(files, names, settings.base.as_deref()));
        }
        feed
    }

    fn of(input: Box<dyn BufRead + Send>, list: &Path, settings: &Settings) -> Self {
        let is_stdin = list.as_os_str() == "-";
        let named = if is_stdin { None } else { from_list_name(list) };
        let torrents = settings.torrents;
        let has_key = settings.parameters.has_key();
        let used = if has_key { Use::ComparedUnderKey } else { Use::Compared };
        let reader = Reader::new(input, settings.end, settings.given, named);
        let reader = reader.for_use(used).of_tool(settings.tool);
        let reader = if torrents { reader.of_torrents() } else { reader };
        Self {
            reader: if is_stdin { reader } else { reader.of_list(list, settings.base.as_deref()) },
            is_stdin: false,
            has_key,
            naming: (!settings.naming.is_plain()).then(|| (settings.naming.clone(), settings.base.clone())),
            base: settings.base.clone(),
            ahead: None,
            error: None,
            kept: VecDeque::new(),
            only: None,
        }
    }

    /// Returns the format of the list; `None` for the formats that the ordinary grammar of lines reads.
    pub(super) fn format(&self) -> Option<&'static Format> {
        self.reader.format()
    }

    /// Returns the next line, skipping lines of files that are not to be checked.
    fn line(&mut self) -> Option<(u64, Result<Entry, Flaw>)> {
        if self.ahead.is_some() || self.error.is_some() {
            return self.ahead.take();
        }
        loop {
            let next = self.any_line()?;
            let Some(only) = &mut self.only else { return Some(next) };
            let (line, name) = match &next {
                (line, Ok(Entry { name, .. }) | Err(Flaw::Size { name, .. })) => (line, name),
                (line, Err(Flaw::Apart(apart))) => (line, &apart.name),
                _ => return Some(next),
            };
            if !only.paths(&relative(self.naming.as_ref(), name)).is_empty() {
                return Some(next);
            }
            only.ignored.push(*line);
        }
    }

    /// Returns the next line.
    fn any_line(&mut self) -> Option<(u64, Result<Entry, Flaw>)> {
        match self.reader.next()? {
            Ok((line, Ok(entry))) if self.is_stdin && entry.name == b"-" => {
                Some((line, Err(Flaw::StandardInput)))
            }
            Ok((line, Ok(entry))) if entry.keyed && !self.has_key => Some((line, Err(Flaw::Keyed))),
            Ok(line) => Some(line),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }

    /// Returns the next item: a file with all its lines.
    pub(super) fn next(&mut self) -> Next {
        if let Some(kept) = self.kept.pop_front() {
            return kept;
        }
        let (line, first) = match self.line() {
            Some((line, Ok(entry))) => (line, entry),
            Some((line, Err(Flaw::Size { name, size }))) => return Next::Size(line, name, size),
            Some((line, Err(Flaw::Apart(apart)))) => {
                let mut paths: Vec<_> = self.only_paths(&apart.name).into_iter().map(Ok).collect();
                if paths.is_empty() {
                    paths.push(match &self.naming {
                        Some((naming, base)) => naming.path(base.as_deref(), &apart.name),
                        None => Ok(joined(self.base.as_deref(), &apart.name)),
                    });
                }
                return Next::Apart(line, apart, paths);
            }
            Some((line, Err(flaw))) => return Next::Malformed(line, flaw),
            None => return self.error.take().map_or(Next::End, Next::Broken),
        };
        // in the order of the arguments
        let mut paths = self.only_paths(&first.name).into_iter();
        let naming = self.naming.as_ref();
        let mut file = Listed {
            path: match paths.next() {
                Some(path) => Some(Ok(path)),
                None => naming.map(|(naming, base)| naming.path(base.as_deref(), &first.name)),
            },
            name: first.name,
            algorithms: vec![first.algorithm],
            digests: vec![first.digest],
            size: first.size,
            line,
            lines: vec![line],
            guessed: first.guessed,
            tagged: first.tagged,
        };
        loop {
            // a line whose algorithm was guessed stays separate, because each guess is reported with the number of its
            // line
            let goes_with = |entry: &Entry| {
                entry.name == file.name
                    && (entry.size == file.size || entry.size.is_none() && file.size.is_some())
                    && !entry.guessed
                    && !file.algorithms.contains(&entry.algorithm)
            };
            match self.line() {
                Some((line, Ok(entry))) if goes_with(&entry) => {
                    file.lines.push(line);
                    file.algorithms.push(entry.algorithm);
                    file.digests.push(entry.digest);
                    file.tagged &= entry.tagged;
                }
                // a size that contradicts an earlier one stays a separate line
                Some((_, Err(Flaw::Size { name, size })))
                    if name == file.name && file.size.is_none_or(|known| known == Size::bytes(size)) =>
                {
                    file.size = Some(Size::bytes(size));
                }
                other => {
                    self.ahead = other;
                    // several files to check may have the same name in the list
                    let others = paths.map(|path| Listed { path: Some(Ok(path)), ..file.clone() });
                    self.kept.extend(others.map(Next::File));
                    return Next::File(file);
                }
            }
        }
    }
}

impl Feed {
    /// Returns the paths of the files that the list calls `name`, if arguments name the files to check; otherwise none.
    pub(super) fn only_paths(&self, name: &[u8]) -> Vec<Vec<u8>> {
        match &self.only {
            Some(only) => only.paths(&relative(self.naming.as_ref(), name)),
            None => Vec::new(),
        }
    }

    /// Puts an item back, to be returned next.
    pub(super) fn put_front(&mut self, item: Next) {
        self.kept.push_front(item);
    }

    /// Puts back a file some of whose lines cannot be used: see [`Listed::parted`].
    pub(super) fn put_back(&mut self, file: Listed, usable: impl Fn(&Algorithm) -> bool) {
        let mut parts = file.parted(usable);
        parts.append(&mut self.kept);
        self.kept = parts;
    }
}

/// Returns a name after the changes that the options for names make.
fn relative(naming: Option<&(Naming, Option<PathBuf>)>, name: &[u8]) -> Vec<u8> {
    naming.and_then(|(naming, _)| naming.relative(name)).unwrap_or_else(|| name.to_vec())
}

/// Returns whether a regular file contains the beginning of a clear-signed part (OpenPGP). The lines before that part
/// are not signed, which must be known before they are read.
fn has_frame(file: &File) -> io::Result<bool> {
    if !file.metadata()?.is_file() {
        return Ok(false);
    }
    let mut file = file;
    let start = file.stream_position()?;
    let mut lines = BufReader::with_capacity(READ, file);
    let (mut found, mut line) = (false, Vec::new());
    while !found && let Some(first) = lines.fill_buf()?.first() {
        if *first == MESSAGE[0] {
            (&mut lines).take(MESSAGE.len() as u64 + 2).read_until(b'\n', &mut line)?;
            found = line.trim_ascii_end() == MESSAGE;
        }
        if line.last() != Some(&b'\n') {
            lines.skip_until(b'\n')?;
        }
        line.clear();
    }
    file.seek(SeekFrom::Start(start))?;
    Ok(found)
}

/// A run of consecutive files that are hashed with the same algorithms. The item that ends the run is put back into the
/// feed.
pub(super) struct Run<'a> {
    feed: &'a mut Feed,
    /// The next file of the run, if it has already been read.
    ahead: Option<Listed>,
    algorithms: Vec<Algorithm>,
    /// Whether the algorithm was guessed from the length of the digest.
    guessed: bool,
    base: Option<&'a Path>,
}

impl<'a> Run<'a> {
    /// Begins a run with its first file.
    pub(super) fn new(first: Listed, feed: &'a mut Feed, base: Option<&'a Path>) -> Self {
        let (algorithms, guessed) = (first.algorithms.clone(), first.guessed);
        Self { feed, ahead: Some(first), algorithms, guessed, base }
    }

    /// Reads the next file if it belongs to the run.
    fn advance(&mut self) {
        match self.feed.next() {
            Next::File(file)
                if !file.name.is_empty()
                    && !matches!(file.path, Some(Err(_)))
                    && (&file.algorithms, file.guessed) == (&self.algorithms, self.guessed) =>
            {
                self.ahead = Some(file);
            }
            other => self.feed.put_front(other),
        }
    }
}

impl Items<Listed> for Run<'_> {
    fn fill(&mut self, group: &mut Group<Listed>, most: usize) {
        while group.len() < most
            && let Some(file) = self.ahead.take()
        {
            let path = match &file.path {
                Some(Ok(path)) => path.clone(),
                _ => joined(self.base, &file.name),
            };
            let kind = if path == b"-" { Kind::Stdin } else { Kind::Argument };
            // nothing follows standard input in a group, so that standard input is read to its end before anything else
            // can read it
            if !matches!(kind, Kind::Stdin) {
                self.advance();
            }
            group.push(&path, b"", kind, file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Each line is parsed once, even the line after the end of a run: its digest is kept with the name of its file.
    #[test]
    fn every_line_is_parsed_once() {
        let directory = tempfile::tempdir().expect("a directory");
        let list = directory.path().join("list");
        let digest = |byte: &str, digits: usize| byte.repeat(digits / 2);
        let (zero, one, md5) = (digest("00", 64), digest("01", 64), digest("02", 32));
        let lines = [
            format!("SHA256 (a) = {zero}"),
            format!("SHA256 (b) = {one}"),
            format!("SHA256 (a) = {one}"),
            format!("SHA256 (-) = {one}"),
            format!("SHA256 (c) = {one}"),
            "nonsense".into(),
            format!("SHA256 (d) = {one}"),
            format!("MD5 (d) = {md5}"),
            format!("MD5 (e) = {md5}"),
        ];
        fs::write(&list, lines.join("\n")).expect("a list");
        let settings = Settings::of(vec![list.clone()], None);
        for (base, most) in [(None, 64), (None, 1), (Some(PathBuf::from("base")), 64)] {
            let mut feed = Feed::open(&list, &settings).expect("a list");
            // the name, the number of the line, the lengths of the digests and the first byte, with `|` after each run
            let mut read = String::new();
            loop {
                match feed.next() {
                    Next::End => break,
                    Next::Broken(error) => panic!("{error}"),
                    Next::Size(..) | Next::Apart(..) => panic!("no digest of a file alone"),
                    Next::Malformed(line, _) => read += &format!("!{line} "),
                    Next::File(first) => {
                        let mut run = Run::new(first, &mut feed, base.as_deref());
                        loop {
                            let mut group = Group::default();
                            run.fill(&mut group, most);
                            for index in 0..group.len() {
                                let (path, kind, file) = group.get(index);
                                assert_eq!(path, joined(base.as_deref(), &file.name));
                                assert_eq!(matches!(kind, Kind::Stdin), path == b"-");
                                let digests: Vec<_> = file.digests.iter().map(|d| (d.len(), d[0])).collect();
                                let name = String::from_utf8_lossy(&file.name);
                                read += &format!("{name}{}{digests:?} ", file.line);
                            }
                            if group.len() < most {
                                break;
                            }
                        }
                        read += "| ";
                    }
                }
            }
            let end = if base.is_none() { "| " } else { "" };
            assert_eq!(
                read,
                format!(
                    "a1[(32, 0)] b2[(32, 1)] a3[(32, 1)] -4[(32, 1)] {end}c5[(32, 1)] | !6 \
                     d7[(32, 1), (16, 2)] | e9[(16, 2)] | "
                )
            );
        }
    }
}
