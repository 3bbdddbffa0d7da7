//! The files of a list, in runs that can be hashed together.

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
    /// The name as it is in the list.
    pub(super) name: Vec<u8>,
    /// The path that the name means, if it is another one; or the reason why it means none.
    pub(super) path: Option<Result<Vec<u8>, &'static str>>,
    /// The algorithms, each once.
    pub(super) algorithms: Vec<Algorithm>,
    /// The digest of each algorithm.
    pub(super) digests: Vec<Vec<u8>>,
    /// The size that the file should have, if the lines have it.
    pub(super) size: Option<Size>,
    /// The number of the first line.
    pub(super) line: u64,
    /// The number of the line of each algorithm.
    lines: Vec<u64>,
    /// Whether the algorithm is known only from the length of the digest.
    pub(super) guessed: bool,
    /// Whether the lines name the algorithms.
    pub(super) tagged: bool,
}

impl Listed {
    /// Parts the lines whose algorithms can be used from the others, each of which is a file of its own then. They are in the
    /// order of their first lines.
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
    /// The size of a file, and the number of its line, which stands alone.
    Size(u64, Vec<u8>, u64),
    /// A digest that is no function of a message alone, the number of its line, and the paths of the files of this name.
    Apart(u64, Box<Apart>, Vec<Result<Vec<u8>, &'static str>>),
    /// A malformed line, and its number.
    Malformed(u64, Flaw),
    /// The list cannot be read further.
    Broken(io::Error),
    /// The list has ended.
    End,
}

/// The bytes of a list that are read at a time.
const READ: usize = 1 << 16;

/// A list being read.
pub(super) struct Feed {
    reader: Reader<Box<dyn BufRead + Send>>,
    is_stdin: bool,
    /// Whether there is a key.
    has_key: bool,
    /// How names are read, if not as they are, and the directory of the names.
    naming: Option<(Naming, Option<PathBuf>)>,
    /// The directory of the names.
    base: Option<PathBuf>,
    /// A line that has already been read.
    ahead: Option<(u64, Result<Entry, Flaw>)>,
    /// An error after the line that has already been read.
    error: Option<io::Error>,
    /// Items that were put back.
    kept: VecDeque<Next>,
    /// The files that are checked alone.
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

    /// Makes a list of what was signed, which is in memory, and has the name of a file. Only these files are checked, if there
    /// are any.
    pub(super) fn signed(bytes: Vec<u8>, list: &Path, settings: &Settings, files: &[PathBuf]) -> Self {
        let bytes: Arc<[u8]> = bytes.into();
        let new = || Self::of(Box::new(Cursor::new(bytes.clone())), list, settings);
        let mut feed = new();
        if !files.is_empty() {
            let mut before = new();
            let names = iter::from_fn(|| {
                loop {
                    let (_, line) = before.line()?;
                    // a size alone does not show that a file is right
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

    /// Returns the form of the list, if it is no ordinary one.
    pub(super) fn format(&self) -> Option<&'static Format> {
        self.reader.format()
    }

    /// Returns the next line that is not one of other files than those that are checked alone.
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
        let mut paths = self.only_paths(&first.name);
        let naming = self.naming.as_ref();
        let mut file = Listed {
            path: match paths.pop() {
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
            // a guess is reported with its line
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
                // a size that differs from one before it stays a line of its own
                Some((_, Err(Flaw::Size { name, size })))
                    if name == file.name && file.size.is_none_or(|known| known == Size::bytes(size)) =>
                {
                    file.size = Some(Size::bytes(size));
                }
                other => {
                    self.ahead = other;
                    // several files that are checked may have one name in the list
                    let others =
                        paths.into_iter().map(|path| Listed { path: Some(Ok(path)), ..file.clone() });
                    self.kept.extend(others.map(Next::File));
                    return Next::File(file);
                }
            }
        }
    }
}

impl Feed {
    /// Returns the paths of the files of this name, if certain files alone are checked.
    fn only_paths(&self, name: &[u8]) -> Vec<Vec<u8>> {
        match &self.only {
            Some(only) => only.paths(&relative(self.naming.as_ref(), name)),
            None => Vec::new(),
        }
    }

    /// Puts an item back, which comes next then.
    pub(super) fn put_front(&mut self, item: Next) {
        self.kept.push_front(item);
    }

    /// Puts a file back whose lines cannot all be used: see [`Listed::parted`].
    pub(super) fn put_back(&mut self, file: Listed, usable: impl Fn(&Algorithm) -> bool) {
        let mut parts = file.parted(usable);
        parts.append(&mut self.kept);
        self.kept = parts;
    }
}

/// Returns a name as the options say that names are read.
fn relative(naming: Option<&(Naming, Option<PathBuf>)>, name: &[u8]) -> Vec<u8> {
    naming.and_then(|(naming, _)| naming.relative(name)).unwrap_or_else(|| name.to_vec())
}

/// Returns whether a regular file has the beginning of a part that is signed in place (OpenPGP), so that the lines before it
/// are known not to be signed when they are read.
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

/// A run of files of the same algorithms. The item that ends it is put back.
pub(super) struct Run<'a> {
    feed: &'a mut Feed,
    /// The file that was read last, if it belongs to the run.
    ahead: Option<Listed>,
    algorithms: Vec<Algorithm>,
    /// Whether the algorithm is known only from the length of the digest.
    guessed: bool,
    base: Option<&'a Path>,
}

impl<'a> Run<'a> {
    /// Begins with a file.
    pub(super) fn new(first: Listed, feed: &'a mut Feed, base: Option<&'a Path>) -> Self {
        let (algorithms, guessed) = (first.algorithms.clone(), first.guessed);
        Self { feed, ahead: Some(first), algorithms, guessed, base }
    }

    /// Reads the next file, if the run goes on.
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
            // standard input is read to its end before anything else can read it
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

    /// A line is parsed once, the line after the end of a run too: its digest goes with the name of its file to the result.
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
