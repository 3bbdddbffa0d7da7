//! Formats in which a key word introduces the digests: the sections of Debian files, and package lock files.

use super::{
    Scan, State,
    lines::split_prefix,
    words::{cut, has_digest, is_blank, trimmed, words},
};
use crate::{
    Flaw,
    encodings::of_url,
    size::{Size, number},
};
use std::collections::BTreeSet;

/// Returns the algorithm of a section of a Debian file; `None` if the lines of the section have no digests.
fn section(key: &[u8]) -> Option<Vec<u8>> {
    match key {
        b"MD5Sum" | b"Files" => Some(b"md5".to_vec()),
        b"SHA1" | b"SHA256" | b"SHA384" | b"SHA512" => Some(key.to_vec()),
        _ => Some(key.strip_prefix(b"Checksums-")?.to_vec()),
    }
}

/// Splits a line into the name of a field and its value.
fn split_field(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (key, value) = cut(line, b":")?;
    let is_key =
        !key.is_empty() && key.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte));
    (is_key && value.first().is_none_or(is_blank)).then(|| (key, trimmed(value)))
}

/// The fields with which a Debian file may begin.
const FIRST: [&[u8]; 10] = [
    b"Origin", b"Format", b"Source", b"Package", b"Label", b"Suite", b"Codename", b"Archive", b"Date",
    b"Version",
];

/// Reads the first field of a Debian file, or the first line of a section with digests.
pub(super) fn debian(scan: &mut Scan, line: &[u8], _: u64) -> bool {
    let Some((key, value)) = split_field(line) else { return false };
    let digests = section(key).filter(|_| value.is_empty());
    if digests.is_none() && !FIRST.contains(&key) {
        return false;
    }
    scan.state = State::Debian(digests);
    true
}

impl Scan {
    /// Reads a line after the first field of a Debian file. A line with a digest that is not in a section is left to the other
    /// formats.
    pub(super) fn field(&mut self, section_of: Option<Vec<u8>>, line: &[u8], at: u64) -> bool {
        let in_section = section_of.is_some() && line.first().is_some_and(is_blank);
        if !in_section && has_digest(line) {
            return false;
        }
        if trimmed(line).is_empty() {
            self.state = State::Debian(None);
            return true;
        }
        if !is_blank(&line[0]) {
            let Some((key, value)) = split_field(line) else { return false };
            self.state = State::Debian(section(key).filter(|_| value.is_empty()));
            return true;
        }
        if let Some(tag) = &section_of {
            let fields: Vec<&[u8]> = words(line).collect();
            let size = fields.get(1).copied().and_then(number);
            match (&fields[..], size) {
                ([digest, _, name] | [digest, _, _, _, name], Some(size)) => {
                    self.put_one(at, Some(tag), digest, name, Some(Size::bytes(size)));
                }
                _ => self.put(at, Err(Flaw::Sized)),
            }
        }
        self.state = State::Debian(section_of);
        true
    }

    /// Reads a requirement of pip with its hashes.
    pub(super) fn put_lock(&mut self, text: &[u8], at: u64) {
        let mut name: &[u8] = b"";
        let mut digests: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        let mut last = false;
        for word in words(text) {
            let hash = word.strip_prefix(b"--hash=").or(last.then_some(word));
            last = word == b"--hash";
            match hash {
                Some(hash) => digests.extend(split_prefix(hash)),
                // the list could be in another format, and the digest a part of a file name
                None if !last && !digests.is_empty() && !word.starts_with(b"#") => {
                    return self.put(at, Err(Flaw::Form));
                }
                None if !digests.is_empty() && word.starts_with(b"#") => break,
                None if last || word.starts_with(b";") || word == b"@" => {}
                // `name @ url`
                None if name.is_empty() || cut(word, b"://").is_some() => name = word,
                None => {}
            }
        }
        let name = if cut(name, b"://").is_some() { of_url(name) } else { name.to_vec() };
        let mut tags = BTreeSet::new();
        let alternatives = digests.iter().any(|(tag, _)| !tags.insert(tag));
        if cut(&name, b"==").is_some() || name.is_empty() {
            self.put(at, Err(Flaw::Package));
        } else if alternatives {
            self.put(at, Err(Flaw::Alternatives));
        } else if digests.is_empty() {
            self.put(at, Err(Flaw::Form));
        } else {
            self.put_all(at, &digests, &name, None);
        }
    }
}

/// Returns the text in quotation marks after `key` and an equals sign.
fn quoted<'a>(line: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let (_, rest) = cut(line, &[key, b" = \""].concat())?;
    Some(cut(rest, b"\"")?.0)
}

/// Reads a line of a package lock file of pip, poetry or uv.
pub(super) fn lock(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    if let Some(hash) = quoted(line, b"hash") {
        let name = quoted(line, b"file").or(quoted(line, b"path")).map(<[u8]>::to_vec);
        let name = name.or_else(|| quoted(line, b"url").map(of_url));
        let size = cut(line, b"size = ").and_then(|(_, rest)| {
            number(&rest[..rest.iter().take_while(|byte| byte.is_ascii_digit()).count()])
        });
        match (name, split_prefix(hash)) {
            (Some(name), Some(digest)) => scan.put_all(at, &[digest], &name, size.map(Size::bytes)),
            (None, Some(_)) => scan.put(at, Err(Flaw::Package)),
            _ => scan.put(at, Err(Flaw::Digits)),
        }
        return true;
    }
    let open = line.strip_suffix(b"\\");
    let opens = open.is_some_and(|open| cut(open, b"==").is_some() || cut(open, b"://").is_some());
    if !opens && cut(line, b" --hash").is_none() {
        return false;
    }
    scan.closed(Vec::new(), line, at)
}
