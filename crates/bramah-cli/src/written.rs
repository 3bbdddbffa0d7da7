//! The record of the files that a run has written, so that the output of another input does not replace them.
//!
//! Files are recorded by identity, and not by name: links, and file systems that ignore case, give several names to one
//! file.

use crate::exit::Stop;
use std::{
    collections::BTreeSet,
    fs, io,
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};

#[cfg(unix)]
type Key = crate::identity::Identity;
#[cfg(not(unix))]
type Key = std::path::PathBuf;

static WRITTEN: Mutex<BTreeSet<Key>> = Mutex::new(BTreeSet::new());

/// Returns the identity of the file at this path; on systems other than Unix, its canonical path.
fn key(path: &Path) -> Option<Key> {
    #[cfg(unix)]
    return fs::symlink_metadata(path).ok().as_ref().and_then(crate::identity::identity);
    #[cfg(not(unix))]
    return fs::canonicalize(path).ok();
}

fn written() -> MutexGuard<'static, BTreeSet<Key>> {
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn refuse_in(written: &BTreeSet<Key>, path: &Path) -> Result<(), Stop> {
    if written.is_empty() || !key(path).is_some_and(|key| written.contains(&key)) {
        return Ok(());
    }
    Err(Stop::about(
        path,
        "two inputs have the same output, and the first was already written; name the other output with -o",
    ))
}

/// Refuses an output at this path if this run wrote the existing file there.
pub(crate) fn refuse(path: &Path) -> Result<(), Stop> {
    refuse_in(&written(), path)
}

/// Calls `name` to give a new file its name, and records it; an error if this run wrote the file that has the name.
/// Only one thread at a time does this.
pub(crate) fn name(path: &Path, name: impl FnOnce() -> io::Result<()>) -> Result<io::Result<()>, Stop> {
    let mut written = written();
    refuse_in(&written, path)?;
    let done = name();
    if done.is_ok() {
        written.extend(key(path));
    }
    Ok(done)
}

/// Forgets all written files, as in a new process.
#[cfg(feature = "fuzz")]
pub(crate) fn forget() {
    written().clear();
}
