//! The destination of a decrypted or encrypted file: a file, standard output, or a terminal, which only receives text.

use crate::{
    exit::Stop,
    output::{Output, write_error},
};
use std::{
    fs::Metadata,
    io::{self, IsTerminal as _},
    path::Path,
};
use zeroize::Zeroizing;

/// The maximum size of an output for a terminal, in bytes. The output is held in memory until all of it is known to be text.
const MOST: usize = 1 << 20;

/// A destination.
pub(crate) enum Destination {
    Output(Output),
    /// Standard output that is a terminal, not requested with `-o -`: the output so far, which is held until all of it
    /// is known to be text.
    Screen(Zeroizing<Vec<u8>>),
}

impl Destination {
    /// Begins to write the file at `path`, with the permissions and times of `source`, or to standard output.
    pub(crate) fn create(
        path: Option<&Path>,
        replace: bool,
        source: Option<&Metadata>,
    ) -> Result<Self, Stop> {
        if path.is_none() && io::stdout().is_terminal() {
            return Ok(Self::Screen(Zeroizing::new(Vec::with_capacity(MOST))));
        }
        Output::keeping(path, replace, source).map(Self::Output)
    }

    /// Returns whether written bytes become visible only at [`finish`](Self::finish).
    pub(crate) fn withholds(&self) -> bool {
        match self {
            Self::Output(output) => output.withholds(),
            Self::Screen(_) => true,
        }
    }

    /// Writes all of the bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        match self {
            Self::Output(output) => output.write(bytes),
            Self::Screen(kept) if kept.len() + bytes.len() > MOST => Err(no_text()),
            Self::Screen(kept) => {
                kept.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    /// Completes the output after success.
    pub(crate) fn finish(self) -> Result<(), Stop> {
        match self {
            Self::Output(output) => output.finish(),
            Self::Screen(kept) if is_text(&kept) => {
                let mut output = Output::begin(Some(Path::new("-")), false, None)?;
                output.write(&kept)?;
                output.finish()
            }
            Self::Screen(_) => Err(no_text()),
        }
    }
}

/// Returns whether a terminal can show these bytes: text without control characters except tabs and ends of lines.
fn is_text(bytes: &[u8]) -> bool {
    let plain = |character: char| !character.is_control() || "\n\r\t".contains(character);
    std::str::from_utf8(bytes).is_ok_and(|text| text.chars().all(plain))
}

fn no_text() -> Stop {
    Stop::usage(
        "refusing to write to the terminal: the output is binary or longer than 1 MiB; use -o FILE for a file, or -o \
         - to write it anyway",
    )
}

/// Returns the error for a failed write to the terminal.
pub(super) fn terminal_error(error: &io::Error) -> Stop {
    write_error(error)
}
