//! The parts of one line.

use super::Flaw;

/// A line in its parts, as they are written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// `TAG (NAME) = DIGEST`.
    Tagged {
        /// In front of the parenthesis.
        tag: &'a [u8],
        /// Between the parentheses.
        name: &'a [u8],
        /// Behind the equals sign.
        digest: &'a [u8],
    },
    /// `DIGEST`, a blank, and the rest: where the name begins in it, [`Blanks`] knows.
    Untagged {
        /// In front of the blank.
        digest: &'a [u8],
        /// Behind the blank.
        rest: &'a [u8],
    },
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn trimmed(text: &[u8]) -> &[u8] {
    let from = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
    let to = text.iter().rposition(|byte| !is_blank(byte)).map_or(from, |last| last + 1);
    &text[from..to]
}

/// Takes a line apart. None for one that is blank or a comment.
pub(crate) fn split(line: &[u8]) -> Result<Option<Line<'_>>, Flaw> {
    let start = line.iter().position(|byte| !is_blank(byte)).unwrap_or(line.len());
    let line = &line[start..];
    if line.is_empty() || line[0] == b'#' || line[0] == b';' {
        return Ok(None);
    }
    let word = &line[..line.iter().position(is_blank).unwrap_or(line.len())];
    let untagged = || match line.get(word.len() + 1..) {
        Some(rest) if !word.is_empty() && word.iter().all(is_digit) => {
            Ok(Some(Line::Untagged { digest: word, rest }))
        }
        _ => Err(Flaw::Form),
    };
    if is_surely_digest(word) {
        return untagged();
    }
    split_tagged(line).map_or_else(untagged, |tagged| Ok(Some(tagged)))
}

/// Whether a digest can have it, in hexadecimal or base64.
fn is_digit(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=".contains(byte)
}

/// Whether it cannot be the name of an algorithm: those are no hexadecimal numbers, and long ones
/// have hyphens. A name may then look like the rest of a tagged line.
fn is_surely_digest(word: &[u8]) -> bool {
    let whole = word.len().is_multiple_of(2) && !word.is_empty();
    whole && word.iter().all(u8::is_ascii_hexdigit)
        || word.len().is_multiple_of(4) && word.len() >= 16 && word.iter().all(is_digit)
}

fn split_tagged(line: &[u8]) -> Option<Line<'_>> {
    let open = line.iter().position(|&byte| byte == b'(')?;
    let tag = trimmed(&line[..open]);
    // a tag has no blanks in it
    if tag.is_empty() || !tag.iter().all(u8::is_ascii_graphic) {
        return None;
    }
    let close = line.iter().rposition(|&byte| byte == b')').filter(|close| *close > open)?;
    let digest = trimmed(trimmed(&line[close + 1..]).strip_prefix(b"=")?);
    Some(Line::Tagged { tag, name: &line[open + 1..close], digest })
}

/// Whether names stand behind one blank or behind a blank and a mark, which is a second blank or an
/// asterisk. The first untagged line of a list decides for all, so that nobody can have a name with
/// a blank in front of it taken for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Blanks {
    /// No line has told.
    #[default]
    Unknown,
    /// `HEX name`.
    One,
    /// `HEX  name` or `HEX *name`.
    Two,
}

impl Blanks {
    /// The name in what follows the digest and a blank.
    pub(crate) fn name<'a>(&mut self, rest: &'a [u8]) -> Result<&'a [u8], Flaw> {
        let marked = rest.len() > 1 && matches!(rest[0], b' ' | b'*');
        match self {
            _ if rest.is_empty() || rest == b" " => Err(Flaw::Form),
            Self::One => Ok(rest),
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

/// The name in a line of a list, whatever the digest in it is; `None` if the line is none of a list.
pub(crate) fn listed_name(line: &[u8], blanks: &mut Blanks) -> Option<Vec<u8>> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let (escaped, line) = line.strip_prefix(b"\\").map_or((false, line), |line| (true, line));
    let name = match split(line).ok()?? {
        Line::Tagged { name, .. } => name,
        Line::Untagged { rest, .. } => blanks.name(rest).ok()?,
    };
    if escaped { unescaped(name).ok() } else { Some(name.to_vec()) }
}

/// A name without the escapes of coreutils: `\n`, `\r` and `\\`.
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
