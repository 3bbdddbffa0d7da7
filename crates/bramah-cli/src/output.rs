//! The destinations of results: standard output, or a file that is created or replaced only after everything has
//! succeeded.

use crate::{
    color,
    exit::{Exit, Stop},
    identity::{Identity, identity},
    input,
    place::{Place, directory},
    report,
    temporary::Temporary,
    written,
};
use std::{
    fs::{self, File, FileTimes, Metadata},
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};

/// Prints all of `text`.
pub(crate) fn print(text: &[u8]) -> Result<Exit, Stop> {
    stdout().write_all(text).map_err(|error| write_error(&error))?;
    Ok(Exit::Well)
}

/// Prints lines of a check.
pub(crate) fn print_verdicts(text: &[u8]) -> Result<(), Stop> {
    verdicts().write_all(text).map_err(|error| write_error(&error))
}

/// Returns the error for results that could not be written. It has no message if the reader of a pipe has ended, as
/// with `| head`.
pub(crate) fn write_error(error: &io::Error) -> Stop {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Stop::failure("");
    }
    Stop::failure(format_args!("write error: {}", report::reason(error)))
}

/// Returns standard output for text, without a buffer. If it is a terminal, control characters are
/// [escaped](report::printable). The standard library's standard output would report success even if the descriptor is
/// not open for writing.
pub(crate) fn stdout() -> Stdout {
    Stdout { checked: false, terminal: io::stdout().is_terminal(), verdicts: false }
}

/// Returns standard output as [`stdout`] does, for the lines of a check, in color if the user wants color.
pub(crate) fn verdicts() -> Stdout {
    Stdout { verdicts: color::of_stdout(), ..stdout() }
}

/// The writer that [`stdout`] returns.
pub(crate) struct Stdout {
    /// Whether standard output has been compared with the inputs.
    checked: bool,
    /// Whether standard output is a terminal.
    terminal: bool,
    /// Whether the words `OK` and `FAILED` at the ends of lines are in color.
    verdicts: bool,
}

impl Stdout {
    fn put(text: &[u8]) -> io::Result<usize> {
        #[cfg(unix)]
        return Ok(rustix::io::write(rustix::stdio::stdout(), text)?);
        #[cfg(not(unix))]
        return io::stdout().write(text);
    }
}

impl Write for Stdout {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if !self.checked && !text.is_empty() {
            if let Some(name) = stdout_identity().and_then(|identity| input::of(&[identity])) {
                let name = report::shown(name.as_os_str().as_encoded_bytes());
                return Err(io::Error::other(format!("{name}: {SAME}")));
            }
            self.checked = true;
        }
        if !self.terminal && !self.verdicts {
            return Self::put(text);
        }
        let mut shown = if self.terminal { report::printable(text) } else { text.into() };
        if self.verdicts {
            shown = color::verdicts(&shown).into();
        }
        let mut rest = &shown[..];
        while !rest.is_empty() {
            match Self::put(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        #[cfg(not(unix))]
        io::stdout().flush()?;
        Ok(())
    }
}

/// Opens standard output without a buffer.
fn raw_stdout() -> io::Result<File> {
    #[cfg(unix)]
    return match crate::os::is_closed(crate::os::STDOUT) {
        true => Err(rustix::io::Errno::BADF.into()),
        false => std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned().map(File::from),
    };
    #[cfg(windows)]
    return std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned().map(File::from);
}

/// Returns the identity of standard output, if it is a file.
pub(crate) fn stdout_identity() -> Option<Identity> {
    let metadata = raw_stdout().and_then(|file| file.metadata());
    metadata.ok().filter(Metadata::is_file).as_ref().and_then(identity)
}

/// The reason for refusing an output that is one of the inputs.
const SAME: &str = "input file is output file";

/// Refuses an output with these identities if one of them belongs to a file that this run reads: a key, a password, a
/// list of names, associated data or the message.
pub(crate) fn refuse_inputs(identities: &[Identity]) -> Result<(), Stop> {
    input::of(identities).map_or(Ok(()), |name| Err(Stop::about(&name, SAME)))
}

/// The destination of binary output.
pub(crate) enum Output {
    Stdout(File),
    File(Target),
}

impl Output {
    /// Begins to write the file at `path`, as [`Target::private`] does, or to standard output if `path` is `None` or
    /// `-`. Without a path, a terminal is refused.
    pub(crate) fn create(
        path: Option<&Path>,
        replace: bool,
        source: Option<&Metadata>,
    ) -> Result<Self, Stop> {
        if path.is_none() && io::stdout().is_terminal() {
            return Err(Stop::usage(
                "refusing to write binary data to the terminal; use -o FILE for a file, or -o - to write it anyway",
            ));
        }
        Self::begin(path, replace, source)
    }

    /// Begins to write to a file or to standard output, even a terminal. The output may not be a file that was opened
    /// as an input.
    pub(crate) fn begin(path: Option<&Path>, replace: bool, source: Option<&Metadata>) -> Result<Self, Stop> {
        match path.filter(|path| path.as_os_str() != "-") {
            Some(path) => Target::private(path, replace, source).map(Self::File),
            None => {
                let stdout = raw_stdout().map_err(|error| write_error(&error))?;
                refuse_inputs(stdout_identity().as_slice())?;
                Ok(Self::Stdout(stdout))
            }
        }
    }

    /// Begins to write to a file with the permissions and times of the `source`, except permissions that the umask
    /// removes, or to standard output, even a terminal. The output may not be a file that was opened as an input.
    pub(crate) fn keeping(
        path: Option<&Path>,
        replace: bool,
        source: Option<&Metadata>,
    ) -> Result<Self, Stop> {
        match path.filter(|path| path.as_os_str() != "-") {
            Some(path) => Target::keeping(path, replace, source).map(Self::File),
            None => Self::begin(None, replace, source),
        }
    }

    /// Returns whether written bytes become visible only at [`finish`](Self::finish).
    pub(crate) fn withholds(&self) -> bool {
        matches!(self, Self::File(target) if !target.is_direct())
    }

    /// Writes all of the bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        let file: &mut dyn Write = match self {
            Self::Stdout(file) => file,
            Self::File(target) => target,
        };
        file.write_all(bytes).map_err(|error| write_error(&error))
    }

    /// Completes the output after success.
    pub(crate) fn finish(self) -> Result<(), Stop> {
        match self {
            Self::Stdout(_) => Ok(()),
            Self::File(target) => target.finish(),
        }
    }
}

/// A file that is written under a temporary name, or without a name, and renamed at the end. An existing file with
/// this name is kept until then.
pub(crate) struct Target {
    path: PathBuf,
    new: New,
    replace: bool,
    identities: Vec<Identity>,
    /// Whether the target is a terminal that receives a list, whose control characters are escaped.
    terminal: bool,
    /// The modification and access times of the new file; `None` for the current time.
    times: Option<FileTimes>,
}

enum New {
    /// A file without a name, which disappears when the process ends.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    Named(Temporary<File>),
    /// An existing device or pipe, or a file descriptor that the path names, such as `/dev/fd/3`.
    Direct(File),
}

impl Target {
    /// Begins to write the file at `path`.
    pub(crate) fn create(path: &Path) -> Result<Self, Stop> {
        let mut target = Self::begin(path, true, 0o666)?;
        if let (Some(old), false) = (fs::metadata(path).ok().filter(Metadata::is_file), target.is_direct()) {
            let kept = target.new.file().set_permissions(old.permissions());
            kept.map_err(|error| stop(path, &error))?;
        }
        target.terminal = target.is_direct() && target.new.file().is_terminal();
        target.identities.extend(place_identity(&partial(&target.path)));
        Ok(target)
    }

    /// Begins to write the file at `path`. Only its owner can access it, with no more permissions than the owner of the
    /// `source` has. Unless `replace` is set, it is an error if a file exists at `path`, either now or when the output
    /// is completed.
    pub(crate) fn private(path: &Path, replace: bool, source: Option<&Metadata>) -> Result<Self, Stop> {
        #[cfg(unix)]
        let source = source.map(|source| std::os::unix::fs::PermissionsExt::mode(&source.permissions()));
        #[cfg(not(unix))]
        let source = source.and(None);
        Self::begin(path, replace, 0o600 & source.unwrap_or(0o600))
    }

    /// Begins to write the file at `path`. Everyone can read and write it, except permissions that the umask removes.
    /// Unless `replace` is set, it is an error if a file exists at `path`, either now or when the output is completed.
    pub(crate) fn public(path: &Path, replace: bool) -> Result<Self, Stop> {
        Self::begin(path, replace, 0o666)
    }

    /// Begins to write the file at `path` with the permissions and times of the `source`, except permissions that the
    /// umask removes; without a source, only its owner can access it. Unless `replace` is set, it is an error if a file
    /// exists at `path`, either now or when the output is completed.
    fn keeping(path: &Path, replace: bool, source: Option<&Metadata>) -> Result<Self, Stop> {
        let Some(source) = source else { return Self::private(path, replace, None) };
        #[cfg(unix)]
        let mode = std::os::unix::fs::PermissionsExt::mode(&source.permissions()) & 0o777;
        #[cfg(not(unix))]
        let mode = 0o600;
        let mut target = Self::begin(path, replace, mode)?;
        let mut times = FileTimes::new();
        if let Ok(time) = source.modified() {
            times = times.set_modified(time);
        }
        if let Ok(time) = source.accessed() {
            times = times.set_accessed(time);
        }
        target.times = Some(times);
        Ok(target)
    }

    fn begin(path: &Path, replace: bool, mode: u32) -> Result<Self, Stop> {
        let fail = |error: io::Error| stop(path, &error);
        let (place, new) = match Place::of(path).map_err(fail)? {
            Place::Descriptor(file) => {
                let identity = file.metadata().ok().filter(Metadata::is_file).as_ref().and_then(identity);
                refuse_inputs(identity.as_slice())?;
                (path.to_path_buf(), New::Direct(file))
            }
            Place::Path(place) => {
                let new = Self::new_at(path, &place, replace, mode)?;
                (place, new)
            }
        };
        let mut identities: Vec<Identity> = Vec::new();
        if !matches!(new, New::Direct(_)) {
            identities.extend(place_identity(&place));
        }
        identities.extend(new.file().metadata().ok().as_ref().and_then(identity));
        Ok(Self { path: place, new, replace, identities, terminal: false, times: None })
    }

    /// Opens the device or pipe at `place`, or creates a file that is renamed to `place` at the end. `path` is the
    /// argument that resolved to `place`.
    fn new_at(path: &Path, place: &Path, replace: bool, mode: u32) -> Result<New, Stop> {
        let fail = |error: io::Error| stop(path, &error);
        let old = fs::metadata(place).ok();
        match &old {
            Some(old) if old.is_dir() => return Err(fail(io::ErrorKind::IsADirectory.into())),
            Some(old) if !old.is_file() => {
                return fs::OpenOptions::new().write(true).open(place).map(New::Direct).map_err(fail);
            }
            _ => written::refuse(place)?,
        }
        // a dangling link counts as an existing file
        if !replace && fs::symlink_metadata(path).is_ok() {
            return Err(fail(io::ErrorKind::AlreadyExists.into()));
        }
        refuse_inputs(old.as_ref().and_then(identity).as_slice())?;
        create_new(directory(place), mode).map_err(fail)
    }

    /// Completes a list. If the list is not whole, because some files could not be read, an existing list is kept,
    /// the new list goes to `NAME.partial`, and a message reports this.
    pub(crate) fn finish_list(mut self, is_whole: bool) -> Result<(), Stop> {
        if is_whole || self.is_direct() {
            return self.finish();
        }
        if fs::symlink_metadata(&self.path).is_err() {
            // a list that another process created in the meantime is kept, too
            self.replace = false;
            return self.finish();
        }
        let partial = partial(&self.path);
        let shown = report::shown(partial.as_os_str().as_encoded_bytes());
        let list = std::mem::replace(&mut self.path, partial.clone());
        self.finish()?;
        report::about(
            list,
            format_args!("not replaced, because some files could not be read; the new list is in {shown}"),
        );
        Ok(())
    }

    /// Returns whether the target is a device, a pipe or a descriptor.
    pub(crate) fn is_direct(&self) -> bool {
        matches!(self.new, New::Direct(_))
    }

    /// Returns the identities of the old file, the new one, and the file that [`finish_list`](Self::finish_list) may
    /// replace.
    pub(crate) fn identities(&self) -> &[Identity] {
        &self.identities
    }

    /// Gives the new file its name, replacing an old file if that is allowed.
    pub(crate) fn finish(self) -> Result<(), Stop> {
        let Self { path, new, replace, identities, terminal: _, times } = self;
        // an input may have been opened after this output
        refuse_inputs(&identities)?;
        if let (Some(times), false) = (times, matches!(new, New::Direct(_))) {
            new.file().set_times(times).map_err(|error| stop(&path, &error))?;
        }
        let done = match new {
            New::Direct(_) => return Ok(()),
            #[cfg(target_os = "linux")]
            New::Unnamed(file) => match file.sync_all() {
                Ok(()) => {
                    written::name(&path, || if replace { name(&file, &path) } else { link(&file, &path) })?
                }
                failed => failed,
            },
            New::Named(file) => match file.get().sync_all() {
                Ok(()) => written::name(&path, || file.persist(&path, replace))?,
                failed => failed,
            },
        };
        done.and_then(|()| sync(directory(&path))).map_err(|error| stop(&path, &error))
    }
}

impl Write for Target {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.terminal {
            self.new.file().write_all(&report::printable(text))?;
            return Ok(text.len());
        }
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
            Self::Named(file) => file.get(),
            Self::Direct(file) => file,
        }
    }
}

fn stop(path: &Path, error: &io::Error) -> Stop {
    let reason = match error.kind() {
        io::ErrorKind::IsADirectory => "Is a directory".into(),
        io::ErrorKind::AlreadyExists => "File exists; use -f to replace it".into(),
        _ => report::reason(error),
    };
    Stop::about(path, reason)
}

/// Returns the path for an incomplete list: `NAME.partial`.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

/// Returns the identity of the file at this path.
pub(crate) fn place_identity(path: &Path) -> Option<Identity> {
    fs::metadata(path).ok().as_ref().and_then(identity)
}

/// Returns whether two paths lead to the same file, or to the same name in the same directory if there is no file yet.
pub(crate) fn same_place(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let Ok(Place::Path(path)) = Place::of(path) else { return None };
        Some((fs::canonicalize(directory(&path)).ok()?, path.file_name()?.to_os_string()))
    };
    let (places, files) = ((place(a), place(b)), (place_identity(a), place_identity(b)));
    places.0.is_some() && places.0 == places.1 || files.0.is_some() && files.0 == files.1
}

/// Syncs the changes of names in a directory. A user who may change names may be unable to open the directory, and some
/// systems cannot sync directories: these errors are ignored.
fn sync(directory: &Path) -> io::Result<()> {
    match File::open(directory).and_then(|directory| directory.sync_all()) {
        Err(error) => match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported => {
                Ok(())
            }
            _ => Err(error),
        },
        Ok(()) => Ok(()),
    }
}

fn create_new(directory: &Path, mode: u32) -> io::Result<New> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{Mode, OFlags};
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        // some file systems have no unnamed files
        if let Ok(file) = rustix::fs::open(directory, flags, Mode::from_raw_mode(mode)) {
            return Ok(New::Unnamed(file.into()));
        }
    }
    Temporary::file(directory, mode).map(New::Named)
}

/// Links an unnamed file to this path, where no file may exist.
#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    use std::os::fd::AsRawFd;
    let unnamed = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(rustix::fs::linkat(CWD, unnamed.as_str(), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// Links an unnamed file to this path, replacing an existing file: links it to a temporary name and renames it.
#[cfg(target_os = "linux")]
fn name(file: &File, path: &Path) -> io::Result<()> {
    Temporary::make(directory(path), |temporary| link(file, temporary))?.persist(path, true)
}
