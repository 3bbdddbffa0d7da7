//! `bramah bench`: how fast every backend is here.

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

/// Measure every backend that this CPU can run, for one message and for many at once.
///
/// Each backend is tested first, and one that fails is not measured. In a row, the backends take
/// turns, and the best turn of each counts. A cycle is that of a chain of dependent additions and
/// exclusive ors, one cycle each, that runs between the turns: the clock of the core as it was then.
/// Ciphers and message authentication codes have their key already; each message has its IV set.
/// A table ends with what was the fastest for each kind of messages.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The algorithms: hashes, all of them by default; ciphers with a mode, such as aes-256-ctr; stream
    /// ciphers; schemes that authenticate; message authentication codes, such as cmac-aes-128; functions that derive
    /// keys and schemes for passwords, with the parameters that they recommend.
    #[arg(value_name = "ALG", value_parser = crate::commands::name::HASHES, hide_possible_values = true)]
    algorithms: Vec<String>,

    /// Decrypt: only ciphers.
    #[arg(short, long, requires = "algorithms")]
    decrypt: bool,

    /// The bytes of one message; k and m are 1024 and 1024 times that. 64,1k,16k,1m if neither these
    /// nor --many are given.
    #[arg(long, value_name = "BYTES", value_delimiter = ',', value_parser = size::one)]
    sizes: Vec<Size>,

    /// The bytes of each of many messages; 32,1k if neither these nor --sizes are given.
    #[arg(long, value_name = "BYTES", value_delimiter = ',', value_parser = size::many)]
    many: Vec<Size>,

    /// Only the backends of this name.
    #[arg(long, value_name = "NAME", value_parser = crate::commands::name::Backend, hide_possible_values = true)]
    backend: Option<String>,

    /// The milliseconds that each figure is measured for.
    #[arg(long, value_name = "MS", default_value = "20", value_parser = clap::value_parser!(u64).range(1..=60_000))]
    time: u64,

    /// A JSON object for the machine, and one for each figure.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Comma-separated values, with their names in the first line.
    #[arg(long)]
    csv: bool,

    /// Draw the speeds as bars in this file, which is replaced if it is there: SVG, for light and dark pages. Of several
    /// algorithms each has a bar, on the backend in use; of one algorithm each backend has one. Functions that derive
    /// keys are left out.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Write a page of HTML with the bars of --plot and the machine to this file, which is replaced if it is there.
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
            "{option}: functions that derive keys and schemes for passwords have no bars"
        )));
    }
    // before anything is measured, since it may be refused
    let [plot, report] = pictures.map(|(_, file)| file.as_deref().map(Target::create).transpose());
    let (plot, report) = (plot?, report?);
    let time = Duration::from_millis(args.time);
    let mut clock = Clock::warm();
    let format = match () {
        () if args.json => Format::Json,
        () if args.csv => Format::Csv,
        // as wide as the longest name, and at least as most names
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
            report::plain(format_args!("{name}: {backend}: {reason}; --seed {seed}; not measured"));
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

/// Returns the backends that pass the test; and those that do not, with the reason.
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
