//! Walking a directory and everything below it, in byte order of the paths.
//!
//! Memory holds only the directories on the path to the current file, each with its names in one buffer.

use super::{
    filter::{Filter, Rules},
    group::{Group, Kind},
};
use crate::{
    identity::{Identity, identity},
    names, report,
};
use std::{
    cmp::Ordering,
    fs::{self, FileType},
    io,
    sync::Arc,
};

/// The position of a walk.
pub(crate) struct Walk {
    filter: Arc<Filter>,
    follow: bool,
    /// The path of the innermost directory, with a trailing slash.
    path: Vec<u8>,
    /// The length of the part of `path` that the user named.
    root: usize,
    levels: Vec<Level>,
}

/// A directory on the path to the current file.
struct Level {
    /// The length of the path of the parent directory.
    outer: usize,
    names: Vec<u8>,
    entries: Vec<Entry>,
    next: usize,
    rules: Option<Rules>,
    identity: Option<Identity>,
}

#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    len: u16,
    kind: Type,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    File,
    Directory,
    Link,
    Other,
}

impl Type {
    fn of(kind: io::Result<FileType>) -> Self {
        match kind {
            Ok(kind) if kind.is_dir() => Self::Directory,
            Ok(kind) if kind.is_symlink() => Self::Link,
            Ok(kind) if !kind.is_file() => Self::Other,
            // opening the entry will report the error
            _ => Self::File,
        }
    }
}

impl Walk {
    /// Begins at a directory.
    pub(crate) fn new(directory: &[u8], filter: Arc<Filter>, follow: bool, group: &mut Group<()>) -> Self {
        let mut path = directory.to_vec();
        if path.last() != Some(&b'/') {
            path.push(b'/');
        }
        let mut walk = Self { filter, follow, root: path.len(), path, levels: Vec::new() };
        walk.enter(directory.len(), group);
        walk
    }

    /// Reads the directory at `self.path`, or reports why that failed.
    fn enter(&mut self, outer: usize, group: &mut Group<()>) {
        let path = names::path(&self.path);
        let identity = if self.follow { fs::metadata(&path).ok().as_ref().and_then(identity) } else { None };
        if identity.is_some() && self.levels.iter().any(|level| level.identity == identity) {
            let name = &self.path[..self.path.len() - 1];
            group.push(
                name,
                b"",
                Kind::Failed("skipped: the link leads to one of its own parent directories".into()),
                (),
            );
            self.path.truncate(outer);
            return;
        }
        let mut level = Level {
            outer,
            names: Vec::new(),
            entries: Vec::new(),
            next: 0,
            rules: self.filter.of_directory(&self.path),
            identity,
        };
        let read = fs::read_dir(&path).and_then(|entries| {
            for entry in entries {
                level.add(&entry?)?;
            }
            Ok(())
        });
        if let Err(error) = read {
            let name = self.path.strip_suffix(b"/").filter(|name| !name.is_empty()).unwrap_or(&self.path);
            group.push(name, b"", Kind::Failed(report::reason(&error).into()), ());
        }
        level.sort();
        self.levels.push(level);
    }

    /// Appends up to `most` files to the group; returns false at the end.
    pub(crate) fn fill(
        &mut self,
        group: &mut Group<()>,
        most: usize,
        keep: impl Fn(&[u8], &[u8]) -> bool,
    ) -> bool {
        while group.len() < most {
            let Some(level) = self.levels.last_mut() else { return false };
            let Some(entry) = level.entries.get(level.next).copied() else {
                self.path.truncate(level.outer);
                self.levels.pop();
                continue;
            };
            level.next += 1;
            let name = level.name(entry);
            let kind = if entry.kind == Type::Link && self.follow {
                let target = fs::metadata(names::path(&[&self.path, name].concat()));
                Type::of(target.map(|metadata| metadata.file_type()))
            } else {
                entry.kind
            };
            if !self.filter.is_empty() && self.excluded(entry, kind == Type::Directory) {
                continue;
            }
            let level = self.levels.last().expect("the current level is still on the stack");
            let name = level.name(entry);
            match kind {
                Type::File if keep(&self.path, name) => group.push(&self.path, name, Kind::Found, ()),
                Type::Other if keep(&self.path, name) => {
                    group.push(&self.path, name, Kind::Skipped("skipped: not a regular file".into()), ());
                }
                Type::Directory => {
                    let outer = self.path.len();
                    let name = name.to_vec();
                    self.path.extend_from_slice(&name);
                    self.path.push(b'/');
                    self.enter(outer, group);
                }
                // links are not followed unless the user asks for it
                Type::Link | Type::File | Type::Other => {}
            }
        }
        true
    }

    fn excluded(&self, entry: Entry, is_dir: bool) -> bool {
        let level = self.levels.last().expect("the entry belongs to a level on the stack");
        let full = [&self.path, level.name(entry)].concat();
        let inner = self.levels.iter().filter_map(|level| level.rules.as_ref());
        self.filter.excludes(&full, self.root, is_dir, inner)
    }
}

impl Level {
    fn add(&mut self, entry: &fs::DirEntry) -> io::Result<()> {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        let too_large = |_| io::Error::other("too many names in one directory");
        let start = u32::try_from(self.names.len()).map_err(too_large)?;
        let len = u16::try_from(name.len()).map_err(too_large)?;
        self.names.extend_from_slice(name);
        self.entries.push(Entry { start, len, kind: Type::of(entry.file_type()) });
        Ok(())
    }

    fn name(&self, entry: Entry) -> &[u8] {
        &self.names[entry.start as usize..][..entry.len.into()]
    }

    /// Sorts by the bytes of whole paths: the name of a directory is followed by a slash.
    fn sort(&mut self) {
        let (names, entries) = (&self.names, &mut self.entries);
        let name = |entry: &Entry| &names[entry.start as usize..][..entry.len.into()];
        entries.sort_unstable_by(|a, b| {
            let (left, right) = (name(a), name(b));
            let common = left.len().min(right.len());
            left[..common].cmp(&right[..common]).then_with(|| {
                let rest = |entry: &Entry, name: &[u8]| match name.get(common) {
                    Some(&byte) => Some(byte),
                    None => (entry.kind == Type::Directory).then_some(b'/'),
                };
                match rest(a, left).cmp(&rest(b, right)) {
                    Ordering::Equal => left.len().cmp(&right.len()),
                    other => other,
                }
            })
        });
    }
}
