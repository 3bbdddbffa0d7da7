//! Encoding content.

use super::{Pair, group::Group, shape::Subtree};
use crate::blake3::abreast::{CHUNK, Value};
use bramah_machine::reading::fill;
use std::{
    io::{self, Read, Seek, SeekFrom, Write},
    vec,
    vec::Vec,
};

/// The bytes of a group: its tree is computed in memory, and its value is kept from the first time that the content is read
/// to the second.
const GROUP: usize = 1024 * CHUNK;

/// The form of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The content is in it.
    Combined,
    /// It has the length and the parents alone.
    Outboard,
}

/// Writes the encoding of what `content` has from its position on, and returns the hash: BLAKE3 of the content.
///
/// The content is read twice, since the root comes first and depends on everything. Of each MiB of it 96 bytes are kept.
///
/// # Errors
/// The errors of the reader and the writer; [`io::ErrorKind::InvalidData`] if the content is another one when it is read again.
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
        // the only group, or empty content, is the whole tree, and is still in the buffer
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

/// The second reading of the content.
struct Encoder<'a, R> {
    content: &'a mut R,
    form: Form,
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
    /// The values of the groups that are still to come.
    values: std::slice::Iter<'a, Value>,
    /// The parents above the groups that are still to come.
    above: std::slice::Iter<'a, Pair>,
}

impl<R: Read> Encoder<'_, R> {
    /// Writes a subtree. The recursion is as deep as the tree: 44 at most.
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

/// Appends the parents and the chunks of a subtree in the order of an encoding.
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
