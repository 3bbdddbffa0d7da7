//! Where results go: standard output, or a file that is replaced when all is well.

use crate::{
    engine::{Identity, identity},
    exit::{Exit, Stop},
    report,
};
use std::{
    fs::{self, File, Metadata},
    io::{self, Stdout, Write},
    path::{Path, PathBuf},
};

/// Prints all of `text`.
pub(crate) fn print(text: &[u8]) -> Result<Exit, Stop> {
    let mut out = io::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).map_err(|error| write_error(&error))?;
    Ok(Exit::Well)
}

/// The end of a run whose results have nowhere to go.
pub(crate) fn write_error(error: &io::Error) -> Stop {
    Stop::failure(format_args!("write error: {}", report::reason(error)))
}

/// Standard output.
pub(crate) fn stdout() -> Stdout {
    io::stdout()
}

/// What standard output is, if it is a file.
pub(crate) fn stdout_identity() -> Option<Identity> {
    #[cfg(unix)]
    let file = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned().map(File::from);
    #[cfg(windows)]
    let file = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned().map(File::from);
    file.and_then(|file| file.metadata()).ok().filter(Metadata::is_file).as_ref().and_then(identity)
}

/// A file that is written under another name, or under none, and takes its own at the end.
/// Until then, and if it never comes to that, the old file stays.
pub(crate) struct Target {
    path: PathBuf,
    new: New,
    identities: Vec<Identity>,
}

enum New {
    /// Without a name: gone when the process is, whatever ends it.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    Named(tempfile::NamedTempFile),
    /// What is there is a device or a pipe.
    Direct(File),
}

impl Target {
    /// Begins to write the file at `path`.
    pub(crate) fn create(path: &Path) -> Result<Self, Stop> {
        let fail = |error: io::Error| stop(path, &error);
        let old = fs::metadata(path).ok();
        let mut identities: Vec<Identity> = old.as_ref().and_then(identity).into_iter().collect();
        let new = match &old {
            Some(old) if old.is_dir() => return Err(fail(io::ErrorKind::IsADirectory.into())),
            Some(old) if !old.is_file() => {
                New::Direct(fs::OpenOptions::new().write(true).open(path).map_err(fail)?)
            }
            _ => create_new(directory(path)).map_err(fail)?,
        };
        let file = new.file();
        if let Some(old) = old.filter(Metadata::is_file) {
            file.set_permissions(old.permissions()).map_err(fail)?;
        }
        identities.extend(file.metadata().ok().as_ref().and_then(identity));
        Ok(Self { path: path.to_path_buf(), new, identities })
    }

    /// The old file and the new one.
    pub(crate) fn identities(&self) -> &[Identity] {
        &self.identities
    }

    /// Puts the new file in the place of the old one.
    pub(crate) fn finish(self) -> Result<(), Stop> {
        let Self { path, new, .. } = self;
        let done = match new {
            New::Direct(_) => Ok(()),
            #[cfg(target_os = "linux")]
            New::Unnamed(file) => file.sync_all().and_then(|()| name(&file, &path)),
            New::Named(file) => file
                .as_file()
                .sync_all()
                .and_then(|()| file.persist(&path).map(drop).map_err(|error| error.error)),
        };
        done.map_err(|error| stop(&path, &error))
    }
}

impl Write for Target {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.new.file().write(text)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl New {
    fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file) => file.as_file(),
            Self::Direct(file) => file,
        }
    }
}

fn stop(path: &Path, error: &io::Error) -> Stop {
    let name = report::shown(path.as_os_str().as_encoded_bytes());
    let reason = match error.kind() {
        io::ErrorKind::IsADirectory => "Is a directory".into(),
        _ => report::reason(error),
    };
    Stop::failure(format_args!("{name}: {reason}"))
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn create_new(directory: &Path) -> io::Result<New> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{Mode, OFlags};
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        // not every file system can
        if let Ok(file) = rustix::fs::open(directory, flags, Mode::from_raw_mode(0o666)) {
            return Ok(New::Unnamed(file.into()));
        }
    }
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".bramah-").tempfile_in(directory).map(New::Named)
}

/// Gives a file without a name this one, over a name that nobody has.
#[cfg(target_os = "linux")]
fn name(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    use std::os::fd::AsRawFd;
    let unnamed = format!("/proc/self/fd/{}", file.as_raw_fd());
    let temporary = tempfile::Builder::new().prefix(".bramah-").make_in(directory(path), |temporary| {
        Ok(rustix::fs::linkat(CWD, unnamed.as_str(), CWD, temporary, AtFlags::SYMLINK_FOLLOW)?)
    })?;
    temporary.into_temp_path().persist(path).map_err(|error| error.error)
}
