//! The report of a leak: its kind, and the functions and lines in which it is.

use crate::rules::Leak;
use iced_x86::Code;
use std::fmt::{self, Write};

/// A leak that was found: an instruction and the kind of the leak.
pub(crate) struct Finding {
    pub(crate) leak: Leak,
    pub(crate) address: u64,
    pub(crate) code: Code,
    /// The addresses of the calls that led to the instruction, outermost first.
    pub(crate) calls: Vec<u64>,
}

impl Finding {
    /// Returns the file of the library to which the instruction belongs. It is the file of the innermost function that
    /// is not from another project and not one of the general functions of bramah-machine.
    pub(crate) fn file(&self) -> Option<String> {
        let places = std::iter::once(self.address).chain(self.calls.iter().rev().copied());
        let mut files = places.flat_map(frames).map(|(_, file, _)| file);
        files.find(|file| ours(file))
    }
}

/// Returns whether a file belongs to the library. The general functions of bramah-machine do not count.
fn ours(file: &str) -> bool {
    ["bramah", "bramah-block", "bramah-hash", "bramah-primitives"]
        .iter()
        .any(|name| file.contains(&format!("{name}/src/")))
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.leak, self.code)?;
        let places = std::iter::once(self.address).chain(self.calls.iter().rev().copied().take(6));
        for address in places {
            write!(f, "\n    {}", show(address))?;
        }
        Ok(())
    }
}

/// Returns the functions to which the instruction at an address belongs, innermost first: the functions that were
/// inlined there, and the function into which they were inlined. Each has its file and line.
///
/// # Panics
/// If there is no information about the address, because the program was built without line tables.
pub(crate) fn frames(address: u64) -> Vec<(String, String, u32)> {
    let mut frames = Vec::new();
    backtrace::resolve(address as *mut _, |symbol| {
        let name = symbol.name().map(|name| format!("{name:#}")).unwrap_or_default();
        let file = symbol.filename().map(|file| file.display().to_string()).unwrap_or_default();
        frames.push((name, file.replace('\\', "/"), symbol.lineno().unwrap_or(0)));
    });
    assert!(!frames.is_empty(), "{address:#x} is in no function: was this built without line tables?");
    frames
}

/// Returns a description of the functions at an address.
pub(crate) fn show(address: u64) -> String {
    let all = frames(address).into_iter().map(|(name, file, line)| format!("{name} at {file}:{line}"));
    format!("{address:#x}: {}", all.collect::<Vec<_>>().join(", in "))
}

/// Returns a text with a paragraph for each finding.
pub(crate) fn list<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> String {
    let mut text = String::new();
    for finding in findings {
        let _ = writeln!(text, "  {finding}");
    }
    text
}
