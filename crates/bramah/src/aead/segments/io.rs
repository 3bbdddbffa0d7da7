//! Writers and readers of messages in segments.

use super::Segments;
use crate::{Error, aead::Scheme, wipe};
use alloc::{vec, vec::Vec};
use bramah_machine::reading::fill;
use core::fmt;
use std::io::{self, ErrorKind, Read, Write};

/// A buffer that is erased on drop.
struct Buffer(Vec<u8>);

impl Drop for Buffer {
    fn drop(&mut self) {
        wipe::wipe(&mut self.0);
    }
}

/// A writer that seals all bytes written to it, in segments of equal length, and writes each segment, followed by its tag, to the
/// underlying writer. The last segment may be shorter. [`finish`](Self::finish) writes the last segment: without that call the
/// message is incomplete.
///
/// A full segment is sealed only when the next byte arrives, so a message whose length is a multiple of the segment's length ends
/// with a full segment. An empty message consists of one empty segment.
///
/// ```
/// use bramah::{ChaCha20Poly1305, aead::{Layout, OpenReader, SealWriter}};
/// use std::io::{Read, Write};
///
/// let aead = ChaCha20Poly1305::new(&[7; 32])?;
/// let mut writer = SealWriter::new(aead.segments(Layout::Be32, b"7 bytes")?, 1024, Vec::new());
/// writer.write_all(&[5; 3000])?;
/// let sealed = writer.finish()?;
/// assert_eq!(sealed.len(), 3000 + 3 * 16);
///
/// let mut reader = OpenReader::new(aead.segments(Layout::Be32, b"7 bytes")?, 1024, &sealed[..]);
/// let mut opened = Vec::new();
/// reader.read_to_end(&mut opened)?;
/// assert_eq!(opened, [5; 3000]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SealWriter<'a, S, W> {
    segments: Segments<'a, S>,
    inner: W,
    /// The segment in progress, which has `count` bytes so far, followed by space for its tag.
    buffer: Buffer,
    size: usize,
    count: usize,
}

impl<'a, S: Scheme, W: Write> SealWriter<'a, S, W> {
    /// Begins a message in segments of `size` bytes.
    ///
    /// # Panics
    /// If `size` is 0.
    pub fn new(segments: Segments<'a, S>, size: usize, inner: W) -> Self {
        assert!(size > 0, "segments have at least one byte");
        let buffer = Buffer(vec![0; size + segments.aead.verified_len()]);
        Self { segments, inner, buffer, size, count: 0 }
    }

    /// Seals and writes the last segment, and returns the underlying writer, without flushing it.
    ///
    /// # Errors
    /// The errors of the underlying writer, and the errors of [`Segments::seal_last`] as [`ErrorKind::Other`].
    pub fn finish(mut self) -> io::Result<W> {
        let (text, tag) = self.buffer.0.split_at_mut(self.count);
        let tag = &mut tag[..self.segments.aead.verified_len()];
        self.segments.seal_last(b"", &mut *text, tag).map_err(io::Error::other)?;
        let sealed = text.len() + tag.len();
        self.inner.write_all(&self.buffer.0[..sealed])?;
        Ok(self.inner)
    }
}

impl<S: Scheme, W: Write> Write for SealWriter<'_, S, W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if self.count == self.size && !data.is_empty() {
            let (text, tag) = self.buffer.0.split_at_mut(self.size);
            self.segments.seal_next(b"", text, tag).map_err(io::Error::other)?;
            // the bytes of a segment that could not be written must not be sealed again
            self.count = 0;
            self.inner.write_all(&self.buffer.0)?;
        }
        let taken = data.len().min(self.size - self.count);
        self.buffer.0[self.count..][..taken].copy_from_slice(&data[..taken]);
        self.count += taken;
        Ok(taken)
    }

    /// Flushes the underlying writer. The segment in progress is not sealed before it is full.
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// A reader that reads segments of equal length, each followed by its tag, from the underlying reader, and returns the text of
/// each segment after its tag has been verified. After an error, every further call returns an error. If a message is truncated,
/// or continues after its last segment, the reader returns an error of [`ErrorKind::InvalidData`] there. The text that was
/// returned before the error is authentic, but not the whole message.
pub struct OpenReader<'a, S, R> {
    /// The segments still to be opened; `None` after the last segment was opened, and after an error.
    segments: Option<Segments<'a, S>>,
    inner: R,
    /// A segment with its tag, and the first byte of the next segment. If that byte exists, the segment is not the last one.
    buffer: Buffer,
    /// Whether the buffer already holds the first byte of the next segment.
    ahead: bool,
    /// Whether the last segment was opened.
    whole: bool,
    size: usize,
    /// The offsets, in the buffer, at which the opened text that was not yet returned begins and ends.
    from: usize,
    to: usize,
}

impl<'a, S: Scheme, R: Read> OpenReader<'a, S, R> {
    /// Begins to read a message in segments of `size` bytes.
    ///
    /// # Panics
    /// If `size` is 0.
    pub fn new(segments: Segments<'a, S>, size: usize, inner: R) -> Self {
        assert!(size > 0, "segments have at least one byte");
        let buffer = Buffer(vec![0; size + segments.aead.verified_len() + 1]);
        Self { segments: Some(segments), inner, buffer, ahead: false, whole: false, size, from: 0, to: 0 }
    }

    /// Reads and opens the next segment.
    fn next(&mut self, mut segments: Segments<'a, S>) -> io::Result<()> {
        let buffer = &mut self.buffer.0;
        let end = buffer.len() - 1;
        if self.ahead {
            buffer[0] = buffer[end];
        }
        let count = fill(&mut self.inner, buffer, usize::from(self.ahead))?;
        self.ahead = count > end;
        let sealed = count.min(end);
        let tag_len = segments.aead.verified_len();
        let refused = |error: Error| io::Error::new(ErrorKind::InvalidData, error);
        let Some(len) = sealed.checked_sub(tag_len) else {
            return Err(refused(Error::Unauthentic));
        };
        let (text, tag) = buffer[..sealed].split_at_mut(len);
        if self.ahead {
            segments.open_next(b"", text, tag).map_err(refused)?;
            self.segments = Some(segments);
        } else {
            segments.open_last(b"", text, tag).map_err(refused)?;
            self.whole = true;
        }
        (self.from, self.to) = (0, len);
        Ok(())
    }
}

impl<S: Scheme, R: Read> Read for OpenReader<'_, S, R> {
    fn read(&mut self, data: &mut [u8]) -> io::Result<usize> {
        while self.from == self.to && !data.is_empty() {
            match self.segments.take() {
                Some(segments) => self.next(segments)?,
                None if self.whole => return Ok(0),
                // an earlier call returned an error; reporting the end now would make the message look complete
                None => return Err(io::Error::new(ErrorKind::InvalidData, Error::Unauthentic)),
            }
        }
        let taken = data.len().min(self.to - self.from);
        data[..taken].copy_from_slice(&self.buffer.0[self.from..][..taken]);
        self.from += taken;
        Ok(taken)
    }
}

impl<S, W> fmt::Debug for SealWriter<'_, S, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealWriter").field("size", &self.size).finish_non_exhaustive()
    }
}

impl<S, R> fmt::Debug for OpenReader<'_, S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenReader").field("size", &self.size).finish_non_exhaustive()
    }
}
