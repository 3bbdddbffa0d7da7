//! Taking a slice of an encoding.

use super::{
    shape::{Range, Subtree},
    source::Encoding,
};
use crate::blake3::abreast::CHUNK;
use std::{
    io::{self, Write},
    vec,
};

/// Writes the slice of an encoding that verifies a range. Nothing is verified here: there is no hash to verify it against.
///
/// A range of no bytes is taken for one of a byte, and one that begins at the end of the content or after it for its last
/// byte.
///
/// # Errors
/// [`io::ErrorKind::UnexpectedEof`] if the encoding is cut off; the errors of the readers and the writer.
pub fn slice(encoding: &mut Encoding<'_>, range: Range, out: &mut dyn Write) -> io::Result<()> {
    let len = encoding.length()?;
    out.write_all(&len.to_le_bytes())?;
    let range = range.verifying(len);
    let mut waiting = vec![Subtree { start: 0, len }];
    let mut chunk = [0; CHUNK];
    while let Some(subtree) = waiting.pop() {
        if !subtree.is_in(range) {
            // what follows the range is not read, and need not be there
            if !waiting.iter().any(|later| later.is_in(range)) {
                break;
            }
            encoding.skip(subtree)?;
        } else if subtree.chunks() == 1 {
            let content = &mut chunk[..subtree.len as usize];
            encoding.content(content)?;
            out.write_all(content)?;
        } else {
            out.write_all(&encoding.parent()?)?;
            let [left, right] = subtree.children();
            waiting.push(right);
            waiting.push(left);
        }
    }
    Ok(())
}
