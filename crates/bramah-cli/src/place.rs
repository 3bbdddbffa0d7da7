//! Resolving the path of an output through symbolic links, to a file or to a descriptor of this process.
//!
//! Bramah never replaces a link by a file. For example, `/dev/stdout` is a link: if it were replaced, it would become a
//! regular file, and the output would not reach standard output.

#[cfg(unix)]
use crate::os;
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// The place that a path leads to.
pub(crate) enum Place {
    /// A path that is not a symbolic link: of a file, a device, a pipe, or a file that does not exist yet.
    Path(PathBuf),
    /// A descriptor that this process inherited, open for writing.
    #[cfg_attr(not(unix), expect(dead_code))]
    Descriptor(File),
}

/// The maximum number of links that are followed, as on Linux.
const MOST: usize = 40;

impl Place {
    /// Follows the symbolic links at this path.
    ///
    /// # Errors
    /// The system refuses to follow a link: because of a loop, or because the link belongs to another user in
    /// a directory like `/tmp`. The path names a descriptor that is not open for writing or that this process has
    /// opened itself, or a descriptor of another process.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let found = fs::metadata(path);
        // on other systems devices may have no metadata
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
                    // by now the link's text may name another file, or a file in another namespace
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

/// Returns the parent directory of a path.
pub(crate) fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the number of the descriptor of this process that a path such as `/proc/self/fd/1` or `/dev/fd/1` names.
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

/// Returns whether a link is in `/proc`, where a link leads to an open file even if its text does not.
#[cfg(target_os = "linux")]
fn is_of_system(path: &Path) -> bool {
    rustix::fs::statfs(directory(path)).is_ok_and(|system| system.f_type == rustix::fs::PROC_SUPER_MAGIC)
}
