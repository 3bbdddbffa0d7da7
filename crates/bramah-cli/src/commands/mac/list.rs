//! Checking lists of tags.

use super::{Args, PIECE, read};
use crate::{
    buffer::Buffer,
    commands::check::{Tally, called, verdict_line},
    exit::{Exit, Stop},
    input, names, output, report,
    sumfile::{Flaw, LineEnd, Reader, read_hex},
};
use bramah::mac::{self, AnyMac};
use std::{io::BufReader, path::Path};

/// Checks each list.
pub(super) fn run(args: &Args, mac: &mut AnyMac, name: &str, len: usize) -> Result<Exit, Stop> {
    let mut exit = Exit::Well;
    let mut buffer = Buffer::try_new(PIECE)?;
    for list in &args.files {
        if !check(args, list, mac, (name, len), &mut buffer)? {
            exit = Exit::Failure;
        }
    }
    Ok(exit)
}

/// Checks a list; returns whether all tags match and all lines are well-formed.
fn check(
    args: &Args,
    list: &Path,
    mac: &mut AnyMac,
    (name, len): (&str, usize),
    buffer: &mut [u8],
) -> Result<bool, Stop> {
    let shown = called(list);
    let file = match input::open(list) {
        Ok(file) => file,
        Err(error) => {
            report::about(&shown, report::reason(&error));
            return Ok(false);
        }
    };
    let mut reader = Reader::new(BufReader::new(file), LineEnd::LineFeed, None, None);
    let mut tally = Tally::default();
    while let Some(next) = reader.next_with(|tag, text| decode(name, len, tag, text)) {
        let (line, entry) = match next {
            Ok(next) => next,
            Err(error) => {
                report::about(&shown, report::reason(&error));
                return Ok(false);
            }
        };
        let entry = entry.and_then(|(tag, file)| match file == b"-" && list.as_os_str() == "-" {
            true => Err(Flaw::StandardInput),
            false => Ok((tag, file)),
        });
        let (expected, file) = match entry {
            Ok(entry) => entry,
            Err(flaw) => {
                tally.malformed += 1;
                report::about(&shown, format_args!("{line}: improperly formatted line: {flaw}"));
                continue;
            }
        };
        let word = match read(mac, &names::path(&file), buffer) {
            Err(stop) => {
                report::plain(stop.reason);
                mac.reset();
                tally.unreadable += 1;
                "FAILED open or read"
            }
            Ok(()) if mac.verify_truncated(&expected, len).is_ok() => {
                tally.matched += 1;
                if args.quiet {
                    continue;
                }
                "OK"
            }
            Ok(()) => {
                tally.failed += 1;
                "FAILED"
            }
        };
        let mut out = Vec::new();
        verdict_line(&file, word, &mut out);
        output::print_verdicts(&out)?;
    }
    tally.warn(&shown, false, false);
    Ok(tally.is_well(true))
}

/// Decodes the tag in a line; if the line names a MAC, the name must be `name`.
fn decode(name: &str, len: usize, label: Option<&[u8]>, text: &[u8]) -> Result<Vec<u8>, Flaw> {
    if let Some(label) = label {
        let label = String::from_utf8_lossy(label).into_owned();
        match mac::lookup(&label) {
            Ok(found) if found.name() == name => {}
            Ok(_) => return Err(Flaw::OtherAlgorithm { tag: label, expected: name.into() }),
            Err(_) => return Err(Flaw::UnknownTag(label)),
        }
    }
    match read_hex(text) {
        Some(tag) if tag.len() == len => Ok(tag),
        Some(_) => Err(Flaw::MacLength { digits: text.len(), name: name.into(), needed: 2 * len }),
        None => Err(Flaw::Digits),
    }
}
