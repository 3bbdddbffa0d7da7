//! Verifying content.

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

/// The most chunks that are verified at once; nothing of them is written before all are.
const GROUP: usize = 64;

/// Verifies a range of the content against the hash of all of it, writes it, and returns its length. A slice must have been
/// made for this range.
///
/// Whatever is written has been verified, but it is known to be all only at the end. The range of no bytes writes nothing, and
/// verifies a chunk. The length of the content is verified if the range reaches its end or begins after it. What follows the
/// encoding is not read.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] if the content or the encoding is not that of the hash; [`io::ErrorKind::UnexpectedEof`] if
/// it is cut off; the errors of the readers and the writer.
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
        // no other subtree has the length of the whole tree
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

/// Reads the content and the parents of a subtree.
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
