//! `bramah selftest`: tests of every backend of every algorithm, against known answers and against the portable one.

mod cipher;
mod composed;
mod kdf;
mod known;
mod mac;
mod random;
mod stream;

use super::chosen::{self, Chosen, chosen};
use crate::{
    exit::{Exit, Stop},
    output, report,
};
use bramah::{
    backend,
    registry::{self, Algorithm},
};
pub(super) use kdf::Forced;
use random::Random;
use std::time::SystemTime;

/// Test every backend that this CPU can run.
///
/// Known answers are published test vectors, a few of each kind. Random cases are messages of random lengths, alone, in
/// pieces and in batches, against the portable backend. Block ciphers are tested in every mode, both ways,
/// in every message authentication code and in key wrap; stream ciphers at any place; key derivation and schemes for passwords
/// by known answers.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The hashes, ciphers, message authentication codes, functions that derive keys and schemes for passwords; all
    /// of them by default.
    #[arg(value_name = "ALG", value_parser = crate::commands::name::HASHES, hide_possible_values = true)]
    pub(crate) algorithms: Vec<String>,

    /// Only the backends of this name.
    #[arg(long, value_name = "NAME", value_parser = crate::commands::name::Backend, hide_possible_values = true)]
    pub(crate) backend: Option<String>,

    /// The number of random cases for each backend.
    #[arg(long, value_name = "N", default_value = "500")]
    pub(crate) cases: u32,

    /// The seed of the random cases, to repeat them; the time by default.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
}

/// Runs `bramah selftest`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let seed = args.seed.unwrap_or_else(time);
    let mut tested = 0;
    let mut failed = 0;
    let all = registry::all().filter(|algorithm| tested_as(*algorithm) == *algorithm);
    for Chosen { algorithm, backends } in chosen(&args.algorithms, all, tested_as, args.backend.as_deref())? {
        let name = chosen::name(&algorithm);
        for (backend, on) in backends {
            tested += 1;
            let line = match test(on, backend, args.cases, seed) {
                Ok(counts) => counts,
                Err(reason) => {
                    failed += 1;
                    report::plain(format_args!("{}: {backend}: {reason}; --seed {seed}", name));
                    "FAILED".into()
                }
            };
            output::print(format!("{:<16} {backend:<12} {line}\n", name).as_bytes())?;
        }
    }
    output::print(format!("{tested} tested, {failed} failed\n").as_bytes())?;
    Ok(if failed > 0 { Exit::Failure } else { Exit::Well })
}

/// Returns a seed that is different each time.
pub(super) fn time() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// Returns the algorithm whose tests cover this one: the cipher for a mode, for key wrap and for a message authentication
/// code that is built on a cipher alone; the hash function for a hash with a key; for any other, itself.
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

/// Runs all tests of a backend; returns what was tested, in numbers.
pub(super) fn test(on: Algorithm, backend: &str, cases: u32, seed: u64) -> Result<String, String> {
    for choice in on.choices() {
        if backend::infos(choice).any(|info| info.name == backend && info.available && !info.passes) {
            return Err("the library's own test of it".into());
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
            return kdf::test(kdf);
        }
        Algorithm::Password(scheme) => {
            let _forced = Forced::new(&on.choices(), backend);
            return kdf::test_scheme(scheme);
        }
    };
    let known = known::test(on)?;
    let portable = on.with_backend("portable").map_err(|error| error.to_string())?;
    let batches = random::test(on, portable, cases, &mut random)?;
    Ok(format!(
        "ok: {} known answers, {} in batches; {cases} random cases, {batches} batches",
        known.all, known.in_batches
    ))
}
