//! Where the path of an output leads, by way of links: to a file, or to a descriptor of this process.
//!
//! A link is never replaced by a file. `/dev/stdout` is one: replaced, it would be a regular file from then on, and
//! what was written would not be on standard output.

#[cfg(unix)]
use crate::os;
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// Where a path leads.
pub(crate) enum Place {
    /// To what has this path, which is no link: a file, a device, a pipe, or nothing yet.
    Path(PathBuf),
    /// To a descriptor that this process was started with, open for writing.
    #[cfg_attr(not(unix), expect(dead_code))]
    Descriptor(File),
}

/// The most links that are followed, as on Linux.
const MOST: usize = 40;

impl Place {
    /// Follows the links from this path on.
    ///
    /// # Errors
    /// The system's, if it does not follow them: a loop, or a link of another user in a directory like `/tmp`. A
    /// descriptor that is not open for writing, or that this process has opened itself. A file that another process has
    /// open, under its descriptor there.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let found = fs::metadata(path);
        // elsewhere the names of devices may have no metadata
        #[cfg(unix)]
        if let Err(error) = &found
            && error.kind() != io::ErrorKind::NotFound
        {
            return found.map(|_| Self::Path(path.into()));
        }
        let is_file = found.is_ok_and(|found| found.is_file());
        let mut path = path.to_path_buf();
        for _ in 0..=MOST {
            #[cfg(unix)]
            if let Some(number) = descriptor(&path) {
                return os::inherited(number).map(Self::Descriptor);
            }
            if !fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
                return Ok(Self::Path(path));
            }
            #[cfg(target_os = "linux")]
            if is_of_system(&path) {
                return match is_file {
                    // its name may be another file's by now, or in another namespace
                    true => Err(io::Error::other(
                        "this link names a file that another process has open; give the name of \
                                              the file itself",
                    )),
                    false => Ok(Self::Path(path)),
                };
            }
            let to = fs::read_link(&path)?;
            path = path.parent().unwrap_or(Path::new("")).join(to);
        }
        let _ = is_file;
        Err(io::Error::other("too many levels of symbolic links"))
    }
}

/// Returns the directory that a path names something in.
pub(crate) fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the number of the descriptor of this process that a path names, such as `/proc/self/fd/1` or `/dev/fd/1`.
#[cfg(unix)]
fn descriptor(path: &Path) -> Option<i32> {
    let number = path.file_name()?.to_str()?;
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let directory = fs::canonicalize(directory(path)).ok()?;
    let is_here = directory == Path::new("/dev/fd")
        || fs::canonicalize("/proc/self").is_ok_and(|process| {
            let below = directory.strip_prefix(process).unwrap_or(Path::new(""));
            below.ends_with("fd") && (below.starts_with("fd") || below.starts_with("task"))
        });
    is_here.then(|| number.parse().ok()).flatten()
}

/// Returns whether a link is in the file system of processes, where links name what is open, and not where it is.
#[cfg(target_os = "linux")]
fn is_of_system(path: &Path) -> bool {
    rustix::fs::statfs(directory(path)).is_ok_and(|system| system.f_type == rustix::fs::PROC_SUPER_MAGIC)
}
