//! Base64 as `openssl enc -a` and `-A` read and write it.

use super::PIECE;
use crate::Error;
use base64ct::{Base64, Encoding as _};
use std::io::{self, Read, Write};

/// The number of bytes that a line of 64 characters encodes.
const LINE: usize = 48;

/// A reader that decodes base64 in lines of any length.
pub(super) struct Decoded<R> {
    reader: R,
    /// The characters that were read but not decoded yet.
    coded: Vec<u8>,
    decoded: Vec<u8>,
    from: usize,
    ended: bool,
}

impl<R: Read> Decoded<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, coded: Vec::new(), decoded: Vec::new(), from: 0, ended: false }
    }

    /// Decodes the next complete groups of four characters.
    fn decode(&mut self) -> Result<(), Error> {
        const WRONG: &str = "malformed base64 (openssl enc -a)";
        let old = self.coded.len();
        self.coded.resize(old + PIECE, 0);
        let count = crate::stream::fill(&mut self.reader, &mut self.coded[old..], 0)?;
        self.coded.truncate(old + count);
        self.coded.retain(|byte| !byte.is_ascii_whitespace());
        self.ended = count < PIECE;
        let whole = self.coded.len() / 4 * 4;
        if self.ended && whole < self.coded.len() {
            return Err(Error::header(WRONG));
        }
        let text = std::str::from_utf8(&self.coded[..whole]).map_err(|_| Error::header(WRONG))?;
        // the last group ends in the padding character `=`, which marks the end
        if !self.ended && text.ends_with('=') {
            self.ended = true;
            if whole < self.coded.len() {
                return Err(Error::header(WRONG));
            }
        }
        self.decoded = Base64::decode_vec(text).map_err(|_| Error::header(WRONG))?;
        self.from = 0;
        self.coded.drain(..whole);
        Ok(())
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while self.from == self.decoded.len() && !self.ended {
            self.decode()?;
        }
        let rest = &self.decoded[self.from..];
        let count = to.len().min(rest.len());
        to[..count].copy_from_slice(&rest[..count]);
        self.from += count;
        Ok(count)
    }
}

/// Returns whether a file without a salt is encoded in base64. Only one in 10^9 binary files begins with 16 bytes that
/// are all characters of base64. A file with fewer characters must end in a line break.
pub(super) fn is_base64(start: &[u8]) -> bool {
    let coded = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let count = start.iter().filter(|byte| coded(byte)).count();
    let all = start.iter().all(|byte| coded(byte) || matches!(byte, b'\n' | b'\r'));
    all && (count >= 16 || count >= 4 && count.is_multiple_of(4) && start.ends_with(b"\n"))
}

/// A writer that encodes the bytes in base64.
pub(super) struct Coded<'a> {
    writer: &'a mut dyn Write,
    /// Whether to end a line after 64 characters. Otherwise, there is one line without a line break.
    lines: bool,
    /// The buffered bytes, which do not fill a line yet.
    rest: Vec<u8>,
    /// The base64 that has not been written yet.
    text: String,
}

impl<'a> Coded<'a> {
    pub(super) fn new(writer: &'a mut dyn Write, lines: bool) -> Self {
        Self { writer, lines, rest: Vec::with_capacity(LINE), text: String::new() }
    }

    /// Encodes the buffered bytes as a line.
    fn line(&mut self) {
        self.text.push_str(&Base64::encode_string(&self.rest));
        self.rest.clear();
        if self.lines {
            self.text.push('\n');
        }
    }

    /// Writes the base64 to the inner writer.
    fn put(&mut self) -> io::Result<()> {
        self.writer.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }

    /// Encodes the buffered bytes, and writes all remaining base64.
    pub(super) fn end(mut self) -> io::Result<()> {
        if !self.rest.is_empty() {
            self.line();
        }
        self.put()
    }
}

impl Write for Coded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut left = bytes;
        while !left.is_empty() {
            let now;
            (now, left) = left.split_at(left.len().min(LINE - self.rest.len()));
            self.rest.extend_from_slice(now);
            if self.rest.len() == LINE {
                self.line();
            }
            if self.text.len() > PIECE {
                self.put()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
