//! Decoding: the content is verified against a hash and written.

use super::{
    Pair,
    group::Group,
    shape::{Range, Subtree},
    source::Encoding,
    walk::walk,
};
use crate::blake3::{
    abreast::{CHUNK, Value},
    values,
};
use std::{
    io::{self, Write},
    vec,
    vec::Vec,
};

/// The maximum number of chunks that are verified at once. The chunks are written only after all of them have been
/// verified.
const GROUP: usize = 64;

/// Verifies a range of the content against the hash of the whole content, writes the range to `out`, and returns its
/// length in bytes. If the encoding is a slice, it must have been made for the same range.
///
/// All bytes that are written have been verified, but only after the function returns is it known that none is missing.
/// For an empty range nothing is written, but a chunk is verified. The length of the content is verified if the range
/// includes its last byte or begins at or after its end. Bytes after the needed part of the encoding are not read.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] if the content or the encoding does not match the hash;
/// [`io::ErrorKind::UnexpectedEof`] if it is truncated; the errors of the readers and the writer.
pub fn decode(
    encoding: &mut Encoding<'_>,
    hash: &[u8; 32],
    range: Range,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let len = encoding.length()?;
    let needed = range.verifying(len);
    let mut buffer = vec![0; GROUP * CHUNK];
    let mut written = 0;
    walk(encoding, len, needed, *hash, |encoding, subtree, value| {
        // only the root's subtree has the length of the whole content
        let root = subtree.len == len;
        if subtree.chunks() <= GROUP as u64 && subtree.is_whole_in(needed) {
            let content = &mut buffer[..subtree.len as usize];
            let mut parents = Vec::with_capacity(subtree.chunks() as usize - 1);
            read(encoding, subtree, content, &mut parents)?;
            let group = Group::of(content, subtree.first(), root);
            if group.value != value || group.parents != parents {
                return Err(wrong());
            }
            let content = range.of(subtree.start, content);
            out.write_all(content)?;
            written += content.len() as u64;
            return Ok(None);
        }
        let parent = encoding.parent()?;
        let (left_value, right_value) = halves(&parent);
        if values::parent(&left_value, &right_value, root) != value {
            return Err(wrong());
        }
        Ok(Some([left_value, right_value]))
    })?;
    Ok(written)
}

fn wrong() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not the content of this hash, or damaged")
}

fn halves(parent: &Pair) -> (Value, Value) {
    let (halves, _) = parent.as_chunks::<32>();
    (halves[0], halves[1])
}

/// Reads the chunks of a subtree to `content`, and appends its parents to `parents` in the order of the encoding.
fn read(
    encoding: &mut Encoding<'_>,
    subtree: Subtree,
    content: &mut [u8],
    parents: &mut Vec<Pair>,
) -> io::Result<()> {
    if subtree.chunks() == 1 {
        return encoding.content(content);
    }
    parents.push(encoding.parent()?);
    let [left, right] = subtree.children();
    let (before, after) = content.split_at_mut(left.len as usize);
    read(encoding, left, before, parents)?;
    read(encoding, right, after, parents)
}
