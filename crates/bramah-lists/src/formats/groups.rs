//! Digests in groups of digits over several lines, as GnuPG prints them, and digests without a file name.

use super::{
    Scan, State,
    words::{is_blank, is_hex, trimmed, words},
};
use crate::Flaw;

/// The digits of a file's digest that were read so far.
#[derive(Default)]
pub(super) struct Groups {
    line: u64,
    name: Vec<u8>,
    tag: Option<Vec<u8>>,
    digits: Vec<u8>,
}

/// A digest without a file name. It is accepted only if the list contains nothing else.
pub(super) struct Lone {
    line: u64,
    digest: Vec<u8>,
}

/// Returns the digits of a text that consists of groups of hexadecimal digits; `None` for any other text.
fn digits(text: &[u8]) -> Option<Vec<u8>> {
    let groups = || words(text);
    (groups().next().is_some() && groups().all(is_hex)).then(|| groups().flatten().copied().collect())
}

/// Reads `NAME: GROUPS` or `NAME: TAG = GROUPS`.
pub(super) fn gpg(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let Some(colon) = line.iter().rposition(|&byte| byte == b':') else { return false };
    let (name, rest) = (&line[..colon], &line[colon + 1..]);
    let Some(rest) = rest.strip_prefix(b" ").or(rest.is_empty().then_some(rest)) else { return false };
    let (tag, groups) = tag_and_groups(rest);
    // a single group without a tag is an ordinary digest after a name
    let several = groups.iter().any(is_blank) || tag.is_some();
    let found = if groups.is_empty() { Some(Vec::new()) } else { digits(groups).filter(|_| several) };
    let Some(digits) = found.filter(|_| !name.is_empty() && is_tag(tag)) else { return false };
    // after a long name, the groups begin in the next line, and the line of the name ends with a blank
    if groups.is_empty() && tag.is_none() && name.iter().any(is_blank) && !line.ends_with(b": ") {
        return false;
    }
    scan.state =
        State::Groups(Groups { line: at, name: name.to_vec(), tag: tag.map(<[u8]>::to_vec), digits });
    true
}

/// Splits `TAG = GROUPS` or `GROUPS`.
fn tag_and_groups(text: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match text.iter().position(|&byte| byte == b'=') {
        Some(equals) => (Some(trimmed(&text[..equals])), trimmed(&text[equals + 1..])),
        None => (None, trimmed(text)),
    }
}

/// Returns whether a tag is one word, or is missing.
fn is_tag(tag: Option<&[u8]>) -> bool {
    tag.is_none_or(|tag| !tag.is_empty() && !tag.iter().any(is_blank))
}

/// Reads a digest without a file name, in a list whose name refers to the file.
pub(super) fn lone(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let digest = trimmed(line);
    if scan.any
        || scan.file.is_none()
        || digest.iter().any(is_blank)
        || scan.context.decode(None, digest).is_err()
    {
        return false;
    }
    scan.state = State::Lone(Lone { line: at, digest: digest.to_vec() });
    true
}

impl Scan {
    /// Reads the next line of groups of digits. After a line with only a long name, the groups begin in this line, with their
    /// tag.
    pub(super) fn group(&mut self, mut groups: Groups, line: &[u8], _: u64) -> bool {
        if groups.digits.is_empty() && groups.tag.is_none() {
            let (tag, first) = tag_and_groups(line);
            if first.iter().any(is_blank)
                && is_tag(tag)
                && let Some(first) = digits(first)
            {
                groups.tag = tag.map(<[u8]>::to_vec);
                groups.digits = first;
                self.state = State::Groups(groups);
                return true;
            }
        }
        let more = digits(line).filter(|_| line.first().is_some_and(is_blank));
        match more {
            Some(more) => {
                groups.digits.extend(more);
                self.state = State::Groups(groups);
                true
            }
            None => {
                self.put_group(groups);
                false
            }
        }
    }

    pub(super) fn put_group(&mut self, groups: Groups) {
        let Groups { line, name, tag, digits } = groups;
        if digits.is_empty() {
            return self.put(line, Err(Flaw::Form));
        }
        self.put_one(line, tag.as_deref(), &digits, &name, None);
    }

    /// Refuses the digest without a file name that was read before, because the list contains another line, unless this
    /// line is blank.
    pub(super) fn not_alone(&mut self, lone: Lone, line: &[u8]) -> bool {
        if trimmed(line).is_empty() {
            self.state = State::Lone(lone);
            return true;
        }
        self.put(lone.line, Err(Flaw::NoName));
        false
    }

    pub(super) fn put_lone(&mut self, lone: Lone) {
        let name = self.file.clone().unwrap_or_default();
        self.put_one(lone.line, None, &lone.digest, &name, None);
    }
}
