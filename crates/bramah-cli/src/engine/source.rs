//! The sources of names: arguments, lists of names, directories.

use super::{
    filter::Filter,
    group::{Group, Kind},
    walk::Walk,
};
use crate::{names, report};
use bramah::Sha256;
use std::{
    collections::BTreeSet,
    fmt, fs,
    io::{BufRead, Read},
    path::PathBuf,
    str::FromStr,
    sync::Arc,
    vec,
};

/// One part of several that together hash everything: `K/N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shard {
    /// The number of the part, from 0.
    index: u64,
    count: u64,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "wanted: K/N with K from 1 to N";
        let (index, count) = text.split_once('/').ok_or(FORM)?;
        let (index, count) = (index.parse::<u64>().map_err(|_| FORM)?, count.parse().map_err(|_| FORM)?);
        if index == 0 || index > count {
            return Err(FORM);
        }
        Ok(Self { index: index - 1, count })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl Shard {
    /// The beginning of the comment by which the list of a part names itself; the part follows.
    pub(crate) const MARK: &[u8] = b"# shard=";

    /// Returns what is wrong with these parts as the parts of one whole; `None` if each is there once, or there are
    /// none.
    pub(crate) fn flaw(parts: &[Self]) -> Option<String> {
        let count = parts.first()?.count;
        let mut seen = BTreeSet::new();
        for part in parts {
            if part.count != count {
                return Some(format!("shard {} and shard {part} are of different wholes", parts[0]));
            }
            if !seen.insert(part.index) {
                return Some(format!("shard {part} comes twice"));
            }
        }
        let missing = (0..count).find(|index| !seen.contains(index))?;
        Some(format!("shard {} is missing", Self { index: missing, count }))
    }

    /// Returns whether a path is in this part: the first 64 bits of its SHA-256, big-endian, modulo the number of
    /// parts.
    fn has(self, directory: &[u8], name: &[u8]) -> bool {
        let mut hasher = Sha256::new();
        hasher.update(directory);
        hasher.update(name);
        let digest = hasher.finalize();
        let number = u64::from_be_bytes(digest[..8].try_into().expect("8 bytes"));
        number % self.count == self.index
    }
}

/// A list of names.
pub(crate) struct NameList {
    /// The name of the list in messages.
    pub(crate) name: PathBuf,
    /// The text of the list.
    pub(crate) reader: Box<dyn BufRead + Send>,
    /// The byte that ends a name.
    pub(crate) end: u8,
}

/// The files to hash, in order.
pub(crate) struct Source {
    /// The arguments.
    pub(crate) arguments: vec::IntoIter<PathBuf>,
    /// A list of more names.
    pub(crate) list: Option<NameList>,
    /// Whether directories are walked.
    pub(crate) recurse: bool,
    /// Whether links in them are followed.
    pub(crate) follow: bool,
    /// The rules for files in directories that are left out.
    pub(crate) filter: Arc<Filter>,
    /// The part of all files that is hashed.
    pub(crate) shard: Option<Shard>,
    /// The directory being walked.
    pub(crate) walk: Option<Walk>,
    /// The number of items so far.
    pub(crate) count: u64,
}

/// The longest name that a list of names may have.
const LONGEST_NAME: u64 = 1 << 20;

impl Source {
    /// Returns the length of the longest file, or of a page if that is more, if there are only a few small files and
    /// nothing else.
    pub(super) fn little(&self) -> Option<usize> {
        const FILES: usize = 4;
        const BYTES: u64 = 64 << 10;
        let arguments = self.arguments.as_slice();
        if arguments.len() > FILES || self.list.is_some() || self.walk.is_some() {
            return None;
        }
        let len =
            |path: &PathBuf| fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|file| file.len());
        let longest = arguments.iter().map(len).try_fold(0, |longest, len| Some(len?.max(longest)))?;
        (longest <= BYTES).then(|| longest.max(4095) as usize)
    }

    /// Fills `group` with up to `most` next items; returns false at the end.
    pub(crate) fn fill(&mut self, group: &mut Group, most: usize) -> bool {
        group.restart(self.count);
        let shard = self.shard;
        let keep = |directory: &[u8], name: &[u8]| shard.is_none_or(|shard| shard.has(directory, name));
        while group.len() < most {
            if let Some(walk) = &mut self.walk {
                if walk.fill(group, most, keep) {
                    break;
                }
                self.walk = None;
                continue;
            }
            if let Some(path) = self.arguments.next() {
                self.named(&names::bytes(&path), group);
            } else if !self.listed(group) {
                break;
            }
        }
        self.count = group.end();
        group.len() > 0
    }

    /// Appends the next name of the list; returns false at its end.
    fn listed(&mut self, group: &mut Group) -> bool {
        let Some(list) = &mut self.list else { return false };
        let mut name = Vec::new();
        match list.reader.by_ref().take(LONGEST_NAME).read_until(list.end, &mut name) {
            Ok(0) => self.list = None,
            Ok(_) => {
                if name.last() == Some(&list.end) {
                    name.pop();
                }
                if !name.is_empty() {
                    self.named(&name, group);
                }
            }
            Err(error) => {
                group.push(&names::bytes(&list.name), b"", Kind::Failed(report::reason(&error).into()));
                self.list = None;
            }
        }
        self.list.is_some()
    }

    /// Appends a name that the user gave.
    fn named(&mut self, name: &[u8], group: &mut Group) {
        if name == b"-" {
            if self.shard.is_none_or(|shard| shard.has(name, b"")) {
                group.push(name, b"", Kind::Stdin);
            }
        } else if self.recurse && fs::metadata(names::path(name)).is_ok_and(|metadata| metadata.is_dir()) {
            self.walk = Some(Walk::new(name, self.filter.clone(), self.follow, group));
        } else if self.shard.is_none_or(|shard| shard.has(name, b"")) {
            group.push(name, b"", Kind::Argument);
        }
    }
}
