//! The report of a leak: its kind, and the functions and lines that it is in.

use crate::rules::Leak;
use iced_x86::Code;
use std::fmt::{self, Write};

/// An instruction that leaks.
pub(crate) struct Finding {
    pub(crate) leak: Leak,
    pub(crate) address: u64,
    pub(crate) code: Code,
    /// The calls that led there, outermost first.
    pub(crate) calls: Vec<u64>,
}

impl Finding {
    /// Returns the file of the library that the instruction belongs to: that of the innermost function which is neither
    /// of another project nor one of the machine's general tools.
    pub(crate) fn file(&self) -> Option<String> {
        let places = std::iter::once(self.address).chain(self.calls.iter().rev().copied());
        let mut files = places.flat_map(frames).map(|(_, file, _)| file);
        files.find(|file| ours(file))
    }
}

/// Returns whether a file is of the library's, and none of the general tools.
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

/// Returns the functions that the instruction at an address belongs to, innermost first: those that were inlined there,
/// and the one that they were inlined into. Each with its file and line.
///
/// # Panics
/// If nothing is known of the address: then the program was built without line tables.
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

/// Returns the functions at an address, in words.
pub(crate) fn show(address: u64) -> String {
    let all = frames(address).into_iter().map(|(name, file, line)| format!("{name} at {file}:{line}"));
    format!("{address:#x}: {}", all.collect::<Vec<_>>().join(", in "))
}

/// Returns the findings, a paragraph each.
pub(crate) fn list<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> String {
    let mut text = String::new();
    for finding in findings {
        let _ = writeln!(text, "  {finding}");
    }
    text
}
