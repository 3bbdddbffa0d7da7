//! cppcrypto's `digest`: `digest ALG FILE...` and `digest -c ALG LIST...`.
//!
//! Unlike the original, this one exits with 1 when a file fails, and reads every form of list.

use super::hashing::{self, Form, Lines};
use crate::{
    commands::check::{Settings, check_lists},
    exit::{Exit, Stop},
    report,
    sumfile::{Encoding, Expected, Layout, LineEnd, Style},
};
use bramah::hash;
use std::{ffi::OsString, path::PathBuf};

/// Runs the tool.
pub(super) fn run(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    report::set_program("digest");
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

fn syntax() -> Stop {
    let algorithms = hash::entries().flat_map(hash::Entry::algorithms).map(|algorithm| algorithm.name());
    let algorithms: Vec<String> = algorithms.collect();
    let reason = format!(
        "syntax: digest ALG FILE...\n        digest -c ALG LIST...\nalgorithms: {}",
        algorithms.join(" ")
    );
    Stop { exit: Exit::Failure, reason }
}
