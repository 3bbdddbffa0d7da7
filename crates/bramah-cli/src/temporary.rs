//! Files with temporary names. They are removed when the value is dropped or a signal ends the process; after SIGKILL
//! or a crash of the system, the files remain.

use crate::{os, report};
use std::{
    env,
    fs::{File, OpenOptions},
    io,
    path::Path,
};
use tempfile::NamedTempFile;

/// Returns the message for an error with a file in the system's directory for temporary files.
pub(crate) fn failed(error: &io::Error) -> String {
    let (directory, variable) = (env::temp_dir(), if cfg!(windows) { "TMP" } else { "TMPDIR" });
    format!(
        "cannot use a temporary file in {}: {}; to use another directory, set {variable}",
        report::shown(directory.as_os_str().as_encoded_bytes()),
        report::reason(error)
    )
}

/// A file, or a link to a file, with a new temporary name.
pub(crate) struct Temporary<T> {
    // dropped first, so that the file is removed before the signal handler forgets its name
    named: NamedTempFile<T>,
    created: os::Created,
}

impl<T> Temporary<T> {
    /// Calls `make` with new names in a directory, `.bramah-` and random letters, until one is not in use.
    pub(crate) fn make(directory: &Path, mut make: impl FnMut(&Path) -> io::Result<T>) -> io::Result<Self> {
        let mut created = None;
        let named = tempfile::Builder::new().prefix(".bramah-").make_in(directory, |path| {
            let (made, guard) = os::create(path, || make(path))?;
            created = Some(guard);
            Ok(made)
        })?;
        let created = created.ok_or_else(|| io::Error::other("cannot create a temporary file"))?;
        Ok(Self { named, created })
    }

    /// Returns the value that `make` returned.
    pub(crate) fn get(&self) -> &T {
        self.named.as_file()
    }

    /// Returns the temporary path.
    pub(crate) fn path(&self) -> &Path {
        self.named.path()
    }

    /// Renames the file to `path`, in the same file system. If a file exists there, replaces it if `replace` is set;
    /// otherwise it is an error.
    pub(crate) fn persist(self, path: &Path, replace: bool) -> io::Result<()> {
        let Self { named, created } = self;
        let done = if replace { named.persist(path) } else { named.persist_noclobber(path) };
        // after a failure, the file is removed before the signal handler forgets its name
        let done = done.map(drop).map_err(|error| {
            let tempfile::PersistError { error, file } = error;
            drop(file);
            error
        });
        drop(created);
        done
    }
}

impl Temporary<File> {
    /// Creates a new file in a directory, for reading and writing. On Unix it has the permissions `mode`, except those
    /// that the umask removes.
    pub(crate) fn file(directory: &Path, mode: u32) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
        #[cfg(not(unix))]
        let _ = mode;
        Self::make(directory, |path| options.open(path))
    }
}
