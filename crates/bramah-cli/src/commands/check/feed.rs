//! The files of a list, in runs that can be hashed together.

use super::Settings;
use crate::{
    input, names,
    sumfile::{Entry, Flaw, Reader, Use, from_list_name, is_sfv},
};
use bramah::hash::Algorithm;
use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A listed file, with all its consecutive lines.
#[derive(Debug)]
pub(super) struct Listed {
    /// The name as it is in the list.
    pub(super) name: Vec<u8>,
    /// The algorithms, each once.
    pub(super) algorithms: Vec<Algorithm>,
    /// The digest of each algorithm.
    pub(super) digests: Vec<Vec<u8>>,
    /// The size that the file should have, if the lines have it.
    pub(super) size: Option<u64>,
    /// The number of the first line.
    pub(super) line: u64,
    /// Whether the algorithm is known only from the length of the digest.
    pub(super) guessed: bool,
    /// Whether the lines name the algorithms.
    pub(super) tagged: bool,
}

/// The next item of a list.
pub(super) enum Next {
    /// A file to hash.
    File(Listed),
    /// A malformed line, and its number.
    Malformed(u64, Flaw),
    /// The list cannot be read further.
    Broken(io::Error),
    /// The list has ended.
    End,
}

/// A list being read.
pub(super) struct Feed {
    reader: Reader<BufReader<File>>,
    is_stdin: bool,
    /// Whether there is a key.
    has_key: bool,
    /// A line that has already been read.
    ahead: Option<(u64, Result<Entry, Flaw>)>,
    /// An error after the line that has already been read.
    error: Option<io::Error>,
}

impl Feed {
    /// Opens a list; `-` is standard input.
    pub(super) fn open(list: &Path, settings: &Settings) -> io::Result<Self> {
        let is_stdin = list.as_os_str() == "-";
        let input = BufReader::new(input::open(list)?);
        let named = if is_stdin { None } else { from_list_name(list) };
        let has_key = settings.parameters.has_key();
        let used = if has_key { Use::ComparedUnderKey } else { Use::Compared };
        let reader = Reader::new(input, settings.end, settings.given, named);
        let reader = reader.for_use(used).of_tool(settings.tool);
        Ok(Self {
            reader: reader.of_sfv(!is_stdin && is_sfv(list) && settings.tool.is_none()),
            is_stdin,
            has_key,
            ahead: None,
            error: None,
        })
    }

    /// Returns the next line.
    fn line(&mut self) -> Option<(u64, Result<Entry, Flaw>)> {
        if self.ahead.is_some() || self.error.is_some() {
            return self.ahead.take();
        }
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

    /// Returns the next file, with all its lines.
    pub(super) fn next(&mut self) -> Next {
        let (line, first) = match self.line() {
            Some((line, Ok(entry))) => (line, entry),
            Some((line, Err(flaw))) => return Next::Malformed(line, flaw),
            None => return self.error.take().map_or(Next::End, Next::Broken),
        };
        let mut file = Listed {
            name: first.name,
            algorithms: vec![first.algorithm],
            digests: vec![first.digest],
            size: first.size,
            line,
            guessed: first.guessed,
            tagged: first.tagged,
        };
        loop {
            // a guess is reported with its line
            let goes_with = |entry: &Entry| {
                (&entry.name, entry.size) == (&file.name, file.size)
                    && !entry.guessed
                    && !file.algorithms.contains(&entry.algorithm)
            };
            match self.line() {
                Some((_, Ok(entry))) if goes_with(&entry) => {
                    file.algorithms.push(entry.algorithm);
                    file.digests.push(entry.digest);
                    file.tagged &= entry.tagged;
                }
                other => {
                    self.ahead = other;
                    return Next::File(file);
                }
            }
        }
    }
}

/// Files that are being hashed, by the name under which they are opened.
pub(super) type Pending = Mutex<BTreeMap<Vec<u8>, Listed>>;

/// Locks, even if another thread has panicked.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run of files of the same algorithms, each name once, in the form of a list of names. The item that ends it is
/// kept.
pub(super) struct Run {
    pub(super) feed: Arc<Mutex<Feed>>,
    pub(super) pending: Arc<Pending>,
    /// The first file, then the item that ended the run.
    pub(super) next: Arc<Mutex<Option<Next>>>,
    pub(super) algorithms: Vec<Algorithm>,
    /// Whether the algorithm is known only from the length of the digest.
    pub(super) guessed: bool,
    pub(super) base: Option<Vec<u8>>,
    /// The current name, of which the bytes before `at` have been read.
    pub(super) buffer: Vec<u8>,
    pub(super) at: usize,
    pub(super) ended: bool,
}

impl Run {
    fn refill(&mut self) {
        let mut kept = locked(&self.next);
        let next = kept.take().unwrap_or_else(|| locked(&self.feed).next());
        let Next::File(file) = next else {
            (*kept, self.ended) = (Some(next), true);
            return;
        };
        let path = joined(self.base.as_deref(), &file.name);
        let mut pending = locked(&self.pending);
        let alike = (&file.algorithms, file.guessed) == (&self.algorithms, self.guessed);
        if !alike || file.name.is_empty() || pending.contains_key(&path) {
            (*kept, self.ended) = (Some(Next::File(file)), true);
            return;
        }
        self.buffer.clear();
        self.buffer.extend_from_slice(&path);
        self.buffer.push(0);
        self.at = 0;
        pending.insert(path, file);
    }
}

impl Read for Run {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(out)?;
        self.consume(n);
        Ok(n)
    }
}

impl BufRead for Run {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() && !self.ended {
            self.refill();
        }
        Ok(&self.buffer[self.at..])
    }
    fn consume(&mut self, n: usize) {
        self.at += n;
    }
}

/// Returns the path of a listed name.
pub(super) fn joined(base: Option<&[u8]>, name: &[u8]) -> Vec<u8> {
    match base {
        Some(base) => names::bytes(&names::path(base).join(names::path(name))).into_owned(),
        None => name.to_vec(),
    }
}
