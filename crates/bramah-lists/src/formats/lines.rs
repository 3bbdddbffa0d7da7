//! Formats whose lines are independent of one another.

use super::{
    Scan, State, join,
    words::{cut, first, implied, is_blank, is_decimal, is_hex, trimmed, words},
};
use crate::{
    Expected, Flaw,
    encodings::{from_url_base64, unpercented},
    line::{Line, split_tagged, unescaped},
    multihash,
    size::{Size, number},
    write_hex,
};
use std::collections::BTreeSet;

/// Reads the lines of BSD's distinfo files that contain a size or a time instead of a digest.
pub(super) fn distinfo(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    if let Some(time) = line.strip_prefix(b"TIMESTAMP = ") {
        return is_decimal(time);
    }
    let Some(Line::Tagged { tag, name, digest }) = split_tagged(line) else { return false };
    let size = digest.strip_suffix(b" bytes").unwrap_or(digest);
    if !tag.eq_ignore_ascii_case(b"size") || !is_decimal(size) {
        return false;
    }
    // no file is longer than the numbers of 64 bits
    let size = number(size).unwrap_or(u64::MAX);
    scan.put(at, Err(Flaw::Size { name: name.to_vec(), size }));
    true
}

/// Reads OpenSSL's digest MD5-SHA1, which is MD5 followed by SHA-1, and refuses OpenSSL's HMAC, which is not a hash function.
pub(super) fn md5_sha1(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let Some(Line::Tagged { tag, name, digest }) = split_tagged(line) else { return false };
    if tag.len() > 5 && tag[..5].eq_ignore_ascii_case(b"HMAC-") {
        scan.put(at, Err(Flaw::Mac(String::from_utf8_lossy(tag).to_ascii_lowercase())));
        return true;
    }
    if !tag.eq_ignore_ascii_case(b"MD5-SHA1") || digest.len() != 72 {
        return false;
    }
    let (md5, sha1) = digest.split_at(32);
    scan.put_all(at, &[(b"md5".to_vec(), md5.to_vec()), (b"sha1".to_vec(), sha1.to_vec())], name, None);
    true
}

/// Splits a digest with a prefix that names the algorithm: `sha256-BASE64` in SRI, or `sha256:HEX` in OCI.
pub(super) fn split_prefix(word: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    // the last hyphen or colon ends the name, because a name may contain hyphens, but a digest does not
    let at = word.iter().rposition(|byte| b"-:".contains(byte))?;
    let (name, digest) = (&word[..at], &word[at + 1..]);
    let end = digest.iter().position(|&byte| byte == b'?').filter(|_| word[at] == b'-');
    let digest = &digest[..end.unwrap_or(digest.len())];
    let is_name =
        !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_/".contains(byte));
    let fits =
        digest.len() >= 8 && digest.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte));
    (is_name && fits && name[0].is_ascii_alphabetic()).then(|| (name.to_vec(), digest.to_vec()))
}

/// Returns bytes in hexadecimal.
fn hex(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    write_hex(&mut text, bytes);
    text
}

/// Converts a digest in Nix's base32 to hexadecimal, and returns any other digest unchanged.
fn of_nix((tag, digest): (Vec<u8>, Vec<u8>)) -> (Vec<u8>, Vec<u8>) {
    let algorithm = str::from_utf8(&tag).ok().and_then(|tag| Expected::named(tag).ok());
    let bytes = algorithm.and_then(|expected| multihash::read_nix(&digest, expected.algorithm.output_len()));
    (tag, bytes.map_or(digest, |bytes| hex(&bytes)))
}

/// Reads digests with prefixes that name their algorithms, followed by a file name.
pub(super) fn prefixed(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let mut rest = line.trim_ascii_start();
    let mut digests = Vec::new();
    loop {
        let (word, after) = first(rest);
        let multihash = multihash::read(word).map(|(name, bytes)| (name.into(), hex(&bytes)));
        let Some(digest) = multihash.or_else(|| split_prefix(word)) else { break };
        digests.push(of_nix(digest));
        rest = after.strip_prefix(b" ").unwrap_or_default();
    }
    if digests.is_empty() {
        return false;
    }
    let name = rest.strip_prefix(b" ").or(rest.strip_prefix(b"*")).unwrap_or(rest);
    if name.is_empty() {
        return false;
    }
    scan.put_all(at, &digests, name, None);
    true
}

/// Reads a line of `xxhsum -H3`: `XXH3_` precedes the digest, because digests of XXH64 have the same length.
pub(super) fn xxhsum(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let (escaped, text) = line.strip_prefix(b"\\").map_or((false, line), |text| (true, text));
    let Some((digest, rest)) = text.strip_prefix(b"XXH3_").and_then(|text| text.split_at_checked(16)) else {
        return false;
    };
    let Some(name) = rest.strip_prefix(b"  ").filter(|_| is_hex(digest)) else { return false };
    match if escaped { unescaped(name) } else { Ok(name.to_vec()) } {
        Ok(name) => scan.put_one(at, Some(b"XXH3"), digest, &name, None),
        Err(flaw) => scan.put(at, Err(flaw)),
    }
    true
}

/// Reads a magnet link with the digests, the name and the size of a file.
pub(super) fn magnet(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let Some(rest) = trimmed(line).strip_prefix(b"magnet:?") else { return false };
    let (mut digests, mut name, mut size) = (Vec::new(), Vec::new(), None);
    for field in rest.split(|&byte| byte == b'&') {
        let Some((key, value)) = cut(field, b"=") else { continue };
        match key {
            b"dn" => name = unpercented(value, |_| true),
            b"xl" => match number(value).filter(|_| !value.is_empty()) {
                Some(bytes) => size = Some(Size::bytes(bytes)),
                None => {
                    scan.put(at, Err(Flaw::Form));
                    return true;
                }
            },
            _ if key == b"xt" || key.starts_with(b"xt.") => {
                let Some(urn) = value.strip_prefix(b"urn:") else { continue };
                let Some(colon) = urn.iter().rposition(|&byte| byte == b':') else { continue };
                digests.push((urn[..colon].to_vec(), unpercented(&urn[colon + 1..], |_| true)));
            }
            _ => {}
        }
    }
    if digests.is_empty() {
        scan.put(at, Err(Flaw::Form));
        return true;
    }
    scan.put_all(at, &digests, &name, size);
    true
}

/// Reads an eDonkey link: the name of a file, its size, its ED2K digest and optionally its AICH digest.
pub(super) fn ed2k(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let Some(rest) = trimmed(line).strip_prefix(b"ed2k://|file|") else { return false };
    let mut fields = rest.split(|&byte| byte == b'|');
    let [name, size, digest] = [(); 3].map(|()| fields.next().unwrap_or_default());
    let mut digests = vec![(b"ed2k".to_vec(), digest.to_vec())];
    let mut ended = false;
    for field in fields {
        ended = field == b"/";
        if let Some(root) = field.strip_prefix(b"h=") {
            digests.push((b"aich".to_vec(), root.to_vec()));
        }
    }
    match number(size).filter(|_| ended && !size.is_empty()) {
        Some(bytes) => scan.put_all(at, &digests, &unpercented(name, |_| true), Some(Size::bytes(bytes))),
        None => scan.put(at, Err(Flaw::Form)),
    }
    true
}

/// Reads a line of a Gentoo Manifest: a kind, a name, a size, and pairs of an algorithm and a digest.
pub(super) fn manifest(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let mut fields = words(line);
    let Some(kind) = fields.next() else { return false };
    match kind {
        b"TIMESTAMP" | b"IGNORE" if fields.clone().count() == 1 => return true,
        b"DIST" | b"EBUILD" | b"AUX" | b"MISC" | b"DATA" | b"MANIFEST" | b"OPTIONAL" => {}
        _ => return false,
    }
    let (Some(name), Some(size)) = (fields.next(), fields.next().and_then(number)) else { return false };
    let pairs: Vec<&[u8]> = fields.collect();
    let (pairs, rest) = pairs.as_chunks::<2>();
    if pairs.is_empty() {
        return false;
    }
    if !rest.is_empty() {
        scan.put(at, Err(Flaw::Form));
        return true;
    }
    let digests: Vec<_> = pairs.iter().map(|[tag, digest]| (tag.to_vec(), digest.to_vec())).collect();
    let folder: &[u8] = if kind == b"AUX" { b"files/" } else { b"" };
    scan.put_all(at, &digests, &[folder, name].concat(), Some(Size::bytes(size)));
    true
}

/// Reads a line of the RECORD file of a Python wheel: a name, `ALGORITHM=DIGEST` with base64 for URLs, and a size.
pub(super) fn wheel(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let Some(fields) = crate::encodings::fields(line, b',') else { return false };
    let [name, digest, size] = &fields[..] else { return false };
    if digest.is_empty() && size.is_empty() {
        // the line for RECORD itself has no digest
        let signatures: [&[u8]; 3] =
            [b".dist-info/RECORD", b".dist-info/RECORD.jws", b".dist-info/RECORD.p7s"];
        return signatures.iter().any(|end| name.ends_with(end));
    }
    let Some((tag, digest)) = cut(digest, b"=") else { return false };
    let is_tag = tag.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte));
    if tag.is_empty() || !is_tag {
        return false;
    }
    let size = match number(size) {
        Some(_) if size.is_empty() => None,
        Some(bytes) => Some(Size::bytes(bytes)),
        None if size.is_empty() => None,
        None => {
            scan.put(at, Err(Flaw::Form));
            return true;
        }
    };
    scan.put_one(at, Some(tag), &from_url_base64(digest), name, size);
    true
}

/// Reads a line of `cksum` or `sum`: a decimal number, a size in bytes or blocks, and a name.
pub(crate) fn decimal(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let line = &line[line.iter().take_while(|byte| is_blank(byte)).count()..];
    let (value, rest) = first(line);
    let blanks = rest.iter().take_while(|byte| is_blank(byte)).count();
    let (size, name) = first(&rest[blanks..]);
    let Some(name) = name.strip_prefix(b" ").filter(|name| !name.is_empty()) else { return false };
    let (Some(number_of), Some(count)) = (number(value), number(size)) else { return false };
    if value.is_empty() || size.is_empty() || value.len() > 10 {
        return false;
    }
    let asked = scan.context.given.or(scan.context.named);
    let algorithm = match asked.map(|expected| expected.algorithm.info().name) {
        Some(name @ ("crc-posix" | "crc32" | "sum-bsd" | "sum-sysv")) => name,
        Some(_) => return false,
        None if value.len() == 5 && size.len() + blanks >= 6 => "sum-bsd",
        None => "crc-posix",
    };
    // `sum` pads its columns with zeros and blanks; a line with other spacing could be a hexadecimal digest, two blanks
    // and a name
    let spaced = match algorithm {
        "sum-bsd" => value.len() == 5 && (blanks == 1 && size.len() >= 5 || blanks + size.len() == 6),
        _ => blanks == 1,
    };
    if !spaced {
        return false;
    }
    let unit = match algorithm {
        "sum-bsd" => 1024,
        "sum-sysv" => 512,
        _ => 1,
    };
    let digits = if unit == 1 { 8 } else { 4 };
    let digest = format!("{number_of:0digits$x}");
    scan.put_one(at, Some(algorithm.as_bytes()), digest.as_bytes(), name, Some(Size::blocks(count, unit)));
    true
}

/// Reads a line with a size, a digest and a name.
pub(super) fn sized(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let (size, rest) = first(line.trim_ascii_start());
    let text = rest.trim_ascii_start();
    let (digest, name) = first(text);
    let blanks = rest.len() - text.len();
    let Some(name) = name.strip_prefix(b"  ").filter(|name| !name.is_empty()) else { return false };
    if !is_decimal(size) || blanks != 2 || !is_hex(digest) || implied(digest).is_none() {
        return false;
    }
    let Some(size) = number(size) else { return false };
    scan.put_one(at, None, digest, name, Some(Size::bytes(size)));
    true
}

/// Reads a line of RHash with several digests before the name: one blank separates the digests, and two precede the name.
pub(crate) fn several(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let mut rest = line;
    let mut digests = Vec::new();
    loop {
        let (word, after) = first(rest);
        let Some(tag) = implied(word) else { break };
        digests.push((tag.as_bytes().to_vec(), word.to_vec()));
        let Some(after) = after.strip_prefix(b" ") else { return false };
        rest = after;
    }
    let Some(name) = rest.strip_prefix(b" ").filter(|name| !name.is_empty()) else { return false };
    if digests.len() < 2 {
        return false;
    }
    scan.put_all(at, &digests, name, None);
    true
}

/// Reads a line with a name and then a digest, or in a list of RHash several digests. Blanks around the name and a colon after it
/// are not a part of the name, unless a file has the name with them.
pub(super) fn name_first(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    if several(scan, line, at) {
        return true;
    }
    let mut rest = trimmed(line);
    let indent = line.len() - line.trim_ascii_start().len();
    let mut whole = line;
    let mut digests = Vec::new();
    let mut wide = true;
    while let Some(blank) = rest.iter().rposition(is_blank) {
        let (word, before) = (&rest[blank + 1..], trimmed(&rest[..blank]));
        // in a list without RHash's comment, several digests count only if two blanks precede each of them
        wide &= before.len() + 1 == blank;
        if !(digests.is_empty() || scan.sfv || wide && implied(word).is_some()) {
            break;
        }
        let known = split_prefix(word).map(|(tag, digest)| (Some(tag), digest));
        let known = known.or_else(|| implied(word).map(|_| (None, word.to_vec())));
        // if an algorithm was asked for, any text that decodes as its digest is accepted
        let asked = || digests.is_empty() && scan.context.decode(None, word).is_ok();
        let Some(found) = known.or_else(|| asked().then(|| (None, word.to_vec()))) else { break };
        digests.push(found);
        (rest, whole) = (before, &line[..indent + blank]);
    }
    digests.reverse();
    let is_whole = whole != rest && !digests.is_empty() && scan.is_there(whole);
    let rest = if is_whole { whole } else { rest };
    match &digests[..] {
        [] => return false,
        [(tag, digest)] => {
            let asked = tag.is_none() && scan.context.decode(None, digest).is_ok();
            // no tool that writes a colon after the name writes a CRC of 32 bits
            let is_name = is_whole || !asked && digest.len() == 8 || scan.is_there(rest);
            let name = rest.strip_suffix(b":").filter(|_| !is_name).unwrap_or(rest);
            let length = implied(digest).map(|name| name.as_bytes().to_vec());
            let tag = if asked { None } else { tag.clone().or(length) };
            scan.put_one(at, tag.as_deref(), digest, name, None);
        }
        several => {
            let tagged = |(tag, digest): &(Option<Vec<u8>>, Vec<u8>)| {
                let length = || implied(digest).unwrap_or_default().as_bytes().to_vec();
                (tag.clone().unwrap_or_else(length), digest.clone())
            };
            let several: Vec<_> = several.iter().map(tagged).collect();
            // if two digests have the same length, the length does not determine the algorithm of either digest
            let mut tags = BTreeSet::new();
            match several.iter().find(|(tag, _)| !tags.insert(tag)) {
                Some((_, digest)) => scan.put(at, Err(Flaw::NoAlgorithm { digits: digest.len() })),
                None => scan.put_all(at, &several, rest, None),
            }
        }
    }
    true
}

impl Scan {
    /// Reads a line that continues the lines before it.
    pub(super) fn closed(&mut self, mut text: Vec<u8>, line: &[u8], at: u64) -> bool {
        match join(&mut text, line) {
            Ok(false) => self.state = State::Open(text),
            Ok(true) => self.put_lock(&text, at),
            Err(flaw) => self.put(at, Err(flaw)),
        }
        true
    }
}
