//! Reading a file or standard input to the end; and the record of the files that a run reads.

use crate::{
    buffer,
    exit::Stop,
    identity::{Identity, identity},
    report, temporary,
};
use std::{
    collections::BTreeMap,
    fmt::Display,
    fs::{self, File, Metadata},
    io::{self, Cursor, IsTerminal, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use zeroize::Zeroizing;

/// The files that arguments name and that this run has opened, except those that `bramah hash` and `check` only hash.
/// No output may be one of them.
static OPENED: Mutex<BTreeMap<Identity, PathBuf>> = Mutex::new(BTreeMap::new());

/// Opens a file that an argument names, and records it: no output may be this file.
pub(crate) fn file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    remember(path, &file);
    Ok(file)
}

/// Opens a file that an argument names, or with `-` standard input, and records it: no output may be this file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if path.as_os_str() != "-" {
        return file(path);
    }
    let file = stdin()?;
    remember(path, &file);
    Ok(file)
}

/// Records a file that was opened without [`open`]: no output may be this file.
pub(crate) fn remember(path: &Path, file: &File) {
    if let Ok(metadata) = file.metadata() {
        remember_metadata(path, &metadata);
    }
}

/// Records a file that other code opens by its name: no output may be this file.
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

/// The error for a file that changed while it was read.
pub(crate) const CHANGED: &str = "the file changed while it was being read";

/// Returns whether the size or the modification time of a regular file has changed; false for anything but a regular
/// file.
pub(crate) fn changed(before: &Metadata, after: &Metadata) -> bool {
    before.is_file() && (before.len() != after.len() || before.modified().ok() != after.modified().ok())
}

/// Whether standard input was opened and is a terminal.
static TYPED: AtomicBool = AtomicBool::new(false);

/// The number of questions that await their answers on the terminal.
static QUESTIONS: AtomicUsize = AtomicUsize::new(0);

/// A question on the terminal, until this value is dropped.
pub(crate) struct Question(());

impl Question {
    /// Begins a question: no progress is drawn over it.
    pub(crate) fn new() -> Self {
        QUESTIONS.fetch_add(1, Ordering::Relaxed);
        Self(())
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        QUESTIONS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns whether this run reads standard input from a terminal, or awaits the answer to a question.
pub(crate) fn is_typed() -> bool {
    TYPED.load(Ordering::Relaxed) || QUESTIONS.load(Ordering::Relaxed) > 0
}

/// Opens standard input without a buffer, since secrets would stay in a buffer. It is an error if standard input was
/// closed when the process began.
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

/// Reads the available bytes, up to the whole buffer; returns 0 at the end.
pub(crate) fn read(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Reads a secret of at most `most` bytes from a file; if the file is longer, returns `most + 1` bytes.
///
/// # Errors
/// Reading fails; the file changed while it was read; there is not enough memory.
pub(crate) fn secret(mut file: File, most: usize) -> io::Result<Zeroizing<Vec<u8>>> {
    // on Windows a pipe has no metadata
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

/// A file being read. For a regular file, reading fails at the end if the file changed in the meantime.
pub(crate) struct Input {
    path: PathBuf,
    reader: Reader,
    metadata: Option<Metadata>,
    /// The position in the file where the input begins.
    start: u64,
    /// The bytes that [`read_ahead`](Self::read_ahead) has read, and the number of them that [`read`](Self::read) has
    /// returned since.
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

/// The maximum length, in bytes, of an input that is kept in memory to be read again. A longer input is kept in a file.
const KEPT: usize = 1 << 20;

impl Input {
    /// Opens a file; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, Stop> {
        let mut file = open(path).map_err(|error| Stop::io(path, &error))?;
        let metadata = file.metadata().ok();
        // only standard input may begin in the middle of a file
        let has_begun = path.as_os_str() == "-" && metadata.as_ref().is_some_and(Metadata::is_file);
        let start = if has_begun { file.stream_position().unwrap_or(0) } else { 0 };
        Ok(Self {
            path: path.to_path_buf(),
            reader: Reader::File(file),
            metadata,
            start,
            ahead: Default::default(),
        })
    }

    /// Makes an input from bytes in memory; `name` is its name in messages.
    pub(crate) fn of(name: &str, bytes: Vec<u8>) -> Self {
        let reader = Reader::Memory(Cursor::new(bytes));
        Self { path: name.into(), reader, metadata: None, start: 0, ahead: Default::default() }
    }

    /// Returns the metadata of the file; `None` for a pipe or a device.
    pub(crate) fn metadata(&self) -> Option<&Metadata> {
        self.metadata.as_ref().filter(|metadata| metadata.is_file())
    }

    /// Returns the number of bytes of the whole input; `None` for a pipe or a device.
    pub(crate) fn len(&self) -> Option<u64> {
        self.metadata().map(|metadata| metadata.len().saturating_sub(self.start))
    }

    /// Returns an error about this file.
    pub(crate) fn stop(&self, reason: impl Display) -> Stop {
        Stop::about(&self.path, reason)
    }

    /// Reads the available bytes, up to the whole buffer; returns 0 at the end. At the end of a regular file it is an
    /// error if its size or modification time has changed since it was opened.
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

    /// Reads until the buffer is full or the input ends; returns the number of bytes.
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

    /// Makes the input ready to be read twice; call this before reading. The contents of a pipe or a device are copied
    /// to memory or to an unnamed file.
    pub(crate) fn keep(&mut self) -> Result<(), Stop> {
        let fail = |error: io::Error| Stop::failure(temporary::failed(&error));
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

    /// Goes back to the beginning of an input that was [kept](Self::keep).
    pub(crate) fn rewind(&mut self) -> Result<(), Stop> {
        let start = SeekFrom::Start(self.start);
        let done = match &mut self.reader {
            Reader::File(file) => file.seek(start),
            Reader::Memory(bytes) => bytes.seek(start),
        };
        done.map(drop).map_err(|error| self.stop(report::reason(&error)))
    }
}
