//! What is told of a leak: what it is, and how to find its place.

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

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.leak, self.code)?;
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
        let places = std::iter::once(self.address).chain(self.calls.iter().rev().copied().take(6));
        for address in places {
            match place(&maps, address) {
                Some((file, offset)) => write!(f, "\n    addr2line -Cfipe {file} {offset:#x}")?,
                None => write!(f, "\n    {address:#x}")?,
            }
        }
        Ok(())
    }
}

/// The file that an address was loaded from, and where it is there.
fn place(maps: &str, address: u64) -> Option<(&str, u64)> {
    let number = |text| u64::from_str_radix(text, 16).ok();
    let lines = || {
        maps.lines().filter_map(|line| {
            let (range, rest) = line.split_once(' ')?;
            let (from, to) = range.split_once('-')?;
            Some((number(from)?..number(to)?, rest.find('/').map(|at| &rest[at..])?))
        })
    };
    let (_, file) = lines().find(|(range, _)| range.contains(&address))?;
    let (first, _) = lines().find(|(_, other)| *other == file)?;
    Some((file, address - first.start))
}

/// The findings, a paragraph each.
pub(crate) fn list(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let _ = writeln!(text, "  {finding}");
    }
    text
}
