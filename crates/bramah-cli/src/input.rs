//! One file that is read to its end, or standard input.

use crate::{
    engine::{Identity, identity},
    exit::Stop,
    report,
};
use std::{
    fmt::Display,
    fs::{File, Metadata},
    io::{self, Cursor, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// Standard input without a buffer, in which what is secret would stay.
pub(crate) fn stdin() -> io::Result<File> {
    #[cfg(unix)]
    return std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned().map(File::from);
    #[cfg(windows)]
    return std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned().map(File::from);
}

/// Reads what is there, up to the whole buffer; 0 at the end.
pub(crate) fn read(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// A file being read.
pub(crate) struct Input {
    path: PathBuf,
    reader: Reader,
    metadata: Option<Metadata>,
    /// Where it begins.
    start: u64,
}

enum Reader {
    File(File),
    Memory(Cursor<Vec<u8>>),
}

/// The bytes that are kept in memory to be read again; more are kept in a file.
const KEPT: usize = 1 << 20;

impl Input {
    /// Opens a file; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, Stop> {
        let opened = if path.as_os_str() == "-" { stdin() } else { File::open(path) };
        let file = opened.map_err(|error| Stop::about(path, report::reason(&error)))?;
        let metadata = file.metadata().ok();
        Ok(Self { path: path.to_path_buf(), reader: Reader::File(file), metadata, start: 0 })
    }

    /// What is known of it, if it is a file and not a pipe or a device.
    pub(crate) fn metadata(&self) -> Option<&Metadata> {
        self.metadata.as_ref().filter(|metadata| metadata.is_file())
    }

    /// What tells it from other files.
    pub(crate) fn identity(&self) -> Option<Identity> {
        self.metadata().and_then(identity)
    }

    /// The end of a run for a reason that lies in this file.
    pub(crate) fn stop(&self, reason: impl Display) -> Stop {
        Stop::about(&self.path, reason)
    }

    /// Reads what is there, up to the whole buffer; 0 at the end.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Stop> {
        let read = match &mut self.reader {
            Reader::File(file) => read(file, buffer),
            Reader::Memory(bytes) => read(bytes, buffer),
        };
        read.map_err(|error| self.stop(report::reason(&error)))
    }

    /// Reads until the buffer is full; less is there at the end alone.
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

    /// Before it is read: makes sure that it can be read again. What comes from a pipe or a device goes into
    /// a file without a name first.
    pub(crate) fn keep(&mut self) -> Result<(), Stop> {
        let fail =
            |error: io::Error| Stop::failure(format_args!("temporary file: {}", report::reason(&error)));
        if self.metadata().is_some()
            && let Reader::File(file) = &mut self.reader
            && let Ok(start) = file.stream_position()
        {
            self.start = start;
            return Ok(());
        }
        let mut bytes = vec![0; KEPT];
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
