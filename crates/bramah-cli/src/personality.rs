//! The tools whose names a link to `bramah` can bear.

use crate::exit::{Exit, Stop};
use std::ffi::{OsStr, OsString};

/// What a link of this name does with its arguments, if it is one of those tools.
pub(crate) fn find(_called: &OsStr) -> Option<fn(Vec<OsString>) -> Result<Exit, Stop>> {
    None
}
