//! ASCII armor, the text encoding of an age file: C2SP, *The age file encryption format*, section "ASCII armor". It is
//! strict PEM (RFC 7468) with lines of 64 characters.

use crate::{
    Error,
    text::{may_be_marked, unmarked},
};
use base64ct::{Base64, Encoding as _};
use std::io::{self, BufRead, Read, Write};

const BEGIN: &str = "-----BEGIN AGE ENCRYPTED FILE-----";
const END: &str = "-----END AGE ENCRYPTED FILE-----";
/// The number of characters in a line, and the number of bytes that they encode.
const COLUMNS: usize = 64;
const BYTES: usize = COLUMNS / 4 * 3;
/// The maximum length of the white space before the armor, and of the white space after it, in bytes.
const SPACE: usize = 1024;
/// The number of bytes that are encoded at a time: a multiple of the bytes in a line.
const PIECE: usize = 1024 * BYTES;

/// Returns whether a file that begins with these bytes is armored. A byte order mark, which editors may write, and
/// white space are allowed before the first line.
pub(crate) fn is_armored(start: &[u8]) -> bool {
    unmarked(start).trim_ascii_start().starts_with(BEGIN.as_bytes())
}

/// The number of bytes at the beginning of a file that are always enough to tell whether it is armored.
pub(crate) const START: usize = 3 + SPACE + BEGIN.len();

/// Returns whether `start` is long enough to tell whether the file is armored.
pub(crate) fn is_decided(start: &[u8]) -> bool {
    if may_be_marked(start) {
        return false;
    }
    let text = unmarked(start).trim_ascii_start();
    start.len() >= START || !BEGIN.as_bytes().starts_with(&text[..text.len().min(BEGIN.len())])
}

/// A writer that encodes bytes as armor. Without a call of [`finish`](Self::finish), which writes the last lines, the
/// armor is incomplete.
pub struct ArmorWriter<W> {
    inner: W,
    /// The buffered bytes, at most one piece.
    bytes: Vec<u8>,
    begun: bool,
}

impl<W: Write> ArmorWriter<W> {
    /// Starts new armor.
    pub fn new(inner: W) -> Self {
        Self { inner, bytes: Vec::with_capacity(PIECE), begun: false }
    }

    /// Returns the inner writer.
    pub(crate) fn inner_mut(&mut self) -> &mut W {
        &mut self.inner
    }

    /// Writes the last lines.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.put(true)
    }

    /// Encodes and writes the buffered bytes: only whole lines, or all bytes if `end` is set.
    fn put(&mut self, end: bool) -> io::Result<()> {
        let count = if end { self.bytes.len() } else { self.bytes.len() / BYTES * BYTES };
        let mut text = String::with_capacity(count * 3 / 2 + 2 * COLUMNS);
        if !self.begun {
            self.begun = true;
            text.extend([BEGIN, "\n"]);
        }
        for line in self.bytes[..count].chunks(BYTES) {
            let mut columns = [0; COLUMNS];
            let line = Base64::encode(line, &mut columns).map_err(io::Error::other)?;
            text.extend([line, "\n"]);
        }
        if end {
            text.extend([END, "\n"]);
        }
        self.bytes.drain(..count);
        self.inner.write_all(text.as_bytes())
    }

    /// Writes the last lines, and returns the inner writer without flushing it.
    ///
    /// # Errors
    /// The errors of the inner writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.put(true)?;
        Ok(self.inner)
    }
}

impl<W: Write> Write for ArmorWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() == PIECE {
            self.put(false)?;
        }
        let taken = bytes.len().min(PIECE - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    /// Flushes the inner writer. Buffered bytes are written only when a piece is full, or at the end.
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// A reader that decodes armor. Up to 1 KiB of white space is allowed before the armor and after it, and a byte order
/// mark at the very beginning. If the armor is malformed, the error is an [`io::ErrorKind::InvalidData`] that contains
/// an [`Error::Armor`].
pub struct ArmorReader<R> {
    inner: R,
    lines: ArmorLines,
    /// The most recently read line.
    line: Vec<u8>,
    /// The decoded bytes of the most recent lines. The bytes before `from` have been returned.
    bytes: Vec<u8>,
    from: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Reading,
    Ended,
    /// The armor is malformed. Every further call returns the error again.
    Broken(&'static str),
}

impl<R: BufRead> ArmorReader<R> {
    /// Starts reading armor.
    pub fn new(inner: R) -> Self {
        let (lines, state) = (ArmorLines::default(), State::Reading);
        Self { inner, lines, line: Vec::new(), bytes: Vec::new(), from: 0, state }
    }

    /// Decodes lines until there are decoded bytes, or until the end. The bytes of a line that is shorter than 64
    /// characters are returned only once the last line has been found after it.
    fn decode(&mut self) -> Result<(), Error> {
        self.bytes.clear();
        self.from = 0;
        while self.bytes.is_empty() || self.lines.place == Place::Ending {
            self.line.clear();
            // `LONGEST` is longer than any valid line
            let most = LONGEST as u64;
            if self.inner.by_ref().take(most).read_until(b'\n', &mut self.line)? == 0 {
                return Err(CUT_OFF);
            }
            if !self.line.ends_with(b"\n") {
                self.line.push(b'\n');
            }
            self.lines.update(&self.line, &mut self.bytes)?;
            if self.lines.place == Place::After {
                self.line.clear();
                self.inner.by_ref().take(SPACE as u64 + 1).read_to_end(&mut self.line)?;
                self.lines.update(&self.line, &mut self.bytes)?;
                self.state = State::Ended;
                break;
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Read for ArmorReader<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        while count < to.len() {
            if self.from == self.bytes.len() {
                match self.state {
                    State::Broken(reason) if count == 0 => return Err(Error::Armor(reason).into()),
                    State::Broken(_) | State::Ended => break,
                    State::Reading => {}
                }
                if let Err(error) = self.decode() {
                    self.bytes.clear();
                    match error {
                        // return the bytes that were decoded before the error first
                        Error::Armor(reason) => self.state = State::Broken(reason),
                        error => return Err(error.into()),
                    }
                }
                continue;
            }
            let rest = &self.bytes[self.from..];
            let taken = (to.len() - count).min(rest.len());
            to[count..][..taken].copy_from_slice(&rest[..taken]);
            self.from += taken;
            count += taken;
        }
        Ok(count)
    }
}

/// The length in bytes from which a line is malformed, regardless of its contents.
const LONGEST: usize = SPACE + 2;
const CUT_OFF: Error = Error::Armor("the file ends before the END line");

/// A decoder for armor in parts. It accepts the same armor as [`ArmorReader`], which uses it.
pub(crate) struct ArmorLines {
    /// The beginning of a line whose end has not arrived yet.
    line: Vec<u8>,
    place: Place,
    /// The number of bytes of white space so far before the first line, or after the last.
    space: usize,
}

impl Default for ArmorLines {
    fn default() -> Self {
        Self { line: Vec::new(), place: Place::Before, space: 0 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Before,
    Within,
    /// After a line with fewer than 64 characters. Only the END line may follow.
    Ending,
    After,
}

impl ArmorLines {
    /// Decodes the next part, and appends the decoded bytes to `to`.
    pub(crate) fn update(&mut self, part: &[u8], to: &mut Vec<u8>) -> Result<(), Error> {
        for piece in part.split_inclusive(|&byte| byte == b'\n') {
            if self.place == Place::After {
                self.after(piece)?;
            } else if self.line.is_empty() && piece.ends_with(b"\n") {
                self.decode(piece, to)?;
            } else {
                self.line.extend_from_slice(piece);
                if self.line.ends_with(b"\n") || self.line.len() > LONGEST {
                    self.decode_waiting(to)?;
                }
            }
        }
        Ok(())
    }

    /// Decodes a last line without a line break. Returns an error if the armor is incomplete.
    pub(crate) fn finish(&mut self, to: &mut Vec<u8>) -> Result<(), Error> {
        if !self.line.is_empty() {
            self.decode_waiting(to)?;
        }
        if self.place == Place::After { Ok(()) } else { Err(CUT_OFF) }
    }

    fn decode_waiting(&mut self, to: &mut Vec<u8>) -> Result<(), Error> {
        let mut line = std::mem::take(&mut self.line);
        let done = self.decode(&line, to);
        line.clear();
        self.line = line;
        done
    }

    fn after(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.space += piece.len();
        if !piece.trim_ascii().is_empty() {
            return Err(Error::Armor("other text follows the END line"));
        }
        if self.space > SPACE {
            return Err(Error::Armor("more than 1,024 bytes of white space follow the END line"));
        }
        Ok(())
    }

    /// Decodes a line. It may end in LF or CR LF.
    fn decode(&mut self, line: &[u8], to: &mut Vec<u8>) -> Result<(), Error> {
        let line = line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
        let first = self.place == Place::Before && self.space == 0;
        let line = if first { unmarked(line) } else { line };
        match self.place {
            Place::Before if line.trim_ascii().is_empty() => {
                self.space += line.len() + 1;
                if self.space > SPACE {
                    return Err(Error::Armor("more than 1,024 bytes of white space precede the BEGIN line"));
                }
            }
            Place::Before if line != BEGIN.as_bytes() => {
                return Err(Error::Armor("the first line is not `-----BEGIN AGE ENCRYPTED FILE-----`"));
            }
            Place::Before => self.place = Place::Within,
            _ if line == END.as_bytes() => (self.place, self.space) = (Place::After, 0),
            Place::Ending => return Err(Error::Armor("a line before the last has fewer than 64 characters")),
            _ if line.is_empty() => return Err(Error::Armor("a line is empty")),
            _ if line.len() > COLUMNS => return Err(Error::Armor("a line has more than 64 characters")),
            _ => {
                let mut bytes = [0; BYTES];
                let decoded = Base64::decode(line, &mut bytes);
                let decoded = decoded.map_err(|_| Error::Armor("a line is not canonical base64"))?;
                to.extend_from_slice(decoded);
                if decoded.len() < BYTES {
                    self.place = Place::Ending;
                }
            }
        }
        Ok(())
    }
}
