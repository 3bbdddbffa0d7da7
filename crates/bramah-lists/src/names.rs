//! File names as bytes: the system's bytes on Unix, UTF-8 elsewhere.

use std::{borrow::Cow, path::Path};

/// Returns the path that these bytes name.
#[cfg(unix)]
pub fn path(bytes: &[u8]) -> Cow<'_, Path> {
    use std::os::unix::ffi::OsStrExt;
    Cow::Borrowed(Path::new(std::ffi::OsStr::from_bytes(bytes)))
}

/// Returns the path that these bytes name.
#[cfg(not(unix))]
pub fn path(bytes: &[u8]) -> Cow<'_, Path> {
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) => Cow::Borrowed(Path::new(text)),
        Cow::Owned(text) => Cow::Owned(text.into()),
    }
}

/// Returns the bytes of a path, with `/` between its parts.
pub fn bytes(path: &Path) -> Cow<'_, [u8]> {
    let bytes = path.as_os_str().as_encoded_bytes();
    if cfg!(windows) && bytes.contains(&b'\\') {
        return Cow::Owned(bytes.iter().map(|&b| if b == b'\\' { b'/' } else { b }).collect());
    }
    Cow::Borrowed(bytes)
}
