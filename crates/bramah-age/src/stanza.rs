//! The stanzas of a header: C2SP, *The age file encryption format*, version 1, section "Recipient stanza".

use crate::{
    Error,
    text::{base64, from_base64},
};

/// The number of characters in a full line of a body.
const COLUMNS: usize = 64;
/// The number of bytes that a full line of a body encodes.
const LINE: usize = COLUMNS / 4 * 3;
/// The limits of age: the length of a header in bytes, the number of its stanzas, and the number of arguments of a
/// stanza.
pub(crate) const MOST: usize = 2 << 20;
pub(crate) const MOST_STANZAS: usize = 1024;
const MOST_ARGUMENTS: usize = 128;

/// A stanza of a header, which contains the file key, wrapped for one recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stanza {
    /// The type of the recipient, such as `X25519`.
    pub kind: String,
    /// The arguments. Each consists of one or more printable ASCII characters other than the space.
    pub arguments: Vec<String>,
    /// The body, which is the wrapped file key.
    pub body: Vec<u8>,
}

impl Stanza {
    /// Creates a stanza.
    pub fn new(kind: &str, arguments: impl IntoIterator<Item = String>, body: &[u8]) -> Self {
        Self { kind: kind.into(), arguments: arguments.into_iter().collect(), body: body.to_vec() }
    }

    /// Appends the stanza as text to `to`.
    ///
    /// # Errors
    /// [`Error::Header`] if the type or an argument is empty, or contains characters that are not allowed.
    pub fn write(&self, to: &mut Vec<u8>) -> Result<(), Error> {
        to.extend_from_slice(b"->");
        for word in std::iter::once(&self.kind).chain(&self.arguments) {
            if !is_word(word) {
                return Err(Error::header("an argument of a stanza is empty or is not printable ASCII"));
            }
            to.push(b' ');
            to.extend_from_slice(word.as_bytes());
        }
        to.push(b'\n');
        let body = base64(&self.body);
        for line in body.as_bytes().chunks(COLUMNS) {
            to.extend_from_slice(line);
            to.push(b'\n');
        }
        // the last line of a body is always shorter than 64 characters, and may be empty
        if body.len().is_multiple_of(COLUMNS) {
            to.push(b'\n');
        }
        Ok(())
    }

    /// Returns the length of the stanza as text in bytes, give or take one byte.
    pub(crate) fn text_len(&self) -> usize {
        let words: usize = self.arguments.iter().map(|argument| 1 + argument.len()).sum();
        // the base64, the marker `-> ` with the first line's line break, and a line break after each full line
        4 + self.kind.len() + words + self.body.len().div_ceil(3) * 4 + self.body.len() / LINE
    }

    /// Reads a stanza. `first` is its first line without the line break, and `line` reads the next line.
    pub(crate) fn read(
        first: &[u8],
        mut line: impl FnMut() -> Result<Vec<u8>, Error>,
    ) -> Result<Self, Error> {
        let text = std::str::from_utf8(first)
            .map_err(|_| Error::header("a stanza contains characters that are not ASCII"))?;
        let words = text
            .strip_prefix("-> ")
            .ok_or(Error::header("expected the first line of a stanza, which begins with `-> `"))?;
        let words: Vec<&str> = words.split(' ').collect();
        if !words.iter().all(|word| is_word(word)) {
            return Err(Error::header("an argument of a stanza is empty or is not printable ASCII"));
        }
        if words.len() > 1 + MOST_ARGUMENTS {
            return Err(Error::header(format!("a stanza has more than {MOST_ARGUMENTS} arguments")));
        }
        let mut body = Vec::new();
        loop {
            let line = line()?;
            let bytes = std::str::from_utf8(&line).ok().and_then(from_base64);
            let bytes = bytes.ok_or(Error::header("the body of a stanza is not canonical base64"))?;
            if bytes.len() > LINE {
                return Err(Error::header("a line in the body of a stanza has more than 64 characters"));
            }
            body.extend_from_slice(&bytes);
            if body.len() > MOST {
                return Err(Error::header("a stanza is longer than the limit for a header, 2 MiB"));
            }
            if bytes.len() < LINE {
                break;
            }
        }
        Ok(Self::new(words[0], words[1..].iter().map(|&word| word.into()), &body))
    }
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| (33..=126).contains(&byte))
}

/// Returns an error if a header cannot have this number of stanzas.
pub(crate) fn check_count(stanzas: usize) -> Result<(), Error> {
    match stanzas {
        0 => Err(Error::header("the header names no recipients")),
        1..=MOST_STANZAS => Ok(()),
        _ => Err(Error::header(format!(
            "too many recipients: a file can have at most {MOST_STANZAS} recipients"
        ))),
    }
}
