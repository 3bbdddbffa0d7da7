//! The text of a message at whose end the tag is.

use super::whole::PIECE;
use crate::{buffer::Buffer, exit::Stop, input::Input, report};
use bramah::threads;

/// Passes all of the input except the tag to `take`, in pieces of [`PIECE`] bytes, of which the last may be shorter, and
/// returns the tag. With `ahead`, another thread reads if the input is long.
///
/// # Errors
/// The input is shorter than a tag; it cannot be read; the error of `take`.
pub(super) fn pieces(
    input: &mut Input,
    tag_len: usize,
    ahead: bool,
    take: impl FnMut(&[u8]) -> Result<(), Stop>,
) -> Result<Vec<u8>, Stop> {
    let mut text = Text { input, held: vec![0; tag_len], count: 0, ended: false };
    let more = || if ahead { Buffer::try_new(PIECE).ok() } else { None };
    threads::read_ahead(&mut Buffer::try_new(PIECE)?, more, |room| text.fill(room), take)?;
    Ok(text.held)
}

/// Returns the error for a message that is shorter than its tag.
pub(super) fn no_tag(input: &Input, count: usize, tag_len: usize) -> Stop {
    input.stop(format_args!(
        "too short: the input has {}, but the tag at its end has {tag_len}",
        report::bytes(count)
    ))
}

/// An input of which the text is read, and the tag is held back.
struct Text<'a> {
    input: &'a mut Input,
    /// The bytes after those that were returned, as many as the tag has. At the end they are the tag.
    held: Vec<u8>,
    /// The number of bytes in `held`: 0 before the first read.
    count: usize,
    ended: bool,
}

impl Text<'_> {
    /// Reads until the buffer, which is longer than the tag, is full or the text ends; returns the number of bytes.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, Stop> {
        if self.ended {
            return Ok(0);
        }
        let tag_len = self.held.len();
        buffer[..self.count].copy_from_slice(&self.held[..self.count]);
        let count = self.count + self.input.fill(&mut buffer[self.count..])?;
        let more = if count == buffer.len() { self.input.fill(&mut self.held)? } else { 0 };
        let Some(len) = (count + more).checked_sub(tag_len) else {
            return Err(no_tag(self.input, count, tag_len));
        };
        // at the end, the first bytes of the tag are in the buffer
        self.ended = more < tag_len;
        self.held.copy_within(..more, tag_len - more);
        self.held[..tag_len - more].copy_from_slice(&buffer[len..count]);
        self.count = tag_len;
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_is_held_back() {
        for tag_len in [1, 5, 16] {
            for len in (0..100).filter(|len| *len >= tag_len) {
                let bytes: Vec<u8> = (0..len as u8).collect();
                for room in [17, 20, 99, 200] {
                    let mut input = Input::of("input", bytes.clone());
                    let mut text = Text { input: &mut input, held: vec![0; tag_len], count: 0, ended: false };
                    let (mut all, mut buffer) = (Vec::new(), vec![0; room]);
                    loop {
                        let count = text.fill(&mut buffer).unwrap_or_else(|_| unreachable!("memory"));
                        if count == 0 {
                            break;
                        }
                        assert_eq!(count, room.min(len - tag_len - all.len()));
                        all.extend_from_slice(&buffer[..count]);
                    }
                    assert_eq!([&all[..], &text.held].concat(), bytes, "{tag_len}, {room}");
                }
            }
        }
    }
}
