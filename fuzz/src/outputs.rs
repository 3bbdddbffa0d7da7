//! Outputs (`-o`) among files and links: either the file that the system finds under the name is written, or nothing;
//! no link is replaced.

use crate::Input;

/// Parts of the texts of links.
pub const WORDS: &[&str] =
    &["a", "b", "s/a", "../b", "s", ".", "..", "/", "/proc/self/fd/", "/dev/fd/", "x/y"];

/// Does nothing: the rules are only for Unix.
#[cfg(not(unix))]
pub fn run(data: &[u8]) {
    let _ = Input(data).byte();
}

/// Makes files and links that the input describes, and writes outputs among them.
#[cfg(unix)]
pub fn run(data: &[u8]) {
    unix::run(Input(data));
}

#[cfg(unix)]
mod unix {
    use super::{Input, WORDS};
    use std::{
        collections::{BTreeMap, BTreeSet},
        fs::{self, File},
        os::{fd::AsRawFd as _, unix::fs::symlink},
        path::{Path, PathBuf},
    };

    const NAMES: [&str; 7] = ["a", "b", "c", "s/a", "s/b", "d/a", "d"];

    #[derive(Clone, Debug, PartialEq, Eq)]
    enum Entry {
        Link(PathBuf),
        File(Vec<u8>),
        Directory,
    }

    /// Returns everything below a directory.
    fn all(directory: &Path) -> BTreeMap<PathBuf, Entry> {
        let mut found = BTreeMap::new();
        for entry in fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            let kind = fs::symlink_metadata(&path).expect("metadata");
            let entry = match () {
                () if kind.is_symlink() => Entry::Link(fs::read_link(&path).expect("a link")),
                () if kind.is_dir() => {
                    found.extend(all(&path));
                    Entry::Directory
                }
                () => Entry::File(fs::read(&path).expect("a file")),
            };
            found.insert(path, entry);
        }
        found
    }

    pub(super) fn run(mut input: Input<'_>) {
        let directory = bramah_cli::fuzz::directory(std::process::id()).join("outputs");
        let _ = fs::remove_dir_all(&directory);
        for name in ["s", "d"] {
            fs::create_dir_all(directory.join(name)).expect("a directory");
        }
        fs::write(directory.join("open"), "open").expect("a file");
        // a descriptor that this process opened itself, which is never an output
        let open = File::options().write(true).open(directory.join("open")).expect("a file");
        let mut written = BTreeSet::new();
        bramah_cli::fuzz::begin_outputs();
        for step in 0..12u8 {
            if input.is_empty() {
                break;
            }
            let choice = input.byte();
            let name = directory.join(NAMES[usize::from(choice % 128 / 4) % NAMES.len()]);
            match choice % 4 {
                0 => _ = fs::write(&name, [step]),
                1 | 2 => {
                    let words = 1 + input.below(3);
                    let to: String = (0..words).map(|_| WORDS[input.below(WORDS.len())]).collect();
                    let to = if to.ends_with("fd/") { format!("{to}{}", open.as_raw_fd()) } else { to };
                    _ = symlink(to, &name);
                }
                _ => output(&directory, &name, choice & 128 != 0, step, &mut written),
            }
        }
    }

    fn output(directory: &Path, name: &Path, replace: bool, step: u8, written: &mut BTreeSet<PathBuf>) {
        let text = [b"written ", &[step][..]].concat();
        // a link may lead outside, where nothing may be written
        let place = fs::canonicalize(name).ok();
        let parent = |path: &Path| fs::canonicalize(path.parent().unwrap_or(path)).ok();
        let leads = fs::read_link(name).ok().map(|to| name.parent().unwrap_or(name).join(to));
        let target = place.clone().or(leads.as_deref().and_then(parent)).unwrap_or(directory.to_path_buf());
        if !target.starts_with(fs::canonicalize(directory).expect("a directory")) {
            return;
        }
        let there = fs::symlink_metadata(name).is_ok();
        let before = all(directory);
        let done = bramah_cli::fuzz::output(name, replace, &text);
        let mut after = all(directory);
        if let Err(reason) = done {
            assert!(before == after, "changed, although it failed: {reason}");
            return;
        }
        assert!(replace || !there, "{name:?} was there");
        let place = fs::canonicalize(name).expect("an output");
        assert!(written.insert(place.clone()), "{name:?} was written twice");
        let directory = fs::canonicalize(directory).expect("a directory");
        let below = place.strip_prefix(&directory).expect("a place below the directory");
        let key = after
            .keys()
            .find(|key| key.ends_with(below) && fs::canonicalize(key).is_ok_and(|key| key == place));
        let key = key.expect("the output").clone();
        assert_eq!(after.remove(&key), Some(Entry::File(text)));
        let mut before = before;
        before.remove(&key);
        assert!(before == after, "more than the output has changed");
    }
}
