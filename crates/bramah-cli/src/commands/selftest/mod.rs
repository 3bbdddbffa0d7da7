//! `bramah selftest`: every backend of every algorithm, against known answers and against the portable one.

mod known;
mod random;

use crate::{
    exit::{Exit, Stop},
    output, report,
};
use bramah::{
    Error,
    hash::{self, Algorithm, Entry},
};
use random::Random;
use std::time::SystemTime;

/// Test every backend that this CPU can run.
///
/// Known answers are published test vectors; random cases are messages of random lengths, alone, in
/// pieces and in batches, against the portable backend.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The algorithms; all of them by default.
    #[arg(value_name = "ALG")]
    pub(crate) algorithms: Vec<String>,

    /// Only the backends of this name.
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,

    /// The number of random cases for each backend.
    #[arg(long, value_name = "N", default_value = "500")]
    pub(crate) cases: u32,

    /// What the random cases are made from, to repeat them; the time by default.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
}

/// Runs `bramah selftest`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let seed = args.seed.unwrap_or_else(time);
    let mut tested = 0;
    let mut failed = 0;
    for entry in chosen(&args.algorithms)? {
        for (on, backend) in backends(entry, args.backend.as_deref())? {
            tested += 1;
            let line = match test(on, backend, args.cases, seed) {
                Ok(counts) => counts,
                Err(reason) => {
                    failed += 1;
                    report::plain(format_args!("{}: {backend}: {reason}; --seed {seed}", entry.info.name));
                    "FAILED".into()
                }
            };
            output::print(format!("{:<16} {backend:<12} {line}\n", entry.info.name).as_bytes())?;
        }
    }
    if tested == 0 {
        let name = args.backend.as_deref().unwrap_or_default();
        return Err(Stop::usage(format_args!("no algorithm has a backend named {name:?}")));
    }
    output::print(format!("{tested} tested, {failed} failed\n").as_bytes())?;
    Ok(if failed > 0 { Exit::Failure } else { Exit::Well })
}

fn time() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// The algorithms of these names, each once.
fn chosen(names: &[String]) -> Result<Vec<&'static Entry>, Stop> {
    if names.is_empty() {
        return Ok(hash::entries().collect());
    }
    let mut chosen: Vec<&'static Entry> = Vec::new();
    for name in names {
        let entry = hash::lookup(name).map_err(Stop::usage)?.entry();
        if !chosen.iter().any(|other| std::ptr::eq(*other, entry)) {
            chosen.push(entry);
        }
    }
    Ok(chosen)
}

/// The algorithm on each of its backends, or on those of the name. One that the CPU cannot run is an
/// error only if it was asked for.
fn backends(entry: &'static Entry, only: Option<&str>) -> Result<Vec<(Algorithm, &'static str)>, Stop> {
    let algorithm = entry.algorithm();
    if let Some(name) = only
        && let Err(error @ Error::BackendUnavailable { .. }) = algorithm.with_backend(name)
    {
        return Err(Stop::usage(error));
    }
    let names =
        algorithm.backends_available().into_iter().filter(|name| only.is_none_or(|only| only == *name));
    names.map(|name| Ok((algorithm.with_backend(name).map_err(Stop::failure)?, name))).collect()
}

/// All tests of a backend; what was tested, in numbers.
fn test(on: Algorithm, backend: &str, cases: u32, seed: u64) -> Result<String, String> {
    for choice in on.choices() {
        if hash::infos(choice).any(|info| info.name == backend && info.available && !info.passes) {
            return Err("the library's own test of it".into());
        }
    }
    let known = known::test(on)?;
    let portable = on.with_backend("portable").map_err(|error| error.to_string())?;
    let batches = random::test(on, portable, cases, &mut Random::new(seed))?;
    Ok(format!(
        "ok: {} known answers, {} in batches; {cases} random cases, {batches} batches",
        known.all, known.in_batches
    ))
}
