//! File names as bytes: the system's bytes on Unix, UTF-8 elsewhere.

use clap::builder::{OsStringValueParser, TypedValueParser};
use std::path::PathBuf;

pub(crate) use bramah_lists::names::{bytes, path};

/// Takes an operand that is one of several: an empty one too, which no file has as its name, so that it is named as one
/// that cannot be opened, and the others are gone on with.
pub(crate) fn operand() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}
