//! The tools whose names a link to `bramah` can have: coreutils' `md5sum`, `sha1sum` to `sha512sum`, `b2sum`,
//! `sm3sum`, `cksum` and `sum`; `b3sum`; Perl's `shasum`; BSD's `md5`, `sha1`, `sha256` and their kin; cppcrypto's
//! `digest`; and `age` with `age-keygen`.

mod age;
mod b3sum;
mod bsd;
mod checking;
mod cksum;
mod coreutils;
mod digest;
mod digest_tests;
mod extended;
mod hashing;
mod options;
mod shasum;

use crate::exit::{Exit, Stop};
use std::ffi::{OsStr, OsString};

/// The function that runs a tool with its arguments.
type Personality = fn(Vec<OsString>) -> Result<Exit, Stop>;

/// Returns the function for a link of this name, if it is one of those tools.
pub(crate) fn find(called: &OsStr) -> Option<Personality> {
    let called = called.to_str()?;
    match called {
        "age" => return Some(age::run),
        "age-keygen" => return Some(age::run_keygen),
        "b3sum" => return Some(b3sum::run),
        "digest" => return Some(digest::run),
        "cksum" => return Some(cksum::run),
        "shasum" => return Some(shasum::run),
        "sum" => return Some(cksum::run_sum),
        _ => {}
    }
    if bsd::TOOLS.iter().any(|tool| tool.name == called) {
        return Some(bsd::run);
    }
    coreutils::TOOLS.iter().find(|tool| tool.name == called).map(|_| coreutils::run as Personality)
}
