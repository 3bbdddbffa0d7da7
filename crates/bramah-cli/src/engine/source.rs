//! The sources of names: arguments, lists of names, directories.

use super::{
    filter::Filter,
    group::{Group, Items, Kind},
    walk::Walk,
};
use crate::{names, report, sumfile::Shard};
use std::{
    fs,
    io::{BufRead, Read},
    path::PathBuf,
    sync::Arc,
    vec,
};

/// A list of names.
pub(crate) struct NameList {
    /// The name of the list in messages.
    pub(crate) name: PathBuf,
    /// The text of the list.
    pub(crate) reader: Box<dyn BufRead + Send>,
    /// The byte that ends each name.
    pub(crate) end: u8,
}

/// The files to hash, in order.
pub(crate) struct Source {
    /// The arguments.
    pub(crate) arguments: vec::IntoIter<PathBuf>,
    /// A list of more names.
    pub(crate) list: Option<NameList>,
    /// Whether to descend into directories.
    pub(crate) recurse: bool,
    /// Whether to follow symbolic links in directories.
    pub(crate) follow: bool,
    /// The rules that exclude files in directories.
    pub(crate) filter: Arc<Filter>,
    /// The part of the files to hash, with `--shard`.
    pub(crate) shard: Option<Shard>,
    /// The directory being walked.
    pub(crate) walk: Option<Walk>,
}

/// The maximum length of a name in a list of names, in bytes.
const LONGEST_NAME: u64 = 1 << 20;

/// The reason for not hashing standard input.
const BOTH: &str = "standard input cannot be both the list of names and a file";

impl Source {
    /// Makes a source of these files, without descending into directories.
    pub(crate) fn of(files: Vec<PathBuf>) -> Self {
        Self {
            arguments: files.into_iter(),
            list: None,
            recurse: false,
            follow: false,
            filter: Arc::default(),
            shard: None,
            walk: None,
        }
    }

    /// Appends the next name of the list; returns false at its end.
    fn listed(&mut self, group: &mut Group<()>) -> bool {
        let Some(list) = &mut self.list else { return false };
        let mut name = Vec::new();
        match list.reader.by_ref().take(LONGEST_NAME).read_until(list.end, &mut name) {
            Ok(0) => self.list = None,
            Ok(_) => {
                if name.last() == Some(&list.end) {
                    name.pop();
                }
                if name == b"-" && list.name.as_os_str() == "-" {
                    group.push(&name, b"", Kind::Failed(BOTH.into()), ());
                } else if !name.is_empty() {
                    self.named(&name, group);
                }
            }
            Err(error) => {
                group.push(&names::bytes(&list.name), b"", Kind::Failed(report::reason(&error).into()), ());
                self.list = None;
            }
        }
        self.list.is_some()
    }

    /// Appends a name from the arguments or the list.
    fn named(&mut self, name: &[u8], group: &mut Group<()>) {
        if name == b"-" {
            if self.shard.is_none_or(|shard| shard.has(name, b"")) {
                group.push(name, b"", Kind::Stdin, ());
            }
        } else if self.recurse && fs::metadata(names::path(name)).is_ok_and(|metadata| metadata.is_dir()) {
            self.walk = Some(Walk::new(name, self.filter.clone(), self.follow, group));
        } else if self.shard.is_none_or(|shard| shard.has(name, b"")) {
            group.push(name, b"", Kind::Argument, ());
        }
    }
}

impl Items<()> for Source {
    fn fill(&mut self, group: &mut Group<()>, most: usize) {
        let shard = self.shard;
        let keep = |directory: &[u8], name: &[u8]| shard.is_none_or(|shard| shard.has(directory, name));
        while group.len() < most {
            if let Some(walk) = &mut self.walk {
                if walk.fill(group, most, keep) {
                    break;
                }
                self.walk = None;
            } else if let Some(path) = self.arguments.next() {
                self.named(&names::bytes(&path), group);
            } else if !self.listed(group) {
                break;
            }
        }
    }
}
