//! Encryption and decryption of files by their paths. The output gets its name only when it is complete.

use crate::{Decryptor, Encryptor, Error, Identity, Recipient};
use std::{
    fs::{self, File},
    io,
    path::Path,
};
use tempfile::NamedTempFile;

/// The options for [`encrypt_file`] and [`decrypt_file`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FileOptions {
    /// Whether to armor an encrypted file.
    pub armored: bool,
    /// Whether to replace an existing output file.
    pub overwrite: bool,
    /// The maximum number of threads that work on a file.
    pub threads: usize,
    /// A function that is called before each read of the input. If it returns true, the call returns an error, and no
    /// output file is created. A program that handles signals can use it.
    pub interrupted: Option<fn() -> bool>,
}

impl Default for FileOptions {
    fn default() -> Self {
        Self { armored: false, overwrite: false, threads: 1, interrupted: None }
    }
}

/// Encrypts the file `from` to the file `to`.
///
/// # Errors
/// The errors of [`Encryptor`], and of reading and writing the files; [`io::ErrorKind::AlreadyExists`] if the file `to`
/// exists and `overwrite` is not set; [`io::ErrorKind::InvalidInput`] if `to` is the file `from` or a link to it, even
/// if `overwrite` is set.
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

/// Decrypts the file `from` to the file `to`, which gets its name only once all of it has been verified.
///
/// # Errors
/// The errors of [`Decryptor`], and of reading and writing the files; [`io::ErrorKind::AlreadyExists`] if the file `to`
/// exists and `overwrite` is not set; [`io::ErrorKind::InvalidInput`] if `to` is the file `from` or a link to it, even
/// if `overwrite` is set.
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

/// The input file. Reading it can be interrupted.
struct Source<'a> {
    file: &'a File,
    interrupted: Option<fn() -> bool>,
}

impl io::Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.interrupted.is_some_and(|interrupted| interrupted()) {
            return Err(io::Error::other("the call was interrupted"));
        }
        self.file.read(buffer)
    }
}

fn write(
    from: &Path,
    to: &Path,
    options: FileOptions,
    work: impl FnOnce(Source<'_>, &File) -> Result<u64, Error>,
) -> Result<(), Error> {
    let source = File::open(from)?;
    if is_same(from, &source, to) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the output is the input").into());
    }
    // a link to a file that does not exist counts as an existing file
    if !options.overwrite && fs::symlink_metadata(to).is_ok() {
        return Err(exists().into());
    }
    // a device, a pipe or a directory must not be replaced by a file
    if fs::metadata(to).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the output is not a regular file").into());
    }
    // if the output is a link, the file that it points to is replaced, not the link
    let target = match fs::symlink_metadata(to) {
        Ok(there) if there.is_symlink() => Some(fs::canonicalize(to)?),
        _ => None,
    };
    let to = target.as_deref().unwrap_or(to);
    let directory = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let temporary = temporary(directory, &source)?;
    work(Source { file: &source, interrupted: options.interrupted }, temporary.as_file())?;
    // reports write errors that closing the file would hide
    temporary.as_file().sync_all()?;
    match options.overwrite {
        true => temporary.persist(to),
        false => temporary.persist_noclobber(to),
    }
    .map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => exists(),
        _ => error.error,
    })?;
    sync(directory)?;
    Ok(())
}

/// Writes the changes in a directory to the disk. Some errors are ignored, because a user who may rename files in a
/// directory may not be allowed to open it, and not every system can sync a directory.
fn sync(directory: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match File::open(directory).and_then(|directory| directory.sync_all()) {
        Err(error) if matches!(error.kind(), PermissionDenied | InvalidInput | Unsupported) => Ok(()),
        done => done,
    }
}

/// Returns whether the output is the input, under any name. If it were, replacing the output would delete the input.
#[cfg(unix)]
fn is_same(_: &Path, source: &File, to: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (source.metadata(), fs::metadata(to)) {
        (Ok(source), Ok(there)) => identity(source) == identity(there),
        _ => false,
    }
}

/// Returns whether the output is the input, under any name except the name of a hard link, which cannot be detected on this
/// system.
#[cfg(not(unix))]
fn is_same(from: &Path, _: &File, to: &Path) -> bool {
    match (fs::canonicalize(from), fs::canonicalize(to)) {
        (Ok(from), Ok(to)) => from == to,
        _ => false,
    }
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "the output exists already")
}

/// Creates a temporary file in a directory. It is removed unless it is renamed. It has the permissions of the source,
/// except those that the umask removes.
fn temporary(directory: &Path, source: &File) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".bramah-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(source.metadata()?.permissions().mode() & 0o777));
    }
    #[cfg(not(unix))]
    let _ = source;
    builder.tempfile_in(directory)
}
