//! The record of the files that a run has written, so that none of them is replaced by the output of another input.
//!
//! The file system decides which names are one file: by links, and by letters that it does not tell apart. So what is
//! recorded are files, and not their names.

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

/// Returns the file that has this name now; elsewhere than on Unix the one name that the system has for it.
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
        "two inputs have this output, and one of them was already written; use -o for the other",
    ))
}

/// Refuses an output at this path if this run has written the file there.
pub(crate) fn refuse(path: &Path) -> Result<(), Stop> {
    refuse_in(&written(), path)
}

/// Gives a new file its name by calling `name`, unless this run has written the file that has it. One file gets its name
/// at a time.
pub(crate) fn name(path: &Path, name: impl FnOnce() -> io::Result<()>) -> Result<io::Result<()>, Stop> {
    let mut written = written();
    refuse_in(&written, path)?;
    let done = name();
    if done.is_ok() {
        written.extend(key(path));
    }
    Ok(done)
}

/// Forgets what was written, as in a new process.
#[cfg(feature = "fuzz")]
pub(crate) fn forget() {
    written().clear();
}
