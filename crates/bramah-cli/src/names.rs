//! File names as bytes: the system's bytes on Unix, UTF-8 elsewhere.

use clap::builder::{OsStringValueParser, TypedValueParser};
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

/// Parses an operand, even an empty one: no file has an empty name, so a message says that it cannot be opened, and the
/// other operands are processed.
pub(crate) fn operand() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// Returns the path that these bytes name.
#[cfg(unix)]
pub(crate) fn path(bytes: &[u8]) -> Cow<'_, Path> {
    use std::os::unix::ffi::OsStrExt;
    Cow::Borrowed(Path::new(std::ffi::OsStr::from_bytes(bytes)))
}

/// Returns the path that these bytes name.
#[cfg(not(unix))]
pub(crate) fn path(bytes: &[u8]) -> Cow<'_, Path> {
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) => Cow::Borrowed(Path::new(text)),
        Cow::Owned(text) => Cow::Owned(text.into()),
    }
}

/// Returns the bytes of a path, with `/` between its parts.
pub(crate) fn bytes(path: &Path) -> Cow<'_, [u8]> {
    let bytes = path.as_os_str().as_encoded_bytes();
    if cfg!(windows) && bytes.contains(&b'\\') {
        return Cow::Owned(bytes.iter().map(|&b| if b == b'\\' { b'/' } else { b }).collect());
    }
    Cow::Borrowed(bytes)
}
