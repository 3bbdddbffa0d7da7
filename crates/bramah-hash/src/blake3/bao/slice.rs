//! Extracting a slice from an encoding.

use super::{shape::Range, source::Encoding, walk::walk};
use crate::blake3::abreast::CHUNK;
use std::io::{self, Write};

/// Writes the slice of an encoding that is needed to verify a range. Nothing is verified here, because the hash is not
/// known.
///
/// An empty range is treated as a range of one byte. A range that begins at or after the end of the content is treated as the
/// last byte of the content.
///
/// # Errors
/// [`io::ErrorKind::UnexpectedEof`] if the encoding is truncated; the errors of the readers and the writer.
pub fn slice(encoding: &mut Encoding<'_>, range: Range, out: &mut dyn Write) -> io::Result<()> {
    let len = encoding.length()?;
    out.write_all(&len.to_le_bytes())?;
    let mut chunk = [0; CHUNK];
    walk(encoding, len, range.verifying(len), (), |encoding, subtree, ()| {
        if subtree.chunks() > 1 {
            out.write_all(&encoding.parent()?)?;
            return Ok(Some([(); 2]));
        }
        let content = &mut chunk[..subtree.len as usize];
        encoding.content(content)?;
        out.write_all(content)?;
        Ok(None)
    })
}
