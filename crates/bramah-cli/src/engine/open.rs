//! Opening a file and reading its metadata.

use super::turn::Turn;
use std::{
    fs::{File, Metadata},
    io,
    path::Path,
};

/// An open file, its metadata, and the turn for an input that is read by one thread at a time: anything but a regular file
/// and a directory.
pub(super) type Opened = (File, Metadata, Option<Turn>);

/// Opens a file of any kind. If the file is a FIFO without a writer, `waits` is called before the function waits for a
/// writer.
///
/// The path is not looked up before it is opened, because for an empty file this would take as long as all other steps
/// together.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn open(path: &Path, waits: impl FnOnce()) -> io::Result<Opened> {
    use rustix::{
        event::{PollFd, PollFlags, poll},
        fs::{OFlags, fcntl_setfl},
        io::{Errno, retry_on_intr},
    };
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};

    let flag = OFlags::NONBLOCK.bits().cast_signed();
    loop {
        let file = match File::options().read(true).custom_flags(flag).open(path) {
            // another process has a lease on the file; a blocking open waits for its end
            Err(error) if Errno::from_io_error(&error) == Some(Errno::WOULDBLOCK) => File::open(path)?,
            opened => opened?,
        };
        let metadata = file.metadata()?;
        if metadata.is_file() || metadata.is_dir() {
            return Ok((file, metadata, None));
        }
        let Some(turn) = Turn::try_take(&metadata) else {
            // a FIFO must be opened again after its writer has ended: this one would report the end of the file
            drop(file);
            Turn::wait(&metadata);
            continue;
        };
        if metadata.file_type().is_fifo() {
            waits();
            // without a writer, reading would report the end of the file
            retry_on_intr(|| poll(&mut [PollFd::new(&file, PollFlags::IN)], None))?;
        }
        fcntl_setfl(&file, OFlags::empty())?;
        return Ok((file, metadata, Some(turn)));
    }
}

/// Opens a file of any kind. Before a writer of a FIFO is waited for, `waits` is called.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) fn open(path: &Path, waits: impl FnOnce()) -> io::Result<Opened> {
    #[cfg(unix)]
    let turn = {
        let before = std::fs::metadata(path).ok();
        before.filter(|before| !before.is_file() && !before.is_dir()).map(|before| {
            let turn = Turn::take(&before);
            if std::os::unix::fs::FileTypeExt::is_fifo(&before.file_type()) {
                waits();
            }
            turn
        })
    };
    #[cfg(not(unix))]
    let turn = {
        let _ = waits;
        None
    };
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    Ok((file, metadata, turn))
}
