//! The tools that `bramah` replaces if a link with their name leads to it: coreutils' `md5sum`, `sha1sum` to
//! `sha512sum`, `b2sum`, `sm3sum`, `cksum` and `sum`; `b3sum`; Perl's `shasum`; BSD's `md5`, `sha1`, `sha256` and their
//! kin; cppcrypto's `digest` and its `bctest`; `chacha-util` and `blake2b-util`; and `age` with `age-keygen`.

mod age;
mod b3sum;
mod bsd;
mod checking;
mod cksum;
mod coreutils;
mod digest;
mod digest_tests;
mod digest_vectors;
mod extended;
mod hashing;
mod options;
mod shasum;
mod utility;

use crate::exit::{Exit, Stop};
use std::ffi::{OsStr, OsString};

/// The function that runs a tool with its arguments.
type Personality = fn(Vec<OsString>) -> Result<Exit, Stop>;

/// The tools that are neither coreutils' nor BSD's families.
const OTHERS: [(&str, Personality); 10] = [
    ("age", age::run),
    ("age-keygen", age::run_keygen),
    ("b3sum", b3sum::run),
    ("bctest", digest::run_bctest),
    ("blake2b-util", utility::run_blake2b),
    ("chacha-util", utility::run_chacha),
    ("cksum", cksum::run),
    ("digest", digest::run),
    ("shasum", shasum::run),
    ("sum", cksum::run_sum),
];

/// Returns all tools with their names.
fn tools() -> impl Iterator<Item = (&'static str, Personality)> {
    let coreutils = coreutils::TOOLS.iter().map(|tool| (tool.name, coreutils::run as Personality));
    let bsd = bsd::TOOLS.iter().map(|tool| (tool.name, bsd::run as Personality));
    coreutils.chain(bsd).chain(OTHERS)
}

/// Returns the names of all tools.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    tools().map(|(name, _)| name)
}

/// Returns the function that runs the tool with this name, if there is one.
pub(crate) fn find(called: &OsStr) -> Option<Personality> {
    tools().find(|(name, _)| called == *name).map(|(_, run)| run)
}
