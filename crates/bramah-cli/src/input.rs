//! Reading one file to its end, or standard input; and the record of the files that a run reads.

use crate::{
    buffer,
    exit::Stop,
    identity::{Identity, identity},
    report,
};
use std::{
    collections::BTreeMap,
    fmt::Display,
    fs::{self, File, Metadata},
    io::{self, Cursor, IsTerminal, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use zeroize::Zeroizing;

/// The files that were opened because an argument names them, except those that `bramah hash` and `check` only hash. No
/// output may be one of them.
static OPENED: Mutex<BTreeMap<Identity, PathBuf>> = Mutex::new(BTreeMap::new());

/// Opens a file that an argument names; no output may be this file.
pub(crate) fn file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    remember(path, &file);
    Ok(file)
}

/// Opens a file that an argument names; `-` is standard input. No output may be this file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if path.as_os_str() != "-" {
        return file(path);
    }
    let file = stdin()?;
    remember(path, &file);
    Ok(file)
}

/// Remembers a file that is read by other means than [`open`]: no output may be this file.
pub(crate) fn remember(path: &Path, file: &File) {
    if let Ok(metadata) = file.metadata() {
        remember_metadata(path, &metadata);
    }
}

/// Remembers a file that other code opens by its name: no output may be this file.
pub(crate) fn remember_name(path: &Path) {
    if let Ok(metadata) = fs::metadata(path) {
        remember_metadata(path, &metadata);
    }
}

fn remember_metadata(path: &Path, metadata: &Metadata) {
    if metadata.is_file()
        && let Some(identity) = identity(metadata)
    {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        opened.entry(identity).or_insert_with(|| path.to_path_buf());
    }
}

/// Returns the name of an input that has one of these identities.
pub(crate) fn of(identities: &[Identity]) -> Option<PathBuf> {
    let opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    identities.iter().find_map(|identity| opened.get(identity)).cloned()
}

/// The reason why no result is printed for a file that changed while it was read.
pub(crate) const CHANGED: &str = "the file changed while it was being read";

/// Returns whether the size or the time of a regular file is different than before; false for anything but a regular
/// file.
pub(crate) fn changed(before: &Metadata, after: &Metadata) -> bool {
    before.is_file() && (before.len() != after.len() || before.modified().ok() != after.modified().ok())
}

/// Whether standard input was opened and is a terminal.
static TYPED: AtomicBool = AtomicBool::new(false);

/// Returns whether this run reads what somebody types.
pub(crate) fn is_typed() -> bool {
    TYPED.load(Ordering::Relaxed)
}

/// Opens standard input without a buffer, in which secrets would stay. It is an error if it was closed when the process
/// began.
pub(crate) fn stdin() -> io::Result<File> {
    if io::stdin().is_terminal() {
        TYPED.store(true, Ordering::Relaxed);
    }
    #[cfg(unix)]
    return match crate::os::is_closed(crate::os::STDIN) {
        true => Err(rustix::io::Errno::BADF.into()),
        false => std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned().map(File::from),
    };
    #[cfg(windows)]
    return std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned().map(File::from);
}

/// Reads what is available, up to the whole buffer; 0 at the end.
pub(crate) fn read(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Reads a secret from a file, at most `most` bytes; one byte more is returned if there are more.
///
/// # Errors
/// The errors of reading; that the file changed during the reading; that there is not enough memory.
pub(crate) fn secret(mut file: File, most: usize) -> io::Result<Zeroizing<Vec<u8>>> {
    // Windows has none of a pipe
    let before = file.metadata().ok();
    let mut bytes = buffer::zeroed(most + 1).map_err(|stop| io::Error::other(stop.reason))?;
    let mut count = 0;
    while count < bytes.len() {
        match read(&mut file, &mut bytes[count..])? {
            0 => break,
            n => count += n,
        }
    }
    if let Some(before) = before
        && changed(&before, &file.metadata()?)
    {
        return Err(io::Error::other(CHANGED));
    }
    bytes.truncate(count);
    Ok(bytes)
}

/// A file being read. If it is a regular file, reading to its end fails if it changed during the reading.
pub(crate) struct Input {
    path: PathBuf,
    reader: Reader,
    metadata: Option<Metadata>,
    /// The position where it begins.
    start: u64,
    /// The bytes that were read to see that it can be read, and how many of them were returned since.
    ahead: (Zeroizing<Vec<u8>>, usize),
}

enum Reader {
    File(File),
    Memory(Cursor<Vec<u8>>),
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Memory(bytes) => bytes.read(buffer),
        }
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.seek(to),
            Self::Memory(bytes) => bytes.seek(to),
        }
    }
}

/// The number of bytes that are kept in memory to be read again; more are kept in a file.
const KEPT: usize = 1 << 20;

impl Input {
    /// Opens a file; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, Stop> {
        let file = open(path).map_err(|error| Stop::io(path, &error))?;
        let metadata = file.metadata().ok();
        Ok(Self {
            path: path.to_path_buf(),
            reader: Reader::File(file),
            metadata,
            start: 0,
            ahead: Default::default(),
        })
    }

    /// Makes an input of bytes in memory that has this name in messages.
    pub(crate) fn of(name: &str, bytes: Vec<u8>) -> Self {
        let reader = Reader::Memory(Cursor::new(bytes));
        Self { path: name.into(), reader, metadata: None, start: 0, ahead: Default::default() }
    }

    /// Returns the metadata of the file; `None` for a pipe or a device.
    pub(crate) fn metadata(&self) -> Option<&Metadata> {
        self.metadata.as_ref().filter(|metadata| metadata.is_file())
    }

    /// Returns the end of a run for a reason that concerns this file.
    pub(crate) fn stop(&self, reason: impl Display) -> Stop {
        Stop::about(&self.path, reason)
    }

    /// Reads what is available, up to the whole buffer; 0 at the end. At the end of a regular file it is an error if
    /// its size or its time is different than when it was opened.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Stop> {
        let (ahead, returned) = &mut self.ahead;
        if *returned < ahead.len() && !buffer.is_empty() {
            let count = buffer.len().min(ahead.len() - *returned);
            buffer[..count].copy_from_slice(&ahead[*returned..][..count]);
            *returned += count;
            return Ok(count);
        }
        let read = match &mut self.reader {
            Reader::File(file) => read(file, buffer),
            Reader::Memory(bytes) => read(bytes, buffer),
        };
        let count = read.map_err(|error| self.stop(report::reason(&error)))?;
        if count == 0
            && !buffer.is_empty()
            && let Reader::File(file) = &self.reader
            && let Some(before) = self.metadata()
        {
            let after = file.metadata().map_err(|error| self.stop(report::reason(&error)))?;
            if changed(before, &after) {
                return Err(self.stop(CHANGED));
            }
        }
        Ok(count)
    }

    /// Reads the first bytes ahead, for a command that writes something before it reads: nothing may be written for an
    /// input that cannot be read, such as a directory.
    pub(crate) fn read_ahead(&mut self) -> Result<(), Stop> {
        const PAGE: usize = 4096;
        let mut first = Zeroizing::new(vec![0; PAGE]);
        let count = self.read(&mut first)?;
        first.truncate(count);
        self.ahead = (first, 0);
        Ok(())
    }

    /// Reads until the buffer is full; it is less than full only at the end.
    pub(crate) fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, Stop> {
        let mut count = 0;
        while count < buffer.len() {
            match self.read(&mut buffer[count..])? {
                0 => break,
                n => count += n,
            }
        }
        Ok(count)
    }

    /// Makes sure, before it is read, that the input can be read again. The contents of a pipe or a device are first
    /// copied to a file without a name.
    pub(crate) fn keep(&mut self) -> Result<(), Stop> {
        let fail = |error: io::Error| {
            Stop::failure(format_args!("cannot use a temporary file: {}", report::reason(&error)))
        };
        if let Reader::Memory(_) = self.reader {
            return Ok(());
        }
        if self.metadata().is_some()
            && let Reader::File(file) = &mut self.reader
            && let Ok(start) = file.stream_position()
        {
            self.start = start;
            return Ok(());
        }
        let mut bytes = std::mem::take(&mut *buffer::zeroed(KEPT)?);
        let mut count = self.fill(&mut bytes)?;
        if count < bytes.len() {
            bytes.truncate(count);
            self.reader = Reader::Memory(Cursor::new(bytes));
            return Ok(());
        }
        let mut kept = tempfile::tempfile().map_err(fail)?;
        while count > 0 {
            kept.write_all(&bytes[..count]).map_err(fail)?;
            count = self.read(&mut bytes)?;
        }
        self.reader = Reader::File(kept);
        self.rewind()
    }

    /// Returns a reader of the whole input that can begin again: see [`keep`](Self::keep).
    pub(crate) fn kept(mut self) -> Result<impl Read + Seek, Stop> {
        self.keep()?;
        self.rewind()?;
        Ok(self.reader)
    }

    /// Begins to read again what was [kept](Self::keep).
    pub(crate) fn rewind(&mut self) -> Result<(), Stop> {
        let start = SeekFrom::Start(self.start);
        let done = match &mut self.reader {
            Reader::File(file) => file.seek(start),
            Reader::Memory(bytes) => bytes.seek(start),
        };
        done.map(drop).map_err(|error| self.stop(report::reason(&error)))
    }
}
