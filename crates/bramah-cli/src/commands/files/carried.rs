//! The command's inputs and outputs as readers and writers for the library. They pass the command's own errors through
//! the library.

use super::Destination;
use crate::{engine::Progress, exit::Stop, input::Input};
use bramah_age::{
    Payload,
    openssl::{Derivation, Fitting},
};
use std::{
    error, fmt,
    io::{self, Read, Write},
};

/// An error of the command, wrapped so that the library can return it.
#[derive(Debug)]
pub(super) struct Carried(pub(super) Stop);

impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.reason)
    }
}

impl error::Error for Carried {}

impl From<Carried> for io::Error {
    fn from(carried: Carried) -> Self {
        Self::other(carried)
    }
}

/// Returns the command's error for an error of the library about the file `name`.
pub(crate) fn stop(name: &std::path::Path, error: bramah_age::Error) -> Stop {
    let error = match error {
        bramah_age::Error::Io(error) => match error.downcast::<Carried>() {
            Ok(Carried(stop)) => return stop,
            Err(error) => return Stop::io(name, &error),
        },
        error => error,
    };
    let advice = match error {
        bramah_age::Error::NoMatch => "; give another identity file with -i",
        bramah_age::Error::PassphraseNeeded => "; omit -i and --plugin to enter the passphrase",
        bramah_age::Error::WorkFactor { .. } => "; raise the limit with --max-work-factor",
        bramah_age::Error::Payload(Payload::Derivation(Fitting { derivation, digest, .. })) => {
            return Stop::about(
                name,
                match derivation {
                    Derivation::BytesToKey => format!("{error}; use --no-pbkdf2 --digest {digest}"),
                    Derivation::Pbkdf2 { iterations } => {
                        format!("{error}; use --digest {digest} --iterations {iterations}")
                    }
                },
            );
        }
        _ => "",
    };
    Stop::about(name, format_args!("{error}{advice}"))
}

/// An input as a reader that counts its bytes in the progress.
pub(crate) struct Source<'a> {
    pub(crate) input: &'a mut Input,
    pub(crate) progress: &'a Progress,
}

impl Read for Source<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(to).map_err(Carried)?;
        self.progress.add_bytes(count as u64);
        Ok(count)
    }
}

/// An output as a writer.
pub(crate) struct Target<'a>(pub(crate) &'a mut Destination);

impl Write for Target<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(Carried)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
