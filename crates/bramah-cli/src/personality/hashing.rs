//! Hashing files to the lines of a list, without further options.

use crate::{
    engine::{self, Filter, Hashed, Job, Progress, Show, Source},
    exit::{Exit, Stop},
    output,
    sumfile::{LineEnd, Style, write_line},
};
use bramah::hash::{Algorithm, Options};
use std::{path::PathBuf, sync::Arc};

/// The form of the lines.
pub(super) struct Lines {
    pub(super) algorithm: Algorithm,
    pub(super) style: Style,
    pub(super) end: LineEnd,
}

impl engine::Sink for Lines {
    fn known(&self, _: &[u8], _: &mut Vec<u8>) -> bool {
        false
    }
    fn hashed(&self, name: &[u8], file: &Hashed<'_>, out: &mut Vec<u8>) {
        write_line(out, self.style, || self.algorithm.tag(), file.digests, name, self.end);
    }
    fn failed(&self, _: &[u8], _: &str, _: &mut Vec<u8>) {}
}

/// Prints a line for each file.
pub(super) fn run(lines: &Lines, files: Vec<PathBuf>) -> Result<Exit, Stop> {
    // a function that needs a key is refused: these tools take none
    let function = lines.algorithm.with_options(&Options::default()).map_err(Stop::usage)?;
    let job = Job {
        functions: &[function],
        sink: lines,
        avoid: &[],
        resume: None,
        jobs: None,
        progress: &Progress::new(Show::Never, None),
    };
    let source = Source {
        arguments: files.into_iter(),
        list: None,
        recurse: false,
        follow: false,
        filter: Arc::new(Filter::default()),
        shard: None,
        walk: None,
        count: 0,
    };
    let totals = job.run(source, &mut output::stdout())?;
    Ok(if totals.failed > 0 { Exit::Failure } else { Exit::Well })
}
