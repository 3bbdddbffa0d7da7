//! The `bramah` command: hashes files and checks lists of digests, encrypts and signs files, and uses single
//! algorithms.
//!
//! Exit codes: 0 success, 1 any failure, 2 wrong usage. A signal that interrupts a run ends the process, and shells
//! report 128 plus the number of the signal: 130 for SIGINT.

mod buffer;
mod cli;
mod color;
mod commands;
mod engine;
mod exit;
#[cfg(feature = "fuzz")]
#[doc(hidden)]
pub mod fuzz;
mod help;
mod hex;
mod identity;
mod input;
mod json;
mod key;
mod names;
mod os;
mod output;
mod page;
mod password;
mod personality;
mod place;
mod quote;
mod report;
mod signature;
mod temporary;
mod written;

use bramah_lists as sumfile;
use exit::Stop;
use std::{ffi::OsString, path::Path, process::ExitCode};

/// Runs the command with the arguments of this process, and returns its exit code.
///
/// If the program was started under the name of another tool, such as `sha256sum`, it behaves as that tool.
pub fn main() -> ExitCode {
    os::guard();
    os::end_on_panic();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let called = arguments.first().map(Path::new).and_then(Path::file_stem).unwrap_or_default();
    let done = match personality::find(called) {
        Some(personality) => personality(arguments),
        None => cli::parse(arguments).and_then(cli::run),
    };
    let exit = done.unwrap_or_else(|Stop { exit, reason }| {
        if !reason.is_empty() {
            report::plain(reason);
        }
        exit
    });
    exit.into()
}
