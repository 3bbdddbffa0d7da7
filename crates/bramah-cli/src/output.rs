//! Writing to standard output.

use crate::{
    exit::{Exit, Stop},
    report,
};
use std::io::{self, Write};

/// Prints all of `text`.
pub(crate) fn print(text: &[u8]) -> Result<Exit, Stop> {
    let mut out = io::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).map_err(|error| write_error(&error))?;
    Ok(Exit::Well)
}

/// The end of a run whose results have nowhere to go.
pub(crate) fn write_error(error: &io::Error) -> Stop {
    Stop::failure(format_args!("write error: {}", report::reason(error)))
}
