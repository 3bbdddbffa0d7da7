//! cppcrypto's `digest`: `digest ALG FILE...`, `digest -c ALG LIST...`, `digest -tv ALG FILE`, and its measurements.
//!
//! Unlike the original, it exits with 1 if a file fails, and reads lists in every format.

use super::{
    digest_tests, digest_vectors,
    hashing::{self, Form, Lines},
};
use crate::{
    commands::check::{Settings, check_lists},
    exit::{Exit, Stop},
    report,
    sumfile::{Encoding, Expected, Layout, LineEnd, Style},
};
use bramah::hash;
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// Runs the tool.
pub(super) fn run(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    report::set_program("digest");
    if let Some(done) = measured(&arguments) {
        return done;
    }
    if arguments.get(1).is_some_and(|argument| argument == "-tv") {
        let [_, _, name, file] = &arguments[..] else { return Err(syntax()) };
        return digest_vectors::run(&name.to_string_lossy(), Path::new(file));
    }
    let mut arguments = arguments.into_iter().skip(1).peekable();
    let check = arguments.next_if(|argument| argument == "-c").is_some();
    let name = arguments.next();
    let files: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let Some(name) = name.filter(|_| !files.is_empty()) else { return Err(syntax()) };
    let name = name.to_string_lossy();
    let expected = Expected::named(&name)
        .map_err(|_| Stop { exit: Exit::Usage, reason: format!("Unknown hash algorithm: {name}") })?;
    if !check {
        let style = Style { layout: Layout::Untagged, encoding: Encoding::Hex };
        let (algorithm, form) = (expected.algorithm, Form::List(style));
        return hashing::run(&Lines { algorithm, form, end: LineEnd::LineFeed, names: true }, files);
    }
    check_lists(&Settings::of(files, Some(expected)))
}

/// Runs `bctest`, which is `digest bctest`.
pub(super) fn run_bctest(mut arguments: Vec<OsString>) -> Result<Exit, Stop> {
    report::set_program("bctest");
    arguments.insert(1.min(arguments.len()), "bctest".into());
    measured(&arguments).unwrap_or_else(|| Err(syntax()))
}

/// Runs the measurement that the arguments name, if they name a measurement.
fn measured(arguments: &[OsString]) -> Option<Result<Exit, Stop>> {
    let words: Vec<&str> = arguments.iter().skip(1).map(|word| word.to_str().unwrap_or("")).collect();
    let [what @ ("test" | "bctest" | "bcperftest"), rest @ ..] = &words[..] else { return None };
    let times = rest.first().and_then(|times| times.parse().ok()).filter(|&times| times > 0);
    let file = arguments.get(3).map(Path::new);
    Some(match (*what, times, file, rest.len()) {
        ("test", Some(times), Some(file), 2) => digest_tests::hashes(times, file),
        ("bctest", Some(times), Some(file), 2) => digest_tests::modes(times, file),
        ("bcperftest", Some(times), None, 1) => digest_tests::keys(times),
        _ => Err(syntax()),
    })
}

fn syntax() -> Stop {
    let algorithms = hash::entries().flat_map(hash::Entry::algorithms).map(|algorithm| algorithm.name());
    let algorithms: Vec<String> = algorithms.collect();
    let reason = format!(
        "syntax: digest ALG FILE...\n        digest -c ALG LIST...\n        digest -tv ALG FILE\n        digest test N FILE\n        \
         digest bctest N FILE\n        digest bcperftest N\nalgorithms: {}",
        algorithms.join(" ")
    );
    Stop { exit: Exit::Failure, reason }
}
