//! Formats with a line for each value: the output of Get-FileHash and certutil on Windows, and the logs of dc3dd and dcfldd.

use super::{
    Scan, State,
    columns::Columns,
    words::{cut, first, has_digest, is_blank, is_hex, trimmed, words},
};
use crate::Flaw;

/// The values of a file that were read so far.
pub(super) enum Record {
    /// The lines of Get-FileHash: `values` are the algorithm, the digest and the path, and `last` is the index of the value
    /// that was read last.
    Hash { line: u64, values: [Vec<u8>; 3], last: usize },
    /// The first line of certutil. The digest follows in the next line.
    Certutil { line: u64, tag: Vec<u8>, name: Vec<u8> },
    /// A log: `name` is the file whose digests follow, and `output` the file that the command line names as output.
    Log { name: Option<Vec<u8>>, output: Option<Vec<u8>> },
}

/// The keys of the lines of Get-FileHash.
const KEYS: [&[u8]; 3] = [b"Algorithm", b"Hash", b"Path"];

/// Splits `Key : value`. Returns the index of the key in `KEYS`, and the value.
fn split_value(line: &[u8]) -> Option<(usize, &[u8])> {
    let (key, value) = cut(line, b":")?;
    let key = trimmed(key);
    Some((KEYS.iter().position(|name| *name == key)?, trimmed(value)))
}

/// Reads the first line of a list that Get-FileHash wrote, or the line with the column names of its table.
pub(super) fn get_filehash(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    if words(line).eq(KEYS) {
        scan.state = State::Columns(Columns::table());
        return true;
    }
    let Some((0, value)) = split_value(line) else { return false };
    let values = [value.to_vec(), Vec::new(), Vec::new()];
    scan.state = State::Record(Record::Hash { line: at, values, last: 0 });
    true
}

/// Reads a line such as `SHA256 hash of a.txt:`.
pub(super) fn certutil(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    if line.starts_with(b"CertUtil: ") {
        return scan.any;
    }
    let Some((tag, name)) = cut(line, b" hash of ") else { return false };
    let name = name.strip_prefix(b"file ").unwrap_or(name);
    let Some(name) = name.strip_suffix(b":").filter(|_| !tag.iter().any(is_blank)) else { return false };
    scan.state = State::Record(Record::Certutil { line: at, tag: tag.to_vec(), name: name.to_vec() });
    true
}

/// Reads the first line of a dc3dd log, or a line of a dcfldd log.
pub(super) fn log(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    if line.starts_with(b"dc3dd ") || results(line).is_some() {
        return scan.record(Record::Log { name: None, output: None }, line, at);
    }
    let piece = cut(line, b": ").is_some_and(|(place, digest)| {
        let ends = cut(place, b" - ")
            .map(|(from, to)| [from, to].iter().all(|end| end.iter().all(u8::is_ascii_digit)));
        ends == Some(true) && is_hex(digest)
    });
    if piece {
        scan.put(at, Err(Flaw::Piece));
        return true;
    }
    total(scan, line, at)
}

/// Reads dcfldd's line `Total (sha256): DIGEST`. The name of the list refers to the file.
fn total(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let Some((tag, digest)) = line.strip_prefix(b"Total (").and_then(|rest| cut(rest, b"): ")) else {
        return false;
    };
    let name = scan.file.clone().unwrap_or_default();
    scan.put_one(at, Some(tag), trimmed(digest), &name, None);
    true
}

/// Splits a line such as `output results for file `a':`. Returns whether the file was written, and its name.
fn results(line: &[u8]) -> Option<(bool, &[u8])> {
    let (side, rest) = cut(line, b" results for ")?;
    let written = match side {
        b"output" => true,
        b"input" => false,
        _ => return None,
    };
    let (_, rest) = cut(rest, b" `")?;
    Some((written, rest.strip_suffix(b"':")?))
}

impl Scan {
    /// Reads a line of a record.
    pub(super) fn record(&mut self, record: Record, line: &[u8], at: u64) -> bool {
        match record {
            Record::Hash { line: begun, mut values, last } => match split_value(line) {
                Some((0, value)) => {
                    self.put_record(Record::Hash { line: begun, values, last });
                    let values = [value.to_vec(), Vec::new(), Vec::new()];
                    self.state = State::Record(Record::Hash { line: at, values, last: 0 });
                    true
                }
                Some((key, value)) => {
                    values[key] = value.to_vec();
                    self.state = State::Record(Record::Hash { line: begun, values, last: key });
                    true
                }
                // an indented line continues a long value
                None if line.first().is_some_and(is_blank) && !trimmed(line).is_empty() => {
                    values[last].extend_from_slice(trimmed(line));
                    self.state = State::Record(Record::Hash { line: begun, values, last });
                    true
                }
                None => {
                    self.put_record(Record::Hash { line: begun, values, last });
                    trimmed(line).is_empty()
                }
            },
            Record::Certutil { line: begun, tag, name } => {
                let digits: Vec<u8> = words(line).flatten().copied().collect();
                self.put_one(begun, Some(&tag), &digits, &name, None);
                true
            }
            Record::Log { mut name, mut output } => {
                let text = trimmed(line);
                if let Some((written, file)) = results(text) {
                    name = if written { Some(file.to_vec()) } else { output.clone() };
                } else if let Some(command) = text.strip_prefix(b"command line: ") {
                    output = words(command).find_map(|word| word.strip_prefix(b"of=")).map(<[u8]>::to_vec);
                } else if is_blank(line.first().unwrap_or(&b'-')) {
                    let text = text.strip_prefix(b"[ok] ").unwrap_or(text);
                    let (digest, rest) = first(text);
                    let tag = trimmed(rest).strip_prefix(b"(").and_then(|rest| rest.strip_suffix(b")"));
                    match (tag, &name) {
                        (Some(tag), Some(name)) if digest.len() >= 8 => {
                            self.put_one(at, Some(tag), digest, name, None);
                        }
                        (Some(_), None) if digest.len() >= 8 => self.put(at, Err(Flaw::NoName)),
                        _ if has_digest(text) => self.put(at, Err(Flaw::Piece)),
                        _ => {}
                    }
                } else if has_digest(text) {
                    self.state = State::Record(Record::Log { name, output });
                    return false;
                }
                self.state = State::Record(Record::Log { name, output });
                true
            }
        }
    }

    pub(super) fn put_record(&mut self, record: Record) {
        match record {
            Record::Hash { line, values: [tag, digest, name], .. } => {
                self.put_one(line, Some(&tag), &digest, &name, None);
            }
            Record::Certutil { line, .. } => self.put(line, Err(Flaw::Form)),
            Record::Log { .. } => {}
        }
    }
}
