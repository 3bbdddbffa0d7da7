//! Writes the lines of a list in the formats of coreutils.

use super::{base32, base64};
use bramah::hash::Algorithm;

/// The order of digest and name, and the text around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// `SHA256 (name) = digest`.
    Tagged,
    /// `digest  name`.
    Untagged,
    /// `digest name`, with one blank, as written by BSD's `md5 -r`.
    OneBlank,
    /// `digest *name`, as written by `sha256sum --binary`; the meaning is the same as with two blanks.
    Binary,
}

impl Layout {
    /// Returns the text between a digest and the name that follows it.
    pub fn blanks(self) -> &'static [u8] {
        match self {
            Self::Tagged | Self::Untagged => b"  ",
            Self::OneBlank => b" ",
            Self::Binary => b" *",
        }
    }
}

/// The encoding of a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Hexadecimal, lower case.
    Hex,
    /// Base64 with padding: RFC 4648, section 4.
    Base64,
    /// Base32 without padding, lower case: RFC 4648, section 6.
    Base32,
}

/// The format of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The order of digest and name, and the text around them.
    pub layout: Layout,
    /// The encoding of the digest.
    pub encoding: Encoding,
}

/// Returns whether RHash and file-sharing programs write the digests of a function in base32.
pub fn is_base32(algorithm: Algorithm) -> bool {
    ["aich", "tth"].contains(&algorithm.info().name)
}

impl Style {
    /// Returns the style for lines of an algorithm: base32 replaces hexadecimal if the algorithm's digests are usually written
    /// in base32.
    pub fn of(self, algorithm: Algorithm) -> Self {
        match self.encoding {
            Encoding::Hex if is_base32(algorithm) => Self { encoding: Encoding::Base32, ..self },
            _ => self,
        }
    }
}

/// The byte that ends a line. Only names in lines that end with a line feed are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// A line feed.
    LineFeed,
    /// A zero byte.
    Nul,
}

impl LineEnd {
    /// Returns the byte.
    pub fn byte(self) -> u8 {
        if self == Self::Nul { 0 } else { b'\n' }
    }
}

/// Appends the line for a file to `out`. If the layout is tagged, the line begins with the text that `tag` returns.
pub fn write_line(
    out: &mut Vec<u8>,
    style: Style,
    tag: impl FnOnce() -> String,
    digest: &[u8],
    name: &[u8],
    end: LineEnd,
) {
    let put = |out: &mut Vec<u8>| match style.encoding {
        Encoding::Hex => write_hex(out, digest),
        Encoding::Base64 => base64::write(out, digest),
        Encoding::Base32 => base32::write(out, digest),
    };
    write_line_of(out, style.layout, tag, put, name, end);
}

/// Appends the line for a file to `out`, as [`write_line`] does, but `put` appends the digest.
pub fn write_line_of(
    out: &mut Vec<u8>,
    layout: Layout,
    tag: impl FnOnce() -> String,
    put: impl FnOnce(&mut Vec<u8>),
    name: &[u8],
    end: LineEnd,
) {
    let escape = end == LineEnd::LineFeed && needs_escape(name);
    if escape {
        out.push(b'\\');
    }
    if layout == Layout::Tagged {
        out.extend_from_slice(tag().as_bytes());
        out.extend_from_slice(b" (");
        write_name(out, name, escape);
        out.extend_from_slice(b") = ");
    }
    put(out);
    if layout != Layout::Tagged {
        out.extend_from_slice(layout.blanks());
        write_name(out, name, escape);
    }
    out.push(end.byte());
}

/// Returns whether a name must be written with escapes. Its line then begins with a backslash.
pub fn needs_escape(name: &[u8]) -> bool {
    name.iter().any(|byte| b"\\\n\r".contains(byte))
}

/// Appends a name to `out`, with escapes if `escape` is set.
pub fn write_name(out: &mut Vec<u8>, name: &[u8], escape: bool) {
    if !escape {
        out.extend_from_slice(name);
        return;
    }
    for &byte in name {
        match byte {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            _ => out.push(byte),
        }
    }
}

/// Appends `bytes` in hexadecimal.
pub fn write_hex(out: &mut Vec<u8>, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for byte in bytes {
        out.extend_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    }
}
