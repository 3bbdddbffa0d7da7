//! Hashing files and printing a line for each, for all tools.

use crate::{
    engine::{self, Hashed, Job, Progress, Show, Source},
    exit::{Exit, Stop},
    output,
    sumfile::{LineEnd, Style, write_hex, write_line},
};
use bramah::hash::{Algorithm, Function, Options};
use std::{num::NonZeroUsize, path::PathBuf};

/// The algorithm and the format of the lines.
pub(super) struct Lines {
    pub(super) algorithm: Algorithm,
    pub(super) form: Form,
    pub(super) end: LineEnd,
    /// Whether lines of checksums contain the names of the files.
    pub(super) names: bool,
}

/// The form of a line.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// A line of a list.
    List(Style),
    /// The digest in hexadecimal, without a name.
    Bare,
    /// The bytes of the digest, without a name.
    Raw,
    /// The checksum as a number, and the number of bytes.
    Crc,
    /// The checksum in five digits, and the number of blocks of 1,024 bytes.
    Bsd,
    /// The checksum as a number, and the number of blocks of 512 bytes.
    Sysv,
}

impl engine::Sink<()> for Lines {
    fn hashed(&self, name: &[u8], _: &(), file: &Hashed<'_>, out: &mut Vec<u8>) {
        let number = || file.digests.iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        let size = file.size;
        let sum = match self.form {
            Form::List(style) => {
                return write_line(out, style, || self.algorithm.tag(), file.digests, name, self.end);
            }
            Form::Raw => return out.extend_from_slice(file.digests),
            Form::Bare => {
                write_hex(out, file.digests);
                return out.push(self.end.byte());
            }
            Form::Crc => format!("{} {size}", number()),
            Form::Bsd => format!("{:05} {:5}", number(), size.div_ceil(1024)),
            Form::Sysv => format!("{} {}", number(), size.div_ceil(512)),
        };
        out.extend_from_slice(sum.as_bytes());
        if self.names {
            out.push(b' ');
            out.extend_from_slice(name);
        }
        out.push(self.end.byte());
    }
}

/// Prints a line for each file.
pub(super) fn run(lines: &Lines, files: Vec<PathBuf>) -> Result<Exit, Stop> {
    // a function that needs a key is refused: these tools have no option for a key
    let function = lines.algorithm.with_options(&Options::default()).map_err(Stop::usage)?;
    hash(function, lines, files, None)
}

/// Hashes each file with a function, on at most `jobs` threads.
pub(super) fn hash(
    function: Function,
    sink: &dyn engine::Sink<()>,
    files: Vec<PathBuf>,
    jobs: Option<NonZeroUsize>,
) -> Result<Exit, Stop> {
    let progress = Progress::new(Show::Never, || None);
    let job = Job { functions: &[function], avoid: &[], resume: None, jobs, progress: &progress };
    let totals = job.run(&mut Source::of(files), sink, &mut output::stdout())?;
    Ok(if totals.failed > 0 { Exit::Failure } else { Exit::Well })
}
