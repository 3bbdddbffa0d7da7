//! The lines that the checksum tools of coreutils 9.10 read. Under the name of such a tool, Bramah reads no other lines,
//! so a list passes exactly if it passes with the tool.

use super::{
    Entry, Expected, Flaw,
    line::{Blanks, unescaped},
    naming,
    strength::{By, Use},
};

/// The format of the lists that one coreutils tool reads.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The tags that its lines may have.
    pub tags: &'static [&'static str],
    /// The tags that a hyphen and the length of the digest in bits may follow.
    pub lengths: &'static [&'static str],
    /// Whether lines without a tag are accepted.
    pub untagged: bool,
    /// Whether digests may be in base64.
    pub base64: bool,
    /// The name of the algorithm in messages about malformed lines. After a tagged line (`SHA256 (file) = ...`) has been
    /// read, it is the name in that line.
    pub word: &'static str,
}

impl Tool {
    /// Reads a line. Returns `None` for an empty line or a comment.
    pub(super) fn read(
        &mut self,
        line: &[u8],
        given: Option<Expected>,
        used: Use,
        blanks: &mut Blanks,
    ) -> Result<Option<Entry>, Flaw> {
        if line.is_empty() || line[0] == b'#' {
            return Ok(None);
        }
        self.entry(line, given, used, blanks).map(Some).ok_or(Flaw::Misformatted { word: self.word })
    }

    fn entry(
        &mut self,
        line: &[u8],
        given: Option<Expected>,
        used: Use,
        blanks: &mut Blanks,
    ) -> Option<Entry> {
        let line = &line[line.iter().position(|byte| !is_blank(byte))?..];
        let (escaped, line) = line.strip_prefix(b"\\").map_or((false, line), |line| (true, line));
        let (expected, by, digest, name) = match self.tagged(line) {
            Some((tag, rest)) => {
                let close = rest.iter().rposition(|&byte| byte == b')')?;
                let after = unblanked(&rest[close + 1..]).strip_prefix(b"=")?;
                let (expected, by) = naming::tagged(tag, given).ok()?;
                (expected, by, unblanked(after), Name::Tagged(&rest[..close]))
            }
            None if self.untagged => {
                let (digest, rest) = line.split_at(line.iter().position(is_blank)?);
                (given?, By::Caller, digest, Name::Untagged(&rest[1..]))
            }
            None => return None,
        };
        let (algorithm, bytes) = expected.digest(digest, by, used).ok()?;
        // only a line with a valid digest decides how many blanks precede the names
        let (name, tagged) = match name {
            Name::Tagged(name) => (name, true),
            Name::Untagged(rest) => (blanks.name(rest).ok()?, false),
        };
        if name.contains(&0) || !self.base64 && digest.len() != 2 * bytes.len() {
            return None;
        }
        let name = if escaped { unescaped(name).ok()? } else { name.to_vec() };
        Some(Entry { algorithm, digest: bytes, name, size: None, guessed: false, tagged, keyed: false })
    }

    /// Returns the tag at the beginning of a line, including a length in bits, and the text after the opening parenthesis.
    fn tagged<'a>(&mut self, line: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
        let ends = |rest: &[u8]| rest.first().is_none_or(|byte| is_blank(byte) || b"-(".contains(byte));
        let has = |tag: &&&str| line.strip_prefix(tag.as_bytes()).is_some_and(ends);
        let tag = self.tags.iter().find(has)?;
        self.word = tag;
        let mut len = tag.len();
        if line.get(len) == Some(&b'-') {
            let digits = line[len + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits == 0 || !self.lengths.contains(tag) {
                return None;
            }
            len += 1 + digits;
        }
        let rest = &line[len..];
        Some((&line[..len], rest.strip_prefix(b" ").unwrap_or(rest).strip_prefix(b"(")?))
    }
}

/// The name of the file in a line.
enum Name<'a> {
    /// The name.
    Tagged(&'a [u8]),
    /// The text after the digest and a blank.
    Untagged(&'a [u8]),
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn unblanked(text: &[u8]) -> &[u8] {
    &text[text.iter().take_while(|byte| is_blank(byte)).count()..]
}
