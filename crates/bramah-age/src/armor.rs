//! Armor, files as text: C2SP, *The age file encryption format*, section "ASCII armor". It is PEM in its strict form (RFC
//! 7468) with lines of 64 characters.

use crate::Error;
use base64ct::{Base64, Encoding as _};
use std::io::{self, BufRead, Read, Write};

const BEGIN: &str = "-----BEGIN AGE ENCRYPTED FILE-----";
const END: &str = "-----END AGE ENCRYPTED FILE-----";
/// The characters in a line, and the bytes that they encode.
const COLUMNS: usize = 64;
const BYTES: usize = COLUMNS / 4 * 3;
/// The most white space before and after the armor, in bytes.
const SPACE: usize = 1024;
/// The bytes that are encoded at a time, a whole number of lines.
const PIECE: usize = 1024 * BYTES;

/// Returns whether a file that begins so is armored: white space, then the first line.
pub(crate) fn is_armored(start: &[u8]) -> bool {
    start.trim_ascii_start().starts_with(BEGIN.as_bytes())
}

/// The bytes from the start of a file that are needed to tell whether it is armored.
pub(crate) const START: usize = SPACE + BEGIN.len();

/// Returns whether enough of a file is there to tell whether it is armored.
pub(crate) fn is_decided(start: &[u8]) -> bool {
    let text = start.trim_ascii_start();
    start.len() >= START || !BEGIN.as_bytes().starts_with(&text[..text.len().min(BEGIN.len())])
}

/// Writes bytes as armor. [`finish`](Self::finish) writes the last lines: without it the armor is not whole.
pub struct ArmorWriter<W> {
    inner: W,
    /// The bytes that are not written yet: less than a piece.
    bytes: Vec<u8>,
    begun: bool,
}

impl<W: Write> ArmorWriter<W> {
    /// Begins armor.
    pub fn new(inner: W) -> Self {
        Self { inner, bytes: Vec::with_capacity(PIECE), begun: false }
    }

    /// Returns the other writer.
    pub(crate) fn inner_mut(&mut self) -> &mut W {
        &mut self.inner
    }

    /// Writes the last lines.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.put(true)
    }

    /// Writes the first bytes that are not written yet, whole lines except at the end.
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

    /// Writes the last lines, and returns the other writer, which is not flushed.
    ///
    /// # Errors
    /// The errors of the other writer.
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

    /// Flushes the other writer. Bytes that fill no piece are not written before the end.
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Reads the bytes of armor. Only white space, up to 1 KiB, may stand before and after it. Malformed armor is an error
/// of [`io::ErrorKind::InvalidData`] that holds an [`Error::Armor`].
pub struct ArmorReader<R> {
    inner: R,
    line: Vec<u8>,
    bytes: [u8; BYTES],
    from: usize,
    to: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Before,
    Within,
    After,
    /// It is malformed: every further call returns the error again.
    Broken(&'static str),
}

impl<R: BufRead> ArmorReader<R> {
    /// Begins to read armor.
    pub fn new(inner: R) -> Self {
        Self { inner, line: Vec::new(), bytes: [0; BYTES], from: 0, to: 0, state: State::Before }
    }

    /// Reads a line, and removes its end, LF or CR LF.
    fn next_line(&mut self) -> Result<(), Error> {
        self.line.clear();
        // more than any line that is accepted
        let most = (SPACE + 2) as u64;
        if self.inner.by_ref().take(most).read_until(b'\n', &mut self.line)? == 0 {
            return Err(Error::Armor("it is cut off"));
        }
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
            if self.line.last() == Some(&b'\r') {
                self.line.pop();
            }
        }
        Ok(())
    }

    /// Reads up to the first line, and this line.
    fn begin(&mut self) -> Result<(), Error> {
        let mut space = 0;
        loop {
            self.next_line()?;
            if !self.line.trim_ascii().is_empty() {
                break;
            }
            space += self.line.len() + 1;
            if space > SPACE {
                return Err(Error::Armor("too much white space before it"));
            }
        }
        if self.line != BEGIN.as_bytes() {
            return Err(Error::Armor("a wrong first line"));
        }
        self.state = State::Within;
        Ok(())
    }

    /// Reads what follows the last line.
    fn end(&mut self) -> Result<(), Error> {
        let mut rest = Vec::new();
        self.inner.by_ref().take(SPACE as u64 + 1).read_to_end(&mut rest)?;
        if !rest.trim_ascii().is_empty() {
            return Err(Error::Armor("something follows it"));
        }
        if rest.len() > SPACE {
            return Err(Error::Armor("too much white space after it"));
        }
        self.state = State::After;
        Ok(())
    }

    /// Decodes the next line, or reads the last.
    fn decode(&mut self) -> Result<(), Error> {
        if self.state == State::Before {
            self.begin()?;
        }
        self.next_line()?;
        if self.line == END.as_bytes() {
            return self.end();
        }
        if self.line.is_empty() {
            return Err(Error::Armor("an empty line"));
        }
        if self.line.len() > COLUMNS {
            return Err(Error::Armor("a line of more than 64 characters"));
        }
        let decoded = Base64::decode(&self.line, &mut self.bytes);
        let count = decoded.map_err(|_| Error::Armor("a line that is not canonical base64"))?.len();
        if count < BYTES {
            self.next_line()?;
            if self.line != END.as_bytes() {
                return Err(Error::Armor("a short line that is not the last"));
            }
            self.end()?;
        }
        (self.from, self.to) = (0, count);
        Ok(())
    }
}

impl<R: BufRead> Read for ArmorReader<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        while count < to.len() {
            if self.from == self.to {
                match self.state {
                    State::Broken(reason) if count == 0 => return Err(Error::Armor(reason).into()),
                    State::Broken(_) | State::After => break,
                    State::Before | State::Within => {}
                }
                match self.decode() {
                    Ok(()) => continue,
                    // what was decoded before is returned first
                    Err(Error::Armor(reason)) => self.state = State::Broken(reason),
                    Err(error) => return Err(error.into()),
                }
                continue;
            }
            let taken = (to.len() - count).min(self.to - self.from);
            to[count..][..taken].copy_from_slice(&self.bytes[self.from..][..taken]);
            self.from += taken;
            count += taken;
        }
        Ok(count)
    }
}

/// Decodes armor in parts, under the rules of [`ArmorReader`].
pub(crate) struct ArmorLines {
    line: Vec<u8>,
    place: Place,
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
    /// After a short line, which is the last.
    Ending,
    After,
}

impl ArmorLines {
    /// Decodes the next part, and appends its bytes.
    pub(crate) fn update(&mut self, part: &[u8], to: &mut Vec<u8>) -> Result<(), Error> {
        for piece in part.split_inclusive(|&byte| byte == b'\n') {
            if self.place == Place::After {
                self.after(piece)?;
                continue;
            }
            self.line.extend_from_slice(piece);
            // more than any line that is accepted
            if self.line.len() > SPACE + 2 {
                return Err(Error::Armor(match self.place {
                    Place::Before => "a wrong first line",
                    _ => "a line of more than 64 characters",
                }));
            }
            if self.line.ends_with(b"\n") {
                self.decode(to)?;
            }
        }
        Ok(())
    }

    /// Decodes a last line without an end; it is an error if the armor is not whole.
    pub(crate) fn finish(&mut self, to: &mut Vec<u8>) -> Result<(), Error> {
        if !self.line.is_empty() {
            self.decode(to)?;
        }
        match self.place {
            Place::After => Ok(()),
            _ => Err(Error::Armor("it is cut off")),
        }
    }

    fn after(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.space += piece.len();
        if !piece.trim_ascii().is_empty() {
            return Err(Error::Armor("something follows it"));
        }
        if self.space > SPACE {
            return Err(Error::Armor("too much white space after it"));
        }
        Ok(())
    }

    fn decode(&mut self, to: &mut Vec<u8>) -> Result<(), Error> {
        let line = std::mem::take(&mut self.line);
        let line =
            line.strip_suffix(b"\n").map_or(&line[..], |line| line.strip_suffix(b"\r").unwrap_or(line));
        match self.place {
            Place::Before if line.trim_ascii().is_empty() => {
                self.space += line.len() + 1;
                if self.space > SPACE {
                    return Err(Error::Armor("too much white space before it"));
                }
            }
            Place::Before if line != BEGIN.as_bytes() => return Err(Error::Armor("a wrong first line")),
            Place::Before => self.place = Place::Within,
            _ if line == END.as_bytes() => (self.place, self.space) = (Place::After, 0),
            Place::Ending => return Err(Error::Armor("a short line that is not the last")),
            _ if line.is_empty() => return Err(Error::Armor("an empty line")),
            _ if line.len() > COLUMNS => return Err(Error::Armor("a line of more than 64 characters")),
            _ => {
                let mut bytes = [0; BYTES];
                let decoded = Base64::decode(line, &mut bytes);
                let decoded = decoded.map_err(|_| Error::Armor("a line that is not canonical base64"))?;
                to.extend_from_slice(decoded);
                if decoded.len() < BYTES {
                    self.place = Place::Ending;
                }
            }
        }
        Ok(())
    }
}
