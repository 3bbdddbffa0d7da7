//! Encryption and decryption of a file by its path. The result appears under its name when it is whole.

use crate::{Decryptor, Encryptor, Error, Identity, Recipient, key::random};
use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// The choices of a call that writes a file.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FileOptions {
    /// Whether an encrypted file is armored.
    pub armored: bool,
    /// Whether a file that is there already is replaced.
    pub overwrite: bool,
    /// The most threads that work on a file.
    pub threads: usize,
}

impl Default for FileOptions {
    fn default() -> Self {
        Self { armored: false, overwrite: false, threads: 1 }
    }
}

/// Encrypts the file `from` to the file `to`.
///
/// # Errors
/// Those of [`Encryptor`]; those of the files, among them [`io::ErrorKind::AlreadyExists`].
pub fn encrypt_file(
    from: &Path,
    to: &Path,
    recipients: &[&dyn Recipient],
    options: FileOptions,
) -> Result<(), Error> {
    write(from, to, options, |from, to| {
        let encryptor = Encryptor::new(recipients)?;
        match options.armored {
            true => encryptor.encrypt_armored(from, to, options.threads),
            false => encryptor.encrypt(from, to, options.threads),
        }
    })
}

/// Decrypts the file `from` to the file `to`, which appears only when all of it was found authentic.
///
/// # Errors
/// Those of [`Decryptor`]; those of the files, among them [`io::ErrorKind::AlreadyExists`].
pub fn decrypt_file(
    from: &Path,
    to: &Path,
    identities: &[&dyn Identity],
    options: FileOptions,
) -> Result<(), Error> {
    write(from, to, options, |from, to| {
        Decryptor::new(from)?.unlock(identities)?.decrypt(to, options.threads)
    })
}

fn write(
    from: &Path,
    to: &Path,
    options: FileOptions,
    work: impl FnOnce(&File, &File) -> Result<u64, Error>,
) -> Result<(), Error> {
    let source = File::open(from)?;
    // a link that leads nowhere is a file too
    if !options.overwrite && fs::symlink_metadata(to).is_ok() {
        return Err(exists().into());
    }
    // a device, a pipe or a directory is not what a file should take the place of
    if fs::metadata(to).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the output is not a regular file").into());
    }
    let mut temporary = Temporary::beside(to, &source)?;
    let file = temporary.file.take().ok_or_else(|| io::Error::other("no temporary file"))?;
    work(&source, &file)?;
    // errors of writing that closing would hide
    file.sync_all()?;
    drop(file);
    temporary.persist(to, options.overwrite)?;
    drop(temporary);
    sync_directory(to)?;
    Ok(())
}

/// Writes the entry of a file in its directory to the disk, where the system can.
fn sync_directory(of: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let directory = of.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(directory).and_then(|directory| directory.sync_all()) {
        // a directory that cannot be read, or a file system that does not sync directories: the file itself is whole
        Err(error)
            if matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::InvalidInput) =>
        {
            Ok(())
        }
        done => done,
    }
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "the output exists already")
}

/// A file that is removed unless it gets its name.
struct Temporary {
    path: PathBuf,
    file: Option<File>,
}

impl Temporary {
    /// Creates a file in the directory of `target`, with the permissions of the source except those that the umask
    /// withholds.
    fn beside(target: &Path, source: &File) -> Result<Self, Error> {
        let name = target.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
            options.mode(source.metadata()?.permissions().mode() & 0o777);
        }
        #[cfg(not(unix))]
        let _ = source;
        let mut temporary = std::ffi::OsString::from(".");
        // a name that is not longer than a file system takes
        temporary.push(if name.len() > 100 { "file".as_ref() } else { name });
        temporary.push(format!(".{:016x}", u64::from_le_bytes(random::<8>()?)));
        let path = target.with_file_name(temporary);
        let file = options.open(&path)?;
        Ok(Self { path, file: Some(file) })
    }

    /// Gives the file its name.
    fn persist(&self, to: &Path, overwrite: bool) -> io::Result<()> {
        if overwrite {
            return fs::rename(&self.path, to);
        }
        // unlike a renaming, a link replaces nothing
        match fs::hard_link(&self.path, to) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists()),
            // file systems without links
            Err(_) if fs::symlink_metadata(to).is_ok() => Err(exists()),
            Err(_) => fs::rename(&self.path, to),
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        self.file = None;
        // after a renaming there is none
        let _ = fs::remove_file(&self.path);
    }
}
