//! The arrays of PKGBUILD and APKBUILD files, which are shell scripts. No part of a script is run. Only variables that are set
//! to a plain text are expanded.

use super::{
    Scan, State,
    words::{cut, first, has_digest, is_blank, trimmed, unquoted},
};
use crate::{Flaw, encodings::of_url};
use std::collections::BTreeMap;

/// The variables and arrays of a script, as far as it was read.
#[derive(Default)]
pub(super) struct Build {
    variables: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The words of each array, with the numbers of their lines.
    arrays: BTreeMap<Vec<u8>, Vec<(u64, Vec<u8>)>>,
    open: Open,
}

/// The construct that continues in the next line.
#[derive(Default)]
enum Open {
    #[default]
    Nothing,
    /// An array of this name.
    Array(Vec<u8>),
    /// A text in quotation marks with digests of this algorithm.
    List(Vec<u8>),
}

/// Splits an assignment into the name of the variable and the value.
fn assignment(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (name, value) = cut(line, b"=")?;
    let name = name.strip_suffix(b"+").unwrap_or(name);
    let is_name = !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    is_name.then_some((name, value))
}

/// Splits the name of a variable with digests, such as `sha256sums_x86_64`, into the algorithm (`sha256`) and the suffix
/// (`_x86_64`).
fn sums(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let (algorithm, rest) = cut(name, b"sums")?;
    (!algorithm.is_empty() && (rest.is_empty() || rest.starts_with(b"_"))).then_some((algorithm, rest))
}

/// Reads the first assignment of a script.
pub(super) fn build(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let Some((name, value)) = assignment(line) else { return false };
    let opens = value.starts_with(b"(") || value.starts_with(b"\"") || value.starts_with(b"'");
    let known =
        name.starts_with(b"pkg") || name.starts_with(b"source") && opens || sums(name).is_some() && opens;
    known && scan.shell(Build::default(), line, at)
}

impl Build {
    /// Returns a text in which the known variables are replaced by their values.
    fn expanded(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut rest = text;
        while let Some((&byte, after)) = rest.split_first() {
            let braced = after.strip_prefix(b"{").and_then(|after| cut(after, b"}"));
            let length =
                after.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
            let (name, after) = braced.unwrap_or_else(|| after.split_at(length));
            match self.variables.get(name).filter(|_| byte == b'$') {
                Some(value) => {
                    out.extend_from_slice(value);
                    rest = after;
                }
                None => {
                    out.push(byte);
                    rest = &rest[1..];
                }
            }
        }
        out
    }

    /// Reads the words of an array in a line, and returns whether the array ends there.
    fn words(&mut self, name: &[u8], text: &[u8], at: u64) -> bool {
        let mut word: Option<Vec<u8>> = None;
        let mut quote = None;
        let mut bytes = text.iter().copied();
        let mut found = Vec::new();
        let mut ended = false;
        let mut plain = Vec::new();
        loop {
            let byte = bytes.next();
            match (byte, quote) {
                (Some(byte), Some(mark)) if byte == mark => {
                    let text = std::mem::take(&mut plain);
                    let text = if mark == b'"' { self.expanded(&text) } else { text };
                    word.get_or_insert_default().extend(text);
                    quote = None;
                }
                (Some(byte), Some(_)) => plain.push(byte),
                (Some(mark @ (b'"' | b'\'')), None) => {
                    word.get_or_insert_default().extend(self.expanded(&std::mem::take(&mut plain)));
                    quote = Some(mark);
                }
                (Some(b' ' | b'\t' | b')' | b'#') | None, _) => {
                    if !plain.is_empty() {
                        word.get_or_insert_default().extend(self.expanded(&std::mem::take(&mut plain)));
                    }
                    let in_word = word.is_some();
                    found.extend(word.take().map(|word| (at, word)));
                    ended |= byte == Some(b')');
                    if byte.is_none() || ended || byte == Some(b'#') && !in_word {
                        break;
                    }
                }
                (Some(byte), None) => plain.push(byte),
            }
        }
        self.arrays.entry(name.to_vec()).or_default().extend(found);
        ended
    }
}

impl Scan {
    /// Reads a line of a script.
    pub(super) fn shell(&mut self, mut build: Build, line: &[u8], at: u64) -> bool {
        let text = trimmed(line);
        match std::mem::take(&mut build.open) {
            Open::Array(name) => {
                if !build.words(&name, text, at) {
                    build.open = Open::Array(name);
                }
            }
            Open::List(tag) => {
                if !self.listed(&tag, text, at) {
                    build.open = Open::List(tag);
                }
            }
            Open::Nothing => {
                // an indented line belongs to a function
                match assignment(line) {
                    Some((name, value)) => self.assigned(&mut build, name, value, at),
                    None if !line.first().is_some_and(is_blank) && has_digest(line) => {
                        self.state = State::Build(build);
                        return false;
                    }
                    None => {}
                }
            }
        }
        self.state = State::Build(build);
        true
    }

    fn assigned(&mut self, build: &mut Build, name: &[u8], value: &[u8], at: u64) {
        if let Some(words) = value.strip_prefix(b"(") {
            if name.starts_with(b"source") || sums(name).is_some() {
                build.arrays.remove(name);
            }
            if !build.words(name, words, at) {
                build.open = Open::Array(name.to_vec());
            }
        } else if let Some((tag, b"")) = sums(name)
            && value.first().is_some_and(|byte| b"\"'".contains(byte))
        {
            if !self.listed(tag, trimmed(&value[1..]), at) {
                build.open = Open::List(tag.to_vec());
            }
        } else if !value.is_empty() {
            let plain = unquoted(first(value).0);
            let plain = build.expanded(plain);
            build.variables.insert(name.to_vec(), plain);
        }
    }

    /// Reads a line of a text in quotation marks, and returns whether the text ends there.
    fn listed(&mut self, tag: &[u8], text: &[u8], at: u64) -> bool {
        let end = text.iter().position(|byte| b"\"'".contains(byte));
        let text = trimmed(&text[..end.unwrap_or(text.len())]);
        if !text.is_empty() {
            let (digest, name) = first(text);
            self.put_one(at, Some(tag), digest, trimmed(name), None);
        }
        end.is_some()
    }

    /// Adds an entry for each source and its digest.
    pub(super) fn put_arrays(&mut self, build: Build) {
        if !matches!(build.open, Open::Nothing) {
            self.put(0, Err(Flaw::Arrays));
            return;
        }
        for (name, digests) in &build.arrays {
            let Some((tag, suffix)) = sums(name) else { continue };
            let none = Vec::new();
            let sources = build.arrays.get(&[b"source", suffix].concat()).unwrap_or(&none);
            if sources.len() != digests.len() {
                self.put(digests.first().map_or(0, |(line, _)| *line), Err(Flaw::Arrays));
                continue;
            }
            for ((_, source), (line, digest)) in sources.iter().zip(digests) {
                if digest == b"SKIP" {
                    continue;
                }
                let name = match cut(source, b"::") {
                    Some((name, _)) => name.to_vec(),
                    None => of_url(source),
                };
                let tag: &[u8] = if tag == b"b2" { b"blake2b" } else { tag };
                self.put_one(*line, Some(tag), digest, &name, None);
            }
        }
    }
}
