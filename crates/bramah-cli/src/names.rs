//! File names as bytes: the system's bytes on Unix, UTF-8 elsewhere.

use clap::builder::{OsStringValueParser, TypedValueParser};
use std::path::PathBuf;

pub(crate) use bramah_lists::names::{bytes, path};

/// Parses an operand, even an empty one: no file has an empty name, so a message says that it cannot be opened, and the
/// other operands are processed.
pub(crate) fn operand() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}
