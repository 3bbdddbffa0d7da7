//! Writing the lines of a list, as coreutils does.

use bramah::hash::Algorithm;

/// What stands around digest and name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// `SHA256 (name) = digest`.
    Tagged,
    /// `digest  name`.
    Untagged,
}

/// How a digest is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Hexadecimal, lower case.
    Hex,
    /// Base64 with padding: RFC 4648, section 4.
    Base64,
}

/// The form of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// What stands around digest and name.
    pub(crate) layout: Layout,
    /// How the digest is written.
    pub(crate) encoding: Encoding,
}

/// What ends a line. Only names in lines that end with a line feed are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnd {
    /// A line feed.
    LineFeed,
    /// A zero byte.
    Nul,
}

/// Appends the line of a file to `out`.
pub(crate) fn write_line(
    out: &mut Vec<u8>,
    style: Style,
    algorithm: Algorithm,
    digest: &[u8],
    name: &[u8],
    end: LineEnd,
) {
    let escape = end == LineEnd::LineFeed && name.iter().any(|byte| b"\\\n\r".contains(byte));
    if escape {
        out.push(b'\\');
    }
    if style.layout == Layout::Tagged {
        out.extend_from_slice(algorithm.tag().as_bytes());
        out.extend_from_slice(b" (");
        write_name(out, name, escape);
        out.extend_from_slice(b") = ");
    }
    match style.encoding {
        Encoding::Hex => write_hex(out, digest),
        Encoding::Base64 => write_base64(out, digest),
    }
    if style.layout == Layout::Untagged {
        out.extend_from_slice(b"  ");
        write_name(out, name, escape);
    }
    out.push(if end == LineEnd::Nul { 0 } else { b'\n' });
}

fn write_name(out: &mut Vec<u8>, name: &[u8], escape: bool) {
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
pub(crate) fn write_hex(out: &mut Vec<u8>, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for byte in bytes {
        out.extend_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    }
}

/// Appends `bytes` in base64, padded.
pub(crate) fn write_base64(out: &mut Vec<u8>, bytes: &[u8]) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for three in bytes.chunks(3) {
        let mut padded = [0; 3];
        padded[..three.len()].copy_from_slice(three);
        let bits = u32::from_be_bytes([0, padded[0], padded[1], padded[2]]);
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i)) as usize & 63];
            out.push(if i <= three.len() { letter } else { b'=' });
        }
    }
}
