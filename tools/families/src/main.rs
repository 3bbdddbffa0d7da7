//! Tests the families that the library is compiled with: each algorithm in its registry, on every backend that this CPU
//! can run, with the known answers and the random cases of `bramah selftest`. Run by `tools/features.sh test`.

#[path = "../../../crates/bramah-cli/src/commands/selftest/cipher.rs"]
mod cipher;
#[path = "../../../crates/bramah-cli/src/commands/selftest/composed.rs"]
mod composed;
mod kdf;
#[path = "../../../crates/bramah-cli/src/commands/selftest/known.rs"]
mod known;
#[path = "../../../crates/bramah-cli/src/commands/selftest/mac.rs"]
mod mac;
#[path = "../../../crates/bramah-cli/src/commands/selftest/random.rs"]
mod random;
#[path = "../../../crates/bramah-cli/src/commands/selftest/stream.rs"]
mod stream;

use bramah::registry::{self, Algorithm, Kind};
use random::Random;
use std::{collections::BTreeMap, process::ExitCode};

/// The number of random cases for each backend.
const CASES: u32 = 50;

fn main() -> ExitCode {
    let (mut tested, mut failed) = (0, 0);
    let mut kinds = BTreeMap::<Kind, u32>::new();
    for algorithm in registry::all().filter(|algorithm| tested_as(algorithm) == *algorithm) {
        let name = algorithm.name();
        for backend in algorithm.backends_available() {
            tested += 1;
            let found = algorithm.with_backend(backend).map_err(|error| error.to_string()).and_then(test);
            match found {
                Ok(_) => *kinds.entry(algorithm.kind()).or_default() += 1,
                Err(reason) => {
                    failed += 1;
                    eprintln!("{name}: {backend}: {reason}");
                }
            }
        }
    }
    for (kind, count) in kinds {
        println!("{kind}: {count} backends are right");
    }
    println!("{tested} tested, {failed} failed");
    if failed == 0 && tested > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the algorithm whose tests include this one: the tests of a block cipher include its modes, MACs and key
/// wraps, and the tests of a hash function include the function with a key.
fn tested_as(algorithm: &Algorithm) -> Algorithm {
    match algorithm {
        Algorithm::Mac(mac) if mac.kind().is_none() => {
            let hash = mac.hash().filter(|hash| hash.name() == mac.name());
            hash.map_or(*algorithm, Algorithm::Hash)
        }
        Algorithm::EncryptThenMac(_) => *algorithm,
        _ => algorithm.cipher().map_or(*algorithm, Algorithm::Cipher),
    }
}

/// Runs the tests of an algorithm on its backend; returns the numbers of tests as text.
fn test(on: Algorithm) -> Result<String, String> {
    let random = &mut Random::new(1);
    match on {
        Algorithm::Hash(on) => {
            let known = known::test(on)?;
            let portable = on.with_backend("portable").map_err(|error| error.to_string())?;
            let batches = random::test(on, portable, CASES, random)?;
            Ok(format!("ok: {} known answers, {} in batches; {batches} batches", known.all, known.in_batches))
        }
        Algorithm::Cipher(on) => cipher::test(on, CASES, random),
        Algorithm::EncryptThenMac(on) => composed::test(on, CASES, random),
        Algorithm::Stream(on) => stream::test(on, CASES, random),
        Algorithm::Aead(on) => stream::authenticated(on, CASES, random),
        Algorithm::Mac(on) => mac::test(on, CASES, random),
        Algorithm::Kdf(kdf) => kdf::test(kdf),
        #[cfg(feature = "passwords")]
        Algorithm::Password(scheme) => kdf::test_scheme(scheme),
        _ => Err("no test of it".into()),
    }
}
