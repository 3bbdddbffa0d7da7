//! Lines with digests that depend on more than the contents of a file.

use super::{
    Scan,
    words::{first, unquoted},
};
use crate::{
    Flaw,
    apart::{Apart, Of, is_btih},
    line::{Line, split_tagged, unescaped},
    size::number,
};
use std::num::NonZeroU64;

/// Splits a digest of parts, which ends in a hyphen and the number of parts.
fn split_parts(text: &[u8]) -> Option<(&[u8], u64)> {
    let at = text.iter().rposition(|&byte| byte == b'-')?;
    let (digest, parts) = (&text[..at], &text[at + 1..]);
    let parts = number(parts).filter(|_| parts.first().is_some_and(|digit| *digit != b'0'))?;
    (!digest.is_empty()).then_some((digest, parts))
}

/// Splits the tag of a digest of parts, such as `S3-MD5:8388608`, `ETag` or `x-amz-checksum-sha256`. Returns the name of the
/// algorithm, and the size of a part in bytes if the tag contains it.
fn split_tag(tag: &[u8]) -> Option<(&[u8], Option<NonZeroU64>)> {
    let (tag, size) = match tag.iter().position(|&byte| byte == b':') {
        Some(at) => (&tag[..at], Some(NonZeroU64::new(number(&tag[at + 1..])?)?)),
        None => (tag, None),
    };
    if tag.eq_ignore_ascii_case(b"etag") {
        return Some((b"md5", size));
    }
    let rest = [&b"s3-"[..], b"x-amz-checksum-"].into_iter().find_map(|front| {
        let (head, rest) = tag.split_at_checked(front.len())?;
        head.eq_ignore_ascii_case(front).then_some(rest)
    });
    Some((rest.unwrap_or(tag), size))
}

/// Reads S3's digests of multipart objects: `DIGEST-N` with or without a tag, in hexadecimal or base64.
pub(super) fn parts(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let (escaped, text) = line.strip_prefix(b"\\").map_or((false, line), |text| (true, text));
    let (tag, word, name) = match split_tagged(text) {
        Some(Line::Tagged { tag, name, digest }) => (Some(tag), digest, name),
        _ => {
            let (word, rest) = first(text);
            match rest {
                [b' ', b' ' | b'*', name @ ..] => (None, word, name),
                _ => return false,
            }
        }
    };
    let Some((digest, parts)) = split_parts(unquoted(word)) else { return false };
    let (tag, size) = match tag.map(split_tag) {
        Some(Some((tag, size))) => (Some(tag), size),
        Some(None) => return false,
        None => (None, None),
    };
    if name.is_empty() {
        return false;
    }
    let decoded = match scan.context.decode(tag, digest) {
        Ok(decoded) => decoded,
        // a line without a tag is left to the other formats, because any word may end in a hyphen and a number
        Err(_) if tag.is_none() => return false,
        Err(flaw) => {
            scan.put(at, Err(flaw));
            return true;
        }
    };
    let name = if escaped { unescaped(name) } else { Ok(name.to_vec()) };
    let of = Of::Parts { algorithm: decoded.algorithm, digest: decoded.digest, parts, size };
    scan.put(
        at,
        Err(name.map_or_else(|flaw| flaw, |name| Flaw::Apart(Box::new(Apart { name, size: None, of })))),
    );
    true
}

/// Reads a tagged line with the info-hash of BitTorrent.
pub(super) fn torrent(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let (escaped, text) = line.strip_prefix(b"\\").map_or((false, line), |text| (true, text));
    let Some(Line::Tagged { tag, name, digest }) =
        split_tagged(text).filter(|line| matches!(line, Line::Tagged { tag, .. } if is_btih(tag)))
    else {
        return false;
    };
    match if escaped { unescaped(name) } else { Ok(name.to_vec()) } {
        Ok(name) => scan.put_one(at, Some(tag), digest, &name, None),
        Err(flaw) => scan.put(at, Err(flaw)),
    }
    true
}
