//! `bramah selftest`: tests every backend of every algorithm, against known answers and against the portable backend.

mod cipher;
mod composed;
mod kdf;
mod known;
mod mac;
mod random;
mod stream;

use super::chosen::{self, Chosen, chosen};
use crate::{
    engine::{Progress, Show},
    exit::{Exit, Stop},
    output, report,
};
use bramah::{
    backend,
    registry::{self, Algorithm},
};
pub(super) use kdf::Forced;
use random::Random;
use std::{thread, time::SystemTime};

/// Test every backend that this CPU can run.
///
/// Each backend computes a few published test vectors of each kind (known answers), and messages of random lengths,
/// whole, in pieces and in batches, which are compared with the portable backend (random cases). Block ciphers are
/// tested in every mode, in both directions, in every MAC and in key wrap; stream ciphers at random positions; key
/// derivation functions and password schemes with known answers only.
///
/// By default there are 48 random cases for each backend, so that each mode of a block cipher is tested at least
/// once, and the cheaper known answers of key derivation: a few seconds in all. --all runs ten times as many cases
/// and the expensive known answers too.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The hash functions, ciphers, MACs, key derivation functions and password schemes to test. If none is named, all
    /// of them are tested.
    #[arg(value_name = "ALG", value_parser = crate::commands::name::HASHES, hide_possible_values = true)]
    pub(crate) algorithms: Vec<String>,

    /// Test only backends with this name.
    #[arg(long, value_name = "NAME", value_parser = crate::commands::name::Backend, hide_possible_values = true)]
    pub(crate) backend: Option<String>,

    /// Test more: 500 random cases for each backend, and the expensive known answers of key derivation. This takes
    /// a minute or more.
    #[arg(long)]
    pub(crate) all: bool,

    /// Number of random cases for each backend. Default: 48, or 500 with --all.
    #[arg(long, value_name = "N")]
    pub(crate) cases: Option<u32>,

    /// Seed of the random cases, to repeat a run. Default: the current time.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,

    /// How to show progress on standard error.
    #[arg(long, value_enum, value_name = "HOW", default_value = "auto", num_args = 0..=1, require_equals = true, default_missing_value = "plain")]
    pub(crate) progress: Show,
}

/// How much is tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    /// Number of random cases for each backend. Default: 48, or 500 with --all.
    pub(crate) cases: u32,
    /// The largest work of a known answer of key derivation, in blocks of memory or iterations. If all answers of a
    /// function need more, the one with the least work is tested.
    pub(crate) work: u64,
}

impl Depth {
    /// The default depth. A block cipher has up to 30 uses, so each of them has at least one case.
    pub(crate) const USUAL: Self = Self { cases: 48, work: 1 << 11 };
    /// The depth of `--all`.
    const ALL: Self = Self { cases: 500, work: kdf::MOST };
}

/// Runs `bramah selftest`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let seed = args.seed.unwrap_or_else(time);
    let depth = if args.all { Depth::ALL } else { Depth::USUAL };
    let depth = Depth { cases: args.cases.unwrap_or(depth.cases), ..depth };
    let all = registry::all().filter(|algorithm| tested_as(*algorithm) == *algorithm);
    let chosen = chosen(&args.algorithms, all, tested_as, args.backend.as_deref())?;
    let total = chosen.iter().map(|chosen| chosen.backends.len() as u64).sum();
    let progress = Progress::of_tests(args.progress, total);
    let failed = thread::scope(|scope| {
        let _showing = progress.run(scope);
        all_tests(chosen, depth, seed, &progress)
    })?;
    output::print(format!("{total} tested, {failed} failed\n").as_bytes())?;
    Ok(if failed > 0 { Exit::Failure } else { Exit::Well })
}

/// Tests the backends, and prints a line for each; returns the number of those that failed.
fn all_tests(chosen: Vec<Chosen>, depth: Depth, seed: u64, progress: &Progress) -> Result<usize, Stop> {
    let mut failed = 0;
    for Chosen { algorithm, backends } in chosen {
        let name = chosen::name(&algorithm);
        for (backend, on) in backends {
            let line = match test(on, backend, depth, seed) {
                Ok(counts) => counts,
                Err(reason) => {
                    failed += 1;
                    progress.aside(|| {
                        report::plain(format_args!(
                            "{name}: {backend}: {reason} (to repeat this test: bramah selftest {name} --seed {seed})"
                        ))
                    });
                    "FAILED".into()
                }
            };
            progress.aside(|| output::print(format!("{name:<16} {backend:<12} {line}\n").as_bytes()))?;
            progress.add_items(1);
        }
    }
    Ok(failed)
}

/// Returns a seed made from the current time.
pub(crate) fn time() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// Returns the algorithm whose tests include this one: for a mode, a key wrap and a MAC built on a cipher, the cipher;
/// for a hash function with a key, the hash function; otherwise the algorithm itself.
fn tested_as(algorithm: Algorithm) -> Algorithm {
    match algorithm {
        Algorithm::Mac(mac) if mac.kind().is_none() => {
            let hash = mac.hash().filter(|hash| hash.name() == mac.name());
            hash.map_or(algorithm, Algorithm::Hash)
        }
        Algorithm::EncryptThenMac(_) => algorithm,
        _ => algorithm.cipher().map_or(algorithm, Algorithm::Cipher),
    }
}

/// Runs all tests of a backend; returns the numbers of tests as text.
pub(crate) fn test(on: Algorithm, backend: &str, depth: Depth, seed: u64) -> Result<String, String> {
    let Depth { cases, work } = depth;
    for choice in on.choices() {
        if backend::infos(choice).any(|info| info.name == backend && info.available && !info.passes) {
            return Err("the library's self-test of this backend failed".into());
        }
    }
    let mut random = Random::new(seed);
    let on = match tested_as(on) {
        Algorithm::Hash(on) => on,
        Algorithm::Cipher(on) => return cipher::test(on, cases, &mut random),
        Algorithm::Mode(on) => return cipher::test(on.cipher(), cases, &mut random),
        Algorithm::KeyWrap(on) => return cipher::test(on.cipher(), cases, &mut random),
        Algorithm::Fpe(on) => return cipher::test(on.cipher(), cases, &mut random),
        Algorithm::EncryptThenMac(on) => return composed::test(on, cases, &mut random),
        Algorithm::Stream(on) => return stream::test(on, cases, &mut random),
        Algorithm::Aead(on) => return stream::authenticated(on, cases, &mut random),
        Algorithm::Mac(on) => return mac::test(on, cases, &mut random),
        Algorithm::Kdf(kdf) => {
            let _forced = Forced::new(&on.choices(), backend);
            return kdf::test(kdf, work);
        }
        Algorithm::Password(scheme) => {
            let _forced = Forced::new(&on.choices(), backend);
            return kdf::test_scheme(scheme, work);
        }
    };
    let known = known::test(on)?;
    let portable = on.with_backend("portable").map_err(|error| error.to_string())?;
    let batches = random::test(on, portable, cases, &mut random)?;
    Ok(format!(
        "ok: {} known answers, {} of them also in batches; {cases} random cases, {batches} batches of messages",
        known.all, known.in_batches
    ))
}
