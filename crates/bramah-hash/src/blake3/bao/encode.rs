//! Encoding: the content is written with its tree, and hashed.

use super::{Pair, group::Group, shape::Subtree};
use crate::blake3::abreast::{CHUNK, Value};
use bramah_machine::reading::fill;
use std::{
    io::{self, Read, Seek, SeekFrom, Write},
    vec,
    vec::Vec,
};

/// The length of a group in bytes. The tree of a group is computed in memory; its chaining value is stored between the
/// first and the second reading of the content.
const GROUP: usize = 1024 * CHUNK;

/// The form of an encoding: with or without the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The chunks of the content are between the parents.
    Combined,
    /// The encoding consists of the length and the parents only.
    Outboard,
}

/// Writes the encoding of the content, from its current position to its end, and returns the BLAKE3 hash of the
/// content.
///
/// The content is read twice, because the root comes first and depends on all of the content. Memory use: 96 bytes for
/// each MiB of content.
///
/// # Errors
/// The errors of the reader and the writer; [`io::ErrorKind::InvalidData`] if the content changed between the two
/// readings.
pub fn encode(content: &mut (impl Read + Seek), form: Form, out: &mut dyn Write) -> io::Result<[u8; 32]> {
    let start = content.stream_position()?;
    let mut buffer = vec![0; GROUP];
    let (mut values, mut len) = (Vec::new(), 0u64);
    loop {
        let count = fill(content, &mut buffer, 0)?;
        if count == 0 {
            break;
        }
        let first = len / CHUNK as u64;
        values.push(Group::of(&buffer[..count], first, false).value);
        len += count as u64;
    }
    content.seek(SeekFrom::Start(start))?;
    let (hash, above) = if values.len() > 1 {
        let Group { value, parents } = Group::over(values.clone(), true);
        (value, parents)
    } else {
        // the content is at most one group, which is the whole tree and is still in the buffer
        let hash = Group::of(&buffer[..len as usize], 0, true).value;
        values = vec![hash];
        (hash, Vec::new())
    };
    out.write_all(&len.to_le_bytes())?;
    let mut encoder = Encoder { content, form, out, buffer, values: values.iter(), above: above.iter() };
    encoder.subtree(Subtree { start: 0, len }, true)?;
    if fill(encoder.content, &mut [0], 0)? > 0 {
        return Err(changed());
    }
    Ok(hash)
}

fn changed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the content has changed while it was read")
}

/// The state of the second reading of the content.
struct Encoder<'a, R> {
    content: &'a mut R,
    form: Form,
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
    /// The chaining values of the groups that are not written yet.
    values: std::slice::Iter<'a, Value>,
    /// The parents above the groups that are not written yet.
    above: std::slice::Iter<'a, Pair>,
}

impl<R: Read> Encoder<'_, R> {
    /// Writes a subtree. The depth of the recursion is the height of the tree: at most 44.
    fn subtree(&mut self, subtree: Subtree, root: bool) -> io::Result<()> {
        if subtree.len <= GROUP as u64 {
            return self.group(subtree, root);
        }
        let parent = self.above.next().ok_or_else(changed)?;
        self.out.write_all(parent)?;
        let [left, right] = subtree.children();
        self.subtree(left, false)?;
        self.subtree(right, false)
    }

    fn group(&mut self, subtree: Subtree, root: bool) -> io::Result<()> {
        let content = &mut self.buffer[..subtree.len as usize];
        if fill(self.content, content, 0)? < content.len() {
            return Err(changed());
        }
        let Group { value, parents } = Group::of(content, subtree.first(), root);
        if self.values.next() != Some(&value) {
            return Err(changed());
        }
        match self.form {
            Form::Outboard => self.out.write_all(parents.as_flattened()),
            Form::Combined => {
                let mut encoded = Vec::with_capacity(content.len() + 64 * parents.len());
                interleave(subtree, content, &parents, &mut encoded);
                self.out.write_all(&encoded)
            }
        }
    }
}

/// Appends the parents and the chunks of a subtree to `out`, in the order of an encoding.
fn interleave(subtree: Subtree, content: &[u8], parents: &[Pair], out: &mut Vec<u8>) {
    let Some((parent, below)) = parents.split_first() else {
        return out.extend_from_slice(content);
    };
    out.extend_from_slice(parent);
    let [left, right] = subtree.children();
    let (before, after) = content.split_at(left.len as usize);
    let (of_left, of_right) = below.split_at(left.chunks() as usize - 1);
    interleave(left, before, of_left, out);
    interleave(right, after, of_right, out);
}
