//! Splits a line into its parts.

use super::Flaw;

/// The maximum length of a line in bytes, which is far more than the longest path and a digest need.
pub(crate) const LINE_MAX: usize = 1 << 20;

/// The parts of a line, as they are written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// `TAG (NAME) = DIGEST`.
    Tagged {
        /// The text before the parenthesis.
        tag: &'a [u8],
        /// The text between the parentheses.
        name: &'a [u8],
        /// The text after the equals sign.
        digest: &'a [u8],
    },
    /// `DIGEST`, a blank, and the rest, in which [`Blanks`] finds the beginning of the name.
    Untagged {
        /// The text before the blank.
        digest: &'a [u8],
        /// The text after the blank.
        rest: &'a [u8],
    },
    /// `NAME DIGEST`, in SFV.
    Last {
        /// The text before the last blanks.
        name: &'a [u8],
        /// The last word.
        digest: &'a [u8],
    },
}

/// Splits a line of SFV, in which the digest is the last word. Returns `None` for a blank line or a comment.
pub(crate) fn split_sfv(line: &[u8]) -> Result<Option<Line<'_>>, Flaw> {
    let line = trimmed(line);
    if line.is_empty() || line[0] == b';' {
        return Ok(None);
    }
    let blank = line.iter().rposition(is_blank).ok_or(Flaw::Form)?;
    Ok(Some(Line::Last { name: trimmed(&line[..blank]), digest: &line[blank + 1..] }))
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn trimmed(text: &[u8]) -> &[u8] {
    let from = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
    let to = text.iter().rposition(|byte| !is_blank(byte)).map_or(from, |last| last + 1);
    &text[from..to]
}

/// Splits a line into its parts. Returns `None` for a blank line or a comment.
pub(crate) fn split(line: &[u8]) -> Result<Option<Line<'_>>, Flaw> {
    let start = line.iter().position(|byte| !is_blank(byte)).unwrap_or(line.len());
    let line = &line[start..];
    if line.is_empty() || line[0] == b'#' || line[0] == b';' {
        return Ok(None);
    }
    let word = Word::first(line);
    let tagged = if word.is_surely_digest() { None } else { split_tagged(line) };
    tagged.or_else(|| word.untagged(line)).map(Some).ok_or(Flaw::Form)
}

/// Splits a line that begins with a digest. Returns `None` if the first word cannot be a digest.
pub(crate) fn split_untagged(line: &[u8]) -> Option<Line<'_>> {
    Word::first(line).untagged(line)
}

/// The kinds of characters, as bits: `HEX` for hexadecimal digits, `DIGIT` for characters of a digest in hexadecimal or
/// base64.
const HEX: u8 = 1;
const DIGIT: u8 = 2;
/// The kinds of each byte. With this table, each word is scanned only once, because a list may have millions of lines.
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        if byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=') {
            kinds[at] = if byte.is_ascii_hexdigit() { HEX | DIGIT } else { DIGIT };
        }
        at += 1;
    }
    kinds
};

/// The first word of a line, and the kinds that all its characters have in common.
struct Word<'a> {
    text: &'a [u8],
    kinds: u8,
}

impl<'a> Word<'a> {
    fn first(line: &'a [u8]) -> Self {
        let (mut len, mut kinds) = (0, HEX | DIGIT);
        for byte in line {
            if is_blank(byte) {
                break;
            }
            kinds &= KINDS[usize::from(*byte)];
            len += 1;
        }
        Self { text: &line[..len], kinds }
    }

    /// Returns whether the word is a digest, and cannot be the name of an algorithm. Such names are not hexadecimal
    /// numbers, long names contain hyphens, and no name ends like padded base64. This must be known because the file
    /// name after a digest may look like the rest of a tagged line.
    fn is_surely_digest(&self) -> bool {
        let Self { text, kinds } = self;
        let whole = text.len().is_multiple_of(2) && !text.is_empty();
        whole && kinds & HEX != 0
            || text.len().is_multiple_of(4)
                && (text.len() >= 16 || text.ends_with(b"="))
                && kinds & DIGIT != 0
    }

    /// Splits the line, which begins with this word. Returns `None` if the word cannot be a digest.
    fn untagged(&self, line: &'a [u8]) -> Option<Line<'a>> {
        let rest = line.get(self.text.len() + 1..)?;
        (!self.text.is_empty() && self.kinds & DIGIT != 0)
            .then_some(Line::Untagged { digest: self.text, rest })
    }
}

pub(super) fn split_tagged(line: &[u8]) -> Option<Line<'_>> {
    let open = line.iter().position(|&byte| byte == b'(')?;
    let tag = trimmed(&line[..open]);
    // a tag contains no blanks, and begins with a letter or a digit, unlike a line of JSON
    if !tag.first().is_some_and(u8::is_ascii_alphanumeric) || !tag.iter().all(u8::is_ascii_graphic) {
        return None;
    }
    let close = line.iter().rposition(|&byte| byte == b')').filter(|close| *close > open)?;
    let digest = trimmed(trimmed(&line[close + 1..]).strip_prefix(b"=")?);
    Some(Line::Tagged { tag, name: &line[open + 1..close], digest })
}

/// The number of characters between digest and name: one blank, or a blank and a mark, which is a second blank or an
/// asterisk. The first untagged line decides for the whole list. Otherwise a name that begins with a blank could be confused
/// with the name without the blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blanks {
    /// No untagged line has been read yet.
    #[default]
    Unknown,
    /// `HEX name`.
    One,
    /// `HEX  name` or `HEX *name`.
    Two,
}

impl Blanks {
    /// Returns the name in `rest`, which is the text after the digest and one blank.
    pub fn name<'a>(&mut self, rest: &'a [u8]) -> Result<&'a [u8], Flaw> {
        let marked = rest.len() > 1 && matches!(rest[0], b' ' | b'*');
        match self {
            _ if rest.is_empty() => Err(Flaw::Form),
            Self::One => Ok(rest),
            _ if rest == b" " => Err(Flaw::Form),
            Self::Two if !marked => Err(Flaw::Blanks),
            _ if marked => {
                *self = Self::Two;
                Ok(&rest[1..])
            }
            _ => {
                *self = Self::One;
                Ok(rest)
            }
        }
    }
}

/// Returns the file name in a line of a list, without decoding the digest; `None` if the line cannot be split.
pub fn listed_name(line: &[u8], blanks: &mut Blanks) -> Option<Vec<u8>> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let (escaped, line) = line.strip_prefix(b"\\").map_or((false, line), |line| (true, line));
    let name = match split(line).ok()?? {
        Line::Tagged { name, .. } | Line::Last { name, .. } => name,
        Line::Untagged { rest, .. } => blanks.name(rest).ok()?,
    };
    if escaped { unescaped(name).ok() } else { Some(name.to_vec()) }
}

/// Returns a name with coreutils' escapes for backslashes and line ends replaced by these characters.
pub(crate) fn unescaped(name: &[u8]) -> Result<Vec<u8>, Flaw> {
    let mut out = Vec::with_capacity(name.len());
    let mut bytes = name.iter();
    while let Some(&byte) = bytes.next() {
        out.push(match byte {
            b'\\' => match bytes.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b'\\') => b'\\',
                _ => return Err(Flaw::Escape),
            },
            byte => byte,
        });
    }
    Ok(out)
}
