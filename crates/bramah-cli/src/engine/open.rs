//! Opening a file and reading its metadata.

use std::{
    fs::{File, Metadata},
    io,
    path::Path,
};

/// Opens a file of any kind. If the file is a FIFO without a writer, `waits` is called before the function waits for a
/// writer.
///
/// The path is not looked up before it is opened, because for an empty file this would take as long as all other steps
/// together.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn open(path: &Path, waits: impl FnOnce()) -> io::Result<(File, Metadata)> {
    use rustix::{
        event::{PollFd, PollFlags, poll},
        fs::{OFlags, fcntl_setfl},
        io::{Errno, retry_on_intr},
    };
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};

    let flag = OFlags::NONBLOCK.bits().cast_signed();
    let file = match File::options().read(true).custom_flags(flag).open(path) {
        // another process has a lease on the file; a blocking open waits for its end
        Err(error) if Errno::from_io_error(&error) == Some(Errno::WOULDBLOCK) => File::open(path)?,
        opened => opened?,
    };
    let metadata = file.metadata()?;
    if metadata.is_file() || metadata.is_dir() {
        return Ok((file, metadata));
    }
    if metadata.file_type().is_fifo() {
        waits();
        // without a writer, reading would report the end of the file
        retry_on_intr(|| poll(&mut [PollFd::new(&file, PollFlags::IN)], None))?;
    }
    fcntl_setfl(&file, OFlags::empty())?;
    Ok((file, metadata))
}

/// Opens a file of any kind. Before a writer of a FIFO is waited for, `waits` is called.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) fn open(path: &Path, waits: impl FnOnce()) -> io::Result<(File, Metadata)> {
    #[cfg(unix)]
    if std::fs::metadata(path)
        .is_ok_and(|metadata| std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type()))
    {
        waits();
    }
    #[cfg(not(unix))]
    let _ = waits;
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    Ok((file, metadata))
}
