//! The sources of encodings: readers that can skip bytes, and whether the chunks are in the encoding or separate.

use super::{Pair, shape::Subtree};
use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// A reader that can skip bytes.
pub trait Skip: Read {
    /// Skips this number of bytes. Skipping beyond the end is not an error; the next read then finds the end of the
    /// input.
    ///
    /// # Errors
    /// The errors of the reader.
    fn skip(&mut self, bytes: u128) -> io::Result<()>;
}

/// A reader that skips by reading, such as for a pipe.
#[derive(Debug)]
pub struct Reading<R>(BufReader<R>);

/// A reader that skips by seeking, such as for a file.
#[derive(Debug)]
pub struct Seeking<R>(BufReader<R>);

impl<R: Read> Reading<R> {
    /// Wraps the reader, with a buffer.
    pub fn new(reader: R) -> Self {
        Self(BufReader::new(reader))
    }
}

impl<R: Read + Seek> Seeking<R> {
    /// Wraps the reader, with a buffer.
    pub fn new(reader: R) -> Self {
        Self(BufReader::new(reader))
    }
}

impl<R: Read> Read for Reading<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out)
    }
}

impl<R: Read> Read for Seeking<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out)
    }
}

impl<R: Read> Skip for Reading<R> {
    fn skip(&mut self, bytes: u128) -> io::Result<()> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        io::copy(&mut self.0.by_ref().take(bytes), &mut io::sink()).map(drop)
    }
}

impl<R: Read + Seek> Skip for Seeking<R> {
    fn skip(&mut self, bytes: u128) -> io::Result<()> {
        match i64::try_from(bytes) {
            Ok(bytes) => self.0.seek_relative(bytes),
            Err(_) => self.0.seek(SeekFrom::End(0)).map(drop),
        }
    }
}

/// An encoding to be read.
pub struct Encoding<'a> {
    tree: &'a mut dyn Skip,
    content: Content<'a>,
}

/// The place from which the chunks of an encoding are read.
enum Content<'a> {
    /// The chunks are between the parents.
    Within,
    /// The chunks are between the parents, and the encoding contains only the chunks and parents that one range needs.
    Slice,
    Apart(&'a mut dyn Skip),
}

impl<'a> Encoding<'a> {
    /// Reads from a combined encoding.
    pub fn combined(encoding: &'a mut dyn Skip) -> Self {
        Self { tree: encoding, content: Content::Within }
    }

    /// Reads from an outboard encoding, and from the content, which is separate.
    pub fn outboard(encoding: &'a mut dyn Skip, content: &'a mut dyn Skip) -> Self {
        Self { tree: encoding, content: Content::Apart(content) }
    }

    /// Reads from a slice, which contains only the chunks and parents that one range needs.
    pub fn slice(slice: &'a mut dyn Skip) -> Self {
        Self { tree: slice, content: Content::Slice }
    }

    /// Reads the length of the content.
    pub(super) fn length(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.tree.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Reads a parent.
    pub(super) fn parent(&mut self) -> io::Result<Pair> {
        let mut pair = [0; 64];
        self.tree.read_exact(&mut pair)?;
        Ok(pair)
    }

    /// Reads the next `out.len()` bytes of the content, which are within one chunk.
    pub(super) fn content(&mut self, out: &mut [u8]) -> io::Result<()> {
        match &mut self.content {
            Content::Apart(content) => content.read_exact(out),
            Content::Within | Content::Slice => self.tree.read_exact(out),
        }
    }

    /// Skips a subtree that is not needed.
    pub(super) fn skip(&mut self, subtree: Subtree) -> io::Result<()> {
        let (parents, content) = (subtree.parents(), u128::from(subtree.len));
        match &mut self.content {
            Content::Slice => Ok(()),
            Content::Within => self.tree.skip(parents + content),
            Content::Apart(apart) => {
                self.tree.skip(parents)?;
                apart.skip(content)
            }
        }
    }
}

impl std::fmt::Debug for Encoding<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Encoding").finish_non_exhaustive()
    }
}
