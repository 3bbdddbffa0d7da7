//! `bramah bench`: measures the speed of every backend on this machine.

mod clock;
mod comparison;
mod derive;
mod machine;
mod measure;
mod plot;
mod render;
mod size;
mod summary;
mod work;

use super::{
    chosen::{self, Chosen, chosen},
    selftest::{self, Depth},
};
use crate::{
    exit::{Exit, Stop},
    output::{self, Target},
    report,
};
use bramah::{
    mode::Direction,
    registry::{self, Algorithm, Kind},
};
pub(crate) use clock::Clock;
use comparison::{Backends, Comparison, refused};
use machine::Machine;
use render::Format;
use size::Size;
use std::{io::Write, path::PathBuf, time::Duration};
use summary::{Group, Summary};
use work::{Messages, Work};

/// Measure the speed of every backend that this CPU can run.
///
/// Each backend is tested first; one that fails its test is not measured. The backends of a row take turns, and the
/// best turn of each counts. A cycle is one clock cycle of the core at the time of the measurement, timed with a
/// chain of dependent one-cycle additions and exclusive ors. Ciphers and MACs are measured with their key already
/// set; each message sets its IV. The last lines name the fastest algorithm for each kind of message.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The algorithms to measure: hash functions, ciphers with a mode (aes-256-ctr), stream ciphers, AEAD schemes, MACs
    /// (cmac-aes-128), and key derivation functions and password schemes with their recommended parameters. If none is
    /// named, all hash functions are measured.
    #[arg(value_name = "ALG", value_parser = crate::commands::name::HASHES, hide_possible_values = true)]
    algorithms: Vec<String>,

    /// For ciphers only: measure decryption instead of encryption.
    #[arg(short, long, requires = "algorithms")]
    decrypt: bool,

    /// Sizes of messages to measure one at a time, in bytes, separated by commas; k means 1024 and m 1024 x 1024.
    /// Default: 64,1k,16k,1m, or none if only --many is given.
    #[arg(long, value_name = "BYTES", value_delimiter = ',', value_parser = size::one)]
    sizes: Vec<Size>,

    /// Sizes of messages to measure in batches, in bytes, separated by commas; all messages in a batch have the same
    /// size. Default: 32,1k, or none if only --sizes is given.
    #[arg(long, value_name = "BYTES", value_delimiter = ',', value_parser = size::many)]
    many: Vec<Size>,

    /// Measure only backends with this name.
    #[arg(long, value_name = "NAME", value_parser = crate::commands::name::Backend, hide_possible_values = true)]
    backend: Option<String>,

    /// Milliseconds to spend on each measurement.
    #[arg(long, value_name = "MS", default_value = "20", value_parser = clap::value_parser!(u64).range(1..=60_000))]
    time: u64,

    /// Print JSON: one object for the machine, then one for each measurement.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print comma-separated values, with the column names on the first line.
    #[arg(long)]
    csv: bool,

    /// Draw the speeds as a bar chart in this SVG file; an existing file is replaced. The chart of several algorithms
    /// has a bar for each algorithm, on the backend in use; the chart of one algorithm has a bar for each backend. Key
    /// derivation functions are not drawn.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Write an HTML page with the chart of --plot and a description of the machine to this file; an existing file is
    /// replaced.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Runs `bramah bench`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let chosen =
        chosen(&args.algorithms, registry::of(Kind::Hash), |algorithm| algorithm, args.backend.as_deref())?;
    let direction = if args.decrypt { Direction::Decrypt } else { Direction::Encrypt };
    for Chosen { algorithm, .. } in &chosen {
        work::check(algorithm, direction)?;
    }
    let label = |algorithm: &Algorithm| chosen::name(algorithm) + if args.decrypt { " -d" } else { "" };
    // derivations have a separate table after the others
    let is_derivation = |chosen: &Chosen| matches!(chosen.algorithm.kind(), Kind::Kdf | Kind::Password);
    let works = works(&args.sizes, &args.many);
    let messages = Messages::for_all(&works)?;
    for Chosen { algorithm, .. } in chosen.iter().filter(|chosen| !is_derivation(chosen)) {
        for work in &works {
            messages
                .run(work, algorithm, direction)
                .map(drop)
                .map_err(|error| refused(&label(algorithm), &error))?;
        }
    }
    let pictures = [("--plot", &args.plot), ("--report", &args.report)];
    if let Some((option, _)) = pictures.iter().find(|(_, file)| file.is_some())
        && chosen.iter().all(is_derivation)
    {
        return Err(Stop::usage(format_args!(
            "{option}: nothing to draw: key derivation functions and password schemes are not drawn"
        )));
    }
    // the output files are created first: if that fails, no time has been spent on measuring
    let [plot, report] = pictures.map(|(_, file)| file.as_deref().map(Target::create).transpose());
    let (plot, report) = (plot?, report?);
    let time = Duration::from_millis(args.time);
    let mut clock = Clock::warm();
    let format = match () {
        () if args.json => Format::Json,
        () if args.csv => Format::Csv,
        // as wide as the longest name, but at least 12 columns, which is enough for most names
        () => Format::Table(chosen.iter().map(|chosen| label(&chosen.algorithm).len()).fold(12, usize::max)),
    };
    let machine = Machine::this();
    let print = |text: String| output::print(text.as_bytes());
    let mut exit = Exit::Well;
    let seed = selftest::time();
    let (derivations, others): (Vec<Chosen>, Vec<Chosen>) = chosen.into_iter().partition(is_derivation);
    if !others.is_empty() || derivations.is_empty() || matches!(format, Format::Json | Format::Table(_)) {
        print(format.head(&machine, clock.hertz(), args.time, !others.is_empty()))?;
    }
    let mut sound = |name: &str, backends| {
        let test = |on: Algorithm, backend: &str| selftest::test(on, backend, Depth::USUAL, seed).map(drop);
        let (sound, failed) = tested(backends, test);
        for (backend, reason) in failed {
            exit = Exit::Failure;
            report::plain(format_args!(
                "{name}: {backend}: failed its self-test and was not measured: {reason} \
                                        (to repeat this test: bramah selftest --seed {seed})"
            ));
            print(format.failed(name, backend, &reason))?;
        }
        Ok::<_, Stop>(sound)
    };
    let mut summary = Summary::default();
    for Chosen { algorithm, backends } in others {
        let name = label(&algorithm);
        let backends = sound(&name, backends)?;
        let in_use = args.backend.is_none().then_some(algorithm);
        for work in works.iter().copied() {
            let (name, backends) = (name.clone(), backends.clone());
            let comparison = Comparison { name, work, direction, in_use, backends };
            for row in &comparison.rows(&messages, time, &mut clock)? {
                summary.add(row);
                print(format.row(row, &machine))?;
            }
        }
    }
    if let Format::Table(_) = format {
        print(summary.text())?;
    }
    for (target, text) in [
        (plot, &plot::svg as &dyn Fn(&[Group<'_>]) -> String),
        (report, &|groups| plot::page(groups, &machine, args.time)),
    ] {
        let Some(mut target) = target else { continue };
        target.write_all(text(&summary.groups()).as_bytes()).map_err(|error| output::write_error(&error))?;
        target.finish_list(true)?;
    }
    if !derivations.is_empty() {
        print(derive::head(format))?;
    }
    for Chosen { algorithm, backends } in derivations {
        let name = chosen::name(&algorithm);
        let backends: Vec<&str> = sound(&name, backends)?.into_iter().map(|(backend, _)| backend).collect();
        print(derive::rows(&algorithm, &backends, time, &mut clock, format, &machine)?)?;
    }
    Ok(exit)
}

/// Returns the work to measure, without repetitions.
fn works(sizes: &[Size], many: &[Size]) -> Vec<Work> {
    let (sizes, many) = match (sizes, many) {
        ([], []) => (&size::SIZES[..], &size::MANY[..]),
        given => given,
    };
    let mut works = Vec::new();
    for work in sizes.iter().copied().map(Work::one).chain(many.iter().copied().map(Work::many)) {
        if !works.contains(&work) {
            works.push(work);
        }
    }
    works
}

/// Returns the backends that pass the test, and the other backends with the reason.
fn tested(
    backends: Backends,
    test: impl Fn(Algorithm, &str) -> Result<(), String>,
) -> (Backends, Vec<(&'static str, String)>) {
    let mut failed = Vec::new();
    let mut sound = backends;
    sound.retain(|&(name, on)| test(on, name).map_err(|reason| failed.push((name, reason))).is_ok());
    (sound, failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_fails_is_not_measured() {
        let on = registry::lookup("sha256").unwrap();
        let backends = vec![("first", on), ("second", on), ("third", on)];
        let (sound, failed) = tested(backends, |_, name| match name {
            "second" => Err("wrong".to_string()),
            _ => Ok(()),
        });
        assert_eq!(sound.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["first", "third"]);
        assert_eq!(failed, [("second", "wrong".to_string())]);
    }

    #[test]
    fn what_is_asked_for_is_measured_once() {
        let size = |bytes| size::one(bytes).unwrap();
        assert_eq!(works(&[], &[]).len(), size::SIZES.len() + size::MANY.len());
        let works = works(&[size("1k"), size("1024"), size("64")], &[size("64")]);
        assert_eq!(works, [Work::one(size("1k")), Work::one(size("64")), Work::many(size("64"))]);
    }
}
